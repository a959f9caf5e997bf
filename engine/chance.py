"""Chance that can be recorded, proven and re-implemented: named, independent streams of random numbers.

A stream has a seed and a name; FORMAT.md writes down the whole algorithm, with test vectors. A draw of a game uses the
stream named "chance/" + the name of the draw, so an additional draw never changes the outcome of another.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, count
from typing import NamedTuple, TypeVar

from cityleague.engine.words import abridged, quote

T = TypeVar("T")

Item = str | int
"""One thing that can be drawn, dealt or shuffled; its name in the log."""


class Draw(NamedTuple):
    """Chance is due: `take` of the `items` are drawn one by one, without replacement. To take all is a shuffle.

    The name is unique within a game: it names the random stream, and the event in the log. The items do not change
    when the game goes on.
    """

    name: str
    items: Sequence[Item]
    take: int
    hidden: bool = False
    """Whether nobody sees all of the outcome: hands. Whoever writes a game down may leave it open (`unseen.UNSEEN`)."""
    aside: bool = False
    """Whether what it does not take is set aside unseen, and comes up no more: the other goals, or roles, in the box.

    It has to be said where seats keep what they were dealt beyond later draws. None of the items is drawn again.
    """


_TOLD, _LISTED = 3, 12
"""How many wrong items a message names, and how many kinds of items that can be drawn."""

_NUMBERS = 16
_BLOCK = struct.Struct(f"<{_NUMBERS}I")
_SPAN = 1 << 32


class Stream:
    """A named stream of random numbers below a seed.

    >>> Stream("7", "demo").draw("abcdef", 3)
    ['a', 'c', 'b']
    """

    __slots__ = ("_key", "_made", "_name", "_next")

    def __init__(self, seed: str, name: str) -> None:
        """TypeError for a seed that is not text."""
        if not isinstance(seed, str):
            raise TypeError(f"a seed is text, such as {str(seed)!r}, not {seed!r}")
        self._begin(_key(seed), name.encode(), 0)

    def _begin(self, key: bytes, name: bytes, taken: int) -> None:
        """Go on after so many numbers."""
        self._key, self._name = key, name
        self._made, begun = divmod(taken, _NUMBERS)
        self._next = chain.from_iterable(map(self._block, count(self._made))).__next__
        for _ in range(begun):
            self._next()

    def __getstate__(self) -> tuple[bytes, bytes, int]:
        """For pickle. Nobody counts the numbers that are taken, so that the rest of the block is."""
        made, left = self._made, 0
        while self._made == made:
            self._next()
            left += 1
        state = self._key, self._name, _NUMBERS * made - (left - 1)
        self._begin(*state)
        return state

    def __setstate__(self, state: tuple[bytes, bytes, int]) -> None:
        self._begin(*state)

    def _block(self, number: int) -> tuple[int, ...]:
        self._made = number + 1
        return _BLOCK.unpack(blake2b(number.to_bytes(8, "little") + self._name, key=self._key).digest())

    def below(self, n: int) -> int:
        """A number 0 <= x < n, all equally likely (1 <= n <= 2**32)."""
        x = self._next()
        while x >= _SPAN - n and x >= _SPAN - _SPAN % n:  # the first test is quicker, and mostly enough
            x = self._next()
        return x % n

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        n, x = len(items), self._next()  # below(len(items)), spelled out: random play does it for every move
        while x >= _SPAN - n and x >= _SPAN - _SPAN % n:
            x = self._next()
        return items[x % n]

    def draw(self, items: Sequence[T], take: int) -> list[T]:
        """`take` of the items in random order, without replacement."""
        pool = list(items)
        following, left = self._next, len(pool)
        never_again = _SPAN - left  # no number below this one is taken again, and they are nearly all
        for i in range(take):
            x = following()  # below(left), spelled out: this is where chance spends its time
            while x >= never_again and x >= _SPAN - _SPAN % left:
                x = following()
            j = i + x % left
            pool[i], pool[j] = pool[j], pool[i]
            left -= 1
        return pool[:take]


@lru_cache(maxsize=1 << 4)  # a game has one seed for all of its draws
def _key(seed: str) -> bytes:
    return blake2b(seed.encode(), digest_size=32).digest()


def outcome(seed: str, draw: Draw) -> list[Item]:
    """What chance brings in a game with this seed."""
    return Stream(seed, f"chance/{draw.name}").draw(draw.items, draw.take)


def verify_draw(draw: Draw, order: Sequence[Item | None]) -> str | None:
    """Why `order` cannot be the outcome of this draw, and what can be drawn; None if it can be.

    None in the order is something that nobody saw: anything that is left.
    """
    available, drawn = Counter(draw.items), Counter([item for item in order if item is not None])
    wrong = []
    if len(order) != draw.take:
        wrong.append(f"{len(order)} drawn")
    if None in order and not draw.hidden:
        wrong.append("null where everybody sees what is drawn")
    for item, times in drawn.items():
        if not available[item]:
            wrong.append(f"{quote(item)} cannot be drawn")
        elif times > available[item]:
            wrong.append(f"{quote(item)} can be drawn {_times(available[item])}, not {_times(times)}")
    if not wrong:
        return None
    there = [f"{item} × {count}" if count > 1 else f"{item}" for item, count in available.items()]
    return f"{draw.name}: {abridged(wrong, _TOLD)}; it draws {draw.take} of: {abridged(there, _LISTED)}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
