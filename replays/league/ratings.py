"""Ratings on an Elo scale: one joint fit over all placements, with intervals from how much deals vary."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cityleague.replays.league.arrays import np
from cityleague.replays.league.comparisons import Game, Meetings, groups, meetings, totals
from cityleague.replays.league.fit import fit
from cityleague.replays.league.intervals import Trust, trust

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

    def superiority(self, player: int, other: int) -> float | None:
        """How likely it is that `player` is stronger than `other`, from 0 to 1; None: nothing tells."""
        group = self.all[player].group
        known = self._trust.get(group)
        if known is None or self.all[other].group != group:
            return None
        i, k = self._place[player], self._place[other]
        covariance = known.covariance
        variance = float(covariance[i, i] + covariance[k, k] - 2 * covariance[i, k])
        variance *= float(known.excess[i] + known.excess[k]) / 2
        errors = (self._strength[group][i] - self._strength[group][k]) / math.sqrt(variance)
        freedom = float(min(known.freedom[i], known.freedom[k]))
        # Student's distribution by Wallace's approximation
        normal = math.sqrt(freedom * math.log1p(errors**2 / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
        return (1 + math.erf(math.copysign(normal, errors) / math.sqrt(2))) / 2  # of the normal distribution


def rate(players: int, deals: Sequence[Sequence[Game]]) -> list[Rating]:
    """The ratings of players 0 to players - 1; see `Ratings`."""
    return Ratings(players, deals).all


def course(
    players: int, parts: Sequence[Sequence[Sequence[tuple[int, int]]]], stops: Sequence[int]
) -> list[list[float]]:
    """The ratings of players 0 to players - 1 after so many parts, for each number of `stops` (increasing, from 1).

    A part is a list of games; they are in the order in which they were played. There are no intervals.
    """
    met = meetings(players, parts)
    ratings = []
    for stop in stops:
        so_far = met.picked(met.deal < stop)
        of = groups(players, so_far.player, so_far.other)
        elo = np.zeros(players)
        for group in np.unique(of):
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
    return picked._replace(one=number[picked.player], other=number[picked.other])
