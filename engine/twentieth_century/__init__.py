"""20th Century, for 3 to 5 players: land auctions, track between cities, and the garbage that progress leaves behind.

`state` runs the game, with one module for the rules of each phase. `region` is what a player builds, `tiles` the
geometry of a tile, `terrain` the connections of track, `components` the contents of the box. `RULES.md` gives the rules
as played here.
"""

from msgspec import structs

from cityleague.engine.protocol import Game
from cityleague.engine.registry import GAMES
from cityleague.engine.twentieth_century.bots.evaluation import prospects
from cityleague.engine.twentieth_century.bots.heuristic import Heuristic
from cityleague.engine.twentieth_century.bots.imagining import imagine
from cityleague.engine.twentieth_century.components import NAME, SEATS, load, load_2, template
from cityleague.engine.twentieth_century.looks.draws import questions
from cityleague.engine.twentieth_century.moves import Move, Options
from cityleague.engine.twentieth_century.rules import RULES
from cityleague.engine.twentieth_century.state import setup

_TODAY = Game(
    name=NAME,
    title=GAMES[NAME],
    package=__name__,
    seats=SEATS,
    version="1",
    superseded=("older/rules-1.json", "older/0.1.0.json", "older/0.2.0.json"),
    options=Options,
    moves=Move,
    rules=RULES,
    components=load,
    template=template,
    setup=setup,
    prospects=prospects,
    names=lambda box: {"tile": [*box.shapes], "technology": [*box.technologies]},
    imagine=imagine,
    bots={"heuristic": Heuristic},
    levels={"strong": "mcts?iterations=8&width=3&horizon=2&judge=heuristic"},
    encode=f"{__name__}.encoding",
    pictures=f"{__name__}.looks.picture",
    questions=questions,
    targets=f"{__name__}.looks.targets",
)

# What was called version 2 were these rules with other figures.
_RULES_2 = structs.replace(_TODAY, version="2", components=load_2, superseded=("older/0.1.0.json",))
GAME = structs.replace(_TODAY, older={"2": _RULES_2})
