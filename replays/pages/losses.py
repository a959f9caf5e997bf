"""What choices cost in each third of a game, by an analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from cityleague.replays.pages.advice import SIGNS

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis, Summary

PHASES = ("first", "middle", "last")
"""Thirds of a game, by its rounds."""
Lost: TypeAlias = tuple[float, int]
"""Points of lead that choices cost together, and how many choices."""


def average(loss: float) -> str:
    """Points lost per choice, as all pages tell them. What is below 0 is chance: nobody plays better than the best."""
    return f"{round(loss, 2) + 0.0:.2f}"  # + 0.0: no -0.00


def summed(seat: Summary) -> str:
    """What a seat lost on average, which is known, and its marks."""
    assert seat.loss is not None
    words = f"{average(seat.loss)} ± {average(max(seat.se or 0, 0.005))} points lost per choice"
    counts = [(seat.marks.get(name, 0), name) for name in SIGNS]
    counted = [f"{count} {name if count == 1 else _plural(name)}" for count, name in counts if count]
    return "; ".join([words, *[", ".join(counted)] * bool(counted)])


def _plural(mark: str) -> str:
    return mark.replace("inaccuracy", "inaccuracie") + "s"


def by_phase(analysis: Analysis) -> tuple[tuple[Lost, ...], ...]:
    """By seat, what was lost in each phase; the loss is that of which summaries tell the average."""
    rounds = max([point.round for point in analysis.chances], default=1)
    lost = [[(0.0, 0)] * len(PHASES) for _ in analysis.seats]
    for choice in analysis.choices:
        begun = [point.round for point in analysis.chances if point.move <= choice.move]
        if begun and choice.seat < len(choice.effects):
            phase = (max(begun[-1], 1) - 1) * len(PHASES) // rounds
            points, count = lost[choice.seat][phase]
            lost[choice.seat][phase] = (points - choice.effects[choice.seat], count + 1)
    return tuple(map(tuple, lost))
