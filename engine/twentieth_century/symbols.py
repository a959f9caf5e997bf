"""Land, facilities, technologies, damage columns and bonus cards of 20th Century as symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from cityleague.engine.picture import (
    INK,
    PAPER,
    Element,
    Symbol,
    badge,
    circle,
    figure,
    group,
    label,
    path,
    rect,
    room,
    shortened,
    symbol,
    text_width,
    tile,
    wrapped,
)
from cityleague.engine.twentieth_century.figures import (
    GOODS,
    RAISES,
    BonusCard,
    CityFigures,
    Counted,
    Damage,
    Good,
    Price,
    Technology,
)
from cityleague.engine.twentieth_century.moves import Improve
from cityleague.engine.twentieth_century.signs import (
    BUILDINGS,
    CHIP,
    LETTERS,
    USES,
    Placed,
    chips,
    cube,
    flower,
    letters,
    pawn,
    plants,
    skull,
)
from cityleague.engine.twentieth_century.tiles import LAST, Piece, Shape, turned
from cityleague.engine.twentieth_century.uses import ONCE, TAGS, abilities, called

UNIT = 33
"""From one point of a tile to the next."""
SIDE = LAST * UNIT
"""The width and height of a tile."""
FOOT = 18
"""The height of what a technology brings at once, below its tile."""
_GROUNDS = {None: "#efe6c8", "I-II": "#d3e3a4", "III-IV": "#e9cf95", "V": "#c4d6dc", "facility": "#c9c4cf"}
"""The grounds of land by period, and of facilities."""
_PLATE = 30
"""The room for words at the edges of a tile, between a corner and the middle, where no track can lie."""
_BALLAST = {"stroke": "#6e5a44", "stroke_width": 8, "stroke_dasharray": "1.7 3.3"}
_RAIL = {"stroke": INK, "stroke_width": 2.4}

Point = tuple[float, float]
many_symbols = lru_cache(maxsize=1 << 10)


def counted(count: int, word: str) -> str:
    """`1 coin`, `2 coins`."""
    return f"{count} {word if word in {'science', 'prosperity', 'garbage'} or abs(count) == 1 else f'{word}s'}"


# -- nodes


def spot(shape: Shape, node: str, turn: int) -> Point:
    """The middle of a node on its tile."""
    x, y = turned(shape.nodes[node], turn)
    return x * UNIT, y * UNIT


def _parts(city: CityFigures) -> list[Good | str]:
    """What is shown of a city besides its letter."""
    goods: list[Good | str] = [good for good in GOODS if getattr(city, good)]
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


@many_symbols
def tile_symbol(shape: Shape, period: str | None, turn: int) -> Symbol:
    """Land or a facility, turned clockwise by so many quarters."""
    ground = _GROUNDS.get(period if shape.is_land else "facility", PAPER)
    shapes = [tile(ground, SIDE, SIDE, rx=3), *_ways(shape, turn)]
    words: list[Placed] = [(33, 11.5, shortened(shape.name, _PLATE, LETTERS))]
    shapes += _cities(shape, turn, words) if shape.is_land else _buildings(shape, turn, words)
    shapes.append(letters(words))
    return symbol(SIDE, SIDE, _tile_title(shape, period), shapes)


def _ways(shape: Shape, turn: int) -> Iterator[Element]:
    """Spans for bridges, dotted; track; forks."""

    def drawn(pieces: Sequence[Piece]) -> str:
        ends = [(turned(one, turn), turned(other, turn)) for one, other in pieces]
        return "".join([f"M{ax * UNIT} {ay * UNIT}L{bx * UNIT} {by * UNIT}" for (ax, ay), (bx, by) in ends])

    if shape.spans:
        dots = {"stroke_width": 3.4, "stroke_dasharray": "0 6.6", "stroke_linecap": "round"}
        yield path(drawn(shape.spans), stroke="#2c6fa8", **dots)
    if shape.track:
        yield path(drawn(shape.track), **_BALLAST)
        yield path(drawn(shape.track), **_RAIL)
    forks = [spot(shape, fork.node, turn) for fork in shape.forks]
    if forks:
        d = "".join([f"M{x - 5.5:g} {y}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z" for x, y in forks])
        yield path(d, fill=PAPER, stroke=INK, stroke_width=1.2)
        named = [(x, y + 3, fork.node) for (x, y), fork in zip(forks, shape.forks, strict=True)]
        yield letters(named, 9, weight="normal")


def _box(middle: Point, count: int) -> str:
    """The ground of a city or a building."""
    (x, y), (width, height) = middle, _size(count)
    return f"M{x - width / 2:g} {y - height / 2:g}h{width:g}v{height:g}h{-width:g}z"


def _cities(shape: Shape, turn: int, words: list[Placed]) -> Iterator[Element]:
    boxes, rooms, goods, recycling = "", "", [], []
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
    yield path(boxes, fill=PAPER, stroke=INK, stroke_width=1.6, stroke_linejoin="round")
    yield path(rooms, fill="none", stroke=INK, stroke_width=0.9, stroke_dasharray="2 1.3")
    yield from chips(goods)
    yield from plants(recycling)


def _buildings(shape: Shape, turn: int, words: list[Placed]) -> Iterator[Element]:
    """Letter and kind of each building, below them what it adds."""
    boxes, goods, signs = "", [], []
    for one in shape.buildings:
        middle = spot(shape, one.node, turn)
        letter, sign, plus, chip = _places(middle, 4)
        boxes += _box(middle, 4)
        goods.append((RAISES[one.kind], *chip))
        signs.append(group(BUILDINGS[one.kind], *sign))
        for (x, y), text in ((letter, one.node), (plus, "+"), (chip, f"{one.bonus}")):
            words.append((x, y + 3.4, text))
    yield path(boxes, fill=PAPER, stroke=INK, stroke_width=1.6, stroke_linejoin="round")
    yield from chips(goods)
    yield from signs


def _tile_title(shape: Shape, period: str | None) -> str:
    if shape.is_land:
        what = f"land {shape.name}" if period else "start land"
        parts = [f"city {city.node} {city_in_words(city)}" for city in shape.cities]
    else:
        what = f"facility {shape.name}"
        parts = [f"{one.kind} {one.node} +{one.bonus} {RAISES[one.kind]}" for one in shape.buildings]
    spans = [f"room for bridges {' '.join(shape.span_numbers)}"] if shape.spans else []
    return f"{what}{f' ({period})' if period else ''}: {', '.join([*parts, *spans])}"


def city_in_words(city: CityFigures) -> str:
    """What a city has: `1 coin, 2 science, plant`."""
    goods = [counted(getattr(city, good), good.rstrip("s")) for good in GOODS if getattr(city, good)]
    return " ".join([*goods, "plant"] if city.recycling else goods) or "nothing"


# -- what lies on tiles


@many_symbols
def bridge_symbol(shape: Shape, span: str, turn: int) -> tuple[Symbol, float, float]:
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
        path(d, stroke=INK, stroke_width=12),
        path(d, stroke="#f2f2ee", stroke_width=9),
        path(d, stroke=INK, stroke_width=6, stroke_dasharray="1.5 3"),
        path(d, stroke=INK, stroke_width=2),
    ]
    return symbol(abs(x1 - x0) + 10, abs(y1 - y0) + 10, f"bridge {span}", shapes), left, top


@cache
def citizen_symbol(letter: str) -> Symbol:
    """A citizen in a city."""
    return symbol(14, 16, f"citizen in city {letter}", pawn(7, 9, letter))


@cache
def waiting_symbol() -> Symbol:
    """The citizen of new land who has no city yet."""
    return symbol(_PLATE, 14, "its own citizen waits", [*pawn(7, 7), letters([(21, 11, "…")])])


@cache
def garbage_symbol(count: int, title: str) -> Symbol:
    """Cubes of garbage."""
    return symbol(_PLATE, 14, title.format(count), [cube(7, 7), letters([(14, 10.5, f"{count}")], 10.5, "start")])


@cache
def end_symbol(joined: bool) -> Symbol:
    """Where track leads off a tile: to track of another one, or to nothing yet."""
    return symbol(8, 8, "", [circle(4, 4, 3.5, fill=INK if joined else PAPER, stroke=INK, stroke_width=1.2)])


@cache
def used_symbol(title: str) -> Symbol:
    """What has been used is crossed out."""
    return symbol(14, 14, title, [path("M2 2l10 10M12 2l-10 10", stroke="#c2185b", stroke_width=2.6)])


@cache
def number_symbol(words: str, width: float, height: float) -> Symbol:
    """The number of a column or a row of cells."""
    return symbol(width, height, "", [label(width / 2, height / 2 + 4, words, 12, class_="faint")])


@cache
def heading_symbol(words: str) -> Symbol:
    """A line of words above what lies below it."""
    return symbol(100, 18, "", [label(1, 14, words, 12, "start", class_="ink")])


@cache
def scored_symbol() -> Symbol:
    """A bonus card that has been scored is ticked."""
    return symbol(20, 20, "has been scored", [path("M3 10l5 6 9-13", fill="none", stroke=INK, stroke_width=4)])


@cache
def space_symbol() -> Symbol:
    """A cell without a tile."""
    return symbol(SIDE, SIDE, "", [room(0, 0, SIDE, SIDE)])


# -- technologies


_LINE = 17
_HEAD = 19


def _cost(price: Price, x: float, y: float) -> list[Element]:
    """A price from x on."""
    goods: list[tuple[Good, int]] = [("coins", price.coins), ("science", price.science)]
    places = [(good, x + 13.5 * i, n) for i, (good, n) in enumerate([(good, n) for good, n in goods if n])]
    if not places:
        return []
    return [*chips([(good, at, y) for good, at, _ in places]), letters([(at, y + 3.4, f"{n}") for _, at, n in places])]


def effects(garbage: int, skulls: int, flowers: int) -> str:
    """What something does to the environment, in words."""
    counts = ((garbage, "garbage"), (skulls, "skull"), (flowers, "flower"))
    return ", ".join([counted(n, word) for n, word in counts if n])


def _effects(x: float, y: float, garbage: int, skulls: int, flowers: int) -> list[Element]:
    """What something does to the environment, in signs from right to left."""
    shapes, words = [], []
    for draw, n in ((flower, flowers), (skull, skulls), (cube, garbage)):
        if n:
            width = text_width(f"{n}", 10) + 14
            shapes.append(draw(x - 6, y))
            words.append((x - 13, y + 3.6, f"{n}"))
            x -= width + 3
    return [*shapes, letters(words, 10, "end")] if words else []


def use_places(technology: Technology) -> dict[str, Point]:
    """Where the signs of its uses stand on its card, by the type of the move."""
    return {TAGS[one.kind]: (11, _HEAD + _LINE * i + 8) for i, one in enumerate(abilities(technology))}


@many_symbols
def card_symbol(technology: Technology) -> Symbol:
    """A technology as one owns it: its name, what it brings at once, what it is used for."""
    uses = abilities(technology)
    height = _HEAD + _LINE * max(1, len(uses)) + 3
    shapes = [tile("#c9c4cf" if technology.facility else "#f6efdc", SIDE, height, rx=5)]
    name = shortened(technology.name, 56)
    shapes.append(letters([(7, 13.5, name)], 10, "start"))
    at_once = technology.garbage, technology.skulls, technology.flowers
    shapes += _effects(SIDE - 6, 10, *at_once)
    words, title = [], []
    places = use_places(technology)
    for kind, bit, price in uses:
        tag = TAGS[kind]
        x, y = places[tag]
        life = technology.quality_of_life
        told = counted(life.points, "point") if kind is Improve and life else called(kind)
        shapes.append(group(USES[tag](), x, y))
        words.append((22, y + 3.5, told))
        if price != Price():
            shapes += _cost(price, SIDE - (24 if price.coins and price.science else 10), y)
        cost = [counted(price.coins, "coin")] * (price.coins > 0) + [counted(price.science, "science")] * (
            price.science > 0
        )
        for_it = f" for {' and '.join(cost)}" if cost else ""
        title.append(f"{told}{for_it} {'once' if ONCE & bit else 'each round'}")
    if technology.facility:
        kinds = [f"{one.kind} +{one.bonus}" for one in technology.facility.buildings]
        words.append((7, _HEAD + 11.5, shortened(", ".join(kinds), SIDE - 14, LETTERS)))
        title.append(f"facility, {', '.join(kinds)}")
    elif not uses:
        words.append((7, _HEAD + 11.5, "park"))
        title.append("park")
    shapes.append(letters(words, anchor="start", weight="normal"))
    brings = f"; at once {effects(*at_once)}" if any(at_once) else ""
    return symbol(SIDE, height, f"technology {technology.name}: {', '.join(title)}{brings}", shapes)


@many_symbols
def foot_symbol(technology: Technology) -> Symbol:
    """What a facility on offer brings at once."""
    at_once = technology.garbage, technology.skulls, technology.flowers
    ground = rect(1, 1, SIDE - 2, FOOT - 2, rx=5, fill="#f6efdc", stroke=INK)
    shapes = [ground, letters([(7, 13, "at once")], anchor="start", weight="normal"), *_effects(SIDE - 6, 9, *at_once)]
    return symbol(SIDE, FOOT, f"{technology.name} brings at once {effects(*at_once)}", shapes)


# -- the table


@cache
def price_symbol(field: int, price: int) -> Symbol:
    """A field of the strip on which the technology marker goes."""
    shapes = [rect(1, 1, 30, 30, fill="#e4eefb", stroke=INK), *chips([("science", 16, 16)])]
    return symbol(
        32, 32, f"field {field}: technologies cost {price} science", [*shapes, letters([(16, 19.5, f"{price}")])]
    )


@cache
def marker_symbol() -> Symbol:
    """The technology marker, round the price."""
    return symbol(32, 32, "technology marker", [circle(16, 16, 12.5, fill="none", stroke=INK, stroke_width=3.5)])


@cache
def field_symbol(position: int, worth: int, clean: int) -> Symbol:
    """A field of the pollution track; below its figures there is room for markers."""
    shapes = [
        rect(0.5, 0.5, 43, 87, fill="#f3d9d5" if worth < 0 else "#dcecc8" if worth > 0 else PAPER, stroke=INK),
        letters([(22, 15, f"{worth:+d}" if worth else "0")], 13),
        rect(6, 20.5, 9, 9, fill=_GROUNDS["I-II"], stroke=INK, stroke_width=0.8),
        letters([(19, 29, f"× {clean}")], anchor="start", weight="normal"),
    ]
    return symbol(44, 88, f"pollution {position}: worth {worth}, clean land {clean} each", shapes)


@cache
def marked(seat: int, title: str, radius: float = 8) -> Symbol:
    """The marker of a player."""
    return symbol(radius * 2.2, radius * 2.2, title, [figure(seat, radius * 1.1, radius * 1.1, radius)])


@cache
def bid_symbol(seat: int, amount: int, good: Good, title: str) -> Symbol:
    """A bid with the marker of the player."""
    shapes = [rect(1, 1, 50, 22, rx=11, fill=PAPER, stroke=INK, stroke_width=1.5), figure(seat, 13, 12, 8)]
    return symbol(52, 24, title, [*shapes, *chips([(good, 37, 12)]), letters([(37, 15.5, f"{amount}")])])


@cache
def up_symbol(name: str) -> Symbol:
    """What is up for auction."""
    shapes = [rect(2, 2, SIDE - 4, SIDE - 4, rx=4, fill="none", stroke=INK, stroke_width=4, stroke_dasharray="14 5")]
    return symbol(SIDE, SIDE, f"{name} is up for auction", shapes)


@cache
def column_symbol(number: int, column: Damage) -> Symbol:
    """A column of a damage card."""
    told = effects(column.garbage, column.skulls, 0) or "nothing"
    counts = [(draw, n) for draw, n in ((cube, column.garbage), (skull, column.skulls)) if n]
    shapes = [
        tile("#d9d4cc", 60, 84, rx=4),
        badge(30, 13, f"{number}", radius=8),
        *[draw(36 if n < 100 else 42, 31 + 15 * i) for i, (draw, n) in enumerate(counts)],
        letters([(27, 35 + 15 * i, f"{n}") for i, (_, n) in enumerate(counts)], 11, "end"),
    ]
    return symbol(60, 84, f"column {number}: {told}", shapes)


_COUNTED: dict[Counted, str] = {
    "coins": "coin yielded",
    "science": "science yielded",
    "prosperity": "prosperity yielded",
    "points": "point so far",
    "clean land": "clean land",
    "clean land by pollution": "point that clean land is worth",
    "garbage": "cube of garbage",
    "plants": "recycling plant with a citizen",
    "flowers": "point of a flower field",
}


@many_symbols
def bonus_symbol(card: BonusCard) -> Symbol:
    """A bonus card: for what there are points after its round."""
    told = [f"{counted(line.points, 'point')} per {_COUNTED[line.counts]}" for line in card.lines]
    lines = [words for line in told for words in wrapped(line, 164, LETTERS, 2)]
    height = 24 + 13 * len(lines)
    head = f"{shortened(card.name, 60)} after round {card.round}"
    words = letters([(8, 32 + 13 * i, text) for i, text in enumerate(lines)], anchor="start", weight="normal")
    shapes = [tile("#fbe7b5", 180, height + 4, rx=5), letters([(8, 16, head)], 10.5, "start"), words]
    return symbol(180, height + 4, f"bonus card {card.name}, after round {card.round}: {'; '.join(told)}", shapes)


@cache
def yield_symbol(good: Good, count: int) -> Symbol:
    """What the cities of a player yield of a good."""
    shapes = [*chips([(good, 18, 9)]), letters([(18, 12.4, f"{count}")]), letters([(11, 12.4, "+")], anchor="end")]
    return symbol(25, 18, f"yields {counted(count, good.rstrip('s'))}", shapes)


@cache
def holding_symbol(good: Good, count: int) -> Symbol:
    """What a player holds."""
    shapes = [group(chips([(good, 0, 0)]), 22, 22, 3), letters([(22, 27.5, f"{count}")], 15)]
    return symbol(44, 44, f"{counted(count, good.rstrip('s'))} held", shapes)
