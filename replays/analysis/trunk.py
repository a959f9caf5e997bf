"""What playouts from one position have in common, so that it is worked out once: moves that no luck decides.

Bots answer by what they see. So until chance speaks, or one of them tosses a coin between equal moves, all playouts
from a position are the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from cityleague.engine.chance import Stream

T = TypeVar("T")


class Trunk:
    """A position that playouts come through."""

    __slots__ = ("_branches", "move")

    def __init__(self) -> None:
        self.move: Any = None
        """The move that is made here whatever luck brings; None: nobody knows."""
        self._branches: dict[Hashable, Trunk] = {}

    def after(self, event: Hashable) -> Trunk:
        """The position after a move, or after what was drawn."""
        branch = self._branches.get(event)
        if branch is None:
            branch = self._branches[event] = Trunk()
        return branch


class Coin(Stream):
    """A bot's random numbers, which tell whether it has needed one."""

    __slots__ = ("_tossed",)

    def __init__(self, seed: str, name: str) -> None:
        super().__init__(seed, name)
        self._tossed = False

    def tossed(self) -> bool:
        """Whether any number was taken since this was asked before."""
        tossed, self._tossed = self._tossed, False
        return tossed

    def below(self, n: int) -> int:
        """A number below n."""
        self._tossed = True
        return super().below(n)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items; a single one needs no number."""
        if len(items) == 1:
            return items[0]
        self._tossed = True
        return super().choice(items)

    def draw(self, items: Sequence[T], take: int) -> list[T]:
        """Some of the items."""
        self._tossed = True
        return super().draw(items, take)
