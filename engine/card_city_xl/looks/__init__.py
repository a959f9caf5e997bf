"""How a table of Card City XL looks: `text` in a terminal, `picture` as SVG, and `words` for its moves.

`text_map` draws one city in letters, `sheet` as a picture; `symbols` are the small pictures on cards.
"""
