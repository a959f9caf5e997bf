"""Where in a line of JSON a value stands: from JSON pointers to byte offsets and back. For error messages only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TOKEN = re.compile(rb'[ \t\r\n]*(?:([{}\[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}\[\],:"]+))')


def walk(line: bytes) -> Iterator[tuple[str, int]]:
    """Every value of a line with its JSON pointer and byte offset, parents first, in the order of the line.

    An object's key that stands twice gives the same pointer twice. Malformed JSON ends the walk early.
    """
    path: list[str | int] = []  # of the value to come; a container's own part stays while it is open
    containers: list[bytes] = []
    key: bytes | None = None
    at = 0
    while found := _TOKEN.match(line, at):
        at = found.end()
        mark, string, _ = found.groups()
        if mark in (b"}", b"]"):
            if not containers:
                return
            containers.pop()
            path.pop()
        elif mark == b",":
            if containers and containers[-1] == b"[":
                last = path.pop()
                path.append(int(last) + 1)
        elif mark == b":":
            path[-1] = _unescape(key or b"")
        elif string and containers and containers[-1] == b"{" and _is_key(line, at):
            key = string
        else:
            yield pointer(path), found.start(found.lastindex or 0)
            if mark:
                containers.append(mark)
                path.append(0 if mark == b"[" else "")


def _is_key(line: bytes, at: int) -> bool:
    following = _TOKEN.match(line, at)
    return following is not None and following.group(1) == b":"


def _unescape(string: bytes) -> str:
    text = json.loads(string)
    assert isinstance(text, str)
    return text


def pointer(path: list[str | int]) -> str:
    """A path as a JSON pointer (RFC 6901).

    >>> pointer(["move", "cell", 0])
    '/move/cell/0'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def column(line: bytes, wanted: str) -> int | None:
    """The byte column, from 1, of the value at a pointer, or of the nearest of its parents that is there."""
    found: dict[str, int] = {}
    for where, offset in walk(line):
        found.setdefault(where, offset + 1)
    while wanted not in found:
        if not wanted:
            return None
        wanted = wanted.rpartition("/")[0]
    return found[wanted]


def repeated_key(line: bytes) -> tuple[str, int] | None:
    """The first key that stands twice in its object: its pointer, and the column of its second value."""
    seen = set()
    for where, offset in walk(line):
        if where in seen:
            return where, offset + 1
        seen.add(where)
    return None
