"""The tiles of City Tycoon, its cubes, coins and points as drawings."""

from collections.abc import Iterable

from msgspec import json

from cityleague.engine.city_tycoon.figures import TERRAINS, Demand, District, PlantSide, Reward, Terrain
from cityleague.engine.city_tycoon.looks.quantities import LETTERS, LOOKS, Line, Quantity, drawn, text, width_of
from cityleague.engine.city_tycoon.looks.words import PLANT_LETTERS, district_in_words, in_signs, plant
from cityleague.engine.city_tycoon.moves import PlantKind, Side
from cityleague.engine.city_tycoon.town import GENERAL_PLANTS
from cityleague.engine.doors import file_in
from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.elements import Element
from cityleague.engine.words import counted

SIZE = 84
"""The width and height of a tile: three kinds of cubes and what they bring stand side by side on it."""

# -- districts

_LOOKS = json.decode(file_in("cityleague.engine.city_tycoon.looks", "signs.json"), type=dict[str, tuple[str, str]])
"""By the kind of a district (empty: any other) or plant: its colour, and its sign from the middle on. Windows are drawn
the other way round than walls, so that they are empty.
"""
_TERRAIN = 3
"""More tiles of terrain than this are told by a number."""
_HEAD = 32
"""What the first two lines take: cost and sign, name and kind."""
_LEFT = 5
_PITCH = 16.0
"""From one line to the next, if there is room."""


def _pitch(district: District) -> float:
    return min(_PITCH, (SIZE - _HEAD - 4) / max(len(district.demands) + (district.reward != Reward()), 1))


def height_of(district: District, demand: int) -> float:
    """Where on its tile the middle of a demand is."""
    return _HEAD + _pitch(district) * (demand + 0.5)


def _demand(demand: Demand) -> list[Quantity]:
    takes, gives = demand.takes, demand.gives
    before = ("red", takes.red), ("blue", takes.blue), ("yellow", takes.yellow)
    after = ("money", gives.money), ("points", gives.points), ("yellow", gives.yellow)
    return [*[part for part in before if part[1]], (">", 0), *[part for part in after if part[1]]]


def _reward(reward: Reward) -> list[Quantity]:
    parts: list[Quantity] = [("+", 0)]
    parts += [part for part in (("points", reward.points), ("yellow", reward.yellow)) if part[1]]
    for terrain in TERRAINS:
        if count := reward.of(terrain):
            parts += [(terrain, 0)] * count if count <= _TERRAIN else [("tiles", count), (terrain, 0)]
        if points := reward.points_for.of(terrain):
            parts += [("points", points), ("/", 0), (terrain, 0)]
    return parts


@svg.drawn_once
def district_symbol(district: District) -> svg.Symbol:
    """A district: cost, sign, name and kind, then its demands, and what it brings at once."""
    pitch = _pitch(district)
    rows = [*map(_demand, district.demands)]
    ground: list[Element] = []
    if district.reward != Reward():
        top = _HEAD + pitch * len(rows)
        rows.append(_reward(district.reward))
        ground.append(svg.path(f"M3 {top:g}h78v{pitch - 1:g}h-78z", fill="#ffe"))
    lines: list[Line] = [(_LEFT, 12, [("money", district.cost)])]
    shrunk = []
    for i, row in enumerate(rows):
        y = _HEAD + pitch * (i + 0.5)
        scale = min(1, (SIZE - 2 * _LEFT) / sum([width_of(*part) for part in row]), pitch / 13)
        if scale == 1:
            lines.append((_LEFT, y, row))
        else:
            shrunk.append(svg.group(drawn([(0, 0, row)]), _LEFT, y, scale))
    fill, sign = _LOOKS.get(district.kind, _LOOKS[""])
    over = [svg.path(f"M41 12{sign}", class_="sign"), _name(district)]
    brief = f"{district.name} {'; '.join(map(in_signs, district.demands)) or 'no demand'}"
    shapes = [svg.tile(fill, SIZE, SIZE), *drawn(lines, (), over, ground), *shrunk]
    return svg.symbol(SIZE, SIZE, district_in_words(district), shapes, brief=brief)


