"""The score of every player over the game as a chart, and charts that split it by category.

All charts of a page have one width and one height, so that their letters have one size.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import SEATS, clean, path, shape, shortened, text_width
from cityleague.engine.scoring import Points
from cityleague.replays.pages.shares import are_by_part, shares_of
from cityleague.replays.pages.steps import Walk

_WIDTH = 480
_LEFT = 44
_RIGHT = 150
_TOP = 14
_FOOT = 24
"""What the numbers of rounds take, below the curves."""
_LETTER = 15
"""How large letters are on a phone, in units; they are smaller where a chart is wider."""
_LABEL = 18
"""From one name at the end of a curve to the next."""


class Curve(NamedTuple):
    """The points of somebody, or of a category, after each move."""

    name: str
    points: Sequence[Points]
    seat: int
    """Whose colour and dashes it has."""


def draw_charts(told: Walk, rounds: Sequence[int]) -> list[dict[str, str]]:
    """The totals of all players in one chart, then charts by category, each with its title.

    `rounds` are the steps at which rounds begin.
    """
    totals = [Curve(name, [step.scores[seat] for step in told.steps], seat) for seat, name in enumerate(told.names)]
    charts = {"Points after each move": totals}
    for title, points in _by_city(told) or _by_seat(told):
        names = dict.fromkeys([name for point in points for name in point])
        curves = [Curve(name, [point.get(name, 0) for point in points], number) for number, name in enumerate(names)]
        if shown := [curve for curve in curves if any(curve.points)]:
            charts[title] = shown
    height = max(220, *[_TOP + _FOOT + _LABEL * len(curves) for curves in charts.values()])
    return [{"title": title, "drawing": chart(title, curves, rounds, height)} for title, curves in charts.items()]


def _by_seat(told: Walk) -> Iterator[tuple[str, list[dict[str, Points]]]]:
    """The points of each seat after each move, by category or by part."""
    shares = [[shares_of(sheet) for sheet in step.sheets] for step in told.steps]
    by_part = are_by_part(shares[-1])
    for seat, name in enumerate(told.names):
        yield f"{name} by category", [share[seat].parts if by_part else share[seat].categories for share in shares]


def _by_city(told: Walk) -> list[tuple[str, list[dict[str, Points]]]]:
    """The same of each part, counted or not, if what counts changes from part to part; else nothing.

    Where the lower of two cities counts, the points of a seat would jump between them.
    """
    counted: set[tuple[int, str, bool]] = set()
    found: dict[str, list[dict[str, Points]]] = {}
    called = {sheet.key: sheet.title for sheet in told.steps[-1].picture.sheets}
    for number, step in enumerate(told.steps):
        for seat, sheet in enumerate(step.sheets):
            for part in sheet.parts:
                counted.add((seat, part.title, part.counts))
                points = found.setdefault(part.title, [{} for _ in told.steps])
                points[number] = {line.category: line.points for line in part.lines}
    if not any((seat, title, not counts) in counted for seat, title, counts in counted):
        return []
    return [(f"{called.get(title, title)}, by category", found[title]) for title in sorted(found)]


def chart(title: str, curves: Sequence[Curve], rounds: Sequence[int], height: int) -> str:
    """Curves over moves as an SVG element; a line stands at the first move of each round.

    It has the class `chart` and tells by `data-left` and `data-step` where a move lies.
    """
    last = max([len(curve.points) for curve in curves]) - 1
    low = min([0, *[point for curve in curves for point in curve.points]])
    high = max([1, *[point for curve in curves for point in curve.points]])
    step = (_WIDTH - _LEFT - _RIGHT) / max(last, 1)
    scale = (height - _TOP - _FOOT) / (high - low)

    def y(points: float) -> float:
        return _TOP + (high - points) * scale

    ends = apart([y(curve.points[-1]) for curve in curves], height - _FOOT)
    root = shape(
        "svg",
        Element("title", text=title),
        *_axes(_ticks(low, high), y, [_LEFT + move * step for move in rounds], height - _FOOT),
        *[
            _curve([(_LEFT + i * step, y(points)) for i, points in enumerate(curve.points)], curve.seat)
            for curve in curves
        ],
        *[
            words_at(_WIDTH - _RIGHT + 6, round(at) + 4, _named(curve), f"name seat{curve.seat % len(SEATS)}")
            for curve, at in zip(curves, ends, strict=True)
        ],
        viewBox=f"0 0 {_WIDTH} {height}",
        class_="chart",
        role="img",
        data_left=_LEFT,
        data_step=f"{step:.3f}",
        data_height=height - _FOOT,
    )
    return tostring(root)


def _axes(ticks: Sequence[int], y: Callable[[float], float], rounds: Sequence[float], foot: float) -> Iterator[Element]:
    """Level lines with their points, and a line where each round begins."""
    level = [f"M{_LEFT} {y(tick):.0f}H{_WIDTH - _RIGHT}" for tick in ticks]
    yield path("".join([*level, *[f"M{x:.0f} {_TOP}V{foot}" for x in rounds]]), class_="axis")
    for tick in ticks:
        yield words_at(_LEFT - 6, round(y(tick)) + 4, str(tick), "faint end")
    free = 0.0
    for number, x in enumerate(rounds, 1):
        if x >= free:
            yield words_at(round(x) + 3, foot + 17, str(number), "faint")
            free = x + _LETTER * 2


def words_at(x: float, y: float, words: str, kind: str) -> Element:
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
    return f"{shortened(curve.name, _RIGHT - 10 - text_width(f'{points} ', _LETTER), _LETTER)} {points}"


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


def apart(positions: Sequence[float], foot: float) -> list[float]:
    """Positions moved until labels at them do not overlap; none is below `foot`, if there is room for all."""
    order = sorted(range(len(positions)), key=lambda i: positions[i])
    moved = list(positions)
    free = float(_TOP)
    for i in order:
        moved[i] = max(moved[i], free)
        free = moved[i] + _LABEL
    free = foot
    for i in reversed(order):
        moved[i] = min(moved[i], free)
        free = moved[i] - _LABEL
    return moved
