"""Dates of games: as headers have them, as people read them, and the days, months and years that people choose."""

from __future__ import annotations

import re
from datetime import date

from cityleague.engine.words import quote
from cityleague.replays.log.findings import Problem

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
