"""Rules that end a tournament early, when it has shown enough. Each gives its reason.

A rule is called before the first game and after each game, with the number of games played. It examines the games only
after whole deals, and after at least `EVERY` blocks more, so that a tournament ends with the same game however often it
is interrupted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import ceil, exp, log
from pathlib import Path
from typing import Protocol

from cityleague.replays.league import Played, read_results
from cityleague.replays.log import Finding
from cityleague.replays.tournaments.schedule import Tournament
from cityleague.replays.tournaments.standing import Outcome, figures

EVERY = 10
"""The least number of blocks between two looks at the games; a look has to read them all."""
ERROR = 0.05


class Rule(Protocol):
    """A rule that ends a tournament."""

    def __call__(self, done: int) -> str | None:
        """Why it is enough after so many games; None: it is not."""

    def so_far(self) -> str:
        """How far the games have come in showing it, in words; empty if there is no figure for that."""


def _intervals(planned: Tournament) -> tuple[int, int]:
    """The games of a deal, and between two looks."""
    tables = planned.tables()[0]
    deal = tables * planned.seats
    return deal, deal * ceil(EVERY / tables)


def _played(folder: Path) -> list[Played]:
    return [one for one in read_results([str(folder)]) if not isinstance(one, Finding)]


class Apart:
    """Ends when it is shown that the first places are better than all others.

    For each pair of one in front and one behind, the points against each other on each deal are bets against "the one
    in front is not better". What the bets have won grows beyond 1 / e with a chance of at most e, however often one
    looks, if that is true (Ville's inequality). The tournament ends when all these pairs have won so much that all
    together are wrong in at most 5 % of tournaments.
    """

    def __init__(self, folder: Path, top: int, planned: Tournament) -> None:
        self._folder, self._top = folder, top
        self._names = [entrant.name for entrant in planned.entrants]
        self._deal, self._every = _intervals(planned)

    def __call__(self, done: int) -> str | None:
        """Why it is enough after so many games; None: it is not."""
        if not done or done % self._every:
            return None
        games = _played(self._folder)
        deals = [games[start : start + self._deal] for start in range(0, done, self._deal)]
        if not apart(deals, self._names, self._top):
            return None
        return f"the first {self._top} is apart" if self._top == 1 else f"the first {self._top} are apart"

    def so_far(self) -> str:
        """There is no single figure."""
        return ""


def apart(deals: Sequence[Sequence[Played]], names: Sequence[str], top: int) -> bool:
    """Whether the games of these deals show that the first `top` are better than all others of the names."""
    points = figures(Outcome(one.players, one.ranks, one.scores) for deal in deals for one in deal)
    if len(points) < len(names):
        return False
    order = sorted(names, key=lambda name: points[name], reverse=True)
    enough = needed(len(names), top)
    compared = [_Compared(deal) for deal in deals]
    return all(
        winnings([score for deal in compared if (score := deal.score(one, other)) is not None]) >= enough
        for one in order[:top]
        for other in order[top:]
    )


def needed(players: int, top: int) -> float:
    """The logarithm of what each pair's bets must have won.

    A false answer puts somebody in front who is not among the best `top`, and leaves out one who is; or it is right but
    for the two at the border, who are equal. So many pairs share the error.
    """
    return log((top * (players - top) + 1) / ERROR)


class _Compared:
    """The points that players won from each other on one deal."""

    def __init__(self, games: Sequence[Played]) -> None:
        sums: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        for game in games:
            for one, mine in zip(game.players, game.ranks, strict=True):
                for other, theirs in zip(game.players, game.ranks, strict=True):
                    if one != other:
                        sums[one, other].append((mine < theirs) + (mine == theirs) / 2)
        self._points: defaultdict[str, dict[str, float]] = defaultdict(dict)
        for (one, other), points in sums.items():
            self._points[one][other] = sum(points) / len(points)

    def score(self, one: str, other: str) -> float | None:
        """From 0 to 1, above 1/2 if `one` did better; against each other, or else against those whom both met."""
        mine, theirs = self._points[one], self._points[other]
        if other in mine:
            return mine[other]
        common = [name for name in mine if name in theirs]
        return 0.5 + sum([mine[name] - theirs[name] for name in common]) / len(common) / 2 if common else None


STAKES = [(2 * k + 1) / 20 for k in range(20)]
"""Shares of what can be lost that are put on each deal; a mixture of them all wins nearly as much as the best."""


def winnings(scores: Sequence[float]) -> float:
    """The logarithm of what bets that scores average more than 1/2 have made of 1; with a mean of 1/2 or less they win
    nothing on average, whatever is known from earlier scores."""
    won = [sum([log(1 + stake * (score - 0.5)) for score in scores]) for stake in STAKES]
    most = max(won)
    return most + log(sum([exp(one - most) for one in won]) / len(won))


class Sprt:
    """A sequential probability ratio test between two bots, on blocks (the deal played from both seats).

    Is the first one `low` Elo above the other, or `high`? "High" is wrong with a chance of `false_high`, "low" with one
    of `false_low`. The likelihood ratio is that of a normal distribution with the variance of the blocks seen
    (generalised SPRT).
    """

    def __init__(
        self,
        folder: Path,
        planned: Tournament,
        low: float,
        high: float,
        false_high: float = ERROR,
        false_low: float = ERROR,
    ) -> None:
        self._folder, self._low, self._high = folder, low, high
        self._player, self._other = [entrant.name for entrant in planned.entrants]
        self._deal, self._every = _intervals(planned)
        self._bounds = log(false_low / (1 - false_high)), log((1 - false_low) / false_high)

    def __call__(self, done: int) -> str | None:
        """Why it is enough after so many games; None: it is not."""
        if not done or done % self._every:
            return None
        ratio = likelihood(self._scores(), self._low, self._high)
        below, above = self._bounds
        if below < ratio < above:
            return None
        elo = self._high if ratio > 0 else self._low
        return f"SPRT takes {self._player} to be {elo:+g} Elo (log likelihood ratio {ratio:.2f}, {self._ends})"

    def so_far(self) -> str:
        """The log likelihood ratio of all whole deals."""
        scores = self._scores()
        ratio = likelihood(scores, self._low, self._high) if scores else 0.0
        asked = f"is {self._player} {self._high:g} Elo above {self._other}, or {self._low:g}?"
        return f"SPRT, {asked} Log likelihood ratio so far {ratio:.2f}, {self._ends}."

    @property
    def _ends(self) -> str:
        below, above = self._bounds
        return f"bounds {below:.2f} and {above:.2f}"

    def _scores(self) -> list[float]:
        """The first bot's points per game on each deal that has been played from both seats."""
        blocks = defaultdict(list)
        for one in _played(self._folder):
            mine, theirs = one.ranks if one.players[0] == self._player else one.ranks[::-1]
            blocks[one.block].append((mine < theirs) + (mine == theirs) / 2)
        return [sum(points) / len(points) for points in blocks.values() if len(points) == self._deal]


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
