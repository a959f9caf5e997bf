"""Tournaments: the size of one before it is played, and the course of a knockout, round by round."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from cityleague.replays.log import counted
from cityleague.replays.reports.cleaning import markdown_line, terminal
from cityleague.replays.tournaments import Figures, Outcome, Tournament, bracket, figures, stages

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


def course(
    names: Sequence[str], seats: int, games: int, results: Sequence[Outcome], *, markdown: bool = False
) -> Iterator[str]:
    """What happened in a knockout that has been played, as lines of text."""
    clean = markdown_line if markdown else terminal
    rounds = len(bracket(len(names), seats))
    for number, stage in enumerate(stages(names, seats, games, results), 1):
        known = figures(results[stage.games])
        tables = stage.order(known)
        yield f"Round {number}" if number < rounds else "Final"
        for table, staying in zip(tables, stage.staying, strict=True):
            yield f"- {clean(_match(table, staying, known, games))}"
        if stage.resting:
            yield f"- without a game: {clean(', '.join(stage.resting))}"
        yield ""
        if number == rounds:
            yield f"Winner: {clean(tables[0][0])}"
            yield ""


def course_of(tournament: Tournament, results: Sequence[Outcome], *, markdown: bool = False) -> list[str]:
    """What happened in each round of a tournament, as lines of text; none unless it is a knockout."""
    if tournament.plan.schedule != "knockout":
        return []
    names = [entrant.name for entrant in tournament.entrants]
    games = tournament.plan.deals * tournament.seats
    return list(course(names, tournament.seats, games, results, markdown=markdown))


def _match(table: Sequence[str], staying: int, known: dict[str, Figures], games: int) -> str:
    """How a table ended, and what decided it if points did not."""
    last, first_out = known[table[staying - 1]], known[table[staying]]
    points = " : ".join([f"{round(float(known[name].points * games), 2):g}" for name in table])
    by = "" if last.points > first_out.points else ", by margin" if last > first_out else ", by seed"
    verb = "beats" if staying == 1 else "beat"
    return f"{', '.join(table[:staying])} {verb} {', '.join(table[staying:])} ({points}{by})"


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
