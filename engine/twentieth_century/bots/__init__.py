"""What only bots need: the evaluation of moves, the heuristic, and games imagined from a seat's view."""

from cityleague.engine.twentieth_century.bots.evaluation import prospects
from cityleague.engine.twentieth_century.bots.heuristic import Heuristic
from cityleague.engine.twentieth_century.bots.imagining import imagine

__all__ = ["Heuristic", "imagine", "prospects"]
