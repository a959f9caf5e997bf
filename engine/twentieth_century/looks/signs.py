"""Signs of 20th Century: goods, garbage, skulls, flowers, citizens, buildings, and what technologies are used for."""

from collections.abc import Callable, Iterable, Sequence

from cityleague.engine.looks.elements import Element, elements_in
from cityleague.engine.looks.picture import INK, PAPER, group, path, shape, text_width
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


def cube(x: float, y: float) -> Element:
    """A cube of garbage round (x, y)."""
    return group(SIGNS["cube"], x, y)


def skull(x: float, y: float) -> Element:
    """A skull: pollution goes up, the marker to the left."""
    return group(SIGNS["skull"], x, y)


def flower(x: float, y: float) -> Element:
    """A flower: pollution goes down, the marker to the right."""
    return group(SIGNS["flower"], x, y)


def pawn(x: float, y: float, letter: str = "") -> list[Element]:
    """A citizen round (x, y), with the letter of his city."""
    body = path(f"M{x - 6:g} {y + 6.5:g}q0-10 3.4-11.2a3.7 3.7 0 1 1 5.2 0q3.4 1.2 3.4 11.2z", fill=INK, stroke=PAPER)
    return [body, *_white(x, y + 4.6, letter)]


def _white(x: float, y: float, words: str) -> list[Element]:
    if not words:
        return []
    node = shape("text", x=float(x), y=float(y), font_size=9, text_anchor="middle", font_weight="bold", fill="#fff")
    node.text = words
    return [node]


SIGNS = elements_in("cityleague.engine.twentieth_century.looks", "signs.json")
"""What shows the kind of building, and what technologies are used for, round (0, 0)."""
USES: dict[str, Callable[[], Sequence[Element]]] = {
    "worker": lambda: pawn(0, 0),
    "bridge": lambda: SIGNS["bridge"],
    "separate": lambda: [cube(0, 0), *SIGNS["separate"]],
    "locomotive": lambda: SIGNS["locomotive"],
    "collect": lambda: [cube(-3, 0), *SIGNS["collect"]],
    "recycle": lambda: plants([(0, 0)]),
    "remediate": lambda: [flower(-2.5, 0), *SIGNS["remediate"]],
    "improve": lambda: SIGNS["improve"],
}
"""What shows a use of a technology, by the type of its move, round (0, 0)."""
