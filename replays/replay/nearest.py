"""The few legal moves that resemble an illegal one most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise, zip_longest
from typing import Any

import msgspec

from cityleague.replays.log import perhaps

_FEW = 3
_OTHER_KIND = 1000.0
_LETTERS, _ITEMS = 80, 16
"""How many letters of a name and items of a list are compared, however long a move is."""


def nearest(move: msgspec.Struct, legal: Sequence[msgspec.Struct]) -> list[Any]:
    """Up to three of the legal moves as JSON values, the most similar first."""
    wanted = msgspec.to_builtins(move)
    candidates = [msgspec.to_builtins(candidate) for candidate in legal]
    pairs = cache(_pairs)  # many moves have the same names: a refusal takes up to 70 times as long without both
    unlike = cache(lambda one, other: _unlike(pairs(one), pairs(other)))
    return sorted(candidates, key=lambda candidate: _distance(wanted, candidate, unlike))[:_FEW]


def mistyped(move: msgspec.Struct, legal: Sequence[msgspec.Struct], field: str | None) -> str:
    """The end of a message: what was probably meant by a mistyped name in this field of the move; else nothing.

    The names that can be meant are those in the same field of legal moves.
    """
    if field is None:
        return ""
    names = list(dict.fromkeys([name for other in legal for name in _names(getattr(other, field, None))]))
    said = _names(getattr(move, field, None))[:_ITEMS]
    return next((hint for name in said if (hint := perhaps(name, names))), "")


def _names(value: Any) -> list[str]:
    """The names in a field: it holds one, or a list of them."""
    values = value if isinstance(value, list | tuple) else [value]
    return [one for one in values if isinstance(one, str)]


def _distance(one: Any, other: Any, unlike: Callable[[str, str], float]) -> float:
    """How much two JSON values differ: objects field by field, names as `unlike` says, numbers by their distance.

    Lists of names are compared without regard to their order.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        if one.get("type") != other.get("type"):
            return _OTHER_KIND
        return sum([_distance(one.get(key), other.get(key), unlike) for key in sorted(one.keys() | other.keys())])
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        one, other = list(one[:_ITEMS]), list(other[:_ITEMS])  # msgspec leaves tuples as they are
        if all(isinstance(item, str) for item in one + other):
            one, other = _without_common(one, other)
        return sum([_distance(a, b, unlike) for a, b in zip_longest(one, other)])
    if isinstance(one, str) and isinstance(other, str):
        return unlike(one, other)
    if isinstance(one, int) and isinstance(other, int):
        return 1 - 1 / (1 + abs(one - other))
    return float(one != other)


def _without_common(one: list[str], other: list[str]) -> tuple[list[str], list[str]]:
    left, only = list(other), []
    for name in one:
        if name in left:
            left.remove(name)
        else:
            only.append(name)
    return sorted(only), sorted(left)


def _pairs(name: str) -> frozenset[str]:
    """The letters of a name, two by two; its ends count as letters, and capitals as small ones."""
    letters = f" {name[:_LETTERS].casefold()} "
    return frozenset(map("".join, pairwise(letters)))


def _unlike(one: frozenset[str], other: frozenset[str]) -> float:
    """How unlike two names are, from 0 to 1: by the pairs of letters that only one of them has.

    That takes no longer than the names are long. The longest common parts, which difflib looks for, take as long as
    their lengths multiplied where letters repeat.
    """
    return 1 - 2 * len(one & other) / (len(one) + len(other))
