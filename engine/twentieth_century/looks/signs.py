"""Signs of 20th Century: goods, garbage, skulls, flowers, citizens, buildings, and what technologies are used for."""

from collections.abc import Iterable

from cityleague.engine.looks.elements import Element, elements_in
from cityleague.engine.looks.picture import INK, group, path, shape, text_width
from cityleague.engine.twentieth_century.figures import Good

LETTERS = 9.5
"""The height of letters on tiles and cards."""
CHIP = 12
"""The width and height of a sign among others."""
FILLS: dict[Good, str] = {"coins": "#ffd84d", "science": "#a8cbf7", "prosperity": "#f3a9b4"}
GREEN = "#1c6b34"
_SQUARE = "m-5.5-5.5h11v11h-11z"
_ROOF = "m0-7l6 4.5v8.3h-12v-8.3z"
_ROUND = "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"
OUTLINES: dict[Good, str] = {"coins": _ROUND, "science": _SQUARE, "prosperity": _ROOF}
"""What the figures of a good stand in, from its middle on: a coin, a slide, a house."""
TRIANGLE = "m0-5l5 8.5h-10z"

Placed = tuple[float, float, str]
"""Where words stand: their middle, and the foot of the letters."""


def letters(words: Iterable[Placed], size: float = LETTERS, anchor: str = "middle", weight: str = "bold") -> Element:
    """Short words that look alike; long numbers are squeezed into their chips."""
    nodes = []
    for x, y, text in words:
        narrow = text.isdigit() and len(text) > 1 and size == LETTERS
        node = shape("text") if narrow else shape("text", x=float(x), y=float(y))
        node.text = text
        nodes.append(squeezed(node, x, y, (CHIP - 1) / text_width(text, size)) if narrow else node)
    unlike = {"text_anchor": anchor} if anchor != "start" else {}
    unlike |= {"font_weight": weight} if weight != "normal" else {}
    return shape("g", *nodes, font_size=float(size), fill=INK, **unlike)


def squeezed(words: Element, x: float, y: float, narrow: float) -> Element:
    """Words moved from (0, 0) to (x, y), so much narrower if that is less than 1."""
    words.set("transform", f"translate({x:g} {y:g})" + (f" scale({narrow:.2f} 1)" if narrow < 1 else ""))
    return words


def chips(spots: Iterable[tuple[Good, float, float]]) -> list[Element]:
    """The grounds of figures, one path for each good; round these points."""
    paths: dict[Good, str] = {}
    for good, x, y in spots:
        paths[good] = paths.get(good, "") + f"M{x:g} {y:g}{OUTLINES[good]}"
    return [path(d, fill=FILLS[good], stroke=INK, stroke_width=0.8) for good, d in paths.items()]


def plants(spots: Iterable[tuple[float, float]]) -> list[Element]:
    """The signs of recycling, three arrows in a triangle, round these points."""
    d = "".join([f"M{x:g} {y:g}{TRIANGLE}" for x, y in spots])
    arrows = {"stroke": GREEN, "stroke_width": 2.4, "stroke_dasharray": "7.4 2.4"}
    return [path(d, fill="none", **arrows)] if d else []


_SIGNS = elements_in("cityleague.engine.twentieth_century.looks", "signs.json")


def sign(name: str, x: float, y: float) -> Element:
    """What shows garbage (a cube), pollution that goes up (a skull) or down (a flower), a building or a use, there."""
    return group(_SIGNS[name], x, y)


def pawn(x: float, y: float, letter: str) -> list[Element]:
    """A citizen round (x, y), with the letter of his city."""
    node = shape("text", x=x, y=y + 4.6, font_size=9, text_anchor="middle", font_weight="bold", fill="#fff")
    node.text = letter
    return [sign("worker", x, y), node]
