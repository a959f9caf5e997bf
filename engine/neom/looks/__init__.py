"""How a table of NEOM looks, with `words` for its moves, `tile_symbols`, and `signs` and `symbols`: small pictures."""
