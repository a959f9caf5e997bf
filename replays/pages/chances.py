"""Who was winning, as a curve over the moves of a game: a line with a band for each seat, and marks on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import SEATS, circle, clean, group, path, shape, shortened
from cityleague.replays.pages.advice import SIGNS, Advice
from cityleague.replays.pages.scorelines import apart, numbers, words_at

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis, Chances

_MOVES = 0.1
"""A mark stands on the curve if the chance of its seat falls by so much in the round."""
_TURNS = 0.2
"""At a turning point a chance changes by so much at least."""
_LETTER = 13


_WIDTH, _HEIGHT = 366, 250
"""Of the chart, in units that are about pixels of a phone, and of a page's column."""
_LEFT, _TOP, _RIGHT, _FOOT = 34, 10, 76, 24
"""What stands beside the lines: figures, nothing, names, rounds."""
_HIGH = 200
"""Units of a chance of 1 in the lines, which whoever shows them stretches; across, a unit is a move."""
_APART = 19
"""Signs of marks lie so far from each other at least."""
_At: TypeAlias = Callable[[float], int]


class Turn(NamedTuple):
    """Where a game turned: from here on somebody's chance is another one, beyond all error."""

    move: int
    seat: int
    before: float
    after: float
    since: int
    """After this move the chance was as before."""


def turns(points: Sequence[Chances]) -> Iterator[Turn]:
    """Turning points: the intervals of a seat, here and at the last such point, have nothing in common.

    The end is one if the last round has changed so much.
    """
    last = points[0] if points else None
    for before, point in pairwise(points):
        assert last is not None
        if not point.playouts:
            last = before  # the end is no news unless the last round has brought it
        moved = [
            (abs(point.chances[seat] - last.chances[seat]), -seat)
            for seat in range(len(point.chances))
            if (point.low[seat] > last.high[seat] or point.high[seat] < last.low[seat])
            and abs(point.chances[seat] - last.chances[seat]) >= _TURNS
        ]
        if moved:
            seat = -max(moved)[1]
            yield Turn(point.move, seat, last.chances[seat], point.chances[seat], last.move)
            last = point


def on_curve(points: Sequence[Chances], advice: Advice) -> bool:
    """Whether the chance of the seat falls in the round of a marked move."""
    seat, move = advice.choice.seat, advice.choice.move
    return any(
        before.move <= move < after.move and before.chances[seat] - after.chances[seat] >= _MOVES
        for before, after in pairwise(points)
    )


def curves(analysis: Analysis, names: Sequence[str], last: int, marked: Sequence[Advice]) -> list[str]:
    """The lines of a game with this many moves as a symbol, then a chart that stretches it.

    Charts have the class `chart` and tell by `data-left` and `data-step` where a move lies, as all charts of a page do.
    """
    points = analysis.chances
    return [_lines(points, last), _chart(points, names, last, marked)]


