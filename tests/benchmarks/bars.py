"""The promises: what a move may cost beside a peer's, what a start may take, and what memory. They stand here alone.

Those of moves hold instructions, which are the same everywhere with the same Python. Processors differ too much to
promise time: some do the same program in 1.6 times as long beside the same peer.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .commands import KEPT, LAYOUT, LEFT, SHEET, left
from .memory import MIB, Usage
from .ours import PLAYED, VALIDATED

PYTHON = "3.11"
"""The Python with which the bars of instructions were set; another one takes other instructions."""
MOVES: dict[str, dict[str, float]] = {
    VALIDATED: {
        "Between Two Cities": 2.93,
        "Card City XL, simplified": 1.46,
        "Card City XL, normal": 1.38,
        "Card City XL, advanced": 1.14,
        "City Tycoon": 2.10,
        "NEOM": 1.90,
        "20th Century": 2.31,
    },
    PLAYED: {
        "Between Two Cities": 4.19,
        "Card City XL, simplified": 3.51,
        "Card City XL, normal": 2.60,
        "Card City XL, advanced": 2.03,
        "City Tycoon": 1.62,
        "NEOM": 3.28,
        "20th Century": 5.10,
    },
}
"""A peer's instructions for a move by ours, at least: python-chess's in validation, catanatron's in random play."""
STARTS = {
    "--help": 5,
    "validate of one game": 10,
    "show of one game": 10,
    "score of one game": 12,
    "table of one game": 17,
    "rules of one game": 10,
    "schema of one game": 10,
    "components of one game": 10,
    "games of one game": 10,
    "export of one game": 10,
}
"""Processor time by an empty interpreter's, at most."""
COMMANDS = {
    SHEET: 0.44,
    LAYOUT: 2,
    **{left(name): 0.3 if name == "table" else 0.25 for name in LEFT},
    KEPT: 1.5,
}
"""What a command takes for each game of a log, at most."""
LARGEST, FOR_EACH_JOB = 64, 40
"""MiB that a process may take, and all of them together beyond that for each job."""

WITHIN = 0.02
"""A ratio on the page differs from the one that is counted by so much of it at most."""


class Bar(NamedTuple):
    """A promise: a ratio and the bound that it must keep."""

    what: str
    ratio: float
    needed: float
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Whether the promise is kept."""
        return self.ratio <= self.needed if self.at_most else self.ratio >= self.needed


def of_moves(counts: Mapping[str, Mapping[str, float]] | None, peers: Mapping[str, str]) -> Iterator[Bar]:
    """The promises of instructions a move, by what is done and who does it; each kind of work has one peer.

    None if nothing was counted, or with another Python than the one that they were made for.
    """
    if counts is None or not platform.python_version().startswith(f"{PYTHON}."):
        return
    for what, needs in MOVES.items():
        peer = peers[what]
        for name, needed in needs.items():
            ratio = counts[what][peer] / counts[what][name]
            yield Bar(f"{name}, {what}: instructions of {peer} by ours", ratio, needed)


def on_page() -> dict[str, tuple[float, float]]:
    """What the page says, by row of its table: a peer's instructions by ours, and the bar."""
    page = Path(__file__).with_name("README.md").read_text("utf-8")
    rows = re.findall(r"^\| (moves .+?) \| ([\d.]+) \| ([\d.]+) \|$", page, re.MULTILINE)
    return {name: (float(ratio), float(needed)) for name, ratio, needed in rows}


def of_page(counts: Mapping[str, Mapping[str, float]], peers: Mapping[str, str]) -> Bar:
    """That the page says what was counted: the row that is farthest from it."""
    counted = {
        f"{what}, {name}": counts[what][peers[what]] / counts[what][name] for what in MOVES for name in MOVES[what]
    }
    stated = on_page()
    off, row = max((abs(stated[row][0] / ratio - 1), row) for row, ratio in counted.items())
    return Bar(f"the page about {row} ({counted[row]:.2f}): how far off", off, WITHIN, at_most=True)


def of_starts(times: Mapping[str, float]) -> Iterator[Bar]:
    """The promises of short commands, by their times as multiples of an empty interpreter's."""
    for name, most in STARTS.items():
        yield Bar(f"time of {name}, by that of an empty interpreter", times[name], most, at_most=True)


def of_commands(ratios: Mapping[str, float]) -> Iterator[Bar]:
    """The promises of commands that many games are given to."""
    for name, most in COMMANDS.items():
        yield Bar(name, ratios[name], most, at_most=True)


def of_memory(usages: Sequence[Usage]) -> Iterator[Bar]:
    """The promises of memory; none if it was not measured."""
    if usages:
        largest = max(usage.largest / (LARGEST * MIB) for usage in usages)
        together = max(usage.together / ((LARGEST + usage.jobs * FOR_EACH_JOB) * MIB) for usage in usages)
        yield Bar(f"memory of the largest process, by {LARGEST} MiB", largest, 1, at_most=True)
        yield Bar(f"memory of all, by {LARGEST} MiB and {FOR_EACH_JOB} for each job", together, 1, at_most=True)
