"""How a table of NEOM looks: `text` in a terminal, `picture` as SVG, and `words` for its moves.

`text_map` draws one city in letters; `tile_symbols` says what stands on a tile, `symbols` and `signs` are the small
pictures, and `terms` the names of things.
"""
