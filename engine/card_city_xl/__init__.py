"""Card City XL, for 1 to 4 players, in 240 ways: everyone builds a city of the cards that dividing brought him.

`state` is the course of the game, one module for each phase its rules; `ground` and `city` are what a city knows of
itself, `scoring` what it is worth, `components` the cards, `RULES.md` the rules as they are played here.
"""

from cityleague.engine.card_city_xl.bots.greedy import prospects, prospects_at
from cityleague.engine.card_city_xl.bots.heuristic import Heuristic
from cityleague.engine.card_city_xl.bots.imagining import imagine
from cityleague.engine.card_city_xl.components import NAME, load, template
from cityleague.engine.card_city_xl.looks.draws import questions
from cityleague.engine.card_city_xl.moves import WAYS, Divide, Move, Options, Take, canonical
from cityleague.engine.card_city_xl.rules import RULES
from cityleague.engine.card_city_xl.setting import SEATS
from cityleague.engine.card_city_xl.state import setup
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
    prospects_at=prospects_at,
    names=lambda box: dict.fromkeys(("card", "cards", "open", "hidden"), box.names),
    imagine=imagine,
    bots={"heuristic": Heuristic},
    levels={"strong": "mcts?iterations=16&width=4&horizon=2&judge=heuristic"},
    encode=f"{__name__}.encoding",
    pictures=f"{__name__}.looks.picture",
    questions=questions,
    targets=f"{__name__}.looks.targets",
    open_scores=True,
    ways=WAYS,
    canonical=canonical,
    private=(Divide, Take),
)
