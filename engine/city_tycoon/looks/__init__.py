"""How a table of City Tycoon looks, and `words` for its moves.

`symbols` are the small pictures on tiles, `quantities` those with a number.
"""
