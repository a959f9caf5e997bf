"""How a table of City Tycoon looks, with `words` for its moves, `symbols`, and `quantities`: symbols with a number."""
