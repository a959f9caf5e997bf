"""A study: a search, then a test of its candidate on fresh deals. It asks for trials and knows nothing of games."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import sqrt
from typing import NamedTuple

from cityleague.engine.sums import portable_sum
from cityleague.replays.tournaments import EVERY, LATEST, Edition, sequential_test
from cityleague.replays.tuning.ranges import Point
from cityleague.replays.tuning.search import Trial, search

LOW, HIGH = 0.0, 15.0
"""The test asks whether the candidate is so many Elo above the others."""
FALSE_HIGH, FALSE_LOW = {1: 0.04, 2: 0.05}, 0.05
"""By edition: the share of candidates that are no better and yet pass, and of those that are and do not."""
FIRST = 20
"""Blocks before the first decision."""


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
    told: str
    """How far the test has come, in words."""


Studying = Generator[Sequence[Trial], Sequence[float], Tested]
"""Trials out, in batches whose games can be played at once; their points per game in."""


def study(default: Point, deals: int, most: int, seed: str, edition: Edition = LATEST) -> Studying:
    """Search on `deals` deals, then test on at most `most` others."""
    candidate = yield from search(default, deals, seed, edition)
    scores: list[float] = []
    test = sequential_test(edition, LOW, HIGH, FALSE_HIGH[edition], FALSE_LOW)
    while len(scores) < most and (len(scores) < FIRST or test.answer() is None):
        following = min(FIRST if len(scores) < FIRST else EVERY, most - len(scores))
        made = yield [Trial(deals + len(scores) + number, candidate) for number in range(1, following + 1)]
        scores += made
        for score in made:
            test.add(score)
    mean = portable_sum(scores) / len(scores)
    variance = portable_sum([(score - mean) ** 2 for score in scores]) / max(len(scores) - 1, 1)
    error, answer = sqrt(variance / len(scores)), test.answer()
    return Tested(candidate, len(scores), answer == HIGH, answer is None, mean, error, test.so_far())
