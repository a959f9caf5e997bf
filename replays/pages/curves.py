"""Curves over the moves of a game: a line for each seat as a symbol that whoever shows it stretches, and a chart."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import SEATS, clean, path, shape, shortened, text_width
from cityleague.replays.pages.charts import rounded

WIDTH, HEIGHT = 366, 250
"""Of a chart, in units that are about pixels of a phone, and of a page's column."""
_LEFT, _TOP, _RIGHT, _FOOT = 34, 10, 100, 24
"""What stands beside the lines: figures, nothing, names, rounds."""
_HIGH = 200
"""Units from the foot of the lines to their top; across, a unit is a move."""
_LETTER = 13
_LABEL = 18
"""From one name at the end of a line to the next."""
_Way = Sequence[tuple[int, float]]
"""From move to move, how high a line is: 0 at the foot, 1 at the top."""


class Curves(NamedTuple):
    """The lines of a game, by seat, and what is round them."""

    id: str
    """Of the symbol; a class of the chart, too."""
    last: int
    """How many moves there are."""
    rounds: Sequence[tuple[int, int]]
    """Numbers of rounds, each with the move at which it begins."""
    levels: Sequence[tuple[float, str]]
    """Heights that have a figure."""
    ways: Sequence[_Way]
    belts: Sequence[_Way] = ()
    """Round the lines: there along the top, and back along the foot. Lines without are level from move to move."""

    def symbol(self) -> str:
        """The lines, to be stretched."""
        wide = max(self.last, 1)
        level = [f"M0 {self._high(height)}H{wide}" for height, _ in self.levels]
        drawn = [path("".join([*level, *[f"M{move} 0V{_HIGH}" for _, move in self.rounds]]), class_="axis")]
        for seat, belt in enumerate(self.belts):
            around = "L".join([f"{move} {self._high(height)}" for move, height in belt])
            drawn.append(path(f"M{around}z", class_=f"belt {seat_class(seat)}"))
        for seat, way in enumerate(self.ways):
            spots = [(move, self._high(height)) for move, height in way]
            steps = [f"L{x} {y}" if self.belts else f"h{x - a}v{y - b}" for (a, b), (x, y) in pairwise(spots)]
            drawn.append(path("M{} {}".format(*spots[0]) + "".join(steps), class_=f"curve {seat_class(seat)}"))
        stretched = {"viewBox": f"0 0 {wide} {_HIGH}", "preserveAspectRatio": "none", "overflow": "visible"}
        symbol = shape("symbol", *drawn, id=self.id, **stretched)
        return tostring(shape("svg", symbol, width=0, height=0, class_="symbols", aria_hidden="true"))

    @staticmethod
    def _high(height: float) -> int:
        return round((1 - min(max(height, 0), 1)) * _HIGH)

    @property
    def _step(self) -> float:
        return (WIDTH - _RIGHT - _LEFT) / max(self.last, 1)

    def x(self, move: float) -> int:
        """Where a move lies in the chart."""
        return round(_LEFT + move * self._step)

    def y(self, height: float) -> int:
        """Where a height lies in the chart."""
        return round(_TOP + (1 - min(max(height, 0), 1)) * (HEIGHT - _FOOT - _TOP))

    def chart(self, title: str, said: str, names: Sequence[str], ends: Sequence[str], marks: Iterable[Element]) -> str:
        """The stretched lines with figures, and names that end so. `data-left` and `data-step` tell where moves lie."""
        foot, right = HEIGHT - _FOOT, WIDTH - _RIGHT
        room = {"x": _LEFT, "y": _TOP, "width": right - _LEFT, "height": foot - _TOP}
        across = f"translate({_LEFT} {_TOP}) scale({room['width'] / 1000:.3f} {room['height'] / 100:.3f})"
        heights, room_for = apart([self.y(way[-1][1]) for way in self.ways], foot), _RIGHT - 10
        told = zip(names, ends, strict=True)
        called = [shortened(name, room_for - text_width(end, _LETTER), _LETTER) + end for name, end in told]
        root = shape(
            "svg",
            Element("title", text=title),
            *[Element("desc", text=clean(said))] * bool(said),
            *[words_at(_LEFT - 6, self.y(height) + 4, words, "faint end") for height, words in self.levels],
            *self._numbers(foot),
            shape("use", href=f"#{self.id}", **room),
            shape("use", href="#cursor", transform=across, class_="cursor"),
            *[
                words_at(right + 6, round(height) + 4, words, f"name {seat_class(seat)}")
                for seat, (height, words) in enumerate(zip(heights, called, strict=True))
            ],
            *marks,
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            class_=f"chart {self.id}",
            role="img",
            data_left=_LEFT,
            data_step=f"{self._step:.3f}",
        )
        return tostring(root)

    def _numbers(self, foot: float) -> Iterator[Element]:
        """Below the lines where rounds begin, the numbers of those that have room."""
        free = 0
        for number, move in self.rounds:
            if self.x(move) >= free:
                yield words_at(self.x(move) + 3, foot + 17, str(number), "faint")
                free = self.x(move) + 2 * _LETTER


def seat_class(seat: int) -> str:
    """The class of what has the colour and the dashes of a seat."""
    return f"seat{seat % len(SEATS)}"


def words_at(x: float, y: float, words: str, kind: str) -> Element:
    """Letters in the size of the page's charts, from x on."""
    node = shape("text", x=x, y=y, class_=kind)
    node.text = clean(words)
    return node


def apart(positions: Sequence[float], foot: float) -> list[float]:
    """Positions moved until labels at them do not overlap; none is below `foot`, if there is room for all."""
    order, moved, free = sorted(range(len(positions)), key=lambda i: positions[i]), list(positions), float(_TOP)
    for i in order:
        moved[i] = max(moved[i], free)
        free = moved[i] + _LABEL
    for i in reversed(order):
        moved[i] = min(moved[i], foot)
        foot = moved[i] - _LABEL
    return moved


def points_curves(scores: Sequence[Sequence[float]], rounds: Sequence[int]) -> Curves:
    """The points of all players, by seat after each move; rounds begin at these moves."""
    every = [points for course in scores for points in course]
    low, high, last = min([0, *every]), max([1, *every]), len(scores[0]) - 1
    size = max(int(rounded((high - low) / 8)), 1)
    ticks = range(ceil(low / size) * size, floor(high) + 1, size)

    def height(points: float) -> float:
        return (points - low) / (high - low)

    def way(course: Sequence[float]) -> _Way:
        changed = [move for move, points in enumerate(course) if move in (0, last) or points != course[move - 1]]
        return [(move, height(course[move])) for move in changed]

    levels = [(height(tick), str(tick)) for tick in ticks]
    return Curves("points", last, [*enumerate(rounds, 1)], levels, list(map(way, scores)))
