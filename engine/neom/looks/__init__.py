"""How a table of NEOM looks, and `words` for its moves.

`tile_symbols` says what stands on a tile, `symbols` and `signs` are the small pictures, `terms` the names of things.
"""
