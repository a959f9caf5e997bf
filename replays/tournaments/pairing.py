"""Who meets whom when that depends on the results so far: Swiss tournaments and knockouts.

Both are generators of rounds, a round being its tables, best first. `results`, in the order of the schedule, grows
meanwhile: when a round is asked for, all games of those before it must be there. Games of later rounds are not looked
at, so that a tournament that is resumed goes on as if it had never been interrupted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from cityleague.engine.scoring import Points
from cityleague.replays.replay.results import half_points, margin
from cityleague.replays.tournaments.matching import pair_off

Table = tuple[str, ...]
"""Those who share a table."""


class Outcome(NamedTuple):
    """How a game ended, as far as the next rounds depend on it."""

    players: Sequence[str]
    ranks: Sequence[int]
    scores: Sequence[Points]


class Figures(NamedTuple):
    """What players are compared by: both are averages over games, and exact."""

    points: Fraction
    """From 0 (always last) to 1 (always first)."""
    margin: Fraction


_AVERAGE = Figures(Fraction(1, 2), Fraction(0))
"""Of who has not played: that counts neither for nor against anybody."""


def figures(results: Iterable[Outcome]) -> dict[str, Figures]:
    """The figures of all who have played."""
    games: Counter[str] = Counter()
    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    margins: defaultdict[str, Fraction] = defaultdict(Fraction)
    for one in results:
        for seat, name in enumerate(one.players):
            games[name] += 1
            points[name] += Fraction(half_points(one.ranks, seat), 2 * (len(one.players) - 1))
            margins[name] += Fraction(margin(one.scores, seat))
    return {name: Figures(points[name] / count, margins[name] / count) for name, count in games.items()}


def swiss_rounds(entrants: int, seats: int) -> int:
    """As many rounds as it takes to tell the best of so many from all others, if the best at a table wins."""
    rounds = 1
    while seats**rounds < entrants:
        rounds += 1
    return rounds


def swiss(
    names: Sequence[str], seats: int, rounds: int, games: int, results: Sequence[Outcome]
) -> Iterator[list[Table]]:
    """The rounds of a Swiss tournament; `games`: how many a table plays in each.

    In the first round the names meet in the order listed: with two seats the upper half meets the lower half. Later
    those sit together who have met least, and of these neighbours in the standing. Those for whom there is no table
    are the lowest of those who have sat out least.
    """
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    tables = len(names) // seats
    for number in range(rounds):
        known = figures(results[: number * tables * games])
        standing = sorted(names, key=lambda name: known.get(name, _AVERAGE), reverse=True)
        resting = sorted(standing, key=lambda name: -rested[name])[tables * seats :]
        rested.update(resting)
        playing = [name for name in standing if name not in resting]
        if number == 0:
            found = [tuple(playing[i::tables]) for i in range(tables)]
        else:
            found = _in_pairs(playing, met) if seats == 2 else _at_tables(playing, seats, met)
        met.update([frozenset(pair) for table in found for pair in combinations(table, 2)])
        yield found


def _in_pairs(standing: Sequence[str], met: Counter[frozenset[str]]) -> list[Table]:
    costs = [[met[frozenset([one, other])] for other in standing] for one in standing]
    return [(standing[one], standing[other]) for one, other in pair_off(costs)]


def _at_tables(standing: Sequence[str], seats: int, met: Counter[frozenset[str]]) -> list[Table]:
    left = list(standing)
    found = []
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            table.append(min(left, key=lambda name: sum([met[frozenset([name, other])] for other in table])))
            left.remove(table[-1])
        found.append(tuple(table))
    return found


def bracket(entrants: int, seats: int) -> list[tuple[int, int]]:
    """The rounds of a knockout: how many tables there are, and how many players are out after it.

    The first rounds bring the field down to a power of the seats, from which on all play.
    """
    found = []
    while entrants > seats:
        target = seats
        while target * seats < entrants:
            target *= seats
        tables = min(-(-(entrants - target) // (seats - 1)), entrants // seats)
        out = min(entrants - target, tables * (seats - 1))
        found.append((tables, out))
        entrants -= out
    return [*found, (1, seats - 1)]


class Stage(NamedTuple):
    """A round of a knockout."""

    tables: list[Table]
    """The players of each by their seeds, the better first."""
    staying: list[int]
    """How many of each table go on."""
    resting: list[str]
    games: slice
    """Which of the results are its games."""

    def order(self, known: dict[str, Figures]) -> list[list[str]]:
        """The players of each table, the best first."""
        return [sorted(table, key=known.__getitem__, reverse=True) for table in self.tables]


def stages(names: Sequence[str], seats: int, games: int, results: Sequence[Outcome]) -> Iterator[Stage]:
    """The rounds of a knockout between these, by their seeds; `games`: how many a table plays in each.

    The best go on without a game where not all can play. The others sit down at the tables to and fro: with two seats
    the best meets the worst. Who is better at a table is decided by points, then by margin, then by seed.
    """
    field = list(names)
    begun = 0
    for tables, out in bracket(len(names), seats):
        free = len(field) - tables * seats
        rows = [field[first : first + tables] for first in range(free, len(field), tables)]
        paired = list(zip(*[row[::-1] if number % 2 else row for number, row in enumerate(rows)], strict=True))
        last = seats - (out - (tables - 1) * (seats - 1))
        ended = begun + tables * games
        stage = Stage(paired, [1] * (tables - 1) + [last], field[:free], slice(begun, ended))
        yield stage
        order = stage.order(figures(results[begun:ended]))
        staying = [name for table, stay in zip(order, stage.staying, strict=True) for name in table[:stay]]
        field = [name for name in field if name in staying or name in stage.resting]
        begun = ended


def course(names: Sequence[str], seats: int, games: int, results: Sequence[Outcome]) -> Iterator[str]:
    """What happened in a knockout that has been played, as lines of text."""
    rounds = len(bracket(len(names), seats))
    for number, stage in enumerate(stages(names, seats, games, results), 1):
        known = figures(results[stage.games])
        tables = stage.order(known)
        yield f"Round {number}" if number < rounds else "Final"
        for table, staying in zip(tables, stage.staying, strict=True):
            yield f"- {_match(table, staying, known, games)}"
        if stage.resting:
            yield f"- without a game: {', '.join(stage.resting)}"
        yield ""
        if number == rounds:
            yield f"Winner: {tables[0][0]}"
            yield ""


def _match(table: Sequence[str], staying: int, known: dict[str, Figures], games: int) -> str:
    """How a table ended, and what decided it if not points."""
    last, first_out = known[table[staying - 1]], known[table[staying]]
    points = " : ".join([f"{round(float(known[name].points * games), 2):g}" for name in table])
    by = "" if last.points > first_out.points else ", by margin" if last > first_out else ", by seed"
    verb = "beats" if staying == 1 else "beat"
    return f"{', '.join(table[:staying])} {verb} {', '.join(table[staying:])} ({points}{by})"
