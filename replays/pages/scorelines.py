"""The score of every player over the game as a chart."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, floor

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import SEATS, clean, path, shape, shortened, text_width
from cityleague.replays.pages.charts import rounded
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


def points_chart(told: Walk, rounds: Sequence[int]) -> str:
    """The points of all players over the moves as an SVG element; a line stands at each step where a round begins.

    It has the class `chart` and tells by `data-left` and `data-step` where a move lies.
    """
    curves = [[step.scores[seat] for step in told.steps] for seat in range(len(told.names))]
    height = max(220, _TOP + _FOOT + _LABEL * len(curves))
    low = min([0, *[points for curve in curves for points in curve]])
    high = max([1, *[points for curve in curves for points in curve]])
    size = max(int(rounded((high - low) / 8)), 1)
    ticks = range(ceil(low / size) * size, floor(high) + 1, size)
    step = (_WIDTH - _LEFT - _RIGHT) / max(len(told.steps) - 1, 1)
    scale = (height - _TOP - _FOOT) / (high - low)

    def y(points: float) -> float:
        return _TOP + (high - points) * scale

    ends = apart([y(curve[-1]) for curve in curves], height - _FOOT)
    points = [f" {curve[-1]}" for curve in curves]
    room = [_RIGHT - 10 - text_width(words, _LETTER) for words in points]
    named = [shortened(*told, _LETTER) for told in zip(told.names, room, strict=True)]
    root = shape(
        "svg",
        Element("title", text="Points after each move"),
        *_axes(ticks, y, [_LEFT + move * step for move in rounds], height - _FOOT),
        *[_curve([(_LEFT + i * step, y(points)) for i, points in enumerate(c)], seat) for seat, c in enumerate(curves)],
        *[
            words_at(_WIDTH - _RIGHT + 6, round(ends[seat]) + 4, named[seat] + words, f"name seat{seat % len(SEATS)}")
            for seat, words in enumerate(points)
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
    yield from numbers(enumerate(rounds, 1), foot, _LETTER)


def numbers(rounds: Iterable[tuple[int, float]], foot: float, letter: int) -> Iterator[Element]:
    """Below the lines where rounds begin, the numbers of those that have room."""
    free = 0.0
    for number, x in rounds:
        if x >= free:
            yield words_at(round(x) + 3, foot + 17, str(number), "faint")
            free = x + 2 * letter


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
