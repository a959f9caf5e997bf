"""The standing after the rounds so far, which decides who meets whom in the next round.

`results`, in the order of the schedule, grows while a tournament is played. When a round is asked for, all games of
earlier rounds must be there. Games of later rounds are ignored, so that a resumed tournament goes on as if it had never
been interrupted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from cityleague.engine.scoring import Points
from cityleague.replays.league import half_points, margin

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
        for seat, name in enumerate(outcome.players):
            self._games[name] += 1
            self._points[name] += Fraction(half_points(outcome.ranks, seat), 2 * (len(outcome.players) - 1))
            self._margins[name] += Fraction(margin(outcome.scores, seat))

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
