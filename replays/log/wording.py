"""What games, paths and text from logs are called in messages, lists and pages."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Protocol

from msgspec import UnsetType

from cityleague.engine.words import counted, printable, quote, similar
from cityleague.replays.log.dates import spoken

__all__ = ["called", "counted", "path_text", "perhaps", "placed", "printable", "quote"]


def perhaps(name: str, names: Iterable[str]) -> str:
    """A question at the end of a message, where a name was probably mistyped; else nothing."""
    meant = similar(name, names)
    return f"; did you mean {quote(meant)}?" if meant is not None else ""


def path_text(path: str) -> str:
    """A path as text that can be printed and encoded, whatever bytes it has."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class Named(Protocol):
    """A header, or what has been read of one."""

    @property
    def title(self) -> str | UnsetType | None: ...
    @property
    def date(self) -> str | UnsetType | None: ...
    @property
    def id(self) -> str | UnsetType | None: ...


def called(game: Named | None, otherwise: str) -> str:
    """A game's title; without one its date, or else its id, or else what it is called otherwise."""
    if game is None:
        return otherwise
    title = (game.title or "").strip()  # a name of blanks would name nothing, and no link on a page could be seen
    return title or (spoken(game.date) if game.date else None) or game.id or otherwise


def placed(file: str, line: int) -> str:
    """What a game is called by its place: the name of its file, with the line if other games stand before it.

    >>> placed("evenings/friday.jsonl", 1), placed("evenings/2025.jsonl", 71)
    ('friday.jsonl', '2025.jsonl, line 71')
    """
    name = "standard input" if file == "-" else os.path.basename(file)
    return f"{name}, line {line}" if line > 1 else name
