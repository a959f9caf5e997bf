"""Quantities on the tiles of City Tycoon: a number in a shape that tells of what."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cityleague.engine.looks.elements import Element
from cityleague.engine.looks.picture import INK, circle, clean, path, shape, text_width

LETTERS = 9
"""The height of the letters on tiles."""


class _Look(NamedTuple):
    """How a quantity is drawn: round its middle, 11 high and so wide."""

    ground: dict[str, object]
    letters: str
    outline: Callable[[float, float, float], str]
    """From its left edge, the height of its middle, and its width."""


def _bar(x: float, y: float, width: float) -> str:
    """A line as thick as a quantity is high: a cube."""
    return f"M{x:g} {y:g}h{width:g}"


def _pill(x: float, y: float, width: float) -> str:
    """The same for round ends: a coin."""
    return f"M{x + 5.5:g} {y:g}h{width - 11:g}"


def _drop(x: float, y: float, width: float) -> str:
    flat = f"h{width - 11:g}" if width > 11 else ""
    back = f"h-{width - 11:g}" if width > 11 else ""
    return f"M{x - 1:g} {y - 7:g}l6 2{flat}a5.5 5.5 0 0 1 0 11{back}a5.5 5.5 0 0 1-5.5-5.5z"


def _hexagon(x: float, y: float, width: float) -> str:
    flat = width - 5
    return f"M{x - 0.5:g} {y:g}l3-6h{flat:g}l3 6-3 6h-{flat:g}z"


def _nothing(_x: float, _y: float, _width: float) -> str:
    return ""


def _shield(x: float, y: float, width: float) -> str:
    return f"M{x:g} {y - 5:g}h{width:g}v7l-{width / 2:g} 4-{width / 2:g}-4z"


WHITE = "#fff"
_THICK = 11
LOOKS = {
    "red": _Look({"stroke": "#b22", "stroke_width": _THICK}, WHITE, _bar),
    "blue": _Look({"fill": "#16b"}, WHITE, _drop),
    "yellow": _Look({"fill": "#fe4"}, "", _hexagon),
    "money": _Look({"stroke": WHITE, "stroke_width": _THICK, "stroke_linecap": "round"}, "", _pill),
    "points": _Look({"fill": "#324"}, WHITE, _shield),
    "tiles": _Look({}, "", _nothing),
}
_MARKS: dict[str, tuple[float, dict[str, object], str]] = {
    "+": (8, {"stroke_width": 2}, "h6m-3-3v6"),
    "/": (4, {"stroke_width": 1.3}, "m0 6l3-12"),
    "meadow": (14, {"fill": "#6db04c"}, "m0-6h12v12h-12zm2.5 9l1-5 1 5m2-2l1-6 1 6"),
    "water": (14, {"fill": "#58a0d8"}, "m0-6h12v12h-12zm1.5 4q2-2 4.5 0t4.5 0m-9 4q2-2 4.5 0t4.5 0"),
}
"""What stands between quantities, and tiles of terrain: the width, how they are drawn, the steps from the left edge."""
_ARROW = 6.0

Quantity = tuple[str, int]
"""Of what, and how many. Marks, and the arrow, have no number."""
Line = tuple[float, float, Sequence[Quantity]]
"""Quantities side by side: where the first begins, the height of their middle, and what they are."""


def width_of(of: str, number: int) -> float:
    """What it takes in a line."""
    if of in LOOKS:
        return max(_THICK + 1.0, round(text_width(str(number), LETTERS) * 1.1 + 3.5))
    return _MARKS[of][0] if of in _MARKS else _ARROW


def drawn(
    lines: Iterable[Line], under: Iterable[Element] = (), over: Iterable[Element] = (), ground: Iterable[Element] = ()
) -> list[Element]:
    """Lines of quantities, and what lies under them and beside their letters, in few shapes: a page has many tiles.

    The ground of all has no edge. What is `fine` cannot be read where a tile is small.
    """
    outlines: dict[str, str] = {}
    letters: dict[str, list[Element]] = {WHITE: [], "": []}
    arrows = ""
    for left, y, quantities in lines:
        x = left
        for of, number in quantities:
            width = width_of(of, number)
            if look := LOOKS.get(of):
                outlines[of] = outlines.get(of, "") + look.outline(x, y, width - 1)
                letters[look.letters].append(text(x + (width - 1) / 2, y + 3, str(number)))
            elif of in _MARKS:
                outlines[of] = outlines.get(of, "") + f"M{x:g} {y:g}{_MARKS[of][2]}"
            else:
                arrows += f"M{x:g} {y - 4:g}l4 4-4 4z"
            x += width
    shapes = [path(d, **(LOOKS[of].ground if of in LOOKS else _MARKS[of][1])) for of, d in outlines.items() if d]
    words = [*over, *[path(arrows)] * bool(arrows), *letters[""]]
    if letters[WHITE]:
        words.append(shape("g", *letters[WHITE], fill=WHITE))
    signs = shape("g", *under, *shapes, stroke=INK)
    bold: dict[str, object] = {"font_size": LETTERS, "font_weight": "bold", "text_anchor": "middle"}
    return [shape("g", *ground, signs, *words, class_="fine", **bold)]


def text(x: float, y: float, words: str, **attributes: object) -> Element:
    """Letters that look as the group says in which they stand."""
    node = shape("text", x=float(x), y=float(y), **attributes)
    node.text = clean(words)
    return node


def sign(of: str) -> Element:
    """The shape that tells what a number beside it counts, round (0, 0), on the sheet itself."""
    look = LOOKS[of]
    if of == "points":  # as dark as on tiles, it would not be seen on dark pages
        return path(look.outline(-5.5, 0, 11), class_="ink")
    if of == "money":
        return circle(0, 0, 5.5, fill=WHITE, stroke=INK)
    return path(look.outline(-5.5, 0, 11), **{"stroke": INK, **look.ground})
