"""Where a value is in a line of JSON: from JSON pointers to byte offsets and back. For error messages only."""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = list[str | int]
"""The keys and indexes that lead to a value."""

_TOKEN = rb'[ \t\r\n]*(?:([{}\[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|([^\s{}\[\],:"]+))'
"""Compiled when it is first used: it is not, where nothing is wrong."""


def walk(line: bytes) -> Iterator[tuple[Path, int]]:
    """Every value of a line with its path and byte offset, parents first, in the order of the line.

    The path is one list, which changes during the walk. A key that occurs twice in an object gives the same path twice.
    Malformed JSON ends the walk early.
    """
    import json  # noqa: PLC0415  (slow to import)

    token_at = re.compile(_TOKEN).match
    path: Path = []  # of the next value; a container's part stays while the container is open
    containers: list[bytes] = []
    key: bytes | None = None
    at = 0
    while token := token_at(line, at):
        at = token.end()
        mark, string, _ = token.groups()
        if mark in (b"}", b"]"):
            if not containers:
                return
            containers.pop()
            path.pop()
        elif mark == b",":
            if containers and containers[-1] == b"[":
                path[-1] = int(path[-1]) + 1
        elif mark == b":":
            try:
                path[-1] = json.loads(key if key and containers[-1] == b"{" else b"")
            except (ValueError, IndexError):
                return
        elif string and containers and containers[-1] == b"{" and (after := token_at(line, at)) and after[1] == b":":
            key = string
        else:
            yield path, token.start(token.lastindex or 0)
            if mark:
                containers.append(mark)
                path.append(0 if mark == b"[" else "")


def pointer(path: Path) -> str:
    """A path as a JSON pointer (RFC 6901).

    >>> pointer(["move", "cell", 0])
    '/move/cell/0'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _parts(text: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:]]


def _nearest(line: bytes, wanted: list[str]) -> tuple[int, int | None]:
    """How many of the wanted parts lead to a value, and that value's offset (None if the line has no value)."""
    depth, offset = -1, None
    for path, here in walk(line):
        if len(path) <= depth:
            break  # past the container that led furthest
        if len(path) == depth + 1 and (not path or str(path[-1]) == wanted[depth]):
            depth, offset = depth + 1, here
            if depth == len(wanted):
                break
    return depth, offset


def column_of(line: bytes, wanted: str) -> int | None:
    """The byte column, from 1, of the value at a pointer; if it is missing, that of its nearest parent."""
    if not wanted and (value := line.lstrip()):
        return len(line) - len(value) + 1
    _, offset = _nearest(line, _parts(wanted))
    return None if offset is None else offset + 1


def exists(line: bytes, wanted: str) -> bool:
    """Whether a line has a value at a pointer."""
    parts = _parts(wanted)
    return _nearest(line, parts)[0] == len(parts)


def repeated_key(line: bytes) -> tuple[str, int] | None:
    """The first key that occurs twice in its object: its pointer, and the column of its second value."""
    keys: list[set[str]] = []  # of each open container
    for path, offset in walk(line):
        if not path:
            keys.append(set())
            continue
        del keys[len(path) :]
        last = path[-1]
        if isinstance(last, str):
            if last in keys[-1]:
                return pointer(path), offset + 1
            keys[-1].add(last)
        keys.append(set())
    return None
