"""Ratings on an Elo scale: one joint fit over all placements, with intervals from how much deals vary.

Strengths are those that make comparisons most likely: the model of Bradley and Terry, by Newton's method.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from cityleague.replays.league.arrays import np
from cityleague.replays.league.columns import Difference
from cityleague.replays.league.comparisons import Game, Meetings, beaten, groups, meetings, totals

ELO = 400 / math.log(10)
"""Elo points that multiply the odds of being placed ahead by e."""
ADDED = 1.0
"""Drawn comparisons that are added to each player's."""


class Rating(NamedTuple):
    """A player's strength relative to the mean of the group, and its 95 % interval.

    An end is None where the games give no bound: for who was never behind, or only behind some of whom others were
    never ahead, there is no upper one. With fewer than 2 deals both ends are None.
    """

    elo: float
    low: float | None
    high: float | None
    group: int
    """Players of different groups never met, nor by way of others, and cannot be compared. The lowest number in it."""


class Ratings:
    """The ratings of players 0 to players - 1.

    A deal is a list of games, at one table or several, and a game a list of (player, rank). Every pair at a table is a
    comparison; a shared rank is half a win for each. The strengths are those of the Bradley-Terry model that make all
    comparisons together most likely. Each player also gets one drawn comparison, spread over all others of the group,
    so that ratings stay finite for players who won or lost everything. The intervals know nothing of it.
    """

    def __init__(self, players: int, deals: Iterable[Sequence[Game]]) -> None:
        met = meetings(players, deals)
        of = groups(players, met.player, met.other)
        self._place: dict[int, int] = {}
        self._strength: dict[int, list[float]] = {}
        self._trust: dict[int, Trust] = {}
        self.all: list[Rating] = [Rating(0.0, None, None, player) for player in range(players)]
        for group in sorted(set(of.tolist())):
            members = np.flatnonzero(of == group)
            self._place |= {player: place for place, player in enumerate(members.tolist())}
            if len(members) > 1:
                self._rate(group, members.tolist(), _among(of == group, met))

    def _rate(self, group: int, members: list[int], met: Meetings) -> None:
        strength = fit(len(members), totals(len(members), met), ADDED)
        self._strength[group] = strength.tolist()
        low, high = [-math.inf] * len(members), [math.inf] * len(members)
        if (met.deal != met.deal[0]).any():
            known = self._trust[group] = trust(strength, met, ADDED)
            low, high = known.low.tolist(), known.high.tolist()
        for player, value, below, above in zip(members, self._strength[group], low, high, strict=True):
            # The added comparison can draw an estimate out of an interval that knows nothing of it.
            low_end, high_end = ELO * min(below, value), ELO * max(above, value)
            self.all[player] = Rating(
                ELO * value,
                low_end if math.isfinite(low_end) else None,
                high_end if math.isfinite(high_end) else None,
                group,
            )

    def difference(self, player: int, other: int) -> Difference | None:
        """By how much `player` is stronger than `other`; None: nothing tells."""
        group = self.all[player].group
        known = self._trust.get(group)
        if known is None or self.all[other].group != group:
            return None
        i, k = self._place[player], self._place[other]
        covariance = known.covariance
        variance = float(covariance[i, i] + covariance[k, k] - 2 * covariance[i, k])
        error = math.sqrt(variance * float(known.excess[i] + known.excess[k]) / 2)
        strength = self._strength[group]
        errors = (strength[i] - strength[k]) / error
        freedom = float(min(known.freedom[i], known.freedom[k]))
        # Student's distribution by Wallace's approximation
        normal = math.sqrt(freedom * math.log1p(errors**2 / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
        likely = (1 + math.erf(math.copysign(normal, errors) / math.sqrt(2))) / 2  # of the normal distribution
        return Difference(ELO * errors * error, ELO * error, likely)


def course(players: int, parts: Iterable[Sequence[Game]], stops: Sequence[int]) -> list[list[float]]:
    """The ratings of players 0 to players - 1 after so many parts, for each number of `stops` (increasing, from 1).

    A part is a list of games; they are in the order in which they were played. There are no intervals.
    """
    met = meetings(players, parts)
    ratings = []
    for stop in stops:
        so_far = met.picked(met.deal < stop)
        of = groups(players, so_far.player, so_far.other)
        elo = np.zeros(players)
        for group in sorted(set(of.tolist())):
            members = of == group
            elo[members] = ELO * fit(int(members.sum()), totals(int(members.sum()), _among(members, so_far)), ADDED)
        ratings.append(elo.tolist())
    return ratings


def _among(members: np.ndarray, met: Meetings) -> Meetings:
    """The meetings of some players, who never met others, numbered by their place among them."""
    if members.all():
        return met
    number = members.cumsum() - 1
    picked = met.picked(members[met.player])
    return picked._replace(player=number[picked.player], other=number[picked.other])


_CLOSE = 1e-10
"""The fit is done when no strength moves by more."""
_MOST_STEPS = 200
_STRIDE = 2.0
"""The longest step; far from the solution, the curve is not the parabola that the method takes it for."""


def chance(difference: np.ndarray) -> np.ndarray:
    """The chance to be ahead of somebody who is weaker by so much."""
    result: np.ndarray = 0.5 * (1 + np.tanh(difference / 2))
    return result


def fit(players: int, met: Meetings, added: float) -> np.ndarray:
    """The strengths of players 0 to players - 1, in natural logarithms of odds; their mean is 0.

    `added` drawn comparisons are added to each player's, spread evenly over all others. They keep everything finite.
    """
    strength = np.zeros(players)
    if players == 1:
        return strength
    likely = _likelihood(strength, met, added)
    for _ in range(_MOST_STEPS):
        slope, curve = derivatives(strength, met, added)
        step = np.linalg.solve(curve + 1 / players, slope)
        size = np.abs(step).max()
        step *= min(1.0, _STRIDE / max(size, _CLOSE))
        while (further := _likelihood(strength + step, met, added)) < likely - 1e-9 * abs(likely):
            step /= 2
        strength, likely = strength + step, further
        strength -= strength.mean()
        if size < _CLOSE:
            break
    return strength


def derivatives(strength: np.ndarray, met: Meetings, added: float) -> tuple[np.ndarray, np.ndarray]:
    """Slope of the logarithm of the likelihood, and its curvature (the information, positive)."""
    players = len(strength)
    each = added / max(1, players - 1)
    expected = chance(strength[:, None] - strength)
    curve = -each * expected * (1 - expected)
    slope = each * (0.5 - expected).sum(axis=1)  # on the diagonal 0.5: no difference
    expected = chance(strength[met.player] - strength[met.other])
    missing = met.points - met.games * expected
    slope += np.bincount(met.player, missing, players) - np.bincount(met.other, missing, players)
    weight = met.games * expected * (1 - expected)
    np.subtract.at(curve, (met.player, met.other), weight)
    np.subtract.at(curve, (met.other, met.player), weight)
    np.fill_diagonal(curve, 0)
    np.fill_diagonal(curve, -curve.sum(axis=1))
    return slope, curve


def _likelihood(strength: np.ndarray, met: Meetings, added: float) -> float:
    """The logarithm of the likelihood of all comparisons, those added too."""
    gap = strength[met.player] - strength[met.other]
    value = met.points @ gap - met.games @ np.logaddexp(0, gap)
    apart = np.abs(strength[:, None] - strength)
    value -= added / max(1, len(strength) - 1) * (apart / 2 + np.log1p(np.exp(-apart))).sum() / 2
    return float(value)


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
    strength: np.ndarray, met: Meetings, covariance: np.ndarray, information: np.ndarray, openness: np.ndarray
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
        known += len(played) - len(set(groups(len(played), player, other).tolist()))
    observed = (covariance @ square * covariance).sum(axis=1) / np.diag(covariance) ** 2 / information
    observed *= known / max(known - players + 1, 1)  # some of all differences were spent on the fit
    worst = np.minimum(worst / deals, _MOST * np.maximum(observed, 1))
    telling = np.maximum(deals * openness - _SILENT, 0)
    return (observed * telling + worst * _WEIGHT) / (telling + _WEIGHT), deals
