"""Pictures of positions: what a game draws of a view, in a vocabulary that all games share.

A `Picture` is a row of `Sheet`s: a board, a hand, a market. On a sheet lie `Piece`s: each is a `Symbol` (the drawing of
a tile, a card, a figure) at a place. Whoever shows a game step by step keeps each symbol once and of each step only the
pieces that changed, and puts a ring round them.

Lengths are in units; a tile is CELL units wide. Colours that must suit light and dark pages are classes: `ink` for
lines and letters on the sheet, `faint` for what is less important, `room` for an empty space. Colours of tiles are the
same on both, and so is `INK` for what is drawn on them. What nobody can read on a small tile may have the class `fine`:
pages then leave it out, and enlarge what has the other classes of their `far.css`.

The same picture is shown as text in terminals (`looks.painter`): symbols, pieces and sheets tell how.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, Literal, NamedTuple, Protocol
from unicodedata import east_asian_width

from cityleague.engine.looks.elements import Element, tostring
from cityleague.engine.unseen import UNSEEN
from cityleague.engine.words import seen, with_gap

drawn_once = lru_cache(maxsize=1 << 10)
"""For what draws a symbol: a page shows the same ones at each step, and would take up to 15 times as long."""
CELL = 72
"""The width and height of a tile; so wide, five of them fit on a phone."""
MARGIN = 22
"""What the numbers of columns and rows take beside a grid."""
LETTER = 10
"""The height of the smallest letters that are easy to read where a tile is CELL units wide."""
INK = "#1d1d1b"
PAPER = "#fffef8"


class Colour(NamedTuple):
    """What tells a seat: a colour on light and on dark paper, and the dashes of its line in a chart."""

    light: str
    dark: str
    dashes: str


SEATS = (
    Colour("#0067a5", "#5ab4f0", ""),
    Colour("#a84300", "#f39a3c", "7 3"),
    Colour("#00704f", "#3fca9c", "2 3"),
    Colour("#8a2c7a", "#df8fd0", "9 3 2 3"),
    Colour("#6b5900", "#d6c23a", "1 2"),
    Colour("#a0243c", "#ff8fa0", "12 4"),
    Colour("#4b4b4b", "#bdbdbd", "5 2 1 2 1 2"),
)
"""The colours of seats, in order; nothing is told by colour alone."""


class Symbol(NamedTuple):
    """A drawing. Two that look the same and have the same title are one: they have the same text, too."""

    markup: str
    """What it is drawn with: SVG elements, round the corner (0, 0)."""
    width: float
    height: float
    title: str
    """What it is, in words; empty for what only frames the rest."""
    text: str = ""
    """What stands for it in a cell of a board in letters: `{}` is what lies below it, a tab or a new line leads to the
    next cell that it covers. Without a title: the heading of what lies beside it or below it.
    """
    brief: str | None = None
    """What it is called in lists; None: by its title. `{}` is what lies below it. Empty: nothing."""
    links: int | None = None
    """The sides at which it leads on to its neighbour, as bits clockwise from the top; None: it has no edges."""


class Piece(NamedTuple):
    """A symbol on a sheet."""

    key: str
    """Its place, for example `cell 0,1`: no two pieces on a sheet have the same."""
    symbol: Symbol
    x: float
    y: float
    layer: int = 1
    """Pieces of a higher layer lie above those of a lower one: 0 the ground, 1 tiles, 2 and 3 what lies on them."""
    text: str | None = None
    """What stands for it here in a cell, or as a heading; None: what its symbol says."""
    brief: str | None = None
    """What it is called here in a list; None: what its symbol says."""


class Sheet(NamedTuple):
    """A part of a picture with a title: a board, a hand, a market."""

    key: str
    """Its place in the picture: no two sheets have the same, and a sheet keeps it from one position to the next."""
    title: str
    left: float
    top: float
    width: float
    height: float
    """The part of the plane that is shown: its upper left corner, and its size."""
    pieces: Sequence[Piece]
    tallies: Sequence[tuple[str, str]] = ()
    """What is counted beside it: what, and how much."""
    owner: int | None = None
    """The only seat that knows what is on it; None: everybody does."""
    board: Literal["", "grid", "walls", "hexagons", "roads"] = ""
    """How text shows the pieces whose keys end with a cell, such as `cell 2,-1` (`looks.board`)."""
    blank: str = ""
    """What stands in cells without a piece."""
    extent: tuple[range, range] | None = None
    """The columns and rows of the board; None: those of its pieces, and of the ground one cell around them."""
    spoken: Sequence[tuple[str, str]] | None = None
    """The tallies as text has them; None: the same."""
    told: bool = False
    """Whether text has a line for each thing, with its whole title."""


class Picture(NamedTuple):
    """A position as a seat or a spectator sees it."""

    caption: str
    """When in the game this is; after a semicolon, what is to be decided by whom."""
    sheets: Sequence[Sheet]
    round: str = ""
    """What the game calls the round, such as `round 2 of 4`; empty: `round 2`."""

    @property
    def when(self) -> str:
        """The caption of screens that mark who is to decide: without what follows a semicolon."""
        return self.caption.partition(";")[0]


class Pictures(Protocol):
    """The module of a game that draws it and puts its moves into words.

    OPTIONAL.md tells what it may have besides.
    """

    def picture(self, setup: Any, view: Any, names: Sequence[str], /) -> Picture:
        """A view as a picture. `names` are the players', by seat.

        Sheets without an owner show what everybody sees: they are the same out of every view. The view of a seat adds
        sheets with that owner, which show what it knows beyond that; the view of a spectator has none of those.
        """

    def describe(self, setup: Any, view: Any, move: Any, names: Sequence[str], /) -> str:
        """A move in words without its subject: `places a shop`; `view` is that of its seat, just before."""


# -- elements


def shape(element: str, *children: Element | str, **attributes: object) -> Element:
    """An SVG element, escaped when it is written; `_` in the name of an attribute stands for `-`."""
    node = Element(element, {name.strip("_").replace("_", "-"): _plain(value) for name, value in attributes.items()})
    node.children.extend(children)
    return node


def _plain(value: object) -> str:
    return _number(value) if isinstance(value, float) else clean(str(value))


def _number(value: float) -> str:
    words = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if words == "-0" else words


def clean(words: str) -> str:
    """Words in which everything can be seen, and nothing changes the direction of others."""
    return seen(words)


def symbol(
    width: float,
    height: float,
    title: str,
    shapes: Iterable[Element],
    text: str = "",
    brief: str | None = None,
    links: int | None = None,
) -> Symbol:
    """A symbol of these shapes, of which the later ones lie above the earlier ones."""
    # " />" ends empty elements, and stands nowhere else: in values and words the ">" is escaped.
    markup = "".join([tostring(node).replace(" />", "/>") for node in shapes])
    return Symbol(markup, width, height, clean(title), text, brief, links)


def group(shapes: Iterable[Element], x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> Element:
    """Shapes moved by (x, y), after they were turned clockwise by degrees and scaled round (0, 0)."""
    steps = [f"translate({_number(x)} {_number(y)})"] if x or y else []
    steps += [f"rotate({_number(turn)})"] if turn else []
    steps += [f"scale({_number(scale)})"] if scale != 1 else []
    return shape("g", *shapes, **{"transform": " ".join(steps)} if steps else {})


def rect(x: float, y: float, width: float, height: float, **attributes: object) -> Element:
    """A rectangle."""
    return shape("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: object) -> Element:
    """A circle round (x, y)."""
    return shape("circle", cx=x, cy=y, r=radius, **attributes)


def path(d: str, **attributes: object) -> Element:
    """A path in the words of SVG."""
    return shape("path", d=d, **attributes)


def line(points: Iterable[tuple[float, float]], **attributes: object) -> Element:
    """A line from point to point."""
    given = {"fill": "none", "stroke": INK, **attributes}
    return shape("polyline", points=" ".join([f"{_number(x)},{_number(y)}" for x, y in points]), **given)


def polygon(points: Iterable[tuple[float, float]], **attributes: object) -> Element:
    """A closed line from point to point, filled."""
    return shape("polygon", points=" ".join([f"{_number(x)},{_number(y)}" for x, y in points]), **attributes)


def regular(sides: int, x: float, y: float, radius: float, **attributes: object) -> Element:
    """A regular polygon round (x, y); a corner points up."""
    angles = [2 * pi * corner / sides for corner in range(sides)]
    return polygon([(x + radius * sin(angle), y - radius * cos(angle)) for angle in angles], **attributes)


# -- letters


def text_width(words: str, size: float) -> float:
    """About how wide words are in letters of this size; rather too much than too little."""
    return size * sum([_letter_width(letter) for letter in words])


def _letter_width(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.0
    if letter in "iljtfrI.,:;'|!()[] ":
        return 0.4
    if letter in "mwMW@%":
        return 0.97
    return 0.7 if letter.isupper() else 0.62


@drawn_once
def shortened(words: str, width: float, size: float = LETTER) -> str:
    """Words cut in the middle if they are wider than that: names of bots often differ at the end."""
    if text_width(words, size) <= width:
        return words
    kept = len(words)
    while kept > 2 and text_width(words[:kept], size) + size > width:
        kept -= 1
    return with_gap(words[: kept - kept // 2], words[len(words) - kept // 2 :])


def wrapped(words: str, width: float, size: float = LETTER, most: int = 3) -> list[str]:
    """Words in at most so many lines of that width; the last is cut if they are too many."""
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [shortened(text, width, size) for text in lines]


def label(
    x: float, y: float, words: str, size: float = LETTER, anchor: str = "middle", **attributes: object
) -> Element:
    """Letters whose middle (or `start`, or `end`) is at x, with the foot of the letters at y."""
    given: dict[str, object] = {} if "class_" in attributes else {"fill": INK}
    if anchor != "start":
        given["text_anchor"] = anchor
    node = shape("text", x=x, y=y, font_size=size, **{**given, **attributes})
    node.text = clean(words)
    return node


def plate(x: float, y: float, words: Sequence[str], width: float, size: float = LETTER) -> Element:
    """Lines of words on a light plate, with its middle at (x, y)."""
    height = len(words) * size * 1.1 + 4
    top = y - height / 2
    board = rect(x - width / 2, top, width, height, rx=3, fill=PAPER, stroke=INK, stroke_width=0.8)
    return group([board, *[label(x, top + (i + 0.92) * size * 1.1, text, size) for i, text in enumerate(words)]])


# -- what lies on boards


def tile(fill: str, width: float = CELL, height: float = CELL, **attributes: object) -> Element:
    """The ground of a tile or card: its middle is coloured, its edge is drawn."""
    given: dict[str, object] = {"rx": 6, "stroke": INK, "stroke_width": 1.5, **attributes}
    return rect(1, 1, width - 2, height - 2, fill=fill, **given)


def badge(x: float, y: float, words: str, sides: int = 0, radius: float = 9, fill: str = PAPER) -> Element:
    """A number or a few letters in a polygon with so many sides; 0: in a circle."""
    edge: dict[str, object] = {"fill": fill, "stroke": INK, "stroke_width": 1}
    ground = regular(sides, x, y, radius + 1, **edge) if sides else circle(x, y, radius, **edge)
    size = min(radius * 1.25, 1.75 * radius * radius / max(text_width(words, radius), 1))
    return group([ground, label(x, y + size * 0.36, words, size, font_weight="bold")])


def figure(seat: int, x: float, y: float, radius: float = 9) -> Element:
    """A player's marker round (x, y): a colour and a shape."""
    colour = SEATS[seat % len(SEATS)]
    edge: dict[str, object] = {"fill": colour.light, "stroke": PAPER, "stroke_width": 1.5}
    sides = (0, 4, 3, 5, 6, 8, 7)[seat % len(SEATS)]
    reach = radius * 1.35 if sides == 3 else radius * 1.15
    return regular(sides, x, y, reach, **edge) if sides else circle(x, y, radius, **edge)


