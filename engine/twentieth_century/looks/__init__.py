"""How a table of 20th Century looks: `text` in a terminal, `picture` as SVG, and `words` for its moves.

`text_map` draws one region in letters, `sheet` as a picture; `card_symbols` says what stands on a card, `symbols` and
`signs` are the small pictures, and `terms` the names of things.
"""
