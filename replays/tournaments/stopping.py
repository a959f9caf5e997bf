"""Rules that end a tournament early, when it has shown enough. Each gives its reason.

A rule is called before the first game and after each game, with the number of games played. It examines the games only
after every `EVERY` blocks, so that a tournament ends with the same game however often it is interrupted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import log
from pathlib import Path

from cityleague.replays.league import Played, Row, league_tables, read_results
from cityleague.replays.log import Finding

EVERY = 10
"""Blocks between two looks at the games; a few are needed to estimate a variance."""


def _played(folder: Path) -> list[Played]:
    return [one for one in read_results([str(folder)]) if not isinstance(one, Finding)]


class Apart:
    """Ends when the 95 % intervals of the first places lie above all others.

    Each look can be wrong by chance, and there are many looks: the final answer is a little less certain than 95 %.
    """

    def __init__(self, folder: Path, top: int, seats: int) -> None:
        self._folder, self._top, self._seats = folder, top, seats

    def __call__(self, done: int) -> str | None:
        """Why it is enough after so many games; None: it is not."""
        if not done or done % (EVERY * self._seats):
            return None
        if not all(apart(league.rows, self._top) for league in league_tables(_played(self._folder))):
            return None
        return f"the first {self._top} is apart" if self._top == 1 else f"the first {self._top} are apart"


def apart(rows: Sequence[Row], top: int) -> bool:
    """Whether the 95 % intervals of the first `top` rows lie above all others."""
    lows = [row.elo_low for row in rows[:top]]
    highs = [row.elo_high for row in rows[top:]]
    known_lows = [low for low in lows if low is not None]
    known_highs = [high for high in highs if high is not None]
    if len(known_lows) < top or len(known_highs) < len(highs) or not highs:
        return False
    return min(known_lows) > max(known_highs)


class Sprt:
    """A sequential probability ratio test between two bots, on blocks (the deal played from both seats).

    Is the first one `low` Elo above the other, or `high`? Each answer is wrong with a chance of 5 %. The likelihood
    ratio is that of a normal distribution with the variance of the blocks seen (generalised SPRT).
    """

    ERROR = 0.05

    def __init__(self, folder: Path, player: str, low: float, high: float) -> None:
        self._folder, self._player, self._low, self._high = folder, player, low, high

    def __call__(self, done: int) -> str | None:
        """Why it is enough after so many games; None: it is not."""
        if not done or done % (2 * EVERY):
            return None
        blocks = defaultdict(list)
        for one in _played(self._folder):
            mine, theirs = one.ranks if one.players[0] == self._player else one.ranks[::-1]
            blocks[one.block].append((mine < theirs) + (mine == theirs) / 2)
        ratio = likelihood([sum(points) / len(points) for points in blocks.values()], self._low, self._high)
        bound = log((1 - self.ERROR) / self.ERROR)
        if abs(ratio) < bound:
            return None
        elo = self._high if ratio > 0 else self._low
        return f"SPRT takes {self._player} to be {elo:+g} Elo (log likelihood ratio {ratio:.2f}, bounds {bound:.2f})"


def likelihood(scores: Sequence[float], low: float, high: float) -> float:
    """The log likelihood ratio of `high` Elo against `low` after blocks with these scores, from 0 to 1."""
    count = len(scores)
    mean = sum(scores) / count
    variance = (sum([(score - mean) ** 2 for score in scores]) + _PRIOR) / count
    weak, strong = expected(low), expected(high)
    return count * (strong - weak) * (2 * mean - weak - strong) / (2 * variance)


_PRIOR = 0.25
"""Variance that is added, as of one more block, so that a few equal blocks prove nothing."""


def expected(elo: float) -> float:
    """Expected points per game of a player who is `elo` above the opponent."""
    return 1 / (1 + 10 ** (-elo / 400))
