"""How a table of Between Two Cities looks."""
