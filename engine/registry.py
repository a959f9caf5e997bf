"""Which games there are. A game's module is imported when the game is asked for, not before."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from cityleague.engine.protocol import Game

GAMES = {
    "between_two_cities": "Between Two Cities",
    "card_city_xl": "Card City XL",
    "city_tycoon": "City Tycoon",
    "neom": "NEOM",
    "twentieth_century": "20th Century",
}
"""Names and titles of all games; the name is the module's."""


class UnknownGameError(LookupError):
    """No game has this name."""


@cache
def game(name: str) -> Game:
    """The game of this name; raises UnknownGameError."""
    if name not in GAMES:
        raise UnknownGameError(f"no game is called {name!r}; there are: {', '.join(GAMES)}")
    found = import_module(f"cityleague.engine.{name}").GAME
    assert isinstance(found, Game)
    return found
