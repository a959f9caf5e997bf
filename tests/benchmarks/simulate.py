"""Simulated leagues: how often intervals hold, how often a tournament ends with a false winner, and how soon.

    python -m tests.benchmarks.simulate [LUCK ...]

Deals are dealt by the schedules of tournaments: all tables of a deal share it. Strengths and Gumbel noise give places
as the model of Bradley and Terry has them for every pair at a table. A bot's luck on a deal carries over: its noise has
the correlation LUCK (0, 0.15 and 0.3 unless given) between any two of its games there, at the same table or another.
The exit code is 1 if intervals hold too seldom, or too many runs end with a false winner.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from math import exp
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from cityleague.replays.league.comparisons import Meetings, groups, totals
from cityleague.replays.league.ratings import ADDED, ELO, fit, trust
from cityleague.replays.tournaments import Plan, Tournament
from cityleague.replays.tournaments.stopping import ERROR, EVERY, STAKES, Evidence, expected, needed

LEAGUES = 200


class Shape(NamedTuple):
    """Who meets whom."""

    bots: int
    seats: int
    plan: tuple[tuple[str, Any], ...] = ()
    """What else the plan says."""
    called: str = "all tables"


SHAPES = (
    Shape(2, 2),
    Shape(4, 2),
    Shape(8, 2),
    Shape(8, 2, (("tables", 4),), "4 tables"),
    Shape(8, 2, (("schedule", "gauntlet"),), "gauntlet"),
    Shape(3, 3),
    Shape(4, 3),
    Shape(8, 4),
    Shape(6, 6),
)
DEALS = (5, 10, 30)
DIFFERENCES = (0, 300, 600)
"""Elo between the strongest and the weakest; the others stand evenly between."""
LUCK = (0.0, 0.15, 0.3)
RUNS = 400
MOST_DEALS = 1000
HELD, FALSE = 93, 5
"""Percent of the intervals that hold the truth, at least, in each row and column; of runs of equal bots that end, at
most. RATINGS.md states them.
"""

_AT = np.linspace(-7, 7, 10_001)
_GUMBEL = -np.log(-np.log(np.clip([NormalDist().cdf(at) for at in _AT], 1e-13, 1 - 1e-13)))


@lru_cache
def blocks(shape: Shape, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """The deal of each block, from 0, and the bots at its table; all bots are connected by meetings."""
    number = {f"b{bot}": bot for bot in range(shape.bots)}
    bots = tuple([f"{name}=random" for name in number])
    plan = Plan(game="between_two_cities", bots=bots, seats=shape.seats, deals=deals, seed="1", **dict(shape.plan))
    played = [*chain.from_iterable(Tournament(plan).rounds())]
    tables = np.array([sorted([number[entrant.name] for entrant in block.players]) for block in played])
    assert not groups(shape.bots, tables[:, 0].repeat(shape.seats), tables.ravel()).any()
    return np.array([block.deal - 1 for block in played]), tables


def wins(
    chaos: np.random.Generator, strength: np.ndarray, deal: np.ndarray, tables: np.ndarray, luck: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each block (a row of `tables`) and pair in it: the two bots, and how many games the first was ahead in."""
    count, seats = tables.shape
    carried = chaos.standard_normal((deal.max() + 1, len(strength)))[deal[:, None], tables]
    own = chaos.standard_normal((count, seats, seats))
    noise = np.interp(np.sqrt(luck) * carried[:, None, :] + np.sqrt(1 - luck) * own, _AT, _GUMBEL)
    form = strength[tables][:, None, :] + noise
    i, k = np.triu_indices(seats, 1)
    return tables[:, i], tables[:, k], (form[:, :, i] > form[:, :, k]).sum(axis=1)