def dyed(seat: int) -> str:
    """The colour of a seat on tiles and boards."""
    return SEATS[seat % len(SEATS)].light


def room(x: float, y: float, width: float = CELL, height: float = CELL) -> Element:
    """A space where a tile can lie."""
    return rect(x + 1, y + 1, width - 2, height - 2, class_="room")


@drawn_once
def grid(columns: range, rows: range, size: float = CELL) -> Symbol:
    """Empty spaces from (0, 0) on, with the numbers that moves use, MARGIN units to the left and above."""
    space = f"h{size - 2:g}v{size - 2:g}h{2 - size:g}z"
    spaces = [f"M{x * size + 1:g} {y * size + 1:g}{space}" for y in range(len(rows)) for x in range(len(columns))]
    above = [label((i + 0.5) * size, -7, str(x), 12, class_="coordinate") for i, x in enumerate(columns)]
    beside = [label(-6, (i + 0.5) * size + 4, str(y), 12, "end", class_="coordinate") for i, y in enumerate(rows)]
    return symbol(len(columns) * size, len(rows) * size, "", [path("".join(spaces), class_="room"), *above, *beside])


@drawn_once
def caption(words: str, width: float, size: float = 12) -> Symbol:
    """A line of words, cut to that width; it has no title."""
    shapes = [label(0, size, shortened(words, width, size), size, "start", class_="ink")]
    return symbol(width, size * 1.4, "", shapes, words)


