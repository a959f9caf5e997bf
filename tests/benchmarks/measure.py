"""Rates measured side by side: short slices in turn, each between two of a peer's; a busy machine slows both."""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

VALGRIND = shutil.which("valgrind")
"""Without it, no instructions are counted."""
_TOTAL = re.compile(r"^==(\d+)== I +refs: +([\d,]+)$", re.MULTILINE)
_LOOPS = 100_000
ENVIRONMENT = os.environ | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""}
"""What is imported is compiled once."""


def instructions(command: Sequence[str]) -> tuple[dict[int, int], str]:
    """Run a command in the project's folder: the instructions of each process by its id, and what it prints."""
    assert VALGRIND, "valgrind is not installed"
    tool = [VALGRIND, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*tool, *command], cwd=Path(__file__).parents[2], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    return {int(process): int(count.replace(",", "")) for process, count in _TOTAL.findall(done.stderr)}, done.stdout


def fixed_work() -> float:
    """Seconds of processor time for a loop in Python: the piece of work with which others are compared."""
    times = []
    for _ in range(25):
        start = process_time()
        total = 0
        for number in range(_LOOPS):
            total += number * number % 7
        times.append(process_time() - start)
    return median(times)


class Contestant(NamedTuple):
    """Somebody whose speed is measured."""

    name: str
    run: Callable[[int], int]
    """Does the work of a slice (0, 1, 2 ..., each another work) and returns how many moves that was."""


class Contest(NamedTuple):
    """What several do beside the same peer."""

    what: str
    peer: Contestant
    contestants: Sequence[Contestant]

    @property
    def everybody(self) -> list[Contestant]:
        """All of them, the peer last."""
        return [*self.contestants, self.peer]


class Rate(NamedTuple):
    """The medians over all slices."""

    each_second: float
    """Moves in a second of processor time."""
    by_peer: float
    """The same, by the mean of the peer's slices just before and after."""


def rates(contest: Contest, slices: int) -> dict[str, Rate]:
    """The rate of everybody.

    The median, not the best: a slice that something else disturbed says nothing, and neither does a lucky one.
    """
    gc.collect()
    gc.freeze()  # what is ready for later slices is nobody's garbage to look through
    slots = len(contest.contestants)
    alone: dict[str, list[float]] = {name: [] for name, _ in contest.everybody}
    compared: dict[str, list[float]] = {name: [] for name, _ in contest.everybody}
    for number in range(slices):
        of_peer = [_rate(contest.peer, number * (slots + 1))]
        of_each = []
        for slot, contestant in enumerate(contest.contestants, 1):
            of_each.append(_rate(contestant, number))
            of_peer.append(_rate(contest.peer, number * (slots + 1) + slot))
        for (name, _), rate, (before, after) in zip(contest.contestants, of_each, pairwise(of_peer), strict=True):
            alone[name].append(rate)
            compared[name].append(2 * rate / (before + after))
        alone[contest.peer.name] += of_peer
        compared[contest.peer.name].append(1)
    gc.unfreeze()
    return {name: Rate(median(alone[name]), median(compared[name])) for name in alone}


def _rate(contestant: Contestant, number: int) -> float:
    gc.collect()  # nobody pays for the garbage of the one before
    start = process_time()
    moves = contestant.run(number)
    return moves / (process_time() - start)
