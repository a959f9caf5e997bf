"""What only bots need: how good moves look, the heuristic, and games imagined from what a seat knows."""

from cityleague.engine.card_city_xl.bots.greedy import prospects as prospects
from cityleague.engine.card_city_xl.bots.heuristic import Heuristic as Heuristic
from cityleague.engine.card_city_xl.bots.imagining import imagine as imagine
