"""What only bots need: the evaluation of moves, the heuristic, and games imagined from a seat's view."""

from cityleague.engine.city_tycoon.bots.evaluation import prospects
from cityleague.engine.city_tycoon.bots.heuristic import Heuristic
from cityleague.engine.city_tycoon.bots.imagining import imagine

__all__ = ["Heuristic", "imagine", "prospects"]
