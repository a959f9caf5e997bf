"""When a tournament has shown enough: its first places are apart from the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cityleague.replays.findings import Finding
from cityleague.replays.league import Row, read, tables

EVERY = 10
"""Blocks between two looks at the table."""


class Apart:
    """Looks at a tournament's table from time to time.

    Each look can be wrong by chance, and there are many: what a run ends with is a little less sure than the 95 % of
    its intervals. Looks are taken after fixed numbers of games, so that the end is the same in any number of runs.
    """

    def __init__(self, folder: Path, top: int, seats: int) -> None:
        self._folder, self._top, self._seats = folder, top, seats

    def __call__(self, done: int) -> bool:
        """Whether the first places are apart after so many games."""
        if not done or done % (EVERY * self._seats):
            return False
        found = [one for one in read([str(self._folder)]) if not isinstance(one, Finding)]
        return all(apart(league.rows, self._top) for league in tables(found))


def apart(rows: Sequence[Row], top: int) -> bool:
    """Whether the 95 % intervals of the first `top` rows lie above all others."""
    lows = [row.elo_low for row in rows[:top]]
    highs = [row.elo_high for row in rows[top:]]
    known_lows = [low for low in lows if low is not None]
    known_highs = [high for high in highs if high is not None]
    if len(known_lows) < top or len(known_highs) < len(highs) or not highs:
        return False
    return min(known_lows) > max(known_highs)
