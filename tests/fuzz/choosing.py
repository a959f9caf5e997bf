"""Choices that make an input: from chance, or from a list, so that it can be made again, and simpler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")

EDGE = 16
"""One in so many places is at an end."""
_SIZES = (2, 4, 8, 8, 16, 32, 64, 100)
"""How many bits a whole number may have."""
_LETTERS = (
    *("0", "a", "Z", " ", '"', "\\", "/", ":", "#", "%", "{", "\0", "\t", "\n", "\r", "\x1b", "\x7f", "\x85", "\xa0"),
    *("é", "ß", "\u0301", "\u200b", "\u202e", "\u2028", "\ufeff", "\ufffe", "漢", "🏙", "\U0010ffff"),
)


class Choices:
    """Numbers by which an input is made: the smaller they are, the simpler it is."""

    def __init__(self, source: Random | Sequence[int]) -> None:
        """`source`: chance, or choices that were `made` before; behind the last one, all are 0."""
        self.made: list[int] = []
        self._chance = source.random if isinstance(source, Random) else None
        self._again: Iterator[int] = iter(()) if isinstance(source, Random) else chain(source, repeat(0))

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1; any of them."""
        number = int(self._chance() * count) if self._chance else min(next(self._again), count - 1)
        self.made.append(number)
        return number

    def place(self, last: int) -> int:
        """A number from 0 to `last`; both ends more often than others."""
        edge = self.below(EDGE)
        if edge == EDGE - 1:
            return last
        return 0 if edge == EDGE - 2 else self.below(last + 1)

    def of(self, things: Sequence[T]) -> T:
        """One of the things; the first is the simplest."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[T], most: int) -> list[T]:
        """At most so many things; one may be there several times."""
        return [self.of(things) for _ in range(self.below(most + 1))]

    def whole(self) -> int:
        """A whole number, small or large."""
        bits = self.of(_SIZES)
        number = self.below(1 << min(bits, 32))
        if bits > 32:  # `below` knows no more digits
            number = number << (bits - 32) | self.below(1 << 32)
        return -number if self.below(2) else number

    def data(self, most: int) -> bytes:
        """At most so many bytes."""
        return bytes([self.below(256) for _ in range(self.below(most + 1))])

    def text(self, most: int) -> str:
        """At most so many characters, seldom harmless ones."""
        return "".join(self.some(_LETTERS, most))

    def junk(self, things: Sequence[Any], deep: int = 2) -> Any:
        """A value of JSON: one of the things, a number, a text, or a list of them."""
        match self.below(4 if deep else 3):
            case 0:
                return self.of(things)
            case 1:
                return self.whole()
            case 2:
                return self.text(3)
        return [self.junk(things, deep - 1) for _ in range(self.below(4))]


def simpler(made: Sequence[int]) -> Iterator[list[int]]:
    """Lists of choices that are shorter or smaller, those that save most first."""
    size = len(made)
    while size := size // 2:
        for start in range(0, len(made), size):
            yield [*made[:start], *made[start + size :]]
    for at, number in enumerate(made):
        step = number
        while step:
            yield [*made[:at], number - step, *made[at + 1 :]]
            step //= 2