def _name(district: District) -> Element:
    """The name of a district, and after it what it is."""
    name = text(SIZE / 2, _HEAD - 3, f"{district.name} " if district.kind else district.name, class_="name")
    if district.kind:
        kind = svg.shape("tspan", font_weight=400)
        room = SIZE - 8 - svg.text_width(f"{district.name} ".replace("I", "i"), LETTERS)  # both letters are narrow
        kind.text = svg.clean(svg.shortened(district.kind, room, LETTERS))
        name.append(kind)
    return name


@svg.drawn_once
def name_symbol(district: District) -> svg.Symbol:
    """No more than the name of a district, for those that have been used."""
    words = svg.label(18, 13, district.name, LETTERS, class_="ink")
    return svg.symbol(36, 18, f"{district.name} used", [words])


@svg.drawn_once
def back_symbol() -> svg.Symbol:
    """A district face down."""
    shapes = [
        svg.rect(0.5, 0.5, 35, 17, rx=3, fill="#5a5f68", stroke=svg.INK, stroke_width=0.8),
        svg.path(f"M0 0{_LOOKS[''][1]}", fill=svg.PAPER, transform="translate(19 9.5)scale(.7)"),
    ]
    return svg.symbol(36, 18, "unused tile, face down", shapes)


# -- plants

_PLANT_CUBES: dict[PlantKind, str] = {"electric": "red", "water": "blue"}
_SIDE_SIGNS: dict[Side, tuple[str, dict[str, object]]] = {
    "exhausting": ("M7 26h10l-5 6 5 6h-10l5-6z", {"fill": svg.INK}),
    "renewing": ("M17 29a6 6 0 1 0 .3 4M19 25v5h-5", {"fill": "none", "stroke_width": 2}),
}
_SLOTS, _SLOT_ROW = 18, 6
"""The most cubes that are drawn one by one, and how many of them in a row."""
_PLATE = 43
"""Where the plate with the cubes begins."""


def _slots(first: int, last: int) -> str:
    """The places of cubes on the plate of a plant."""
    places = [divmod(i, _SLOT_ROW) for i in range(first, min(last, _SLOTS))]
    steps = ["m9 0" if column else f"M26 {_PLATE + 2 + row * 11}" for row, column in places]
    return "".join([f"{step}h7v8h-7z" for step in steps])


def _plant(kind: PlantKind, number: int, side: Side, figures: PlantSide) -> list[Element]:
    """A plant on its ground with empty places for its cubes, if they are not too many to be drawn one by one."""
    (outline, look), (fill, sign) = _SIDE_SIGNS[side], _LOOKS[kind]
    ground = [
        svg.tile(fill, SIZE, SIZE, rx=14),
        svg.rect(4, _PLATE - 1, SIZE - 8, SIZE - _PLATE - 4, rx=8, fill=svg.PAPER, stroke=svg.INK),
    ]
    under = [svg.path(outline, **look)]
    if figures.cubes <= _SLOTS:
        under.append(svg.path(_slots(0, figures.cubes), fill="none", stroke_width=0.5))
    over = [svg.path(f"M34 13{sign}", class_="head"), text(49, 35, side)]
    if number:
        over.append(text(51, 18, str(number), font_size=15, class_="head"))
    return ground + drawn([(_LEFT, 12, [("money", figures.cost)])] if number or figures.cost else [], under, over)


@svg.drawn_once
def plant_symbol(kind: PlantKind, number: int, side: Side, figures: PlantSide) -> svg.Symbol:
    """A plant without its cubes."""
    title = f"{plant(kind, number, side)}, costs {figures.cost}, holds {counted(figures.cubes, 'cube')}"
    shapes = _plant(kind, number, side, figures)
    return svg.symbol(SIZE, SIZE, title, shapes, PLANT_LETTERS[kind], f"{kind} {number} {side}")


