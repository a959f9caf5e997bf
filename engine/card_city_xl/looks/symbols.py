"""The drawings of Card City XL: cards, squares or hexagons, and what lies on them."""

from collections.abc import Sequence

from cityleague.engine.card_city_xl.cards import COLOURS, INDUSTRY, LETTERS, SMOG, TOWN_HALL, faces
from cityleague.engine.card_city_xl.looks.words import card_in_words, facing, in_letters
from cityleague.engine.card_city_xl.moves import Cell
from cityleague.engine.card_city_xl.view import UNKNOWN
from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.elements import Element, elements_in

SMALL = 48
"""The width and height of cards beside the cities."""
HEXAGON = 84
"""The height of a hexagon that is CELL units wide."""
HEXAGON_ROW = 63
"""From one row of hexagons to the next."""

MARK = 26
"""The width and height of badges, with the room for a ring round them."""

Point = tuple[float, float]

_CORNERS: dict[int, tuple[Point, ...]] = {
    4: ((0, 0), (svg.CELL, 0), (svg.CELL, svg.CELL), (0, svg.CELL)),
    6: ((36, 0), (svg.CELL, 21), (svg.CELL, 63), (36, HEXAGON), (0, 63), (0, 21)),
}
"""By number of sides: the corners clockwise; side n runs from corner n to the next one."""
_LETTER = 15
"""The height of a card's letter, which is legible on small cards too."""

_FILLS = ("#6bc062", "#4a8bd6", "#b0b0ae", "#f8df4e", "#e2bff2", "#e2bff2", "#daf2be", "#57534f")
"""By colour. Hues are those of the box; lightness tells them apart where hues do not."""
_RED = "#c9473c"
"""The second colour of the town hall."""
_EDGE = {"fill": "none", "stroke": svg.INK, "stroke_width": 1.5}


def place_of(cell: Cell, sides: int) -> Point:
    """Where the upper left corner of a cell's frame lies on the sheet of a city."""
    x, y = cell
    return (x * svg.CELL, y * svg.CELL) if sides == 4 else (x * svg.CELL + y * svg.CELL / 2, y * HEXAGON_ROW)


def middle_of(side: int, sides: int) -> Point:
    """The middle of a side, from the upper left corner of the cell's frame."""
    (x, y), (u, v) = _corner(side, sides), _corner(side + 1, sides)
    return (x + u) / 2, (y + v) / 2


def _corner(number: int, sides: int) -> Point:
    return _CORNERS[sides][number % sides]


def _height(sides: int) -> int:
    return svg.CELL if sides == 4 else HEXAGON


# -- cards


@svg.drawn_once
def card(name: str, turn: int = 0, sides: int = 4, *, suburb: bool = False) -> svg.Symbol:
    """A card as it lies on a cell with this number of sides."""
    title = card_in_words(name) + (f" ({facing(name, turn, sides)})" if "/" in name else "")
    shapes, text = _card(name, turn, sides, suburb), _text(name, turn, sides)
    title, text = (f"suburb: {title}", text.lower()) if suburb else (title, text)
    return svg.symbol(svg.CELL, _height(sides), title, shapes, text, links=0)


