"""Simulated leagues: how often intervals hold, how often a tournament ends with a false winner, and how soon.

    python tests/benchmarks/simulate.py

Strengths and Gumbel noise give places as the model of Bradley and Terry has them for every pair at a table. Games of a
block share luck: a bot's noise has a correlation between them, from none to 0.6. TOURNAMENTS.md shows the figures.
"""

from __future__ import annotations

import time
from itertools import combinations
from statistics import NormalDist

import numpy as np

from cityleague.replays.league.comparisons import Meetings, groups, totals
from cityleague.replays.league.fit import fit
from cityleague.replays.league.intervals import trust
from cityleague.replays.league.ratings import ADDED, ELO
from cityleague.replays.tournaments.stopping import STAKES, needed

LEAGUES = 200
SHAPES = ((2, 2), (4, 2), (8, 2), (3, 3), (8, 4), (6, 6))
"""Bots and seats."""
BLOCKS = (5, 10, 30)
"""Blocks that each bot plays."""
DIFFERENCES = (0, 300, 600)
"""Elo between the strongest and the weakest; the others stand evenly between."""
LUCK = (0.0, 0.3, 0.6)
RUNS = 400
DEALS = 1000

_AT = np.linspace(-7, 7, 10_001)
_GUMBEL = -np.log(-np.log(np.clip([NormalDist().cdf(at) for at in _AT], 1e-13, 1 - 1e-13)))


def wins(
    chaos: np.random.Generator, strength: np.ndarray, tables: np.ndarray, luck: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each block (a row of `tables`) and pair in it: the two bots, and how many games the first was ahead in."""
    blocks, seats = tables.shape
    shared, own = chaos.standard_normal((blocks, 1, seats)), chaos.standard_normal((blocks, seats, seats))
    noise = np.interp(np.sqrt(luck) * shared + np.sqrt(1 - luck) * own, _AT, _GUMBEL)
    form = strength[tables][:, None, :] + noise
    i, k = np.triu_indices(seats, 1)
    return tables[:, i], tables[:, k], (form[:, :, i] > form[:, :, k]).sum(axis=1)


def league(chaos: np.random.Generator, strength: np.ndarray, seats: int, each: int, luck: float) -> Meetings:
    """The meetings of a league in which each plays in about `each` blocks, and all are connected by meetings."""
    bots = len(strength)
    while True:
        drawn = [chaos.permutation(bots)[: bots - bots % seats].reshape(-1, seats) for _ in range(each * bots)]
        tables = np.sort(np.concatenate(drawn)[: max(1, round(each * bots / seats))], axis=1)
        one, other, won = wins(chaos, strength, tables, luck)
        block = np.repeat(np.arange(len(tables)), one.shape[1])
        met = Meetings(block, one.ravel(), other.ravel(), np.full(one.size, float(seats)), won.ravel().astype(float))
        if not groups(bots, met).any():
            return met


def coverage(chaos: np.random.Generator, bots: int, seats: int, each: int, difference: float) -> tuple[float, float]:
    """How many of 100 intervals hold the truth, and how many have one end only, or none."""
    strength = (np.arange(bots) / (bots - 1) - 0.5) * difference / ELO
    held, open_ = 0, 0
    for number in range(LEAGUES):
        met = league(chaos, strength, seats, each, LUCK[number % len(LUCK)])
        known = trust(fit(bots, totals(bots, met), ADDED), met, ADDED)
        held += int(((known.low <= strength) & (strength <= known.high)).sum())
        open_ += int((np.isinf(known.low) | np.isinf(known.high)).sum())
    return 100 * held / LEAGUES / bots, 100 * open_ / LEAGUES / bots


def ends(chaos: np.random.Generator, strength: np.ndarray, seats: int, luck: float) -> tuple[int | None, int | None]:
    """After how many deals `--until top=1` ends, looking after each of them, and with whom; None: after no deal."""
    bots = len(strength)
    tables = np.array(list(combinations(range(bots), seats)))
    one, other, won = wins(chaos, strength, np.tile(tables, (DEALS, 1)), luck)
    shares = np.zeros((bots, bots, DEALS))
    deal = np.repeat(np.arange(DEALS), len(tables))[:, None] + np.zeros_like(one)
    np.add.at(shares, (one, other, deal), won / seats)
    np.add.at(shares, (other, one, deal), 1 - won / seats)
    shares /= shares[0, 1, 0] + shares[1, 0, 0]
    won_so_far = np.log(np.mean(np.exp(_bets(shares)), axis=0))
    won_so_far[np.arange(bots), np.arange(bots)] = np.inf
    shown = won_so_far.min(axis=1) >= needed(bots, 1)
    if not shown.any():
        return None, None
    first = int(np.argmax(shown.any(axis=0)))
    return first + 1, int(np.argmax(shown[:, first]))


def _bets(shares: np.ndarray) -> np.ndarray:
    return np.array([np.log1p(stake * (shares - 0.5)).cumsum(axis=2) for stake in STAKES])


def intervals() -> None:
    """How many intervals hold the truth."""
    print("| bots | seats | Elo between first and last | " + " | ".join(f"{each} blocks" for each in BLOCKS) + " |")
    print("|---|---|---|" + "---|" * len(BLOCKS))
    for bots, seats in SHAPES:
        for difference in DIFFERENCES:
            coverages = [
                coverage(np.random.default_rng([bots, seats, difference, each]), bots, seats, each, difference)
                for each in BLOCKS
            ]
            cells = [f"{held:.0f} %" + (f" ({open_:.0f} % open)" if open_ >= 0.5 else "") for held, open_ in coverages]
            print(f"| {bots} | {seats} | {difference} | " + " | ".join(cells) + " |", flush=True)


def winners() -> None:
    """How often a run ends with a winner, and how soon, with none and with a better bot among equals."""
    print("\n| bots | seats | the first is better by | runs that ended | deals, median | false winners |")
    print("|---|---|---|---|---|---|")
    for better in (0, 50, 100, 200, 400):
        for bots, seats in ((2, 2), (3, 2), (4, 4), (5, 2)):
            chaos = np.random.default_rng([bots, seats, better])
            strength = np.array([better / ELO] + [0.0] * (bots - 1))
            endings = [ends(chaos, strength, seats, LUCK[1]) for _ in range(RUNS if not better else RUNS // 8)]
            deals = sorted([after or DEALS + 1 for after, _ in endings])
            ended = sum(after is not None for after, _ in endings)
            false = sum(who is not None and (not better or who != 0) for _, who in endings)
            median = deals[len(deals) // 2]
            shown = [f"{100 * part / len(endings):.1f} %" for part in (ended, false)]
            middle = median if median <= DEALS else f"more than {DEALS}"
            print(f"| {bots} | {seats} | {better} Elo | {shown[0]} | {middle} | {shown[1]} |", flush=True)


def main() -> None:
    """Print the tables of TOURNAMENTS.md."""
    begun = time.process_time()
    intervals()
    winners()
    print(f"\n{time.process_time() - begun:.0f} seconds")


if __name__ == "__main__":
    main()
