"""What people want to know of their games: runs of wins, the last evening, the best game, how they did against whom."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from cityleague.replays.league.columns import Results
from cityleague.replays.league.results import Played
from cityleague.replays.log import counted

Audience = Literal["people", "bots"]
"""Whom tables are for."""


class Against(msgspec.Struct, frozen=True):
    """How a player did against another, in the games in which both sat."""

    opponent: str
    games: int
    ahead: int
    """In how many of them the player was placed ahead."""
    behind: int
    elo_difference: float | None = None
    """By how much the player is stronger; None: nothing tells, or games are not rated."""
    elo_error: float | None = None
    """The standard error of that."""
    superiority: float | None = None
    """How likely it is that the player is stronger at all, from 0 to 1."""


class BestGame(msgspec.Struct, frozen=True):
    """The game in which a player scored most."""

    called: str
    """What people call it: its title, else its date, else its id, else its file."""
    file: str
    """From the folder that all logs share; on pages as it was read."""
    line: int


def audience_of(played: Iterable[Played] | Results) -> Audience:
    """For whom these results are: people if most of the games have a date or no seed; else bots."""
    if isinstance(played, Results):
        by_people, games = played.by_people, len(played)
    else:
        told = [result.by_people for result in played]
        by_people, games = sum(told), len(told)
    return "people" if 2 * by_people > games else "bots"


def when(result: Played) -> tuple[str, tuple[str, int]]:
    """What games are sorted by: their date; those without a date come before all others, by file and line."""
    return (result.date or "", result.where)


def day_of(result: Played) -> str | None:
    """The day on which a game was played."""
    return result.date[:10] if result.date else None


def too_few(games: int) -> str:
    """What stands where a rating would tell nothing."""
    return f"{counted(games, 'game')}: too few for a rating"