@drawn_once
def unseen(width: float, height: float) -> Symbol:
    """A thing of that size that nobody saw."""
    side = min(width, height)
    ground = tile("#c9ccd1", width, height, stroke_dasharray="4 3")
    shapes = [ground, label(width / 2, height / 2 + side / 5, "?", side * 0.6)]
    return symbol(width, height, "nobody saw it", shapes, brief=UNSEEN)


def row(key: str, symbols: Sequence[Symbol], x: float = 0, y: float = 0, gap: float = 4, most: int = 8) -> list[Piece]:
    """Symbols side by side from (x, y) on, at most so many in a row; the keys of the pieces are numbered from 0."""
    pieces: list[Piece] = []
    left, height = x, 0.0
    for i, drawn in enumerate(symbols):
        if i and i % most == 0:
            left, y, height = x, y + height + gap, 0.0
        pieces.append(Piece(f"{key} {i}", drawn, left, y))
        left += drawn.width + gap
        height = max(height, drawn.height)
    return pieces


def around(
    key: str,
    title: str,
    pieces: Sequence[Piece],
    tallies: Sequence[tuple[str, str]] = (),
    owner: int | None = None,
    least: tuple[float, float] = (0, 0),
    *,
    told: bool = False,
) -> Sheet:
    """A sheet from (0, 0) on that is as large as its pieces need, and at least so wide and high."""
    width = max([least[0], *[piece.x + piece.symbol.width for piece in pieces]])
    height = max([least[1], *[piece.y + piece.symbol.height for piece in pieces]])
    return Sheet(key, title, 0, 0, width, height, pieces, tallies, owner, told=told)
