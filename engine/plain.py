"""JSON as plain values, in which no key hides another: an object that names one twice is told apart."""

from __future__ import annotations

import json
from typing import Any, NoReturn

_DIGITS = 300
"""A longer whole number is taken for infinity: no figure is so large, and reading it takes its time."""


class Doubled(dict[str, Any]):
    """An object with keys that stand in it more than once; the last value of each counts."""

    twice: list[str]
    """These keys, as they are met."""


def parse(text: str | bytes) -> tuple[Any, bool]:
    """The value, and whether any object in it names a key twice: such objects are `Doubled`.

    Raises ValueError (mostly a json.JSONDecodeError, which says where) and RecursionError.
    """
    doubled = False

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubled
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        doubled = True
        result = Doubled(found)
        keys = [key for key, _ in pairs]
        result.twice = [key for key in found if keys.count(key) > 1]
        return result

    value = json.loads(text, object_pairs_hook=build, parse_int=_whole, parse_constant=_refuse)
    return value, doubled


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"JSON has no number {word}")
