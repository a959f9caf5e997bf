"""How a table of 20th Century looks, with `words` for its moves: `sheet` draws a region, `text_map` the same in
letters; `card_symbols` says what stands on a card, `symbols` and `signs` are small pictures.
"""
