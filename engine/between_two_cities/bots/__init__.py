"""What only bots need: how good moves look, the heuristic, and games imagined from what a seat knows."""

from cityleague.engine.between_two_cities.bots.evaluation import prospects
from cityleague.engine.between_two_cities.bots.heuristic import Heuristic
from cityleague.engine.between_two_cities.bots.imagining import imagine

__all__ = ["Heuristic", "imagine", "prospects"]
