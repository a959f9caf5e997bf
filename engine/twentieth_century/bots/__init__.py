"""What only bots need: how good moves look, the heuristic, and games imagined from what a seat knows."""

from cityleague.engine.twentieth_century.bots.evaluation import prospects
from cityleague.engine.twentieth_century.bots.heuristic import Heuristic
from cityleague.engine.twentieth_century.bots.imagining import imagine

__all__ = ["Heuristic", "imagine", "prospects"]
