"""NEOM, for 1 to 5 players: three generations build cities of tiles on 5 x 5 cells, joined by roads.

`state` is the course of the game; `picking`, `building`, `trade` and `disasters` are its steps, `city` is what a city
knows of itself, `counting` what tiles count in it, `scoring` what it is worth, `components` the tiles, `RULES.md` the
rules as they are played here.
"""

from cityleague.engine.neom.bots.evaluation import prospects
from cityleague.engine.neom.bots.heuristic import Heuristic
from cityleague.engine.neom.bots.imagining import imagine
from cityleague.engine.neom.components import NAME, load, template
from cityleague.engine.neom.looks.draws import questions
from cityleague.engine.neom.moves import Move, Options, canonical
from cityleague.engine.neom.rules import RULES
from cityleague.engine.neom.state import setup
from cityleague.engine.neom.table import SEATS
from cityleague.engine.protocol import Game
from cityleague.engine.registry import GAMES

GAME = Game(
    name=NAME,
    title=GAMES[NAME],
    package=__name__,
    seats=SEATS,
    version="1",
    options=Options,
    moves=Move,
    rules=RULES,
    components=load,
    template=template,
    setup=setup,
    prospects=prospects,
    encode="cityleague.engine.neom.encoding",
    names=lambda box: {"tile": [*box.tiles], "give": box.anchors, "take": box.anchors},
    imagine=imagine,
    bots={"heuristic": Heuristic},
    levels={"strong": "mcts?iterations=12&width=3&horizon=2&judge=heuristic"},
    canonical=canonical,
    pictures=f"{__name__}.looks.picture",
    questions=questions,
    targets=f"{__name__}.looks.targets",
    open_scores=True,
)
