"""How often studies find what there is, and claim what there is not: `python -m tests.benchmarks.tuning [STUDIES]`.

The studies are those of the package; only the games are made up. A block has normal points, as wide as measured, round
a quadratic landscape that nobody tells the study. The exit code is 1 if a bar is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from math import exp, sqrt
from random import Random
from typing import NamedTuple

from cityleague.replays.tuning.study import USUAL_DEVIATION, Tested, in_points, study

MOST = 2000
"""Deals of a test."""
SEATS = 3
UNIT = 40.0
"""Points of lead for a point per game."""
ELO = 30
"""What there is to gain, where there is something."""
GAINS = (f"{ELO} Elo to gain", "the same, by margin")
CLAIMED, FOUND = 5, 90
"""Percent of studies: that claim a gain where there is none, at most; and where there is one, at least (TUNING.md)."""


class Landscape(NamedTuple):
    """Points per game: `height` above those of the default at the top, and less with the square of the distance."""

    default: tuple[float, ...]
    top: tuple[float, ...]
    steepness: tuple[float, ...]
    height: float

    def points(self, place: Sequence[float]) -> float:
        """What a candidate makes per game."""
        fall = [k * (x - top) ** 2 for k, x, top in zip(self.steepness, place, self.top, strict=True)]
        return 0.5 + self.height - sum(fall)


def points_of(elo: float) -> float:
    """Above a half."""
    return 1 / (1 + 10 ** (-elo / 400)) - 0.5


def hill(chaos: Random, count: int, elo: float) -> Landscape:
    """A top within the ranges, a tenth to two fifths of each away from the default; some parameters count for more."""
    default = [chaos.uniform(0.2, 0.8) for _ in range(count)]
    far = [chaos.uniform(0.1, 0.4) * chaos.choice((-1, 1)) for _ in range(count)]
    far = [way if 0 <= at + way <= 1 else -way for at, way in zip(default, far, strict=True)]
    weights = [exp(chaos.gauss(0, 0.5)) for _ in range(count)]
    height = points_of(elo)
    unit = height / sum([weight * way * way for weight, way in zip(weights, far, strict=True)])
    top = [at + way for at, way in zip(default, far, strict=True)]
    return Landscape(tuple(default), tuple(top), tuple([unit * weight for weight in weights]), height)


def plain(chaos: Random, count: int) -> Landscape:
    """Nothing matters."""
    default = tuple([chaos.uniform(0.2, 0.8) for _ in range(count)])
    return Landscape(default, default, (0.0,) * count, 0.0)


def already_at_the_top(chaos: Random, count: int) -> Landscape:
    """The default is the best."""
    other = hill(chaos, count, 30)
    return Landscape(other.default, other.default, other.steepness, 0.0)


def simulated(landscape: Landscape, deals: int, chaos: Random, most: int = MOST, *, by_margin: bool = False) -> Tested:
    """A study in which a landscape takes the place of the games; `by_margin`: what its search sees has another unit."""
    course = study(landscape.default, deals, most, str(chaos.random()))
    trials, margins = next(course), list[float]()
    while True:
        made = [landscape.points(trial.point) + chaos.gauss(0, USUAL_DEVIATION) for trial in trials]
        if by_margin and trials[0].deal <= deals:
            margins += [UNIT * (points - 0.5) for points in made]
            made = in_points(margins[-len(made) :], margins)
        else:
            made = [min(max(points, 0.0), 1.0) for points in made]
        try:
            trials = course.send(made)
        except StopIteration as ended:
            tested: Tested = ended.value
            return tested


class Found(NamedTuple):
    """What came of many studies."""

    better: float
    """The share that claims a gain."""
    error: float
    elo: float
    """What the candidates are truly worth, on average: points above a half, as Elo."""
    blocks: float
    """Of the test, on average."""


def many(make: Callable[[Random], Landscape], deals: int, studies: int, seed: int, *, by_margin: bool = False) -> Found:
    """What comes of so many studies."""
    chaos = Random(seed)
    claimed = worth = blocks = 0.0
    for _ in range(studies):
        landscape = make(chaos)
        tested = simulated(landscape, deals, chaos, by_margin=by_margin)
        claimed += tested.better
        worth += landscape.points(tested.candidate) - 0.5
        blocks += tested.blocks
    share = claimed / studies
    return Found(share, sqrt(share * (1 - share) / studies), worth / studies * 400 * 4 / 2.302585, blocks / studies)


def main() -> int:
    """Print a table; 1 if a bar is missed."""
    missed = 0
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    begun = time.process_time()
    print("| truth | parameters | games of the search | studies that claim a gain | true gain of the candidate, Elo |")
    print("|---|---|---|---|---|")
    for count, games in ((1, 1000), (2, 1000), (4, 1000), (8, 3000)):
        for said, make in (
            ("nothing matters", lambda chaos, count=count: plain(chaos, count)),
            ("the default is the top", lambda chaos, count=count: already_at_the_top(chaos, count)),
            (GAINS[0], lambda chaos, count=count: hill(chaos, count, ELO)),
            (GAINS[1], lambda chaos, count=count: hill(chaos, count, ELO)),
        ):
            found = many(make, games // (2 * SEATS), studies, count, by_margin=said == GAINS[1])
            missed += 100 * found.better < FOUND if said in GAINS else 100 * found.better > CLAIMED
            shown = f"{100 * found.better:.1f} ± {100 * found.error:.1f} %"
            print(
                f"| {said} | {count} | {games:,} | {shown} | {found.elo:+.0f} (tested on {found.blocks:.0f} deals) |",
                flush=True,
            )
    print(f"\n{studies} studies each, {time.process_time() - begun:.0f} seconds; {missed} bars are missed")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
