"""Charts, drawn when the page is made: players by their names, and where lines cross by dashes; all else in classes.

A chart is 420 units wide, which suits a phone. Players with a number are strong, the others share a quiet colour.
Neither is the colour of a seat: that belongs to one game.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from statistics import median
from typing import TYPE_CHECKING, Literal, NamedTuple

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.looks.picture import SEATS, circle, group, label, line, path, polygon, shape, shortened

if TYPE_CHECKING:
    from markupsafe import Markup


WIDTH = 420
_LARGE = 14
"""The height of letters on a phone, for which there must be room."""
_LEFT, _RIGHT = 128, 372
"""Where plots begin and end; names stand to the left, figures to the right."""


class Entry(NamedTuple):
    """A player in a chart."""

    name: str
    number: int | None


def ratings(rows: Sequence[tuple[Entry, float, tuple[float | None, float | None]]]) -> Markup:
    """A dot for each rating (Elo), on a line for its interval. Without a bound, the line runs to the edge."""
    known = [value for _, elo, ends in rows for value in (elo, *ends) if value is not None]
    scale = Axis(known, _LEFT + 10, _RIGHT - 8)
    step = 26 if len(rows) < 9 else 19
    drawn = [scale.grid(step * len(rows), "+d")]
    for i, (entry, elo, (low, high)) in enumerate(rows):
        y, x = step * (i + 0.5), scale(elo)
        a = _LEFT if low is None else scale(low)
        b = _RIGHT if high is None else scale(high)
        caps = [f"M{scale(end):.1f} {y - 5}v10" for end in (low, high) if end is not None]
        reach = f"M{a:.1f} {y}H{b:.1f}" + "".join(caps) if caps else "M0 0"
        whiskers = path(reach, class_="line")
        figure = label(WIDTH - 2, y + 4, f"{round(elo):+d}", LETTER, "end", class_="ink")
        drawn.append(_of(entry, _name(entry.name, y), whiskers, _dot(entry.number, x, y), figure))
    return _chart(
        "Ratings with their intervals", "In the order of the table; the number is Elo.", step * len(rows), drawn
    )


def histograms(rows: Sequence[tuple[Entry, Sequence[float]]]) -> Markup:
    """How often each player had which score, each as high as its most common one; a line marks the median."""
    low = min([min(scores) for _, scores in rows])
    high = max([max(scores) for _, scores in rows])
    bin_ = max(rounded((high - low) / 24), 1)
    first, bins = floor(low / bin_), floor(high / bin_) - floor(low / bin_) + 1
    scale = Axis([first * bin_, (first + bins) * bin_], _LEFT + 8, WIDTH - 12)
    step = 42 if len(rows) < 9 else 26
    counts = [[0] * bins for _ in rows]
    for own, (_, scores) in zip(counts, rows, strict=True):
        for score in scores:
            own[floor(score / bin_) - first] += 1
    drawn = [scale.grid(step * len(rows))]
    for i, ((entry, scores), own) in enumerate(zip(rows, counts, strict=True)):
        foot, middle = step * (i + 1) - 1, scale(median(scores))
        unit = (step - 8) / max(own)
        tops = "".join([f"V{foot - unit * count:.1f}h{scale.unit * bin_:.2f}" for count in own])
        area = path(f"M{scale(first * bin_):.1f} {foot}{tops}V{foot}z", class_="area")
        drawn.append(_of(entry, _name(entry.name, foot - step / 2 + 4), area))
        drawn.append(path(f"M{middle:.1f} {foot - step + 8}V{foot}", class_="median"))
    return _chart("Scores", "How often each player had which score; a line marks the median.", step * len(rows), drawn)


def courses(rows: Sequence[tuple[Entry, Sequence[float]]], stops: Sequence[int], what: str) -> Markup:
    """Lines that follow ratings (Elo) to the last stop, some from a later stop on; those with a number bear names."""
    height, right = 230, WIDTH - 104
    flat = Axis(stops, 44, right)
    steep = Axis([value for _, values in rows for value in values], height - 6, 8)
    drawn = [steep.rungs(44, right), flat.grid(height, "d", lines=False)]
    drawn.append(label(right, height + 32, what, LETTER, "end", class_="faint"))
    free = -10.0
    for entry, values in sorted(rows, key=lambda row: -row[1][-1]):
        points = [(flat(stop), steep(value)) for stop, value in zip(stops[-len(values) :], values, strict=True)]
        dashes = SEATS[(entry.number or 0) % len(SEATS)].dashes or "none"
        drawn.append(_of(entry, line(points, stroke="currentColor", stroke_dasharray=dashes, class_="line")))
        if entry.number is not None:
            free = max(free + 14, points[-1][1])
            words = shortened(entry.name, WIDTH - right - 20, _LARGE * 1.2)  # it is bold
            name = label(right + 20, free + 4, words, LETTER, "start", fill="currentColor", font_weight="bold")
            drawn.append(_of(entry, _dot(entry.number, right + 9, free), name))
    return _chart("Ratings over the games", f"Elo after so many {what}.", max(height, free) + 14, drawn)


def trend(entry: Entry, losses: Sequence[float]) -> Markup:
    """A line through what a player has lost per choice, game by game; the axis shows 0 and 1 at least."""
    height, right = 130, WIDTH - 12
    flat, steep = Axis([1, len(losses)], 44, right), Axis([0, 1, *losses], height - 6, 8)
    points = [(flat(number), steep(loss)) for number, loss in enumerate(losses, 1)]
    words = label(right, height + 32, "analysed games", LETTER, "end", class_="faint")
    marks = [line(points, stroke="currentColor", class_="line")]
    marks += [circle(x, y, 3, fill="currentColor") for x, y in points]
    course = _of(entry._replace(number=entry.number or 0), *marks)
    drawn = [steep.rungs(44, right, "d"), flat.grid(height, lines=False), words, course]
    return _chart("Points lost per choice", "For each of the analysed games, in their order.", height + 14, drawn)


class Response(NamedTuple):
    """Points per game, or the margin, by the value of a parameter."""

    name: str
    by: Literal["points", "margin"]
    groups: Sequence[tuple[float, float, float]]
    """Of trials with values close together: the value, the points or the margin, and the standard error."""
    curve: Sequence[tuple[float, float, float]]
    """What was fitted, likewise; empty if nothing was."""
    marks: Sequence[tuple[float, str]]
    """Values that are named."""


def response(measured: Response) -> Markup:
    """Points per game, or margins, with two standard errors up and down, and the fitted curve in its band."""
    height, left, right = 190, 44, WIDTH - 12
    what, even = ("Points per game", 0.5) if measured.by == "points" else ("Margin", 0.0)
    told = [*measured.groups, *measured.curve]
    flat = Axis([value for value, _, _ in told] + [value for value, _ in measured.marks], left + 8, right - 8, None)
    ends = [end for _, mean, error in told for end in (mean - 2 * error, mean + 2 * error)]
    steep = Axis([even, *ends], height - 6, 8, None)
    drawn = [steep.rungs(left, right, "g"), flat.grid(height, "g", lines=False)]
    drawn.append(label(right, height + 32, measured.name, LETTER, "end", class_="faint"))
    for row, (value, words) in enumerate(measured.marks):
        x, way = flat(value), "end" if flat(value) > (left + right) / 2 else "start"
        drawn.append(path(f"M{x:.1f} 0V{height}", class_="field"))
        drawn.append(label(x + (-4 if way == "end" else 4), 12 + 14 * row, words, LETTER, way, class_="ink"))
    if measured.curve:
        band = [(flat(x), steep(mean + 2 * error)) for x, mean, error in measured.curve]
        band += [(flat(x), steep(mean - 2 * error)) for x, mean, error in reversed(measured.curve)]
        middle = line([(flat(x), steep(mean)) for x, mean, _ in measured.curve], stroke="currentColor", class_="line")
        around = polygon(band, fill="currentColor", stroke="none", opacity=0.15)
        drawn.append(_of(Entry("", 0), around, middle))
    for value, mean, error in measured.groups:
        x = flat(value)
        reach = path(f"M{x:.1f} {steep(mean - 2 * error):.1f}V{steep(mean + 2 * error):.1f}", class_="line")
        drawn.append(_of(Entry("", 0), reach, _dot(0, x, steep(mean))))
    said = f"{what}, with two standard errors up and down; {even:g} is as good as the others."
    return _chart(f"{what} by {measured.name}", said, height + 14, drawn)


def _dot(number: int | None, x: float, y: float) -> Element:
    return circle(x, y, 3.5 if number is None else 5, fill="currentColor")


def _name(words: str, y: float) -> Element:
    return label(_LEFT - 6, y + 4, shortened(words, _LEFT - 10, _LARGE), LETTER, "end", class_="ink")


def _of(entry: Entry, *shapes: Element) -> Element:
    return shape("g", *shapes, class_="strong" if entry.number is not None else "quiet")


def _chart(title: str, said: str, height: float, drawn: Sequence[Element]) -> Markup:
    from markupsafe import Markup  # noqa: PLC0415  (slow to import)

    words = Element("title", text=title), Element("desc", text=said)
    box = f"0 -4 {WIDTH} {height + 26:.0f}"
    return Markup(tostring(shape("svg", *words, *drawn, class_="plot", viewBox=box, role="img")))


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
        ticks = [(self(at), _signed(at, form)) for at in self._ticks()]
        figures = [label(left - 5, y + 4, words, LETTER, "end", class_="faint") for y, words in ticks]
        return group([path("".join([f"M{left} {y:.1f}H{right}" for y, _ in ticks]), class_="rule"), *figures])


def _signed(value: float, form: str) -> str:
    return format(value, form) if value else "0"


def rounded(value: float) -> float:
    """The next of 1, 2, 5, 10, 20, … that is not smaller."""
    power = 10.0 ** floor(log10(max(value, 1e-9)))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value * 0.999999)
