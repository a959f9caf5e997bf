"""Axes of charts: where values stand, and lines with figures at round ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from cityleague.engine.looks.elements import Element
from cityleague.engine.looks.picture import group, label, path

LETTER = 12
"""The height of letters in charts, in units."""


class Axis:
    """Values on a line between two places; figures stand at round ones."""

    def __init__(self, values: Sequence[float], begin: float, end: float, least: int | None = 1) -> None:
        """`least` None: figures stand at fractions, too, where there is room."""
        self.low, high = min(values), max(values)
        self.high = high if high > self.low else self.low + 1
        self._least = least
        self._begin, self.unit = begin, (end - begin) / (self.high - self.low)

    def __call__(self, value: float) -> float:
        return self._begin + (value - self.low) * self.unit

    def _ticks(self) -> Sequence[float]:
        step = rounded((self.high - self.low) / 5)
        if self._least is None:
            return [number * step for number in range(ceil(self.low / step), floor(self.high / step) + 1)]
        step = max(int(step), self._least)
        return range(ceil(self.low / step) * step, floor(self.high) + 1, step)

    def grid(self, height: float, form: str = "d", *, lines: bool = True) -> Element:
        """Upright lines with figures below."""
        figures = [label(self(at), height + 16, _signed(at, form), LETTER, class_="faint") for at in self._ticks()]
        upright = "".join([f"M{self(at):.1f} 0V{height}" for at in self._ticks()])
        return group([path(upright, class_="rule"), *figures] if lines else figures)

    def rungs(self, left: float, right: float, form: str = "+d") -> Element:
        """Level lines with figures to their left."""
        figures = [
            label(left - 5, self(at) + 4, _signed(at, form), LETTER, "end", class_="faint") for at in self._ticks()
        ]
        return group(
            [path("".join([f"M{left} {self(at):.1f}H{right}" for at in self._ticks()]), class_="rule"), *figures]
        )


def _signed(value: float, form: str) -> str:
    return format(value, form) if value else "0"


def rounded(value: float) -> float:
    """The next of 1, 2, 5, 10, 20, … that is not smaller."""
    power = 10.0 ** floor(log10(max(value, 1e-9)))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value * 0.999999)
