"""Rates measured side by side: the contestants take turns, so that a busy machine slows all of them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import process_time
from typing import NamedTuple


class Contestant(NamedTuple):
    """Somebody whose speed is measured."""

    name: str
    run: Callable[[int], int]
    """Does the work of a round (0, 1, 2 ...) and returns how many moves that was."""


def best_rates(contestants: Sequence[Contestant], rounds: int) -> dict[str, float]:
    """The moves per second of processor time of each, in the best of its rounds.

    The best, not the mean: whatever else the machine does can only slow a round down.
    """
    best = dict.fromkeys([contestant.name for contestant in contestants], 0.0)
    for number in range(rounds):
        for name, run in contestants:
            gc.collect()  # nobody pays for the garbage of the one before
            start = process_time()
            moves = run(number)
            best[name] = max(best[name], moves / (process_time() - start))
    return best
