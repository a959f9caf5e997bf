"""How often players play and meet in a tournament, before it is played."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from typing import NamedTuple

from cityleague.replays.tournaments.schedule import Tournament


class Coverage(NamedTuple):
    """How often players play and meet in a tournament."""

    games: Counter[str]
    """Games that each player plays, equally many in each seat."""
    meetings: Counter[frozenset[str]]
    """Games in which two players meet."""
    deals: Counter[frozenset[str]]
    """Deals on which two players meet."""


def coverage(tournament: Tournament) -> Coverage:
    """Count games and meetings; the schedule must not depend on results."""
    names = [entrant.name for entrant in tournament.entrants]
    games = Counter(dict.fromkeys(names, 0))
    meetings = Counter({frozenset(pair): 0 for pair in combinations(names, 2)})
    deals = meetings.copy()
    latest: dict[frozenset[str], int] = {}
    for block in chain.from_iterable(tournament.rounds()):
        players = [entrant.name for entrant in block.players]
        for name in players:
            games[name] += tournament.seats
        for pair in map(frozenset, combinations(players, 2)):
            meetings[pair] += tournament.seats
            deals[pair] += latest.get(pair) != block.deal
            latest[pair] = block.deal
    return Coverage(games, meetings, deals)