@svg.drawn_once
def cubes_symbol(kind: PlantKind, cubes: int) -> svg.Symbol:
    """The cubes that a plant has left, and their number."""
    look = LOOKS[_PLANT_CUBES[kind]].ground
    size = 14 if cubes < 100 else LETTERS
    shapes = [svg.label(15, _PLATE + 22, str(cubes), size, font_weight="bold", class_="count")]
    if 0 < cubes <= _SLOTS:
        fill = look.get("fill", look.get("stroke", svg.INK))
        shapes.append(svg.path(_slots(0, cubes), fill=fill, stroke=svg.INK, class_="fine"))
    return svg.symbol(SIZE, SIZE, f"{counted(cubes, f'{_PLANT_CUBES[kind]} cube')} left", shapes, f"{{}}{cubes}")


def stocked_symbol(
    kind: PlantKind, number: int, side: Side, figures: PlantSide, cubes: int | None = None
) -> svg.Symbol:
    """A plant with so many cubes (None: all of them)."""
    plant = plant_symbol(kind, number, side, figures)
    return plant._replace(markup=plant.markup + cubes_symbol(kind, figures.cubes if cubes is None else cubes).markup)


_CENTRE = "\n".join([
    "\t".join([f"#{PLANT_LETTERS[at[x, y]] if (x, y) in at else '#'}" for x in range(2)])
    for at in [{cell: kind for kind, cell in GENERAL_PLANTS.items()}]
    for y in range(2)
])  # fmt: skip
"""The centre in letters."""


@svg.drawn_once
def centre_symbol(cubes: int) -> svg.Symbol:
    """The start centre of four tiles; each of its two plants holds so many cubes."""
    shapes = [svg.tile("#d6d1c7", 2 * SIZE, 2 * SIZE)]
    for x, y in ((SIZE, 0), (0, SIZE)):
        places = ("", 28, 60), ("landmark", 58, 54), ("trade", 44, 26)
        town = "".join([f"M{x + right} {y + down}{_LOOKS[kind][1]}" for kind, right, down in places])
        shapes.append(svg.path(town, fill="#7d766a"))
    for kind, (x, y) in GENERAL_PLANTS.items():
        shapes.append(svg.group(_plant(kind, 0, "renewing", PlantSide(0, cubes)), x * SIZE, y * SIZE))
    return svg.symbol(2 * SIZE, 2 * SIZE, "start centre with the two general plants", shapes, _CENTRE, "")


# -- terrain


def _tufts(places: Iterable[tuple[int, int]]) -> Element:
    blades = "".join([f"M{x} {y}q-1-8-6-9m9 9v-14m3 14q1-8 6-9" for x, y in places])
    return svg.path(blades, fill="none", stroke="#234d12", stroke_width=2.2)


def _waves(places: Iterable[tuple[int, int]]) -> Element:
    waves = "".join([f"M{x} {y}q8-10 16 0t16 0" for x, y in places])
    return svg.path(waves, fill="none", stroke=svg.PAPER, stroke_width=3)


@svg.drawn_once
def terrain_symbol(terrain: Terrain) -> svg.Symbol:
    """A tile of terrain."""
    if terrain == "meadow":
        tufts = _tufts([(18, 26), (56, 30), (36, 50), (14, 72), (60, 74)])
        return svg.symbol(SIZE, SIZE, "meadow", [svg.tile("#6db04c", SIZE, SIZE), tufts], '""')
    waves = _waves([(8, 20), (42, 30), (14, 46), (44, 60), (8, 72)])
    return svg.symbol(SIZE, SIZE, "water", [svg.tile("#58a0d8", SIZE, SIZE), waves], "~~")


