"""Ways to spoil a file, as strategies: bytes, lines and values are changed, mixed with others, or left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from ..replays.helpers import dump

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


def _spoilt_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    start = draw(st.integers(0, len(data)))
    end = min(len(data), start + draw(st.sampled_from([0, 0, 1, 1, 2, 8, 100])))
    new = draw(st.sampled_from(BITS) | st.binary(max_size=4) | st.just(b""))
    return data[:start] + new + data[end:]


def _spoilt_lines(draw: st.DrawFn, data: bytes, others: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    index = draw(st.integers(0, len(lines) - 1))
    other = draw(st.integers(0, len(lines) - 1))
    match draw(st.sampled_from(["out", "twice", "swap", "cut", "move", "mix", "mix"])):
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
            foreign = draw(st.sampled_from(others)).splitlines(keepends=True) or [b""]
            lines[index : index + draw(st.integers(0, 1))] = [foreign[draw(st.integers(0, len(foreign) - 1))]]
    return b"".join(lines)


def _spoilt_value(draw: st.DrawFn, value: Any, others: Sequence[Any] = ()) -> Any:
    """A value of JSON with something in it changed; `others` are values that may take its place."""
    if isinstance(value, dict | list) and value and draw(st.integers(0, 5)):
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = draw(st.sampled_from(keys))
        copy: Any = dict(value) if isinstance(value, dict) else list(value)
        match draw(st.integers(0, 9)):
            case 0:
                del copy[key]
            case 1 if isinstance(copy, dict):
                copy[draw(st.sampled_from(["", "x", "type", "note", *keys]))] = copy[key]
            case 1:
                copy.insert(0, copy[key])
            case 2 if isinstance(copy, list):
                copy.reverse()
            case _:
                copy[key] = _spoilt_value(draw, value[key], [value[other] for other in keys])
        return copy
    if isinstance(value, int) and not isinstance(value, bool) and draw(st.booleans()):
        return value + draw(st.sampled_from([-1, 1, 2, 100]))
    return draw(st.sampled_from([*others, *HOSTILE]))


def _spoilt_json(draw: st.DrawFn, data: bytes) -> bytes:
    """One line, or all of the data, with a value changed; as it is, if that is no JSON."""
    lines = data.splitlines(keepends=True) or [b""]
    index = draw(st.integers(0, len(lines) - 1))
    for start, end in ((index, index + 1), (0, len(lines))):
        try:
            value = json.loads(b"".join(lines[start:end]))
            lines[start:end] = [dump(_spoilt_value(draw, value)) + b"\n"]
            return b"".join(lines)
        except (ValueError, RecursionError):
            continue
    return data


@st.composite
def spoilt(draw: st.DrawFn, files: Sequence[bytes]) -> bytes:
    """One of these files, spoilt a few times."""
    data = draw(st.sampled_from(files))
    ways: list[Callable[[bytes], bytes]] = [
        lambda data: _spoilt_json(draw, data),
        lambda data: _spoilt_json(draw, data),
        lambda data: _spoilt_lines(draw, data, files),
        lambda data: _spoilt_bytes(draw, data),
    ]
    for _ in range(draw(st.integers(1, MOST))):
        data = ways[draw(st.integers(0, len(ways) - 1))](data)
    return data