def _lines(points: Sequence[Chances], last: int) -> str:
    def at(point: Chances, chance: float) -> str:
        return f"{point.move} {round((1 - min(max(chance, 0), 1)) * _HIGH)}"

    wide = max(last, 1)
    level = "".join([f"M0 {height}H{wide}" for height in (0, _HIGH // 2, _HIGH)])
    drawn = [path(level + "".join([f"M{point.move} 0V{_HIGH}" for point in _begun(points)]), class_="axis")]
    for seat in range(len(points[0].chances)):
        belt = [at(point, point.high[seat]) for point in points] + [
            at(point, point.low[seat]) for point in reversed(points)
        ]
        drawn.append(path(f"M{'L'.join(belt)}z", class_=f"belt seat{seat % len(SEATS)}"))
    for seat in range(len(points[0].chances)):
        way = [at(point, point.chances[seat]) for point in points]
        drawn.append(path(f"M{'L'.join(way)}", class_=f"curve seat{seat % len(SEATS)}"))
    stretched = {"viewBox": f"0 0 {wide} {_HIGH}", "preserveAspectRatio": "none", "overflow": "visible"}
    symbol = shape("symbol", *drawn, id="chances", **stretched)
    return tostring(shape("svg", symbol, width=0, height=0, class_="symbols", aria_hidden="true"))


def _chart(points: Sequence[Chances], names: Sequence[str], last: int, marked: Sequence[Advice]) -> str:
    foot, right = _HEIGHT - _FOOT, _WIDTH - _RIGHT
    step = (right - _LEFT) / max(last, 1)

    def x(move: float) -> int:
        return round(_LEFT + move * step)

    def y(chance: float) -> int:
        return round(_TOP + (1 - min(max(chance, 0), 1)) * (foot - _TOP))

    said = clean(". ".join([_sentence(point, names) for point in points]))
    ends = apart([y(chance) for chance in points[-1].chances], foot)
    short = [shortened(name, _RIGHT - 8, _LETTER) for name in names]
    labels = [
        words_at(right + 6, round(ends[seat]) + 4, words, f"name seat{seat % len(SEATS)}")
        for seat, words in enumerate(short)
    ]
    root = shape(
        "svg",
        Element("title", text="Chances to win"),
        Element("desc", text=said),
        *_axes(points, x, y, foot),
        shape("use", href="#chances", x=_LEFT, y=_TOP, width=right - _LEFT, height=foot - _TOP),
        *labels,
        *_marks([advice for advice in marked if on_curve(points, advice)], x, y, points),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="chart chances",
        role="img",
        data_left=_LEFT,
        data_step=f"{step:.3f}",
        data_height=foot,
    )
    return tostring(root)


def _sentence(point: Chances, names: Sequence[str]) -> str:
    """For those who do not see the curve."""
    when = f"Round {point.round}" if point.playouts else "End"
    return f"{when}: {', '.join([f'{name} {chance:.2f}' for name, chance in zip(names, point.chances, strict=True)])}"


def _begun(points: Sequence[Chances]) -> Iterator[Chances]:
    """Where rounds begin."""
    return (
        point for before, point in pairwise([None, *points]) if point and (not before or point.round > before.round)
    )


def _axes(points: Sequence[Chances], x: _At, y: _At, foot: int) -> Iterator[Element]:
    for tick, words in ((0, "0"), (0.5, "½"), (1, "1")):
        yield words_at(_LEFT - 6, y(tick) + 4, words, "faint end")
    yield from numbers([(point.round, x(point.move)) for point in _begun(points)], foot, _LETTER)


def _marks(marked: Sequence[Advice], x: _At, y: _At, points: Sequence[Chances]) -> Iterator[Element]:
    """The signs of marked moves, on the line of their seat; beside it where another one lies there."""
    placed: list[tuple[int, int]] = []
    for advice in marked:
        seat, move = advice.choice.seat, advice.choice.move + 1
        before = [point for point in points if point.move <= advice.choice.move][-1]
        after = next(point for point in points if point.move > advice.choice.move)
        share = (move - before.move) / (after.move - before.move)
        height = y(before.chances[seat] + share * (after.chances[seat] - before.chances[seat]))
        height = _free(height, y, [other for at, other in placed if abs(at - x(move)) < _APART])
        placed.append((x(move), height))
        sign = words_at(x(move), height + 4, SIGNS[advice.choice.mark or ""], "ink middle")
        drawn = group([circle(x(move), height, 10, class_=f"spot seat{seat % len(SEATS)}"), sign])
        drawn.set("data-move", str(move))
        yield drawn


def _free(wanted: int, y: _At, taken: Sequence[int]) -> int:
    """The height next to the wanted one that is apart from those taken, if there is one."""
    heights = [height for height in range(y(1), y(0) + 1) if all(abs(height - other) >= _APART for other in taken)]
    return min(heights, key=lambda height: abs(height - wanted), default=wanted)