def _text(name: str, turn: int, sides: int) -> str:
    """A card in letters; of a split one the left half, the direction of the cut, and the right half."""
    face = faces(name, sides)[turn]
    if not face.kind.split:
        return in_letters(name)
    right, left = face.by_side[1], face.by_side[1 + sides // 2]
    line = "/" if face.by_side[0] == left else "\\" if face.by_side[2] == left else "|"
    return f"{LETTERS[left]}{line}{LETTERS[right]}"


@svg.drawn_once
def small_card(name: str) -> svg.Symbol:
    """A card that lies beside the cities."""
    shapes = [svg.group(_card(name, 0, 4, False), scale=SMALL / svg.CELL)]
    return svg.symbol(SMALL, SMALL, card_in_words(name), shapes, brief=in_letters(name))


@svg.drawn_once
def small_back(title: str) -> svg.Symbol:
    """The back of a card."""
    shapes = [
        svg.rect(1, 1, SMALL - 2, SMALL - 2, rx=3, fill="#4a5f78", stroke=svg.INK),
        svg.path("M8 38v-14h8v-9h9v-6h8v15h6v14z", fill="none", stroke=svg.PAPER, stroke_width=1.5),
        svg.label(22, 36, "?", 16, fill=svg.PAPER, font_weight="bold"),
    ]
    return svg.symbol(SMALL, SMALL, title, shapes, brief="" if title == "deck" else UNKNOWN)


def _card(name: str, turn: int, sides: int, suburb: bool) -> list[Element]:
    face = faces(name, sides)[turn]
    if face.kind.split:
        return _split_card([colour for colour, _ in face.halves], turn, sides)
    (colour,) = face.kind.colours
    shapes = [_ground(_FILLS[colour], sides)]
    if colour == TOWN_HALL:
        shapes.append(_half(_RED, 1 if sides == 4 else 2, sides))
    if suburb:
        shapes.append(svg.path(_STRIPES, stroke=svg.PAPER, stroke_width=3))
    shapes.append(_outline(sides, stroke_dasharray="5 3") if suburb else _outline(sides))
    _, _, level = name.partition("-") if colour == INDUSTRY else ("", "", "")
    words = f"{level} %" if len(level) < 3 else f"{level}%"
    if sides == 4:
        shapes.append(svg.group(_SIGNS[colour], 36, 40))
        shapes += [_tag(words, 70, 14, _LETTER)] if level else []
    elif level:
        shapes.append(svg.group(_SIGNS[colour], 36, 36, 0.8))
        shapes.append(_tag(words, 36 + svg.text_width(words, 12) / 2, 63, 12))
    else:
        shapes.append(svg.group(_SIGNS[colour], 36, 47))
    letter = LETTERS[colour].lower() if suburb else LETTERS[colour]
    shapes.append(_letter(letter, (12, 12) if sides == 4 else (36, 13), svg.PAPER if colour == SMOG else svg.INK))
    return shapes


def _ground(fill: str, sides: int) -> Element:
    if sides == 4:
        return svg.rect(1, 1, svg.CELL - 2, svg.CELL - 2, rx=4, fill=fill)
    return svg.polygon(_inset(range(sides), sides, 1), fill=fill)


def _outline(sides: int, **attributes: object) -> Element:
    if sides == 4:
        return svg.rect(1, 1, svg.CELL - 2, svg.CELL - 2, rx=4, **{**_EDGE, **attributes})
    return svg.polygon(_inset(range(sides), sides, 1), **{**_EDGE, **attributes})


def _inset(corners: Sequence[int], sides: int, by: float) -> list[Point]:
    """Corners of a card, moved towards its middle."""
    height = _height(sides)
    fit = 1 - 2 * by / svg.CELL
    return [
        (svg.CELL / 2 + (x - svg.CELL / 2) * fit, height / 2 + (y - height / 2) * fit)
        for x, y in [_corner(number, sides) for number in corners]
    ]


def _half(fill: str, turn: int, sides: int) -> Element:
    """The half of a card that shows its colour to the sides from `turn` on."""
    return svg.polygon(_inset(range(turn, turn + sides // 2 + 1), sides, 2), fill=fill)


def _split_card(colours: Sequence[int], turn: int, sides: int) -> list[Element]:
    """The two halves, each with its letter and its sign, and the cut between them."""
    half = sides // 2
    shapes = [_ground(_FILLS[colours[0]], sides), _half(_FILLS[colours[1]], turn + half, sides), _outline(sides)]
    cut = _inset([turn, turn + half], sides, 2)
    (x, y), (u, v) = cut
    shapes.append(svg.path(f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}", stroke=svg.INK, stroke_width=2))
    for colour, first in zip(colours, (turn, turn + half), strict=True):
        if sides == 4:  # both point to the corner between the sides
            sign_at, letter_at = (first + 1, 0.29), (first + 1, 0.73)
        else:  # each points to a corner, so that marks on the middles of sides hide nothing
            sign_at, letter_at = (first + 2, 0.47), (first + 1, 0.64)
        shapes.append(svg.group(_SIGNS[colour], *_towards(*sign_at, sides), 0.45))
        shapes.append(_letter(LETTERS[colour], _towards(*letter_at, sides)))
    return shapes


def _towards(corner: int, part: float, sides: int) -> Point:
    """A point on the way from the middle of a card to a corner."""
    (x, y), (u, v) = (svg.CELL / 2, _height(sides) / 2), _corner(corner, sides)
    return x + part * (u - x), y + part * (v - y)


def _letter(letter: str, at: Point, fill: str = svg.INK) -> Element:
    return svg.label(at[0], at[1] + 5.5, letter, _LETTER, font_weight="bold", fill=fill)


def _tag(words: str, right: float, middle: float, size: float) -> Element:
    """Words on a plate that ends at `right`."""
    width, height = svg.text_width(words, size) + 3, size + 3
    ground = svg.rect(right - width, middle - height / 2, width, height, rx=3, fill=svg.PAPER, stroke=svg.INK)
    return svg.group([ground, svg.label(right - width / 2, middle + size * 0.37, words, size)])


_STRIPES = "M2 22L22 2M2 46L46 2M2 70L70 2M26 70L70 26M50 70L70 50"
"""Across the cards of suburbs, which are squares in all games."""
_DRAWN = elements_in("cityleague.engine.card_city_xl.looks", "signs.json")
_SIGNS = [signs for name, signs in _DRAWN.items() if name != "architect"]
"""What shows the colours, round (0, 0)."""
assert len(_SIGNS) == len(_FILLS) == len(COLOURS)


# -- the ground of a city


@svg.drawn_once
def ground(sides: int, seat: int | None, *, sure: bool) -> svg.Symbol:
    """A free cell, in the manner of the seat whose district it is; dashed if it may yet fall outside of the grid."""
    dashes: dict[str, object] = {} if sure else {"stroke_dasharray": "4 5"}
    if sides == 4:
        shapes = [svg.rect(2, 2, 68, 68, class_="room", **dashes)]
    else:
        shapes = [svg.polygon(_inset(range(6), 6, 2), class_="room", **dashes)]
    if seat is not None:
        colour = svg.SEATS[seat % len(svg.SEATS)]
        shapes.append(svg.polygon(_inset(range(sides), sides, 8), fill="none", stroke=colour.light, stroke_opacity=0.45,
            **{"stroke_dasharray": colour.dashes} if colour.dashes else {}))  # fmt: skip
    links = (1 << sides) - 1 if sure else None
    return svg.symbol(svg.CELL, _height(sides), "", shapes, "·" if sure else "+", links=links)


@svg.drawn_once
def border(side: int, sides: int) -> svg.Symbol:
    """A border of districts, or of suburbs, along a side of a cell."""
    (x, y), (u, v) = _corner(side, sides), _corner(side + 1, sides)
    way = f"M{x} {y}L{u} {v}"
    shapes = [
        svg.path(way, stroke=svg.INK, stroke_width=7, stroke_linecap="round"),
        svg.path(way, stroke=svg.PAPER, stroke_width=3),
    ]
    return svg.symbol(svg.CELL, _height(sides), "", shapes, "border")


@svg.drawn_once
def coordinate(words: str) -> svg.Symbol:
    """The number of a column or row, or of the cell beside it; its middle is the corner of the symbol."""
    return svg.symbol(0, 0, "", [svg.label(0, 4, words, 12, class_="coordinate")])


# -- what lies on the cards of a city


@svg.drawn_once
def joint(colour: int, side: int, sides: int) -> svg.Symbol:
    """What makes two cards of a district one: it covers the edges between them."""
    (x, y), (u, v) = _corner(side, sides), _corner(side + 1, sides)
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    along, across = ((u - x) / length, (v - y) / length), (-(v - y) / length, (u - x) / length)
    start, end, thick = 5.0, length - 5, 2.6
    points = [
        (x + along[0] * far + across[0] * off, y + along[1] * far + across[1] * off)
        for far, off in ((start, thick), (end, thick), (end, -thick), (start, -thick))
    ]
    return svg.symbol(svg.CELL, _height(sides), "", [svg.polygon(points, fill=_FILLS[colour])], "open")


@svg.drawn_once
def size_mark(size: int, title: str) -> svg.Symbol:
    """The number of cards of a district, to be put on one of its joints."""
    return svg.symbol(MARK, MARK, title, [svg.badge(MARK / 2, MARK / 2, str(size))])


@svg.drawn_once
def architect(sides: int) -> svg.Symbol:
    """The architect, with helmet and plan, on a cell."""
    drawn = svg.group(_DRAWN["architect"], 0, (_height(sides) - svg.CELL) / 2)
    return svg.symbol(svg.CELL, _height(sides), "the architect", [drawn], "A")


@svg.drawn_once
def owner_mark(seat: int, name: str) -> svg.Symbol:
    """Whose district this is, for the town hall."""
    return svg.symbol(MARK, MARK, f"district of {name}", [svg.figure(seat, MARK / 2, MARK / 2, 8)], brief="")


# -- what lies beside the cities


@svg.drawn_once
def name_plate(seat: int, name: str) -> svg.Symbol:
    """A player's marker and name."""
    words = svg.label(26, 27, svg.shortened(name, 100, 12), 12, "start", class_="ink")
    return svg.symbol(130, SMALL, "", [svg.figure(seat, 12, 23, 9), words], name)


@svg.drawn_once
def heading(words: str) -> svg.Symbol:
    """Words above a row of cards, or beside it."""
    fitting = svg.shortened(words, 280, 12)
    return svg.symbol(
        round(svg.text_width(fitting, 12)), 16, "", [svg.label(0, 12, fitting, 12, "start", class_="ink")], words
    )


@svg.drawn_once
def count_mark(count: int, title: str) -> svg.Symbol:
    """How many cards a pile has; lies on its corner."""
    return svg.symbol(MARK, MARK, title, [svg.badge(MARK / 2, MARK / 2, str(count), radius=10)], brief=f"{{}} {count}")


@svg.drawn_once
def coins(amount: int) -> svg.Symbol:
    """Money on a lot."""
    words = f"{amount} $"
    side = max(round(svg.text_width(words, 11)) + 8, 30)
    ground = svg.rect(1, 12, side - 2, 22, rx=11, fill="#f2cf63", stroke=svg.INK)
    return svg.symbol(side, SMALL, words, [ground, svg.label(side / 2, 27, words, 11, font_weight="bold")])
