"""JSON as plain values in which no key hides another: an object with a repeated key is marked."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import Any, NoReturn

DEPTH = 200
"""How deep values may be nested. Nothing of ours needs more than ten levels, and every decoder takes 200."""
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
"""One level deeper, or one level back: -1 as a signed byte."""
_NO_STEPS = bytes(set(range(256)) - set(b"[{]}"))
_DIGITS = 300
"""A whole number with more digits is read as infinity: no figure is so large, and converting it takes long."""


class Doubled(dict[str, Any]):
    """An object with repeated keys; the last value of each counts."""

    twice: list[str]
    """The repeated keys, in the order of the text."""


def parse(text: str | bytes) -> tuple[Any, bool]:
    """The value, and whether any object in it repeats a key: such objects are `Doubled`.

    Raises ValueError (mostly a json.JSONDecodeError, which says where), and RecursionError for what is `too_deep`.
    """
    if too_deep(text):
        raise RecursionError
    doubled = False

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubled
        unique = dict(pairs)
        if len(unique) == len(pairs):
            return unique
        doubled = True
        result = Doubled(unique)
        counts = Counter([key for key, _ in pairs])
        result.twice = [key for key, count in counts.items() if count > 1]
        return result

    import json  # noqa: PLC0415  (slow to import; canonical lines and our own files are not read this way)

    value = json.loads(text, object_pairs_hook=build, parse_int=_whole, parse_constant=_refuse)
    return value, doubled


def too_deep(text: str | bytes) -> bool:
    """Whether values are nested more than `DEPTH` deep. How deep a decoder can go depends on Python, and on who calls.

    >>> too_deep("[" * 200), too_deep("[" * 201), too_deep("[]" * 201)
    (False, True, False)
    """
    data = text.encode(errors="replace") if isinstance(text, str) else text
    if data.count(b"[") + data.count(b"{") <= DEPTH:
        return False
    without_escapes = data.replace(rb"\\", b"").replace(rb"\"", b"")
    outside_strings = b"".join(without_escapes.split(b'"')[::2])
    steps = memoryview(outside_strings.translate(_STEPS, _NO_STEPS)).cast("b")
    return max(accumulate(steps), default=0) > DEPTH


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"JSON has no number {word}")
