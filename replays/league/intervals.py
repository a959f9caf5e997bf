"""How far the strengths of a fit can be trusted: what the deals do not contradict.

Games on the same deal are not independent of each other, whoever plays them: a bot's luck on it goes from seat to seat
and from table to table. Comparisons at one table are not either. So deals are the clusters: they tell how much more the
comparisons vary than independent ones would (`excess`). A strength belongs to the interval of a player if the player's
comparisons, with all other strengths following as the fit lets them follow, miss their expectation by no more than
chance allows at that very strength (a score interval, of which Wilson's for a share is the simplest). Unlike a multiple
of a standard error, this holds near 0 % and 100 %, where errors are lopsided.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from cityleague.replays.league.arrays import np
from cityleague.replays.league.comparisons import beaten, groups, totals
from cityleague.replays.league.fit import chance, derivatives

if TYPE_CHECKING:
    from cityleague.replays.league.comparisons import Meetings

_WEIGHT = 0.25
"""So many deals are added on which luck decides all: it puts the players in an order, the same at each table and in
each seat. Without them a few deals that ended alike would prove too much."""
_MOST = 4.0
"""On these, luck decides no more than makes so many times the variance seen, or that of independent comparisons."""
_SILENT = 1.0
"""So many deals, counted by how open their games were, tell nothing about how much deals vary."""
_FAR = 20.0
"""No finite bound lies further from the estimate; in natural logarithms of odds, 3474 Elo."""
_HALVINGS = 40
_CHUNK = 1024
"""Deals that are multiplied at a time; all at once would need too much memory."""
_STUDENT = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
    12: 2.179, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980, 10**9: 1.960,
}  # fmt: skip
"""The 97.5 % quantiles of Student's distribution by degrees of freedom; evenly spaced between in their reciprocals."""


class Trust(NamedTuple):
    """What is known about the errors of strengths, in natural logarithms of odds."""

    low: np.ndarray
    high: np.ndarray
    """The ends of the 95 % intervals; infinite where the games give no bound."""
    covariance: np.ndarray
    """Of the errors, if comparisons were independent."""
    excess: np.ndarray
    """For each player the factor by which variances are greater."""
    freedom: np.ndarray
    """For each player the degrees of freedom: deals less one."""


def trust(strength: np.ndarray, met: Meetings, added: float) -> Trust:
    """The errors of the strengths that `fit` found for two players or more, all of whom have met by way of others."""
    players = len(strength)
    total = totals(players, met)
    slope, seen = derivatives(strength, total, 0)
    covariance = np.linalg.inv(derivatives(strength, total, added)[1] + 1 / players) - 1 / players
    own = np.diag(covariance).copy()
    information = (covariance @ seen * covariance).sum(axis=1) / own**2

    # A line for each player and opponent. `follow`: how the difference changes with the player's strength, while
    # everybody else's follows.
    me, you = np.concatenate([total.player, total.other]), np.concatenate([total.other, total.player])
    games = np.tile(total.games, 2)
    points = np.concatenate([total.points, total.games - total.points])
    gap, follow = strength[me] - strength[you], 1 - covariance[you, me] / own[me]

    def surplus(expected: np.ndarray) -> np.ndarray:
        """For each player how many more points there are than expected."""
        return np.bincount(me, follow * (points - games * expected), players)

    def variance(expected: np.ndarray) -> np.ndarray:
        return np.bincount(me, follow**2 * games * expected * (1 - expected), players)

    expected = chance(gap)
    openness = np.bincount(me, 4 * games * expected * (1 - expected), players) / np.bincount(me, games, players)
    excess, deals = _excess(strength, met, covariance, information, openness)
    # The comparisons of others, which follow slightly, are taken to depend on the player's strength in a straight line.
    others = covariance @ slope / own - surplus(expected)
    others_fall = np.maximum(information - variance(expected), 0)
    freedom = np.maximum(deals - 1, 1)
    limit = np.interp(1 / freedom, [1 / k for k in reversed(_STUDENT)], list(_STUDENT.values())[::-1]) * np.sqrt(excess)

    ends = []
    for side in (-1, 1):
        near, far = np.zeros(players), np.full(players, side * _FAR)
        for _ in range(_HALVINGS):
            middle = (near + far) / 2
            expected = chance(gap + follow * middle[me])
            missed = surplus(expected) + others - others_fall * middle
            outside = -side * missed > limit * np.sqrt(variance(expected) + others_fall)
            near, far = np.where(outside, near, middle), np.where(outside, middle, far)
        ends.append(strength + far)
    ahead, behind = total.points > 0, total.points < total.games
    reached = beaten(
        players,
        np.concatenate([total.player[ahead], total.other[behind]]),
        np.concatenate([total.other[ahead], total.player[behind]]),
    )
    low = np.where(reached.all(axis=1), ends[0], -np.inf)
    high = np.where(reached.all(axis=0), ends[1], np.inf)
    return Trust(low, high, covariance, excess, freedom)


def _excess(
    strength: np.ndarray,
    met: Meetings,
    covariance: np.ndarray,
    information: np.ndarray,
    openness: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """For each player: the variance of what deals told, per variance of independent comparisons; and its deals."""
    players = len(strength)
    deal = np.concatenate([[0], np.cumsum(met.deal[1:] != met.deal[:-1], dtype=np.int32)])
    square = np.zeros((players, players))
    worst, deals, known = np.zeros(players), np.zeros(players, dtype=np.int64), 0
    edges = np.searchsorted(deal, np.arange(0, deal[-1] + 1 + _CHUNK, _CHUNK))
    for number, (start, end) in enumerate(pairwise(edges.tolist())):
        some, place = met.picked(slice(start, end)), deal[start:end] - number * _CHUNK
        missed = some.points - some.games * chance(strength[some.player] - strength[some.other])
        rows = np.zeros((_CHUNK, players))
        np.add.at(rows, (place, some.player), missed)
        np.subtract.at(rows, (place, some.other), missed)
        square += rows.T @ rows
        # Each player on each deal: how many others it met there, and how often all of them.
        sides = np.tile(place, 2) * players + np.concatenate([some.player, some.other])
        played, side = np.unique(sides, return_inverse=True)
        who, others, games = played % players, np.bincount(side), np.bincount(side, np.tile(some.games, 2))
        deals += np.bincount(who, minlength=players)
        # An order of all players varies (others + 2) / 3 times as much as one comparison with each of the others would.
        np.add.at(worst, who, games / others * (others + 2) / 3)
        # n players who met on a deal, also by way of others, tell n - 1 differences.
        player, other = np.split(side, 2)
        known += len(played) - len(np.unique(groups(len(played), player, other)))
    observed = (covariance @ square * covariance).sum(axis=1) / np.diag(covariance) ** 2 / information
    observed *= known / max(known - players + 1, 1)  # some of all differences were spent on the fit
    worst = np.minimum(worst / deals, _MOST * np.maximum(observed, 1))
    telling = np.maximum(deals * openness - _SILENT, 0)
    return (observed * telling + worst * _WEIGHT) / (telling + _WEIGHT), deals
