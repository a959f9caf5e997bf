"""What is tuned: a bot's spec in which parameters have a range, `heuristic?patience=0.3..2.5&foresight=1`."""

import re
from collections.abc import Callable, Sequence
from math import exp, isfinite, log
from typing import NamedTuple

from cityleague.engine.bots.parameters import Parameter
from cityleague.engine.errors import InputError
from cityleague.replays.players import with_parameter

Point = tuple[float, ...]
"""A place in all ranges, each from 0, the low end, to 1."""
_RANGE = re.compile(r"(.*?)\.\.(.*)", re.DOTALL)
_DIGITS = 4
"""Significant digits of a value that is tried."""


class RangeError(InputError):
    """What is to be tuned cannot be; the message says why."""


class Range(NamedTuple):
    """The values of one parameter that are tried."""

    name: str
    low: float
    high: float
    default: float | None = None
    """None: the bot does not declare it."""
    log: bool = False
    """Whether equal factors are equal steps."""
    whole: bool = False

    def text(self, place: float) -> str:
        """The value at a place, rounded, as a spec has it."""
        value = self.value(min(max(place, 0.0), 1.0))
        return str(round(value)) if self.whole else f"{value:.{_DIGITS}g}"

    def value(self, place: float) -> float:
        """The value at a place."""
        if self.log:
            return exp(log(self.low) + place * (log(self.high) - log(self.low)))
        return self.low + place * (self.high - self.low)

    def place(self, value: float) -> float:
        """Where a value lies, from 0 to 1; one outside at the nearer end."""
        value = min(max(value, self.low), self.high)
        if self.log:
            return (log(value) - log(self.low)) / (log(self.high) - log(self.low))
        return (value - self.low) / (self.high - self.low)


class Target(NamedTuple):
    """A bot and what of it is tuned."""

    bot: str
    fixed: tuple[tuple[str, str], ...]
    """Parameters that have one value."""
    ranges: tuple[Range, ...]

    @property
    def default(self) -> Point:
        """Where the defaults lie; in the middle, where one is unknown."""
        return tuple([0.5 if range_.default is None else range_.place(range_.default) for range_ in self.ranges])

    def spec(self, point: Point) -> str:
        """The bot at a point."""
        spec = self.bot
        tuned = [(range_.name, range_.text(place)) for range_, place in zip(self.ranges, point, strict=True)]
        for name, value in (*self.fixed, *tuned):
            spec = with_parameter(spec, name, value)
        return spec


def without_ranges(text: str) -> str:
    """The spec with its fixed parameters alone: those that have a range keep their defaults."""
    spec, pairs = _parts(text)
    for name, _, value in pairs:
        if not _RANGE.fullmatch(value):
            spec = with_parameter(spec, name, value)
    return spec


def _parts(text: str) -> tuple[str, list[tuple[str, str, str]]]:
    """The bot, and its parameters: name, "=", value."""
    bot, _, query = text.partition("?")
    return bot, [word.partition("=") for word in query.split("&") if word]


def target_of(text: str, declared_by: Callable[[str], Sequence[Parameter]], check: Callable[[str], None]) -> Target:
    """What a spec with ranges asks to be tuned. Raises RangeError.

    `declared_by` tells what a bot declares; `check` raises what is wrong with a spec, here with the ends of the ranges.
    """
    bot, pairs = _parts(text)
    if not any(_RANGE.fullmatch(value) for _, _, value in pairs):
        raise RangeError(f"{text!r} has no range: write {bot}?NAME=LOW..HIGH, such as patience=0.3..2.5")
    declared = {parameter.name: parameter for parameter in declared_by(bot)}
    fixed: list[tuple[str, str]] = []
    ranges: list[Range] = []
    for name, _, value in pairs:
        ends = _RANGE.fullmatch(value)
        if name in [range_.name for range_ in ranges]:
            raise RangeError(f"{text!r}: {name} is given twice")
        if declared and name not in declared:
            raise RangeError(f"{bot}: unknown parameter {name!r}; it takes {', '.join(declared)}")
        if ends is None:
            fixed.append((name, value))
        else:
            ranges.append(_range_of(name, ends[1], ends[2], declared.get(name)))
    target = Target(bot, tuple(fixed), tuple(ranges))
    for end in (0.0, 1.0):
        check(target.spec((end,) * len(ranges)))
    return target


def _range_of(name: str, first: str, last: str, declared: Parameter | None) -> Range:
    if declared and declared.kind == "choice":
        raise RangeError(f"{name} takes {', '.join(declared.values)}: a choice has no range")
    try:
        low, high = float(first), float(last)
    except ValueError:
        raise RangeError(f"{name}: a range has two numbers, LOW..HIGH, not {first}..{last}") from None
    if not (isfinite(low) and isfinite(high) and low < high):
        raise RangeError(f"{name}: LOW is below HIGH, and neither is infinite: not {first}..{last}")
    if declared is None:
        return Range(name, low, high)
    try:
        declared.read(first)
        declared.read(last)
    except ValueError as error:
        raise RangeError(str(error)) from None
    return Range(name, low, high, float(declared.default), declared.scale == "log", declared.kind == "integer")
