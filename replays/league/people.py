"""What people want to know of their games: runs of wins, the last evening, the best game, how they did against whom."""

from collections.abc import Iterable
from math import ceil
from typing import Literal

import msgspec

from cityleague.replays.league.columns import Results
from cityleague.replays.league.results import Played
from cityleague.replays.log import counted

Audience = Literal["people", "bots"]
"""Whom tables are for."""


class Difference(msgspec.Struct, frozen=True):
    """By how much a player is stronger than another."""

    elo: float
    error: float
    """The standard error of that, in Elo."""
    superiority: float
    """How likely it is that the player is stronger at all, from 0 to 1."""

    def more_deals(self, deals: int) -> int | None:
        """How many more deals would show in four cases of five what it seems to be; 0: that is shown; None: none."""
        if max(self.superiority, 1 - self.superiority) >= _SHOWN:
            return 0
        if abs(self.elo) < self.error / 100:
            return None
        return max(1, ceil(deals * ((_IN_FOUR_OF_FIVE * self.error / self.elo) ** 2 - 1)))


_SHOWN = 0.975
"""Who is stronger is shown from this chance on: the 95 % interval of the difference then leaves out 0."""
_IN_FOUR_OF_FIVE = 1.96 + 0.84
"""So many standard errors must a difference be, that four samples of five show it."""


class Against(msgspec.Struct, frozen=True):
    """How a player did against another, in the games in which both sat."""

    opponent: str
    games: int
    ahead: int
    """In how many of them the player was placed ahead."""
    behind: int
    difference: Difference | None = None
    """By how much the player is stronger; None: nothing tells, or the games are not rated."""


class BestGame(msgspec.Struct, frozen=True):
    """The game in which a player scored most."""

    called: str
    """What people call it: its title, else its date, else its id, else its file."""
    file: str
    """From the folder that all logs share; on pages as it was read."""
    line: int


def audience_of(played: Iterable[Played] | Results) -> Audience:
    """For whom these results are: people if most of the games have a date or no seed; else bots."""
    results = played if isinstance(played, Results) else Results(played)
    return "people" if 2 * results.by_people > len(results) else "bots"


def when(result: Played) -> tuple[str, tuple[str, int]]:
    """What games are sorted by: their date; those without a date come before all others, by file and line."""
    return (result.date or "", result.where)


def day_of(result: Played) -> str | None:
    """The day on which a game was played."""
    return result.date[:10] if result.date else None


def too_few(games: int) -> str:
    """What stands where a rating would tell nothing."""
    return f"{counted(games, 'game')}: too few for a rating"
