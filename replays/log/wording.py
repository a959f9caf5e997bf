"""What games, paths, text and dates from logs are called in messages, lists and pages; dates that people choose."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from datetime import date
from typing import Protocol

from msgspec import UnsetType

from cityleague.engine.words import counted, printable, quote, similar
from cityleague.replays.log.findings import Problem

__all__ = ["called", "counted", "path_text", "perhaps", "placed", "printable", "quote"]


def perhaps(name: str, names: Iterable[str]) -> str:
    """A question at the end of a message, where a name was probably mistyped; else nothing."""
    meant = similar(name, names)
    return f"; did you mean {quote(meant)}?" if meant is not None else ""


def path_text(path: str) -> str:
    """A path as text that can be printed and encoded, whatever bytes it has."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace") or "''"


class Named(Protocol):
    """A header, or what has been read of one."""

    @property
    def title(self) -> str | UnsetType | None: ...
    @property
    def date(self) -> str | UnsetType | None: ...
    @property
    def id(self) -> str | UnsetType | None: ...


FORMS = "2026-11-23, or with time and offset 2026-11-23T19:30:00+01:00"
_DAY = len("2026-11-23")
_MINUTE = slice(len("2026-11-23T"), len("2026-11-23T19:30"))


def check_date(text: str) -> None:
    """Raise Problem unless the calendar has the day of this date, whose form is right already."""
    if not _is_day(text[:_DAY]):
        raise Problem("LOG-VALUE", f"no calendar has the day {text[:_DAY]}", "/date")


def spoken(text: str) -> str:
    """A date for people: the day, and the time where the game was played.

    >>> spoken("2026-11-23T19:30:00+01:00"), spoken("2026-11-23")
    ('2026-11-23, 19:30', '2026-11-23')
    """
    return ", ".join([text[:_DAY], text[_MINUTE]] if len(text) > _DAY else [text])


def period(text: str) -> str:
    """A year, a month or a day, as it is given; raises ValueError for anything else."""
    if not re.fullmatch(r"\d{4}(-\d\d){0,2}", text, re.ASCII) or not _is_day(text + "-01" * (2 - text.count("-"))):
        raise ValueError(f"{quote(text)} is not a day (2026-11-23), month (2026-11) or year (2026)")
    return text


def is_since(day: str, since: str) -> bool:
    """Whether a date lies in a day, month or year or after it, by the calendar of where the game was played."""
    return day[: len(since)] >= since


def is_until(day: str, until: str) -> bool:
    """Whether a date lies in a day, month or year or before it, likewise."""
    return day[: len(until)] <= until


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


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
