"""Seats in messages of the engine, which knows no names, with the names of their players."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cityleague.engine.looks.text import shortened
from cityleague.replays.log import printable

_NAME = 24
"""The most columns of a name in a message."""
_SEATS = r"\bseats? \d+(?:(?:, | and | or )\d+\b)*(?:'s \w+)?"


def with_names(message: str, players: Sequence[str]) -> str:
    """The message with the name of its player behind each seat; the seats of the game, no others.

    >>> with_names("it is seat 1's turn; seats 0 and 2 have passed", ["Ada", "Ben", "Cleo"])
    "it is seat 1's turn (Ben); seats 0 (Ada) and 2 (Cleo) have passed"
    """
    names = [shortened(printable(name), _NAME) for name in players]

    def named(found: re.Match[str]) -> str:
        words = found.group()
        if "'s " in words:
            seat = int(re.findall(r"\d+", words)[-1])
            return f"{words} ({names[seat]})" if seat < len(names) else words
        return re.sub(r"\d+", lambda number: _with_name(number.group(), names), words)

    return re.sub(_SEATS, named, message)


def _with_name(seat: str, names: Sequence[str]) -> str:
    return f"{seat} ({names[int(seat)]})" if int(seat) < len(names) else seat
