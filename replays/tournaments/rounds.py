"""The standing after the rounds so far decides who meets whom in the next round: of Swiss tournaments and knockouts.

`results`, in the order of the schedule, grows while a tournament is played. When a round is asked for, all games of
earlier rounds must be there. Games of later rounds are ignored, so that a resumed tournament goes on as if it had never
been interrupted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from cityleague.engine.scoring import Points
from cityleague.replays.league import half_points, margin
from cityleague.replays.tournaments.matching import pair_off, seat
from cityleague.replays.tournaments.plan import LATEST, Edition

Table = tuple[str, ...]
"""Those who share a table."""


class Outcome(NamedTuple):
    """How a game ended, as far as the next rounds depend on it."""

    players: Sequence[str]
    ranks: Sequence[int]
    scores: Sequence[Points]


class Figures(NamedTuple):
    """The figures that rank players: exact averages over their games."""

    points: Fraction
    """From 0 (always last) to 1 (always first)."""
    margin: Fraction


AVERAGE = Figures(Fraction(1, 2), Fraction(0))
"""The figures of a player who has not played: sitting out counts neither for nor against a player."""


class Totals:
    """Exact sums over games, to which games can be added."""

    def __init__(self) -> None:
        self._games: Counter[str] = Counter()
        self._points: defaultdict[str, Fraction] = defaultdict(Fraction)
        self._margins: defaultdict[str, Fraction] = defaultdict(Fraction)

    def add(self, outcome: Outcome) -> None:
        """Count a game."""
        for place, name in enumerate(outcome.players):
            self._games[name] += 1
            self._points[name] += Fraction(half_points(outcome.ranks, place), 2 * (len(outcome.players) - 1))
            self._margins[name] += Fraction(margin(outcome.scores, place))

    def figures(self) -> dict[str, Figures]:
        """The figures of all who have played."""
        return {
            name: Figures(self._points[name] / count, self._margins[name] / count)
            for name, count in self._games.items()
        }


def figures(results: Iterable[Outcome]) -> dict[str, Figures]:
    """The figures of all who have played."""
    totals = Totals()
    for outcome in results:
        totals.add(outcome)
    return totals.figures()


def swiss_rounds(entrants: int, seats: int) -> int:
    """The number of rounds needed to single out the best of so many entrants, if the best at a table always wins."""
    rounds = 1
    while seats**rounds < entrants:
        rounds += 1
    return rounds


def swiss(
    names: Sequence[str], seats: int, rounds: int, games: int, results: Sequence[Outcome], edition: Edition = LATEST
) -> Iterator[list[Table]]:
    """The tables of each round of a Swiss tournament; each table plays `games` games in a round.

    The first round goes by the order of the names: with two seats the upper half meets the lower half. Later rounds
    seat players together who have met least, preferring neighbours in the standing. Players without a table sit out:
    first those who have sat out least, and of these the lowest in the standing.
    """
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    tables = len(names) // seats
    for number in range(rounds):
        known = figures(results[: number * tables * games])
        standing = sorted(names, key=lambda name: known.get(name, AVERAGE), reverse=True)
        resting = sorted(standing, key=lambda name: -rested[name])[tables * seats :]
        rested.update(resting)
        playing = [name for name in standing if name not in resting]
        if number == 0:
            seated = [tuple(playing[i::tables]) for i in range(tables)]
        else:
            costs = [[met[frozenset([name, other])] for other in playing] for name in playing]
            places = pair_off(costs) if seats == 2 else seat(costs, seats, in_turn=edition == 1)
            seated = [tuple([playing[place] for place in table]) for table in places]
        met.update([frozenset(pair) for table in seated for pair in combinations(table, 2)])
        yield seated


def bracket(entrants: int, seats: int) -> list[tuple[int, int]]:
    """For each round of a knockout, the number of tables, and the number of players who are out after it.

    The first rounds reduce the field to a power of the number of seats; from then on all play.
    """
    rounds = []
    while entrants > seats:
        target = seats
        while target * seats < entrants:
            target *= seats
        tables = min(-(-(entrants - target) // (seats - 1)), entrants // seats)
        out = min(entrants - target, tables * (seats - 1))
        rounds.append((tables, out))
        entrants -= out
    return [*rounds, (1, seats - 1)]


class Stage(NamedTuple):
    """A round of a knockout."""

    tables: list[Table]
    """The players of each table by their seeds, the best first."""
    staying: list[int]
    """How many players of each table go on."""
    resting: list[str]
    """Players who go on without a game."""
    games: slice
    """Which of the results belong to this round."""

    def order(self, known: dict[str, Figures]) -> list[list[str]]:
        """The players of each table, the best first."""
        return [sorted(table, key=known.__getitem__, reverse=True) for table in self.tables]


def stages(names: Sequence[str], seats: int, games: int, results: Sequence[Outcome]) -> Iterator[Stage]:
    """The rounds of a knockout between players listed by seed; each table plays `games` games in a round.

    Where not all can play, the best seeds go on without a game. The others are dealt to the tables back and forth, by
    seed: with two seats the best meets the worst. A table is decided by points, then by margin, then by seed.
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
