"""Ratings on an Elo scale: one joint fit over all placements, with intervals by bootstrap over blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cityleague.engine.chance import Stream

if TYPE_CHECKING:
    import numpy

ELO = 400 / math.log(10)
"""Elo points that multiply the odds of being placed ahead by e."""

SAMPLES = 400
"""How often the blocks are drawn anew for the intervals."""


class Rating(NamedTuple):
    """A player's strength relative to the mean of all, and its 95 % interval (None with fewer than 2 blocks)."""

    elo: float
    low: float | None
    high: float | None


def rate(players: int, blocks: Sequence[Sequence[Sequence[tuple[int, int]]]]) -> list[Rating]:
    """Ratings of players 0 to players - 1.

    A block is a list of games, and a game a list of (player, rank). Every pair at a table is a comparison; a shared
    rank is half a win for each. The strengths are those of the Bradley-Terry model that make all comparisons together
    most likely. Each player also gets one drawn comparison, spread over all others, so that ratings stay finite for
    players who won or lost everything and for players who never met.

    For the intervals, blocks are drawn with replacement, to see how much the fit depends on which deals were played.
    The added comparisons are drawn too, as one more block, but half of them always stay: the strength of a player who
    only won remains uncertain.
    """
    import numpy as np  # noqa: PLC0415  (slow to import)

    if players == 1:
        return [Rating(0.0, None, None)]
    tables = np.array([_comparisons(players, block) for block in blocks])
    added = (1 - np.eye(players)) * 0.5 / (players - 1)
    elo = _fit(tables.sum(axis=0) + added)
    if len(blocks) < 2:
        return [Rating(float(value), None, None) for value in elo]
    stream = Stream("cityleague", "bootstrap")
    samples = []
    for _ in range(SAMPLES):
        times = np.bincount([stream.below(len(blocks) + 1) for _ in range(len(blocks) + 1)], minlength=len(blocks) + 1)
        wins = np.tensordot(times[:-1], tables, axes=1) + added * (1 + times[-1]) / 2
        samples.append(_fit(wins))
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return [Rating(float(e), float(a), float(b)) for e, a, b in zip(elo, low, high, strict=True)]


def course(
    players: int, blocks: Sequence[Sequence[Sequence[tuple[int, int]]]], stops: Sequence[int]
) -> list[list[float]]:
    """The ratings of players 0 to players - 1 after so many blocks, for each number of `stops` (increasing, from 1).

    Blocks are those of `rate`, in the order in which they were played. There are no intervals: a fit is quick, hundreds
    of them are not.
    """
    import numpy as np  # noqa: PLC0415  (slow to import)

    if players == 1:
        return [[0.0] for _ in stops]
    wins = (1 - np.eye(players)) * 0.5 / (players - 1)
    ratings, done = [], 0
    for stop in stops:
        wins = sum([_comparisons(players, block) for block in blocks[done:stop]], wins)
        done = stop
        ratings.append([float(value) for value in _fit(wins)])
    return ratings


def _comparisons(players: int, games: Sequence[Sequence[tuple[int, int]]]) -> numpy.ndarray:
    """How often each player (row) was placed ahead of each other (column)."""
    import numpy as np  # noqa: PLC0415

    wins = np.zeros((players, players))
    for game in games:
        for player, rank in game:
            for other, other_rank in game:
                if player != other:
                    wins[player, other] += 1.0 if rank < other_rank else 0.5 if rank == other_rank else 0.0
    return wins


def _fit(wins: numpy.ndarray) -> numpy.ndarray:
    import choix  # noqa: PLC0415  (slow to import)

    strengths = choix.ilsr_pairwise_dense(wins, max_iter=10_000)
    elo: numpy.ndarray = ELO * (strengths - strengths.mean())
    return elo
