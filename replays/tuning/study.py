"""A study: a search, then a test of its candidate on fresh deals. It asks for trials and knows nothing of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from math import sqrt
from typing import NamedTuple

from cityleague.engine.sums import portable_sum
from cityleague.replays.tournaments import EVERY, bounds, likelihood
from cityleague.replays.tuning.ranges import Point
from cityleague.replays.tuning.search import Trial, search

LOW, HIGH = 0.0, 15.0
"""The test asks whether the candidate is so many Elo above the others."""
FALSE_HIGH, FALSE_LOW = 0.04, 0.05
FIRST = 20
"""Blocks before the first decision. With these numbers at most 5 % of candidates pass that are no better: the variance
of few blocks is uncertain, and the test looks every ten."""


class Tested(NamedTuple):
    """What the test has shown."""

    candidate: Point
    blocks: int
    better: bool
    undecided: bool
    """Whether the test came to its last deal without a decision."""
    mean: float
    """Points per game of the candidate."""
    error: float
    """Their standard error."""
    ratio: float
    """The log likelihood ratio."""


Studying = Generator[Sequence[Trial], Sequence[float], Tested]
"""Trials out, in batches whose games can be played at once; their points per game in."""


def study(default: Point, deals: int, most: int, seed: str) -> Studying:
    """Search on `deals` deals, then test on at most `most` others."""
    candidate = yield from search(default, deals, seed)
    scores: list[float] = []
    below, above = bounds(FALSE_HIGH, FALSE_LOW)
    ratio = 0.0
    while len(scores) < most and (len(scores) < FIRST or below < ratio < above):
        following = min(FIRST if len(scores) < FIRST else EVERY, most - len(scores))
        scores += yield [Trial(deals + len(scores) + number, candidate) for number in range(1, following + 1)]
        ratio = likelihood(Counter(scores), LOW, HIGH)
    mean = portable_sum(scores) / len(scores)
    variance = portable_sum([(one - mean) ** 2 for one in scores]) / max(len(scores) - 1, 1)
    better, undecided = len(scores) >= FIRST and ratio >= above, below < ratio < above
    return Tested(candidate, len(scores), better, undecided, mean, sqrt(variance / len(scores)), ratio)