@svg.drawn_once
def stack_symbol() -> svg.Symbol:
    """Tiles of terrain, meadow on one side and water on the other."""
    shapes = [
        svg.tile("#58a0d8", SIZE, SIZE),
        svg.path(f"M1 {SIZE - 7}v-{SIZE - 14}a6 6 0 0 1 6-6h{SIZE - 14}z", fill="#6db04c"),
        _tufts([(14, 50), (36, 22)]),
        _waves([(44, 60), (32, 76)]),
        svg.tile("none", SIZE, SIZE),
    ]
    return svg.symbol(SIZE, SIZE, "terrain: meadow on one side, water on the other", shapes, brief="")


@svg.drawn_once
def plate_symbol(number: int, title: str) -> svg.Symbol:
    """A number on a plate."""
    words = str(number)
    width = svg.text_width(words, 15) + 10
    return svg.symbol(SIZE, SIZE, f"{number} {title}", [svg.plate(SIZE / 2, SIZE / 2, [words], width, 15)])


# -- what lies on tiles

_GREEN = "#0d5c33"


@svg.drawn_once
def owner_symbol(seat: int, name: str) -> svg.Symbol:
    """Whose tile it is."""
    frame = svg.rect(2, 2, SIZE - 4, SIZE - 4, rx=5, fill="none", stroke=svg.dyed(seat), stroke_width=4)
    figure = svg.figure(seat, SIZE - 13, 13, 8)
    figure.set("class", "owner")
    return svg.symbol(SIZE, SIZE, f"owner: {name}", [frame, figure], f"{seat}{{}}", "")


@svg.drawn_once
def met_symbol(y: float) -> svg.Symbol:
    """A demand that has been met in this round, at this height."""
    shapes = [
        svg.rect(3, y - 7.5, SIZE - 6, 15, rx=4, fill="none", stroke=_GREEN, stroke_width=2.5, class_="fine"),
        svg.circle(SIZE - 14, SIZE - 13, 8, fill=_GREEN, stroke=svg.PAPER, class_="met"),
        svg.path(f"M{SIZE - 18} {SIZE - 13}l3 3.5 5-7", fill="none", stroke=svg.PAPER, stroke_width=2.5, class_="met"),
    ]
    return svg.symbol(SIZE, SIZE, "supplied in this round", shapes, "{}+")


@svg.drawn_once
def meeting_symbol(y: float) -> svg.Symbol:
    """A demand that is being met, at this height."""
    edge: dict[str, object] = {"stroke": svg.INK, "stroke_width": 2.5, "stroke_dasharray": "4 2", "class_": "fine"}
    frame = svg.rect(3, y - 7.5, SIZE - 6, 15, rx=4, fill="none", **edge)
    return svg.symbol(SIZE, SIZE, "is being supplied", [frame], "{}*")


@svg.drawn_once
def missing_symbol(red: int, blue: int) -> svg.Symbol:
    """The cubes that are still asked for, on the head of the tile."""
    missing = [part for part in (("red", red), ("blue", blue)) if part[1]]
    width = sum([width_of(*part) for part in missing])
    board = svg.rect(38 - width / 2, 3, width + 6, 18, rx=4, fill=svg.PAPER)
    words = " and ".join([f"{count} {of}" for of, count in missing])
    return svg.symbol(SIZE, SIZE, f"{words} missing", drawn([(41.5 - width / 2, 12, missing)], [board]))


@svg.drawn_once
def picked_symbol() -> svg.Symbol:
    """The tile of a hand that the seat has picked."""
    frame = svg.rect(0, 0, SIZE, SIZE, rx=6, fill="none", stroke=svg.INK, stroke_width=4, stroke_dasharray="9 4")
    plate_of = svg.plate(SIZE / 2, SIZE - 11, ["picked"], 44, 11)
    return svg.symbol(SIZE, SIZE, "picked", [frame, plate_of])
