"""Answers that last: what seats have said they do whenever they are asked, such as to pass, in this round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from cityleague.engine.protocol import Setup, State
from cityleague.engine.rules import IllegalMove


class LastingMove(NamedTuple):
    """A legal move that somebody can make whenever asked."""

    at: int
    """Its place among the legal moves."""
    words: str
    """What somebody says who does so: `pass until I say so`."""

    def begins(self, text: str) -> bool:
        """Whether a text is these words, or their beginning."""
        return self.words.casefold().startswith(text.casefold())


def lasting_move(setup: Setup, legal: Sequence[Any]) -> LastingMove | None:
    """The legal move that a seat can make whenever it is asked; None if there is none."""
    if (lasts := setup.game.lasts) is None:
        return None
    return next((LastingMove(at, words) for at, move in enumerate(legal) if (words := lasts(setup, move))), None)


class _Said(NamedTuple):
    move: Any
    round: int
    step: int
    """With which step of the game it was said."""


class Lasting(dict[int, _Said]):
    """By seat, what it has said that it does whenever it is asked: in this round, and until it is to be asked again."""

    def copy(self) -> Self:
        """An independent copy."""
        return type(self)(self)

    def say(self, seat: int, move: Any, round_: int, step: int) -> None:
        """A seat makes this move, and will make it whenever it is asked."""
        self[seat] = _Said(move, round_, step)

    def due(self, state: State[Any], seats: Sequence[int]) -> tuple[int, Any] | None:
        """The first of the seats that has said what it does now, and its move; what no longer holds is forgotten."""
        for seat in [*self]:
            if self[seat].round != state.round:
                del self[seat]
        for seat in [seat for seat in seats if seat in self]:
            try:
                state.verify(seat, self[seat].move)
            except IllegalMove:
                del self[seat]
            else:
                return seat, self[seat].move
        return None

    def cut(self, length: int) -> None:
        """Forget what was said after so many steps."""
        for seat in [seat for seat, said in self.items() if said.step >= length]:
            del self[seat]
