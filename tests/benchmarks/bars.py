"""The promises: what a move may cost beside a peer's, what people may wait for, and what memory. They stand here alone.

Those of moves hold instructions, which are the same everywhere with the same Python. Processors differ too much to
promise time: some do the same program in 1.6 times as long beside the same peer.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .commands import AS_JSON, KEPT, LAYOUT, LEFT, MERGED, SHEET, VALIDATED_SAME, left
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
SLACK = 1.04
"""By how much a figure may miss what is promised: what is counted and timed varies."""
PIECE = 7.0
"""Milliseconds of a piece of fixed work on the machine where people waited."""
EARLIER = "cfa32735"
"""The commit beside which some of what people wait for is measured."""
PIECES, TIMES, EMPTY = "pieces", "times", "empty interpreters"


class Wait(NamedTuple):
    """What people wait for: what it must keep, in which unit, and the figure of a peer or floor told beside it."""

    needed: float
    unit: str = PIECES
    beside: str = ""
    at_most: bool = True


def start(command: str) -> str:
    """The name of the bar for the start of a command."""
    return f"start of `{command}`"


def league(game: str) -> str:
    """The name of what a game of a league of random bots takes."""
    return f"league of random bots, {game}: a game"


def analysed(game: str, level: str) -> str:
    """The name of what the analysis of a game takes."""
    return f"analyse --level {level}, {game}"


def faster(name: str) -> str:
    """The name of the bar of the same beside an earlier commit."""
    return f"{name}: the time of {EARLIER} by ours"


LEAGUES = {"Between Two Cities": 2, "Card City XL": 1.3, "NEOM": 1.3}
NORMAL = {"Between Two Cities": 1.3, "Card City XL": 1.3, "City Tycoon": 2.2, "NEOM": 1.4, "20th Century": 1.3}
LIGHT = ("games", "rules", "schema", "components", "play", "export", "check-bot --at")
"""Commands that start with no more than `validate`."""
WAITS = {
    **{faster(analysed(game, "normal")): Wait(least, TIMES, at_most=False) for game, least in NORMAL.items()},
    **{analysed(game, "quick"): Wait(20_000 / PIECE) for game in NORMAL},
    **{faster(league(game)): Wait(least, TIMES, beside=league(game), at_most=False) for game, least in LEAGUES.items()},
    MERGED: Wait(2.5 / PIECE, beside=VALIDATED_SAME),
    SHEET: Wait(1.5 / PIECE, beside=AS_JSON),
    LAYOUT: Wait(2, TIMES),
    **{left(name): Wait(0.3 if name == "table" else 0.25, "of all") for name in LEFT},
    KEPT: Wait(1.5, "KiB"),
    **{name: Wait(1, "of `validate`", beside=start("validate")) for name in map(start, LIGHT)},
    start("table"): Wait(17, EMPTY),
    start("tournament"): Wait(17, EMPTY),
    start("report"): Wait(25, EMPTY),
}
"""By name, in the order in which the page tells them."""
LARGEST, FOR_EACH_JOB = 64, 40
"""MiB that a process may take, and all of them together beyond that for each job."""


class Bar(NamedTuple):
    """A promise: a ratio and the bound that it must keep."""

    what: str
    ratio: float
    needed: float
    at_most: bool = False
    slack: float = SLACK

    @property
    def met(self) -> bool:
        """Whether the promise is kept, within the slack."""
        if self.at_most:
            return self.ratio <= self.needed * self.slack
        return self.ratio * self.slack >= self.needed


def ratios(counts: Mapping[str, Mapping[str, float]], peers: Mapping[str, str]) -> dict[str, float]:
    """A peer's instructions for a move by ours, by the names of the bars; each kind of work has one peer."""
    return {f"{what}, {name}": counts[what][peers[what]] / counts[what][name] for what in MOVES for name in MOVES[what]}


def of_moves(counted: Mapping[str, float]) -> Iterator[Bar]:
    """The promises of instructions a move, of all that were counted."""
    for what, needs in MOVES.items():
        for name, needed in needs.items():
            if (row := f"{what}, {name}") in counted:
                yield Bar(row, counted[row], needed)


def hold() -> bool:
    """Whether the bars of instructions a move hold for this Python."""
    return platform.python_version().startswith(f"{PYTHON}.")


def of_waits(figures: Mapping[str, float]) -> Iterator[Bar]:
    """The promises of what people wait for, of all that was measured."""
    for name, wait in WAITS.items():
        if name in figures:
            yield Bar(name, figures[name], wait.needed, wait.at_most)


def of_memory(usages: Sequence[Usage]) -> Iterator[Bar]:
    """The promises of memory; none if it was not measured."""
    if usages:
        largest = max(usage.largest / (LARGEST * MIB) for usage in usages)
        together = max(usage.together / ((LARGEST + usage.jobs * FOR_EACH_JOB) * MIB) for usage in usages)
        yield Bar(f"memory of the largest process, by {LARGEST} MiB", largest, 1, at_most=True, slack=1)
        yield Bar(
            f"memory of all, by {LARGEST} MiB and {FOR_EACH_JOB} for each job", together, 1, at_most=True, slack=1
        )
