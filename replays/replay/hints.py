"""What helps to understand a finding: names behind seats, and the few legal moves that resemble an illegal one most."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise, zip_longest
from typing import Any

import msgspec

from cityleague.engine.looks.text import shortened
from cityleague.replays.log import perhaps, printable

_FEW = 3
_OTHER_KIND = 1000.0
_LETTERS, _ITEMS = 80, 16
"""How many letters of a name and items of a list are compared, however long a move is."""
_NAME = 24
"""The most columns of a name in a message."""
_SEATS = r"\bseats? \d+(?:(?:, | and | or )\d+\b)*(?:'s \w+)?"


def nearest(move: msgspec.Struct, legal: Sequence[msgspec.Struct]) -> list[Any]:
    """Up to three of the legal moves as JSON values, the most similar first."""
    wanted = msgspec.to_builtins(move)
    candidates = [msgspec.to_builtins(candidate) for candidate in legal]
    pairs = cache(_pairs)  # many moves have the same names: a refusal takes up to 70 times as long without both
    unlike = cache(lambda name, other: _unlike(pairs(name), pairs(other)))
    return sorted(candidates, key=lambda candidate: _distance(wanted, candidate, unlike))[:_FEW]


def mistyped(move: msgspec.Struct, legal: Sequence[msgspec.Struct], field: str | None) -> str:
    """The end of a message: what was probably meant by a mistyped name in this field of the move; else nothing."""
    if field is None:
        return ""
    names = list(dict.fromkeys([name for other in legal for name in _names(getattr(other, field, None))]))
    said = _names(getattr(move, field, None))[:_ITEMS]
    return next((hint for name in said if (hint := perhaps(name, names))), "")


def _names(value: Any) -> list[str]:
    """The names in a field: it holds one, or a list of them."""
    values = value if isinstance(value, list | tuple) else [value]
    return [name for name in values if isinstance(name, str)]


def _distance(value: Any, other: Any, unlike: Callable[[str, str], float]) -> float:
    """How much two JSON values differ: objects field by field, names as `unlike` says, numbers by their distance."""
    if isinstance(value, dict) and isinstance(other, dict):
        if value.get("type") != other.get("type"):
            return _OTHER_KIND
        keys = sorted(value.keys() | other.keys())
        return sum([_distance(value.get(key), other.get(key), unlike) for key in keys])
    if isinstance(value, list | tuple) and isinstance(other, list | tuple):
        items, others = list(value[:_ITEMS]), list(other[:_ITEMS])  # msgspec leaves tuples as they are
        if all(isinstance(item, str) for item in items + others):
            items, others = _without_common(items, others)
        return sum([_distance(a, b, unlike) for a, b in zip_longest(items, others)])
    if isinstance(value, str) and isinstance(other, str):
        return unlike(value, other)
    if isinstance(value, int) and isinstance(other, int):
        return 1 - 1 / (1 + abs(value - other))
    return float(value != other)


def _without_common(names: list[str], others: list[str]) -> tuple[list[str], list[str]]:
    left, only = list(others), []
    for name in names:
        if name in left:
            left.remove(name)
        else:
            only.append(name)
    return sorted(only), sorted(left)


def _pairs(name: str) -> frozenset[str]:
    """The letters of a name, two by two; its ends count as letters, and capitals as small ones."""
    letters = f" {name[:_LETTERS].casefold()} "
    return frozenset(map("".join, pairwise(letters)))


def _unlike(pairs: frozenset[str], other: frozenset[str]) -> float:
    """How unlike two names are, from 0 to 1: by the pairs of letters that only one of them has.

    That takes no longer than the names are long: what difflib looks for may take as long as their product.
    """
    return 1 - 2 * len(pairs & other) / (len(pairs) + len(other))


def with_names(message: str, players: Sequence[str]) -> str:
    """The message with the name of its player behind each seat; the seats of the game, no others.

    >>> with_names("it is seat 1's turn; seats 0 and 2 have passed", ["Ada", "Ben", "Cleo"])
    "it is seat 1's turn (Ben); seats 0 (Ada) and 2 (Cleo) have passed"
    """
    names = [shortened(printable(name), _NAME) for name in players]

    def with_name(seat: re.Match[str]) -> str:
        number = int(seat.group())
        return f"{seat.group()} ({names[number]})" if number < len(names) else seat.group()

    def spelled(seats: re.Match[str]) -> str:
        words = seats.group()
        if "'s " in words:
            seat = int(re.findall(r"\d+", words)[-1])
            return f"{words} ({names[seat]})" if seat < len(names) else words
        return re.sub(r"\d+", with_name, words)

    return re.sub(_SEATS, spelled, message)
