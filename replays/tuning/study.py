"""A study: a search, then a test of its candidate on fresh deals. Both ask for trials and know nothing of games.

They are generators, which yield the points that are to be tried and are sent the points per game that each of them
made. The search is SPSA: it yields two points for each deal (edition 1 fits a curve where there is one parameter). What
it returns is the average of where it went (edition 1: the top of the curve), and never the best trial: the best of many
is mostly the luckiest.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import ceil, sqrt
from typing import NamedTuple

from cityleague.engine.chance import Stream
from cityleague.engine.sums import portable_sum
from cityleague.replays.tournaments import EVERY, LATEST, Edition, sequential_test
from cityleague.replays.tuning.ranges import Point


class Trial(NamedTuple):
    """A point that plays a deal."""

    deal: int
    """From 1."""
    point: Point


Asking = Generator[Sequence[Trial], Sequence[float], Point]
"""Trials out, their points per game in, and in the end the candidate."""

STEPS = 50
"""SPSA makes so many steps, or fewer; what more deals there are make each step surer."""
REACH = 0.25
"""How far from its place SPSA looks to both sides, as a part of each range."""
USUAL_DEVIATION = 0.21
"""Of the points per game in a block of three seats, as measured."""
_GAIN, _MOST_GAIN = 7.0, 0.3
"""The gains of all steps together, and of one at most: by simulation (`tests/benchmarks/tuning.py`)."""


def search(default: Point, deals: int, seed: str, edition: Edition = LATEST) -> Asking:
    """The search of an edition, from the default on."""
    if edition == 1 and len(default) == 1:
        return along_a_curve(deals)
    return spsa(default, deals, Stream(seed, "spsa"))


def spsa(default: Point, deals: int, stream: Stream) -> Asking:
    """Simultaneous perturbation: every step looks to both sides of its place, in a random direction for each deal.

    Returns the average of the places in the second half.
    """
    place = [min(max(value, REACH / 2), 1 - REACH / 2) for value in default]
    each = ceil(deals / STEPS)
    steps = ceil(deals / each)
    gain = min(_GAIN / steps, _MOST_GAIN)
    visited: list[list[float]] = []
    for first in range(1, deals + 1, each):
        numbers = range(first, min(first + each, deals + 1))
        ways = [[2 * stream.below(2) - 1 for _ in place] for _ in numbers]
        trials = [
            Trial(
                deal,
                tuple([min(max(value + side * REACH * way, 0.0), 1.0) for value, way in zip(place, own, strict=True)]),
            )
            for deal, own in zip(numbers, ways, strict=True)
            for side in (1, -1)
        ]
        made = yield trials
        for at in range(len(place)):
            slopes = [(made[2 * k] - made[2 * k + 1]) / (2 * REACH * own[at]) for k, own in enumerate(ways)]
            moved = place[at] + gain * portable_sum(slopes) / len(slopes)
            place[at] = min(max(moved, REACH / 2), 1 - REACH / 2)
        visited.append(place.copy())
    late = visited[len(visited) // 2 :]
    return tuple([portable_sum([point[at] for point in late]) / len(late) for at in range(len(place))])


def along_a_curve(deals: int) -> Asking:
    """Trials all over the range, evenly, and the top of the parabola through them.

    Points per game cannot fall below 0, so far from the top no parabola fits them: edition 2 does not use it.
    """
    trials = [Trial(deal, (place,)) for deal in range(1, deals + 1) for place in _pair(deal)]
    made = yield trials
    return (Curve.through([trial.point[0] for trial in trials], made).top(),)


def in_points(margins: Sequence[float], so_far: Sequence[float]) -> list[float]:
    """Margins as points per game that scatter as usual; `so_far`: all margins of the search, these among them."""
    mean = portable_sum(so_far) / len(so_far)
    deviation = sqrt(portable_sum([(margin - mean) ** 2 for margin in so_far]) / (len(so_far) - 1))
    return [0.5 + USUAL_DEVIATION * margin / deviation if deviation else 0.5 for margin in margins]


def _pair(number: int) -> tuple[float, float]:
    """Two places half of the range apart; those of all numbers fill it evenly (van der Corput's sequence)."""
    place, part = 0.0, 0.5
    while number:
        place, number, part = place + part * (number % 2), number // 2, part / 2
    return place / 2, place / 2 + 0.5


class Curve(NamedTuple):
    """A parabola fitted by least squares: points per game as a + b z + c z², z from -1/2 to 1/2."""

    factors: tuple[float, float, float]
    covariance: tuple[tuple[float, ...], ...]

    @classmethod
    def through(cls, places: Sequence[float], made: Sequence[float]) -> Curve:
        """The curve through these trials, at least three places."""
        rows = [_powers(place) for place in places]
        normal = [[portable_sum([row[i] * row[k] for row in rows]) for k in range(3)] for i in range(3)]
        right = [portable_sum([row[i] * value for row, value in zip(rows, made, strict=True)]) for i in range(3)]
        inverse = _inverse(normal)
        factors = [portable_sum([inverse[i][k] * right[k] for k in range(3)]) for i in range(3)]
        rests = [
            value - portable_sum([factor * power for factor, power in zip(factors, row, strict=True)])
            for row, value in zip(rows, made, strict=True)
        ]
        variance = portable_sum([rest * rest for rest in rests]) / max(len(rests) - 3, 1)
        a, b, c = factors
        return cls((a, b, c), tuple([tuple([variance * cell for cell in row]) for row in inverse]))

    def at(self, place: float) -> tuple[float, float]:
        """The points per game at a place, and their standard error."""
        powers = _powers(place)
        value = portable_sum([factor * power for factor, power in zip(self.factors, powers, strict=True)])
        square = portable_sum([powers[i] * self.covariance[i][k] * powers[k] for i in range(3) for k in range(3)])
        return value, sqrt(max(square, 0.0))

    def top(self) -> float:
        """The place of the highest point within the range."""
        _, b, c = self.factors
        inside = [min(max(0.5 - b / (2 * c), 0.0), 1.0)] if c < 0 else []
        return max([*inside, 0.0, 1.0], key=lambda place: self.at(place)[0])


def _powers(place: float) -> tuple[float, float, float]:
    z = place - 0.5
    return 1.0, z, z * z


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Of a matrix of three rows, by its cofactors."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    rows = [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ]
    determinant = a * rows[0][0] + b * rows[1][0] + c * rows[2][0]
    return [[cell / determinant for cell in row] for row in rows]


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
