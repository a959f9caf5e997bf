"""How a table of Between Two Cities looks: `text` in a terminal, `picture` as SVG."""
