"""What only bots need: how good moves look, the heuristic, and games imagined from what a seat knows."""

from cityleague.engine.city_tycoon.bots.evaluation import prospects
from cityleague.engine.city_tycoon.bots.heuristic import Heuristic
from cityleague.engine.city_tycoon.bots.imagining import imagine

__all__ = ["Heuristic", "imagine", "prospects"]
