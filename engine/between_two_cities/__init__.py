"""Between Two Cities, for 2 to 7 players: neighbours build a city together, and each player scores the lower of two.

`state` is the course of the game, `scoring` what a city is worth, `components` the tiles, `RULES.md` the rules as
they are played here.
"""

from cityleague.engine.between_two_cities.bots.evaluation import prospects
from cityleague.engine.between_two_cities.bots.heuristic import Heuristic
from cityleague.engine.between_two_cities.bots.imagining import imagine
from cityleague.engine.between_two_cities.components import NAME, load, template
from cityleague.engine.between_two_cities.looks.draws import questions
from cityleague.engine.between_two_cities.moves import Move, Options, canonical
from cityleague.engine.between_two_cities.rules import RULES
from cityleague.engine.between_two_cities.state import setup
from cityleague.engine.between_two_cities.table import SEATS
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
    pictures=f"{__name__}.looks.picture",
    questions=questions,
    finals=f"{__name__}.finals",
    targets=f"{__name__}.looks.targets",
    open_scores=True,
    prospects=prospects,
    encode="cityleague.engine.between_two_cities.encoding",
    names=lambda tiles: {"tile": [*tiles.shapes], "tiles": [*tiles.shapes]},
    imagine=imagine,
    bots={"heuristic": Heuristic},
    levels={"easy": "heuristic?rivalry=2", "strong": "mcts?iterations=64&width=8&horizon=1&judge=heuristic"},
    canonical=canonical,
)
