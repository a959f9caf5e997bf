"""How a table of Card City XL looks, and `words` for its moves.

`sheet` draws one city; `symbols` are the small pictures on cards.
"""
