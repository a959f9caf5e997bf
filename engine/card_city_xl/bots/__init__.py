"""What only bots need: how good moves look, the heuristic, and games imagined from what a seat knows."""
