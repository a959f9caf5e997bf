"""What the oracles share: the loop that says what must come next, checks what comes, and goes on.

An oracle is an implementation of a game of its own, straight from RULES.md: slow, plain, and independent of the
engine. Its course is one generator that reads like the rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple

Move = dict[str, Any]
"""As in a log."""


class Draw(NamedTuple):
    """Chance takes so many of these; the course is sent them in their order."""

    name: str
    items: list[Any]
    take: int


class Choice(NamedTuple):
    """All that a seat can say, and whether it may say this, found out directly."""

    options: Callable[[], Iterable[Move]]
    allows: Callable[[Move], bool]


class Ask(NamedTuple):
    """Seats decide: `secret`, all of them; `open`, any of them; `sequential`, the only one.

    The course is sent the moves by seat if they are secret, otherwise a seat and its move.
    """

    kind: str
    choices: dict[int, Choice]


Course = Generator[Draw | Ask, Any, None]


def ask(seat: int, options: Callable[[], Iterable[Move]], allows: Callable[[Move], bool]) -> Ask:
    """One seat decides."""
    return Ask("sequential", {seat: Choice(options, allows)})


class Loop(ABC):
    """A game; whoever derives from this lays out the table, and then calls this class's own `__init__`."""

    def __init__(self) -> None:
        self._playing = self._course()
        self._next: Draw | Ask | None = None
        self._said: dict[int, Move] = {}
        self._go_on(None)

    @abstractmethod
    def _course(self) -> Course:
        """The whole game."""

    def _check(self) -> None:  # noqa: B027
        """Assert what always holds."""

    def due(self) -> tuple[Any, ...] | None:
        """What must come next: a draw with its name, items and size, or a decision with its kind and seats."""
        if self._next is None:
            return None
        if isinstance(self._next, Draw):
            return ("draw", self._next.name, list(self._next.items), self._next.take)
        return ("decide", self._next.kind, tuple(seat for seat in sorted(self._next.choices) if seat not in self._said))

    def legal(self, seat: int) -> list[Move]:
        """Every move that this seat can make; where each game's course says so, without those that others undercut."""
        choice = self._choice(seat)
        return [] if choice is None else list(choice.options())

    def allows(self, seat: int, move: Move) -> bool:
        """Whether this seat may make this move."""
        choice = self._choice(seat)
        return choice is not None and choice.allows(move)

    def draw(self, order: Sequence[Any]) -> None:
        """What chance brings."""
        assert isinstance(self._next, Draw)
        assert len(order) == self._next.take, (self._next, order)
        assert Counter(order) <= Counter(self._next.items), (self._next, order)
        self._go_on(list(order))

    def move(self, seat: int, move: Move) -> None:
        """Make a move; secret ones have their effect when all have been made."""
        assert isinstance(self._next, Ask)
        assert self.allows(seat, move), (seat, move)
        if self._next.kind != "secret":
            self._go_on((seat, move))
            return
        self._said[seat] = move
        if set(self._said) == set(self._next.choices):
            said, self._said = self._said, {}
            self._go_on(said)

    def _choice(self, seat: int) -> Choice | None:
        if not isinstance(self._next, Ask) or seat in self._said:
            return None
        return self._next.choices.get(seat)

    def _go_on(self, answer: Any) -> None:
        try:
            self._next = self._playing.send(answer)
        except StopIteration:
            self._next = None
        self._check()
