"""The few legal moves that resemble an illegal one most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from cityleague.replays.log import perhaps

_FEW = 3
_OTHER_KIND = 1000.0
_LETTERS, _ITEMS = 80, 40
"""How many letters of a name and items of a list are compared, however long a move is."""


def nearest(move: msgspec.Struct, legal: Sequence[msgspec.Struct]) -> list[Any]:
    """Up to three of the legal moves as JSON values, the most similar first."""
    wanted = msgspec.to_builtins(move)
    candidates = [msgspec.to_builtins(candidate) for candidate in legal]
    return sorted(candidates, key=lambda candidate: _distance(wanted, candidate))[:_FEW]


def mistyped(move: msgspec.Struct, legal: Sequence[msgspec.Struct], field: str | None) -> str:
    """The end of a message: what was probably meant by a mistyped name in this field of the move; else nothing.

    The names that can be meant are those in the same field of legal moves.
    """
    if field is None:
        return ""
    names = list(dict.fromkeys([name for other in legal for name in _names(getattr(other, field, None))]))
    return next((hint for name in _names(getattr(move, field, None)) if (hint := perhaps(name, names))), "")


def _names(value: Any) -> list[str]:
    """The names in a field: it holds one, or a list of them."""
    values = value if isinstance(value, list | tuple) else [value]
    return [one for one in values if isinstance(one, str)]


def _distance(one: Any, other: Any) -> float:
    """How much two JSON values differ: objects field by field, names by their letters, numbers by their distance.

    Lists of names are compared without regard to their order.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        if one.get("type") != other.get("type"):
            return _OTHER_KIND
        return sum(_distance(one.get(key), other.get(key)) for key in sorted(one.keys() | other.keys()))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        one, other = list(one[:_ITEMS]), list(other[:_ITEMS])  # msgspec leaves tuples as they are
        if all(isinstance(item, str) for item in one + other):
            one, other = _without_common(one, other)
        longer = max(len(one), len(other))
        pairs = zip(one + [None] * (longer - len(one)), other + [None] * (longer - len(other)), strict=True)
        return sum(_distance(a, b) for a, b in pairs)
    if isinstance(one, str) and isinstance(other, str):
        from difflib import SequenceMatcher  # noqa: PLC0415  (slow to import)

        return 1 - SequenceMatcher(None, one[:_LETTERS], other[:_LETTERS]).ratio()
    if isinstance(one, int) and isinstance(other, int):
        return 1 - 1 / (1 + abs(one - other))
    return float(one != other)


def _without_common(one: list[str], other: list[str]) -> tuple[list[str], list[str]]:
    common = Counter(one) & Counter(other)
    return sorted((Counter(one) - common).elements()), sorted((Counter(other) - common).elements())
