"""What only bots need: the evaluation of moves, the heuristic, and games imagined from a seat's view."""
