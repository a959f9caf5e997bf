"""Backyards, for 2 to 4 players: an example of a game that a package brings to cityleague.

`state` is the sequence of play, `table` the data of a game, `view` what a seat sees of it, `looks` how that looks,
`moves` the moves and the rules they can break, `scoring` the points of a yard, `components` the tiles, `bots` what only
bots need, `encoding` what learners see.
"""

from backyards.bots import Heuristic, imagine, prospects
from backyards.components import NAME, load
from backyards.moves import RULES, Lay, Options
from backyards.scoring import WORTH
from backyards.state import setup
from backyards.table import SEATS
from backyards.view import questions
from cityleague.engine.protocol import Game

GAME = Game(
    name=NAME,
    title="Backyards",
    package=__name__,
    seats=SEATS,
    version="1",
    options=Options,
    moves=Lay,
    rules=RULES,
    components=load,
    setup=setup,
    pictures=f"{__name__}.looks",
    targets=f"{__name__}.looks",
    encode=f"{__name__}.encoding",
    names=lambda _: {"tile": [*WORTH], "hand": [*WORTH]},
    questions=questions,
    prospects=prospects,
    imagine=imagine,
    bots={"heuristic": Heuristic},
)
