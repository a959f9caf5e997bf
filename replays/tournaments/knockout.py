"""Knockouts: the best of each table go on, the others are out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cityleague.replays.tournaments.standing import Figures, Outcome, Table, figures


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
