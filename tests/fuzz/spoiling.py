"""Ways to spoil a file: bytes, lines and values are changed, mixed with others, or left out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..replays.helpers import dump
from .choosing import Choices

MOST = 4
"""How many times a file is spoilt at most: with more, only the first is ever reported."""

HOSTILE: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 3, 7, 1.5, -0.0, 1e308, 10**30, 2**31, 2**63, 2**64, -(2**63), -(2**63) - 1),
    *("", "0", "\0", "\ud7ff", "\u202e", "\u2028", "\x9b31m", "::error::", "<script>", "=cmd|", "x" * 300),
    *([], {}, [[]], [None], [0], {"": 0}, {"type": None}, {"type": "pick"}, [[0, 0]], [[10**9, -(10**9)]]),
]
"""Values that are seldom right."""
BITS = [
    *(b"\n", b"\r", b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\\ud800", b"\\u0000", b"NaN", b"-", b"1e999"),
    *(
        b'"',
        b"\\",
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"[" * 2000,
        b'{"a":' * 2000,
        b"9" * 5000,
        b'{"log":1}',
        b"\n\n",
    ),
    *(b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"[[x]]", b"=", b"'''", b"1979-05-27T07:32:00Z", b"inf", b"nan"),
]
"""Bytes that are put into files."""


def _spoilt_bytes(choices: Choices, data: bytes) -> bytes:
    start = choices.place(len(data))
    end = min(len(data), start + choices.of([0, 0, 1, 1, 2, 8, 100]))
    new = (choices.of(BITS), choices.data(4), b"")[choices.below(3)]
    return data[:start] + new + data[end:]


def _spoilt_lines(choices: Choices, data: bytes, others: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    index = choices.place(len(lines) - 1)
    other = choices.place(len(lines) - 1)
    match choices.of(["out", "twice", "swap", "cut", "move", "mix", "mix"]):
        case "out":
            del lines[index]
        case "twice":
            lines.insert(other, lines[index])
        case "swap":
            lines[index], lines[other] = lines[other], lines[index]
        case "cut":
            del lines[index:]
        case "move":
            lines.insert(other, lines.pop(index))
        case _:
            foreign = choices.of(others).splitlines(keepends=True) or [b""]
            lines[index : index + choices.below(2)] = [choices.of(foreign)]
    return b"".join(lines)


def _spoilt_value(choices: Choices, value: Any, others: Sequence[Any] = ()) -> Any:
    """A value of JSON with something in it changed; `others` are values that may take its place."""
    if isinstance(value, dict | list) and value and choices.below(6):
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = choices.of(keys)
        copy: Any = dict(value) if isinstance(value, dict) else list(value)
        match choices.below(10):
            case 0:
                del copy[key]
            case 1 if isinstance(copy, dict):
                copy[choices.of(["", "x", "type", "note", *keys])] = copy[key]
            case 1:
                copy.insert(0, copy[key])
            case 2 if isinstance(copy, list):
                copy.reverse()
            case _:
                copy[key] = _spoilt_value(choices, value[key], [value[other] for other in keys])
        return copy
    if isinstance(value, int) and not isinstance(value, bool) and choices.below(2):
        return value + choices.of([-1, 1, 2, 100])
    return choices.of([*others, *HOSTILE])


def _spoilt_json(choices: Choices, data: bytes) -> bytes:
    """One line, or all of the data, with a value changed; as it is, if that is no JSON."""
    lines = data.splitlines(keepends=True) or [b""]
    index = choices.place(len(lines) - 1)
    for start, end in ((index, index + 1), (0, len(lines))):
        try:
            value = json.loads(b"".join(lines[start:end]))
            lines[start:end] = [dump(_spoilt_value(choices, value)) + b"\n"]
            return b"".join(lines)
        except (ValueError, RecursionError):
            continue
    return data


def spoilt(choices: Choices, files: Sequence[bytes]) -> bytes:
    """One of these files, spoilt a few times."""
    data = choices.of(files)
    for _ in range(1 + choices.below(MOST)):
        match choices.below(4):
            case 0 | 1:
                data = _spoilt_json(choices, data)
            case 2:
                data = _spoilt_lines(choices, data, files)
            case _:
                data = _spoilt_bytes(choices, data)
    return data
