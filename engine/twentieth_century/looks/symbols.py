"""Land and facilities of 20th Century as symbols, and what lies on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.elements import Element
from cityleague.engine.twentieth_century.figures import GOODS, RAISES, CityFigures, Good
from cityleague.engine.twentieth_century.looks.signs import (
    CHIP,
    LETTERS,
    SIGNS,
    Placed,
    chips,
    cube,
    letters,
    pawn,
    plants,
    squeezed,
)
from cityleague.engine.twentieth_century.looks.words import number_of
from cityleague.engine.twentieth_century.tiles import LAST, Piece, Shape, turned

UNIT = 33
"""From one point of a tile to the next."""
SIDE = LAST * UNIT
"""The width and height of a tile."""
GROUNDS = {None: "#efe6c8", "I-II": "#d3e3a4", "III-IV": "#e9cf95", "V": "#c4d6dc", "facility": "#c9c4cf"}
"""The grounds of land by period, and of facilities."""
PLATE = 28
"""The room for words at the edges of a tile, between a corner and the middle, where no track can lie."""
_BALLAST = {"stroke": "#6e5a44", "stroke_width": 8, "stroke_dasharray": "1.7 3.3"}
_RAIL = {"stroke": svg.INK, "stroke_width": 2.4}

Point = tuple[float, float]


# -- nodes


def spot(shape: Shape, node: str, turn: int) -> Point:
    """The middle of a node on its tile."""
    x, y = turned(shape.nodes[node], turn)
    return x * UNIT, y * UNIT


def _parts(city: CityFigures) -> list[Good | Literal["plant"]]:
    """What is shown of a city besides its letter."""
    goods: list[Good | Literal["plant"]] = [good for good in GOODS if getattr(city, good)]
    return [*goods, "plant"] if city.recycling else goods


def _places(middle: Point, count: int) -> list[Point]:
    """The middles of so many signs round a point, in two columns."""
    columns, rows = min(count, 2), (count + 1) // 2
    x, y = middle
    return [
        (x + (i % 2 - (columns - 1) / 2) * CHIP, y + (i // 2 - (rows - 1) / 2) * CHIP) for i in range(count)
    ]  # fmt: skip


def _size(count: int) -> Point:
    return min(count, 2) * CHIP + 2, (count + 1) // 2 * CHIP + 2


def home(shape: Shape, city: CityFigures, turn: int) -> Point:
    """Where the citizen of a city stands on its tile."""
    return _places(spot(shape, city.node, turn), 1 + len(_parts(city)))[0]


def plant_place(shape: Shape, city: CityFigures, turn: int) -> Point:
    """Where the plant of a city stands on its tile."""
    return _places(spot(shape, city.node, turn), 1 + len(_parts(city)))[-1]


def city_box(shape: Shape, city: CityFigures, turn: int) -> tuple[float, float, float, float]:
    """The left and upper end of a city on its tile, its width and its height."""
    (x, y), (width, height) = spot(shape, city.node, turn), _size(1 + len(_parts(city)))
    return x - width / 2, y - height / 2, width, height


def _extent(shape: Shape, at: tuple[int, int]) -> Point:
    """How far what lies on a point reaches across and down."""
    for city in shape.cities:
        if city.at == at:
            width, height = _size(1 + len(_parts(city)))
            return width / 2, height / 2
    for building in shape.buildings:
        if building.at == at:
            return CHIP + 1, CHIP + 1
    return (6, 6) if at in shape.nodes.values() else (0, 0)


# -- tiles


@svg.drawn_once
def tile_symbol(shape: Shape, period: str | None, turn: int) -> svg.Symbol:
    """Land or a facility, turned clockwise by so many quarters."""
    ground = GROUNDS.get(period if shape.is_land else "facility", svg.PAPER)
    shapes = [svg.tile(ground, SIDE, SIDE, rx=3), *_ways(shape, turn)]
    words: list[Placed] = []
    shapes += _cities(shape, turn, words) if shape.is_land else _buildings(shape, turn, words)
    shapes += [letters(words), _name(shape.name)]
    return svg.symbol(SIDE, SIDE, _tile_title(shape, period), shapes)


def _name(name: str) -> Element:
    """The name of a tile in its room; if it is a little too wide, its letters are narrow."""
    given = svg.shortened(name, PLATE * 1.45, LETTERS)
    return squeezed(
        svg.label(0, 0, given, LETTERS, font_weight="bold"), 32, 11.5, PLATE / svg.text_width(given, LETTERS)
    )


def _ways(shape: Shape, turn: int) -> Iterator[Element]:
    """Spans for bridges, dotted; track; forks."""

    def drawn(pieces: Sequence[Piece]) -> str:
        ends = [(turned(start, turn), turned(other, turn)) for start, other in pieces]
        return "".join(
            [f"M{ax * UNIT} {ay * UNIT}l{(bx - ax) * UNIT} {(by - ay) * UNIT}" for (ax, ay), (bx, by) in ends]
        )

    if shape.spans:
        dots = {"stroke_width": 3.4, "stroke_dasharray": "0 6.6", "stroke_linecap": "round"}
        yield svg.path(drawn(shape.spans), stroke="#2c6fa8", **dots)
    if shape.track:
        yield svg.path(drawn(shape.track), **_BALLAST)
        yield svg.path(drawn(shape.track), **_RAIL)
    forks = [spot(shape, fork.node, turn) for fork in shape.forks]
    if forks:
        d = "".join([f"M{x - 5.5:g} {y}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z" for x, y in forks])
        yield svg.path(d, fill=svg.PAPER, stroke=svg.INK, stroke_width=1.2)
        named = [(x, y + 3, fork.node) for (x, y), fork in zip(forks, shape.forks, strict=True)]
        yield letters(named, 9, weight="normal")


def _box(middle: Point, count: int) -> str:
    """The ground of a city or a building."""
    (x, y), (width, height) = middle, _size(count)
    return f"M{x - width / 2:g} {y - height / 2:g}h{width:g}v{height:g}h{-width:g}z"


def _cities(shape: Shape, turn: int, words: list[Placed]) -> Iterator[Element]:
    boxes, rooms = "", ""
    goods: list[tuple[Good, float, float]] = []
    recycling: list[Point] = []
    for city in shape.cities:
        middle, parts = spot(shape, city.node, turn), _parts(city)
        places = _places(middle, 1 + len(parts))
        boxes += _box(middle, len(places))
        (x, y) = places[0]
        rooms += f"M{x:g} {y:g}m-5.3 0a5.3 5.3 0 1 0 10.6 0a5.3 5.3 0 1 0-10.6 0z"
        words.append((x, y + 3.3, city.node))
        for part, (x, y) in zip(parts, places[1:], strict=True):
            if part == "plant":
                recycling.append((x, y + 0.5))
            else:
                goods.append((part, x, y))
                words.append((x, y + 3.4, f"{getattr(city, part)}"))
    yield svg.path(boxes, fill=svg.PAPER, stroke=svg.INK, stroke_width=1.6, stroke_linejoin="round")
    yield svg.path(rooms, fill="none", stroke=svg.INK, stroke_width=0.9, stroke_dasharray="2 1.3")
    yield from chips(goods)
    yield from plants(recycling)


def _buildings(shape: Shape, turn: int, words: list[Placed]) -> Iterator[Element]:
    """Letter and kind of each building, below them what it adds."""
    boxes, goods, signs = "", [], []
    for house in shape.buildings:
        middle = spot(shape, house.node, turn)
        letter, sign, plus, chip = _places(middle, 4)
        boxes += _box(middle, 4)
        goods.append((RAISES[house.kind], *chip))
        signs.append(svg.group(SIGNS[house.kind], *sign))
        for (x, y), text in ((letter, house.node), (plus, "+"), (chip, f"{house.bonus}")):
            words.append((x, y + 3.4, text))
    yield svg.path(boxes, fill=svg.PAPER, stroke=svg.INK, stroke_width=1.6, stroke_linejoin="round")
    yield from chips(goods)
    yield from signs


def _tile_title(shape: Shape, period: str | None) -> str:
    if shape.is_land:
        what = f"land {shape.name}" if period else "start land"
        parts = [f"city {city.node} {city_in_words(city)}" for city in shape.cities]
    else:
        what = f"facility {shape.name}"
        parts = [f"{house.kind} {house.node} +{house.bonus} {RAISES[house.kind]}" for house in shape.buildings]
    spans = [f"room for {number_of(len(shape.spans), 'bridge')}"] if shape.spans else []
    return f"{what}{f' ({period})' if period else ''}: {', '.join([*parts, *spans])}"


def city_in_words(city: CityFigures) -> str:
    """What a city has: `1 coin, 2 science, plant`."""
    goods = [number_of(getattr(city, good), good.rstrip("s")) for good in GOODS if getattr(city, good)]
    return " ".join([*goods, "plant"] if city.recycling else goods) or "nothing"


# -- what lies on tiles


@svg.drawn_once
def bridge_symbol(shape: Shape, span: str, turn: int) -> tuple[svg.Symbol, float, float]:
    """A bridge, and where its corner is on the tile."""
    ends = shape.spans[shape.span_numbers[span]]
    (ax, ay), (bx, by) = (turned(end, turn) for end in ends)
    length = max(abs(bx - ax), abs(by - ay))
    dx, dy = (bx - ax) / length, (by - ay) / length
    reach = []
    for at in ends:
        across, down = _extent(shape, at)
        reach.append(min(across if dx else down, down if dy else across))
    x0, y0 = ax * UNIT + dx * reach[0], ay * UNIT + dy * reach[0]
    x1, y1 = bx * UNIT - dx * reach[1], by * UNIT - dy * reach[1]
    left, top = min(x0, x1) - 5, min(y0, y1) - 5
    d = f"M{x0 - left:g} {y0 - top:g}L{x1 - left:g} {y1 - top:g}"
    shapes = [
        svg.path(d, stroke=svg.INK, stroke_width=12),
        svg.path(d, stroke="#f2f2ee", stroke_width=9),
        svg.path(d, stroke=svg.INK, stroke_width=6, stroke_dasharray="1.5 3"),
        svg.path(d, stroke=svg.INK, stroke_width=2),
    ]
    return svg.symbol(abs(x1 - x0) + 10, abs(y1 - y0) + 10, "bridge", shapes, brief=f"bridge {span}"), left, top


@svg.drawn_once
def citizen_symbol(letter: str) -> svg.Symbol:
    """A citizen in a city."""
    return svg.symbol(14, 16, f"citizen in city {letter}", pawn(7, 9, letter), brief="")


@svg.drawn_once
def waiting_symbol() -> svg.Symbol:
    """The citizen of new land who has no city yet."""
    return svg.symbol(PLATE, 14, "its own citizen waits", [*pawn(7, 7), letters([(21, 11, "…")])])


@svg.drawn_once
def garbage_symbol(count: int, title: str) -> svg.Symbol:
    """Cubes of garbage."""
    return svg.symbol(PLATE, 14, title.format(count), [cube(7, 7), letters([(14, 10.5, f"{count}")], 10.5, "start")])


@svg.drawn_once
def end_symbol(joined: bool) -> svg.Symbol:
    """Where track leads off a tile: to track of another one, or to nothing yet."""
    return svg.symbol(
        8, 8, "", [svg.circle(4, 4, 3.5, fill=svg.INK if joined else svg.PAPER, stroke=svg.INK, stroke_width=1.2)]
    )


@svg.drawn_once
def used_symbol(title: str) -> svg.Symbol:
    """What has been used is crossed out."""
    return svg.symbol(14, 14, title, [svg.path("M2 2l10 10M12 2l-10 10", stroke="#c2185b", stroke_width=2.6)])


@svg.drawn_once
def number_symbol(words: str, width: float, height: float) -> svg.Symbol:
    """The number of a column or a row of cells."""
    return svg.symbol(width, height, "", [svg.label(width / 2, height / 2 + 4, words, 12, class_="coordinate")])


@svg.drawn_once
def heading_symbol(words: str) -> svg.Symbol:
    """A line of words above what lies below it."""
    return svg.symbol(100, 18, "", [svg.label(1, 14, words, 12, "start", class_="ink")], words)


@svg.drawn_once
def space_symbol() -> svg.Symbol:
    """A cell without a tile."""
    return svg.symbol(SIDE, SIDE, "", [svg.room(0, 0, SIDE, SIDE)])
