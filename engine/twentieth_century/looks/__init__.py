"""How a table of 20th Century looks, and `words` for its moves.

`sheet` draws one region, `text_map` the same in letters; `card_symbols` says what stands on a card, `symbols` and
`signs` are the small pictures, and `terms` the names of things.
"""
