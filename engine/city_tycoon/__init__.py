"""City Tycoon, for 2 to 5 players: all build one city, and pay each other for what flows through it.

`state` is the course of the game, one module for each phase its rules; `town` is the city, `routes` how cubes get
through it and whom that pays, `components` the tiles, `RULES.md` the rules as they are played here.
"""

from cityleague.engine.city_tycoon.bots import Heuristic, imagine, prospects
from cityleague.engine.city_tycoon.components import NAME, load, template
from cityleague.engine.city_tycoon.drawing import draw
from cityleague.engine.city_tycoon.moves import Move, Options, canonical
from cityleague.engine.city_tycoon.rules import RULES
from cityleague.engine.city_tycoon.state import setup
from cityleague.engine.city_tycoon.town import SEATS
from cityleague.engine.protocol import Game
from cityleague.engine.registry import GAMES

GAME = Game(
    name=NAME,
    title=GAMES[NAME],
    package=__name__,
    seats=SEATS,
    version="2",
    options=Options,
    moves=Move,
    rules=RULES,
    components=load,
    template=template,
    setup=setup,
    draw=draw,
    prospects=prospects,
    imagine=imagine,
    bots={"heuristic": Heuristic},
    canonical=canonical,
)
