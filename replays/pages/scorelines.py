"""The score of every player over the game as a chart, and split by category."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, tostring

from cityleague.engine.looks.picture import SEATS, clean, path, shape, shortened, text_width
from cityleague.engine.scoring import Points

_WIDTH = 720
_LEFT = 44
_RIGHT = 130
_TOP = 12


class Curve(NamedTuple):
    """The points of somebody, or of a category, after each move."""

    name: str
    points: Sequence[Points]
    seat: int
    """Whose colour and dashes it has."""


def chart(title: str, curves: Sequence[Curve], rounds: Sequence[int], height: int = 240) -> str:
    """Curves over moves as an SVG element; a line stands at the first move of each round.

    It has the class `chart` and tells by `data-left` and `data-step` where a move lies.
    """
    last = max([len(curve.points) for curve in curves]) - 1
    low = min([0, *[point for curve in curves for point in curve.points]])
    high = max([1, *[point for curve in curves for point in curve.points]])
    step = (_WIDTH - _LEFT - _RIGHT) / max(last, 1)
    scale = (height - _TOP - 26) / (high - low)

    def y(points: float) -> float:
        return _TOP + (high - points) * scale

    ends = _apart([y(curve.points[-1]) for curve in curves], 15)
    name = Element("title")
    name.text = title
    root = shape(
        "svg",
        name,
        *_axes(_ticks(low, high), y, [_LEFT + move * step for move in rounds], height - 26),
        *[
            _curve([(_LEFT + i * step, y(points)) for i, points in enumerate(curve.points)], curve.seat)
            for curve in curves
        ],
        *[
            _words(_WIDTH - _RIGHT + 6, round(at) + 4, _named(curve), "ink")
            for curve, at in zip(curves, ends, strict=True)
        ],
        viewBox=f"0 0 {_WIDTH} {height}",
        class_="chart",
        role="img",
        data_left=_LEFT,
        data_step=f"{step:.3f}",
        data_height=height - 26,
    )
    return tostring(root, "unicode")


def _axes(ticks: Sequence[int], y: Callable[[float], float], rounds: Sequence[float], foot: float) -> Iterator[Element]:
    """Level lines with their points, and a line where each round begins."""
    level = [f"M{_LEFT} {y(tick):.0f}H{_WIDTH - _RIGHT}" for tick in ticks]
    yield path("".join([*level, *[f"M{x:.0f} {_TOP}V{foot}" for x in rounds]]), class_="axis")
    for tick in ticks:
        yield _words(_LEFT - 6, round(y(tick)) + 4, str(tick), "faint end")
    for number, x in enumerate(rounds, 1):
        if len(rounds) * 20 < _WIDTH or number % 5 == 0:
            yield _words(round(x) + 3, foot + 16, str(number), "faint")


def _words(x: float, y: float, words: str, kind: str) -> Element:
    """Letters in the size of the page's charts, from x on."""
    node = shape("text", x=x, y=y, class_=kind)
    node.text = clean(words)
    return node


def _curve(points: Sequence[tuple[float, float]], seat: int) -> Element:
    """A line in the colour and the dashes of a seat: level from point to point, then up or down."""
    number = seat % len(SEATS)
    (left, height), *following = [(round(x), round(y)) for x, y in points]
    words = [f"M{left} {height}"]
    for x, y in following:
        if y != height:
            words.append(f"h{x - left}v{y - height}")
            left, height = x, y
    words.append(f"H{round(points[-1][0])}")
    return path("".join(words), class_=f"curve seat{number}")


def _named(curve: Curve) -> str:
    points = str(curve.points[-1])
    return f"{shortened(curve.name, _RIGHT - 14 - text_width(points, 12), 12)} {points}"


def _ticks(low: Points, high: Points) -> list[int]:
    """Four to nine round numbers from low to high."""
    size = 1
    steps = (1, 2, 5)
    i = 0
    while (high - low) / size > 8:
        i += 1
        size = steps[i % 3] * 10 ** (i // 3)
    first = -int(-low // size) if low < 0 else 0
    return [number * size for number in range(first, int(high // size) + 1)]


def _apart(positions: Sequence[float], gap: float) -> list[float]:
    """Positions moved down until labels at them do not overlap."""
    moved = list(positions)
    lowest = float("-inf")
    for i in sorted(range(len(moved)), key=lambda i: moved[i]):
        moved[i] = lowest = max(moved[i], lowest + gap)
    return moved
