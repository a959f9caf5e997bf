"""JSON as plain values in which no key hides another: an object with a repeated key is marked."""

from __future__ import annotations

import json
from typing import Any, NoReturn

_DIGITS = 300
"""A whole number with more digits is read as infinity: no figure is so large, and converting it takes long."""


class Doubled(dict[str, Any]):
    """An object with repeated keys; the last value of each counts."""

    twice: list[str]
    """The repeated keys, in the order of the text."""


def parse(text: str | bytes) -> tuple[Any, bool]:
    """The value, and whether any object in it repeats a key: such objects are `Doubled`.

    Raises ValueError (mostly a json.JSONDecodeError, which says where) and RecursionError.
    """
    doubled = False

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubled
        unique = dict(pairs)
        if len(unique) == len(pairs):
            return unique
        doubled = True
        result = Doubled(unique)
        keys = [key for key, _ in pairs]
        result.twice = [key for key in unique if keys.count(key) > 1]
        return result

    value = json.loads(text, object_pairs_hook=build, parse_int=_whole, parse_constant=_refuse)
    return value, doubled


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"JSON has no number {word}")
