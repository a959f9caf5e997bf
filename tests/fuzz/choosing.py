"""Choices that make an input: by hypothesis, which makes it simpler when it goes wrong, or by chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

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

    def __init__(self, below: Callable[[int], int]) -> None:
        """`below`: chooses a number from 0 to a count - 1."""
        self.below = below

    @classmethod
    def by_chance(cls, chance: Random) -> Choices:
        """Any number is as likely as any other."""
        return cls(lambda count: int(chance.random() * count))

    def place(self, last: int) -> int:
        """A number from 0 to `last`; both ends more often than others."""
        edge = self.below(EDGE)
        if edge == EDGE - 1:
            return last
        return 0 if edge == EDGE - 2 else self.below(last + 1)

    def of(self, things: Sequence[T]) -> T:
        """One of the things; the first is the simplest."""
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[T], most: int) -> list[T]:
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
        return "".join(self.some_of(_LETTERS, most))

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


@cache
def _numbers(count: int) -> st.SearchStrategy[int]:
    return st.integers(0, count - 1)


@st.composite
def made_by(draw: st.DrawFn, make: Callable[[Choices], T]) -> T:
    """What `make` makes of choices that hypothesis makes, and makes simpler."""
    return make(Choices(lambda count: draw(_numbers(count))))
