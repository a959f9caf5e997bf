"""How a table of Card City XL looks, and `words` for its moves: `sheet` draws a city, `symbols` small pictures."""
