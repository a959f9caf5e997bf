"""How a table of City Tycoon looks: `text` in a terminal, `picture` as SVG, and `words` for its moves.

`text_map` draws the city in letters; `symbols` are the small pictures on tiles, `quantities` those with a number.
"""
