"""People among the bots of a game: who plays their seats, and what they hear of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.protocol import Setup, State
from cityleague.replays.log import Forfeit

ME = "me"
"""The spec of a person."""


class Guests(Protocol):
    """The people at a table."""

    def spec(self, seat: int) -> BotSpec:
        """What makes the player of a seat whose spec is `me`."""

    def begin(self, setup: Setup, players: Sequence[str], state: State[Any], lines: Sequence[bytes]) -> None:
        """A game begins. `players` are by seat; the state and the lines of the log change as the game goes on."""

    def hear_move(self, before: State[Any], seat: int, move: Any) -> None:
        """A seat has made this move in the state that is given."""

    def hear_forfeit(self, forfeit: Forfeit) -> None:
        """A bot has forfeited; a stand-in makes its moves."""
