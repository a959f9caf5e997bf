"""City Tycoon, for 2 to 5 players: all build one city and pay each other for the power and water that cross it.

`state` runs the game, with one module for the rules of each phase. `town` is the city; `routes` finds the paths of
cubes and who is paid for them; `components` has the tiles. `RULES.md` gives the rules as played here.
"""

from msgspec import structs

from cityleague.engine.city_tycoon.bots.evaluation import prospects
from cityleague.engine.city_tycoon.bots.heuristic import Heuristic
from cityleague.engine.city_tycoon.bots.imagining import imagine
from cityleague.engine.city_tycoon.components import NAME, load, load_for_rules_1, load_for_rules_2, template
from cityleague.engine.city_tycoon.looks.draws import questions
from cityleague.engine.city_tycoon.moves import Move, Options, OptionsOfRules2, canonical
from cityleague.engine.city_tycoon.rules import RULES
from cityleague.engine.city_tycoon.rules_1 import imagine_by_rules_1, setup_by_rules_1
from cityleague.engine.city_tycoon.state import setup
from cityleague.engine.city_tycoon.supplying import lasts
from cityleague.engine.city_tycoon.town import SEATS
from cityleague.engine.protocol import Game
from cityleague.engine.registry import GAMES

_TODAY = Game(
    name=NAME,
    title=GAMES[NAME],
    package=__name__,
    seats=SEATS,
    version="3",
    superseded=("older/rules-3.json",),
    options=Options,
    moves=Move,
    rules=RULES,
    components=load,
    template=template,
    setup=setup,
    prospects=prospects,
    names=lambda box: {"tile": [*box.districts]},
    imagine=imagine,
    bots={"heuristic": Heuristic},
    levels={"strong": "mcts?iterations=8&width=3&horizon=2&judge=heuristic"},
    canonical=canonical,
    lasts=lasts,
    encode=f"{__name__}.encoding",
    pictures=f"{__name__}.looks.picture",
    questions=questions,
    targets=f"{__name__}.looks.targets",
    open_scores=True,
)

# By rules 2 a pass was final, and other figures were packaged.
_RULES_2 = structs.replace(_TODAY, version="2", superseded=(), options=OptionsOfRules2, components=load_for_rules_2)
_RULES_1 = structs.replace(
    _RULES_2, version="1", components=load_for_rules_1, setup=setup_by_rules_1, imagine=imagine_by_rules_1
)
GAME = structs.replace(_TODAY, older={"2": _RULES_2, "1": _RULES_1})
