"""How a table of 20th Century looks, in drawings and in letters, with `words` for its moves."""
