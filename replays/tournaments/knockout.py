"""Knockouts: the best of each table go on, the others are out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cityleague.replays.tournaments.standing import Figures, Outcome, Table, figures


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
