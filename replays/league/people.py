"""What people want to know of their games: runs of wins, the last evening, the best game, how they did against whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from cityleague.engine.scoring import Points
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


class BestGame(msgspec.Struct, frozen=True):
    """The game in which a player scored most."""

    called: str
    """What people call it: its title, else its date, else its id, else its file."""
    file: str
    line: int


def audience_of(played: Sequence[Played]) -> Audience:
    """For whom these results are: people if most of the games have a date or no seed; else bots."""
    return "people" if 2 * sum([one.by_people for one in played]) > len(played) else "bots"


def when(one: Played) -> tuple[str, tuple[str, int]]:
    """What games are sorted by: their date; those without a date come before all others, by file and line."""
    return (one.date or "", one.where)


def day_of(one: Played) -> str | None:
    """The day on which a game was played."""
    return one.date[:10] if one.date else None


def last_day(played: Iterable[Played]) -> str | None:
    """The last day on which one of the games was played; None: no date is known."""
    return max([day for one in played if (day := day_of(one))], default=None)


def longest_run(own: Iterable[tuple[Played, int]]) -> int:
    """The longest run of first places, shared ones too, in games that are sorted, each with the player's seat."""
    longest = run = 0
    for one, seat in own:
        run = run + 1 if one.ranks[seat] == 1 else 0
        longest = max(longest, run)
    return longest


def best_game(own: Iterable[tuple[Played, int]], scores: Sequence[Points]) -> BestGame | None:
    """The game with the highest of these scores, of equal ones the first; None: there is no game."""
    if not scores:
        return None
    best, _ = max(zip(own, scores, strict=True), key=lambda game: game[1])
    return BestGame(best[0].called, *best[0].where)


def against(own: Iterable[tuple[Played, int]]) -> list[Against]:
    """How a player did against each opponent, the most frequent first, then by name."""
    met: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one, seat in own:
        rank = one.ranks[seat]
        for opponent, other in zip(one.players, one.ranks, strict=True):
            counts = met[opponent]
            counts[0] += 1
            counts[1] += rank < other
            counts[2] += rank > other
        counts = met[one.players[seat]]
        counts[0] -= 1
    rows = [Against(opponent, *counts) for opponent, counts in met.items() if counts[0]]
    return sorted(rows, key=lambda row: (-row.games, row.opponent))


def too_few(games: int) -> str:
    """What stands where a rating would tell nothing."""
    return f"{counted(games, 'game')}: too few for a rating"
