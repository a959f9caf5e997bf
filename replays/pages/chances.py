"""Who was winning, as a curve over the moves of a game: a line with a band for each seat, and marks on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from cityleague.engine.looks.elements import Element
from cityleague.engine.looks.picture import circle, group
from cityleague.replays.pages.advice import SIGNS, Advice
from cityleague.replays.pages.curves import Curves, seat_class, words_at

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analysis, Chances

_MOVES = 0.1
"""A mark stands on the curve if the chance of its seat falls by so much in the round, or if nothing cost it more."""
_TURNS = 0.2
"""At a turning point a chance changes by so much at least."""
_APART = 19
"""Signs of marks lie so far from each other at least."""


class Turn(NamedTuple):
    """Where a game turned: from here on somebody's chance is another one, beyond all error."""

    move: int
    seat: int
    before: float
    after: float
    since: int
    """After this move the chance was still the one before."""


def turns(points: Sequence[Chances]) -> Iterator[Turn]:
    """Turning points: the intervals of a seat, here and at the last such point, have nothing in common."""
    last = 0
    for number, point in enumerate(points):
        if not point.playouts:
            last = max(number - 1, 0)  # the end is no news unless the last round has brought it
        seat = max(range(len(point.chances)), key=partial(_jump, points[last], point))
        if _jump(points[last], point, seat):
            before = next(other for other in reversed(points[last:number]) if _jump(other, point, seat))
            yield Turn(point.move, seat, before.chances[seat], point.chances[seat], before.move)
            last = number


def _jump(before: Chances, after: Chances, seat: int) -> float:
    """By how much the chance of a seat has changed, if that is much, and beyond all error; else 0."""
    beyond = after.low[seat] > before.high[seat] or after.high[seat] < before.low[seat]
    change = abs(after.chances[seat] - before.chances[seat])
    return change if beyond and change >= _TURNS else 0


def fall(points: Sequence[Chances], advice: Advice) -> tuple[float, float] | None:
    """The chance of the seat before and after the round of a marked move, if it falls in it."""
    seat, move = advice.choice.seat, advice.choice.move
    for before, after in pairwise(points):
        if before.move <= move < after.move and before.chances[seat] - after.chances[seat] >= _MOVES:
            return before.chances[seat], after.chances[seat]
    return None


def curves(analysis: Analysis, names: Sequence[str], last: int, marked: Sequence[Advice]) -> list[str]:
    """The lines of a game with this many moves as a symbol, then a chart that stretches it."""
    points = analysis.chances
    seats = range(len(names))
    begun = sorted({point.round: point.move for point in reversed(points)}.items())
    levels = [(0, "0"), (0.5, "½"), (1, "1")]
    ways = [[(point.move, point.chances[seat]) for point in points] for seat in seats]
    there = [[(point.move, point.high[seat]) for point in points] for seat in seats]
    back = [[(point.move, point.low[seat]) for point in reversed(points)] for seat in seats]
    belts = [high + low for high, low in zip(there, back, strict=True)]
    lines = Curves("chances", last, begun, levels, ways, belts)
    said = ". ".join([_sentence(point, names) for point in points])
    worst = {advice.choice.seat: advice for advice in sorted(marked, key=lambda advice: advice.choice.loss)}.values()
    signs = _marks([advice for advice in marked if fall(points, advice) or advice in worst], lines, points)
    return [lines.symbol(), lines.chart("Chances to win", said, names, [""] * len(names), signs)]


def _sentence(point: Chances, names: Sequence[str]) -> str:
    """For those who do not see the curve."""
    when = f"Round {point.round}" if point.playouts else "End"
    return f"{when}: {', '.join([f'{name} {chance:.2f}' for name, chance in zip(names, point.chances, strict=True)])}"


def _marks(marked: Sequence[Advice], lines: Curves, points: Sequence[Chances]) -> Iterator[Element]:
    """The signs of marked moves, on the line of their seat; beside it where another one lies there."""
    placed: list[tuple[int, int]] = []
    for advice in marked:
        seat, move = advice.choice.seat, advice.choice.move + 1
        before = [point for point in points if point.move <= advice.choice.move][-1]
        after = next(point for point in points if point.move > advice.choice.move)
        x, share = lines.x(move), (move - before.move) / (after.move - before.move)
        height = lines.y(before.chances[seat] + share * (after.chances[seat] - before.chances[seat]))
        taken = [other for at, other in placed if abs(at - x) < _APART]
        # The height next to the wanted one that is apart from those taken, if there is one.
        heights = [y for y in range(lines.y(1), lines.y(0) + 1) if all(abs(y - other) >= _APART for other in taken)]
        height = min(heights, key=lambda y: abs(y - height), default=height)
        placed.append((x, height))
        sign = words_at(x, height + 4, SIGNS[advice.choice.mark or ""], "ink middle")
        drawn = group([circle(x, height, 10, class_=f"spot {seat_class(seat)}"), sign])
        drawn.set("data-move", str(move))
        yield drawn