def league(
    chaos: np.random.Generator, strength: np.ndarray, deal: np.ndarray, tables: np.ndarray, luck: float
) -> Meetings:
    """The meetings of a league, a line for each pair on each deal."""
    bots = len(strength)
    first, other, won = [part.ravel() for part in wins(chaos, strength, deal, tables, luck)]
    pairs = np.repeat(deal, len(first) // len(deal)) * bots**2 + first * bots + other
    pair, line = np.unique(pairs, return_inverse=True)
    games, points = np.bincount(line) * float(tables.shape[1]), np.bincount(line, won)
    return Meetings(pair // bots**2, pair // bots % bots, pair % bots, games, points)


def coverage(shape: Shape, deals: int, difference: int, luck: float) -> tuple[float, float]:
    """How many of 100 intervals hold the truth, and how many have one end only, or none."""
    bots = shape.bots
    chaos = np.random.default_rng([bots, shape.seats, len(shape.called), deals, difference, round(100 * luck)])
    deal, tables = blocks(shape, deals)
    held, open_ = 0, 0
    for _ in range(LEAGUES):
        strength = chaos.permutation(np.arange(bots) / (bots - 1) - 0.5) * difference / ELO
        met = league(chaos, strength, deal, tables, luck)
        known = trust(fit(bots, totals(bots, met), ADDED), met, ADDED)
        held += int(((known.low <= strength) & (strength <= known.high)).sum())
        open_ += int((np.isinf(known.low) | np.isinf(known.high)).sum())
    return 100 * held / LEAGUES / bots, 100 * open_ / LEAGUES / bots


def ends(chaos: np.random.Generator, strength: np.ndarray, seats: int, luck: float) -> tuple[int | None, int | None]:
    """After how many deals `--until top=1` ends, looking after each of them, and with whom; None: after no deal."""
    bots = len(strength)
    met = league(chaos, strength, *blocks(Shape(bots, seats), MOST_DEALS), luck)
    shares = np.zeros((bots, bots, MOST_DEALS))
    shares[met.player, met.other, met.deal] = met.points / met.games
    shares[met.other, met.player, met.deal] = 1 - met.points / met.games
    won_so_far = np.log(np.mean(np.exp(_bets(shares)), axis=0))
    won_so_far[np.arange(bots), np.arange(bots)] = np.inf
    shown = won_so_far.min(axis=1) >= needed(bots, 1)
    if not shown.any():
        return None, None
    first = int(np.argmax(shown.any(axis=0)))
    return first + 1, int(np.argmax(shown[:, first]))


def _bets(shares: np.ndarray) -> np.ndarray:
    return np.array([np.log1p(stake * (shares - 0.5)).cumsum(axis=2) for stake in STAKES])


def intervals(lucks: Sequence[float]) -> float:
    """How many intervals hold the truth; returned is the least of all."""
    least = 100.0
    print("| bots | seats | schedule | Elo between first and last | " + " | ".join(f"{n} deals" for n in DEALS) + " |")
    print("|---|---|---|---|" + "---|" * len(DEALS))
    for shape in SHAPES:
        for difference in DIFFERENCES:
            cells = []
            for deals in DEALS:
                found = [coverage(shape, deals, difference, luck) for luck in lucks]
                least = min([least, *[share for share, _ in found]])
                open_ = sum([share for _, share in found]) / len(found)
                held = ", ".join([f"{share:.0f}" for share, _ in found])
                cells.append(f"{held} %" + (f" ({open_:.0f} % open)" if open_ >= 0.5 else ""))
            print(f"| {shape.bots} | {shape.seats} | {shape.called} | {difference} | {' | '.join(cells)} |", flush=True)
    return least


def winners(lucks: Sequence[float]) -> float:
    """How often a run ends with a winner, and how soon, with none and with a better bot among equals.

    Returned is the greatest share of runs with a false winner, over all degrees of luck.
    """
    most = 0.0
    print("\n| bots | seats | the first is better by | runs that ended | deals, median | false winners |")
    print("|---|---|---|---|---|---|")
    for better in (0, 50, 100, 200, 400):
        for bots, seats in ((2, 2), (3, 2), (4, 4), (5, 2)):
            strength = np.array([better / ELO] + [0.0] * (bots - 1))
            cells = []
            for luck in lucks:
                chaos = np.random.default_rng([bots, seats, better, round(100 * luck)])
                endings = [ends(chaos, strength, seats, luck) for _ in range(RUNS if not better else RUNS // 8)]
                deals = sorted([after or MOST_DEALS + 1 for after, _ in endings])
                ended = sum(after is not None for after, _ in endings)
                false = sum(who is not None and (not better or who != 0) for _, who in endings)
                median = deals[len(deals) // 2]
                middle = f"{median}" if median <= MOST_DEALS else f"more than {MOST_DEALS}"
                cells.append((f"{100 * ended / len(endings):.1f}", middle, f"{100 * false / len(endings):.1f}"))
            most = max(most, sum([float(wrong) for _, _, wrong in cells]) / len(cells))
            shown = [
                ", ".join(figures if len(set(figures)) > 1 else figures[:1]) for figures in zip(*cells, strict=True)
            ]
            print(f"| {bots} | {seats} | {better} Elo | {shown[0]} % | {shown[1]} | {shown[2]} % |", flush=True)
    return most


class Skewed(NamedTuple):
    """Points of a block, and how often each is made."""

    points: tuple[float, ...]
    weights: tuple[int, ...]
    told: str


SCORES = (
    Skewed((0, 0.5, 1), (1, 2, 1), "0, 1/2 or 1, 1 : 2 : 1"),
    Skewed((0, 0.5, 1), (1, 8, 1), "0, 1/2 or 1, 1 : 8 : 1"),
    Skewed((2 / 3, 0), (3, 1), "2/3 or 0, 3 : 1"),
    Skewed((5 / 8, 0), (4, 1), "5/8 or 0, 4 : 1"),
    Skewed((1 / 3, 1), (3, 1), "1/3 or 1, 3 : 1"),
)
SPRT_RUNS = 2000


def sprt(scores: Skewed, elo: float, high: float, runs: int) -> tuple[Counter[float], float]:
    """What `--until sprt=0,HIGH` answers about a bot of so many Elo, and after how many deals on average.

    The weights are tilted (all by one exponential) until the points have the bot's mean.
    """
    low, most = -60.0, 60.0
    for _ in range(60):
        tilt = (low + most) / 2
        tilted = [weight * exp(tilt * points) for points, weight in zip(scores.points, scores.weights, strict=True)]
        mean = sum([weight * points for points, weight in zip(scores.points, tilted, strict=True)]) / sum(tilted)
        low, most = (tilt, most) if mean < expected(elo) else (low, tilt)
    chaos = Random(f"{scores.told} {elo} {high}")
    answers: Counter[float] = Counter()
    deals = 0
    for _ in range(runs):
        test, answer = Evidence(0, high, ERROR, ERROR), None
        while answer is None:
            for points in chaos.choices(scores.points, tilted, k=EVERY):
                test.add(points)
            deals, answer = deals + EVERY, test.answer()
        answers[answer] += 1
    return answers, deals / runs


def sequential_tests() -> float:
    """How often a sequential test is wrong, and after how many deals it ends; how often it is wrong at most, in %."""
    most = 0.0
    print("\n| points of a block | SPRT | false answers at 0 Elo | deals | false answers at HIGH | deals |")
    print("|---|---|---|---|---|---|")
    for scores in SCORES:
        for high in (30, 80):
            (none, deals), (better, more) = [sprt(scores, elo, high, SPRT_RUNS) for elo in (0, high)]
            wrong = [100 * count / SPRT_RUNS for count in (none[high], better[0])]
            most = max(most, *wrong)
            told = [f"{share:.1f} %" for share in wrong]
            print(f"| {scores.told} | 0, {high} | {told[0]} | {deals:.0f} | {told[1]} | {more:.0f} |", flush=True)
    return most


def main() -> int:
    """Print the tables; 1 if a bar is missed."""
    begun = time.process_time()
    lucks = [float(text) for text in sys.argv[1:]] or LUCK
    held, false, wrong = intervals(lucks), winners(lucks), sequential_tests()
    print(f"\n{time.process_time() - begun:.0f} seconds; {held:.1f} % of the intervals hold the truth at least, of "
          f"{HELD} %; {false:.1f} % of runs end with a false winner at most, {wrong:.1f} % of sequential tests with "
          f"a false answer, of {FALSE} %")  # fmt: skip
    return int(held < HELD or max(false, wrong) > FALSE)


if __name__ == "__main__":
    sys.exit(main())
