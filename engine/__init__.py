"""The games: rules, components, scoring, and the bots that play them.

Nothing here reads or prints anything, apart from the component files packaged with each game, and nothing
here knows of logs. `protocol` says what a game is; `registry` lists the games.

The names listed here are the public interface for Python, and stay; `__version__` is that of all of cityleague. A game
is prepared once and begun as often as you like. A seed decides what chance brings. The seat that has to decide gets its
own view and its legal moves:

>>> from cityleague.engine import GAMES, Stream, next_decision, prepare, ranks
>>> sorted(GAMES)
['between_two_cities', 'card_city_xl', 'city_tycoon', 'neom', 'twentieth_century']
>>> setup = prepare("between_two_cities", seats=3)
>>> setup.game.title, list(setup.game.seats)
('Between Two Cities', [2, 3, 4, 5, 6, 7])
>>> state, stream = setup.begin(), Stream("7", "my moves")
>>> while decision := next_decision(state, seed="7"):
...     seat = decision.seats[0]
...     state.apply(seat, stream.choice(state.legal(seat)))
>>> sheets = state.scores()
>>> [sheet.total for sheet in sheets], ranks(sheets)
([40, 40, 40], [2, 1, 3])

`apply` raises IllegalMove for a move that is not legal, and then changes nothing; `verify` only checks. To try things
out, use `state.copy()`:

>>> from cityleague.engine import IllegalMove
>>> state = setup.begin()
>>> decision = next_decision(state, seed="7")
>>> move = state.legal(0)[0]
>>> state.apply(0, move)
>>> try:
...     state.apply(0, move)
... except IllegalMove as error:
...     print(error.rule.code)
TURN-NOT-YOURS
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.engine.bots.specs import BotSpecError
    from cityleague.engine.chance import Stream
    from cityleague.engine.components import ComponentsError
    from cityleague.engine.loop import make_bot, next_decision, prepare
    from cityleague.engine.protocol import Bot, Decision, Draw, Game, OptionsError, Setup, State
    from cityleague.engine.registry import GAMES, UnknownGameError, game
    from cityleague.engine.rules import IllegalMove, Rule
    from cityleague.engine.scoring import Sheet, ranks
    from cityleague.engine.version import __version__ as __version__

__all__ = [
    "GAMES", "Bot", "BotSpecError", "ComponentsError", "Decision", "Draw", "Game", "IllegalMove", "OptionsError",
    "Rule", "Setup", "Sheet", "State", "Stream", "UnknownGameError", "game", "make_bot", "next_decision", "prepare",
    "ranks",
]  # fmt: skip

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
