"""The size of a tournament, before it is played."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cityleague.replays.log import counted
from cityleague.replays.tournaments import Tournament, coverage

_MOST = 1_000_000
"""Places at tables, times bots that could sit there, that are counted: about two seconds' work."""


def forecast(tournament: Tournament) -> Iterator[str]:
    """Lines of text: how many games there are, how often each bot plays in each seat, and how often two meet."""
    plan, seats, tables = tournament.plan, tournament.seats, tournament.tables()
    part = f" (shard {tournament.shard.number} of {tournament.shard.of})" if tournament.shard.of > 1 else ""
    rounds = f"{counted(len(tables), 'round')} of " if tournament.by_results else ""
    later = tables[1:] if plan.schedule == "knockout" else ()
    at_tables = ", then ".join([counted(tables[0], "table"), *map(str, later)])
    yield (
        f"{counted(tournament.count(), 'game')}{part}: {rounds}{counted(plan.deals, 'deal')}"
        f"{f' ({at_tables})' if later else f', {at_tables}'}, {counted(seats, 'seat')}"
    )
    if not tournament.by_results:
        if tournament.blocks() * len(tournament.entrants) * seats > _MOST:
            yield "too many to count how often each plays, and how often two meet"
            return
        counts = coverage(tournament)
        games = counts.games.values()
        yield f"each plays {_span(games)}, {_span([number // seats for number in games])} in each seat"
        if seats > 1:
            yield f"two meet in {_span(counts.meetings.values())}, on {_span(counts.deals.values())} of the deals"
        return
    most = len(tables)
    if plan.schedule == "knockout":
        least, who = 1, "in each seat, until it is out"
    else:
        entrants = len(tournament.entrants)
        rests = most * (entrants % seats)
        least, most = most + -rests // entrants, most - rests // entrants
        who = "in each seat; results decide who meets whom"
    times = [least * plan.deals, most * plan.deals]
    yield f"each plays {_span([seats * number for number in times])}, {_span(times)} {who}"


def _span(counts: Collection[int]) -> str:
    """The lowest and the highest count, as text."""
    low, high = min(counts), max(counts)
    return f"{low}" if low == high else f"{low} to {high}"
