"""The tiles of City Tycoon, its cubes, coins and points as drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from cityleague.engine.city_tycoon.describing import COLOURS, counted, district_in_words, plant
from cityleague.engine.city_tycoon.figures import Demand, District, PlantSide, Reward, Terrain
from cityleague.engine.city_tycoon.moves import Power, Side
from cityleague.engine.picture import (
    INK,
    PAPER,
    Element,
    Symbol,
    dyed,
    figure,
    group,
    label,
    path,
    plate,
    rect,
    shape,
    shortened,
    symbol,
    text_width,
    tile,
)

SIZE = 84
"""The width and height of a tile: three kinds of cubes and what they bring stand side by side on it."""
SMALL = 9
"""The height of the letters on tiles."""

# -- quantities: a number in a shape that tells of what


class _Look(NamedTuple):
    """How a quantity is drawn: round its middle, 11 high and so wide."""

    fill: str
    letters: str
    outline: Callable[[float, float, float], str]
    """From its left edge, the height of its middle, and its width."""


def _square(x: float, y: float, width: float) -> str:
    return f"M{x:g} {y - 5.5:g}h{width:g}v11h-{width:g}z"


def _drop(x: float, y: float, width: float) -> str:
    flat = width - 11
    return f"M{x - 1:g} {y - 7:g}l6.5 1.5h{flat:g}a5.5 5.5 0 0 1 0 11h-{flat:g}a5.5 5.5 0 0 1-5.5-5.5z"


def _hexagon(x: float, y: float, width: float) -> str:
    flat = width - 5
    return f"M{x - 0.5:g} {y:g}l3-5.5h{flat:g}l3 5.5-3 5.5h-{flat:g}z"


def _coin(x: float, y: float, width: float) -> str:
    flat = width - 11
    return f"M{x + 5.5:g} {y - 5.5:g}h{flat:g}a5.5 5.5 0 0 1 0 11h-{flat:g}a5.5 5.5 0 0 1 0-11z"


def _shield(x: float, y: float, width: float) -> str:
    return f"M{x:g} {y - 5.5:g}h{width:g}v8l-{width / 2:g} 4.5-{width / 2:g}-4.5z"


_WHITE = "#fff"
_LOOKS = {
    "red": _Look("#b3201f", _WHITE, _square),
    "blue": _Look("#1f6fc4", _WHITE, _drop),
    "yellow": _Look("#ffdf3d", INK, _hexagon),
    "money": _Look(PAPER, INK, _coin),
    "points": _Look("#35294f", _WHITE, _shield),
}
_POWER_CUBES: dict[Power, str] = {"electric": "red", "water": "blue"}

_Quantity = tuple[str, int]
"""Of what, and how many. An arrow and a plus have no number that is shown."""


def _width(of: str, number: int) -> float:
    """What it takes in a row."""
    if of in _LOOKS:
        return max(12.0, round(text_width(str(number), SMALL) * 1.1 + 3.5))
    return {">": 6.0, "+": 8.0, "/": 4.0}.get(of, 14.0)


def _drawn(rows: Sequence[tuple[float, float, Sequence[_Quantity]]]) -> Iterator[Element]:
    """Rows of quantities from (x, y) on; those of one kind are one shape, so that tiles take few words."""
    outlines: dict[str, str] = {}
    letters: dict[str, list[Element]] = {}
    for left, y, quantities in rows:
        x = left
        for of, number in quantities:
            width = _width(of, number)
            if look := _LOOKS.get(of):
                outlines[of] = outlines.get(of, "") + look.outline(x, y, width - 1)
                one = shape("text", x=x + (width - 1) / 2, y=y + 3.3)
                one.text = str(number)
                letters.setdefault(look.letters, []).append(one)
            else:
                outlines[of] = outlines.get(of, "") + f"M{x:g} {y:g}{_MARKS[of][1]}"
            x += width
    for of, outline in outlines.items():
        yield path(outline, **({"fill": _LOOKS[of].fill} if of in _LOOKS else _MARKS[of][0]))
    for fill, texts in letters.items():
        yield shape("g", *texts, fill=fill, stroke="none")


_MARKS: dict[str, tuple[dict[str, object], str]] = {
    ">": ({"fill": INK}, "m0-4l4.5 4-4.5 4z"),
    "+": ({"stroke_width": 2}, "h6m-3-3v6"),
    "/": ({"stroke_width": 1.3}, "m0 6l3-12"),
    "meadow": ({"fill": "#6db04c", "stroke_linejoin": "round"}, "m0-5.5h12v11h-12zm2.5 9l1-5 1 5m2-2l1-6 1 6"),
    "water": (
        {"fill": "#58a0d8", "stroke_linejoin": "round"},
        "m0-5.5h12v11h-12zm1.5 3q2-2 4.5 0t4.5 0m-9 4q2-2 4.5 0t4.5 0",
    ),
}
"""What stands between quantities, and tiles of terrain: how they are drawn, and the steps from the left edge."""


def _on_tile(shapes: Sequence[Element]) -> Element:
    """What stands on a tile in common."""
    return shape("g", *shapes, font_size=SMALL, font_weight="bold", text_anchor="middle", stroke=INK, stroke_width=0.8)


@cache
def amount(of: str, number: int) -> Symbol:
    """A number of cubes, coins or points, to be counted beside the city."""
    width = _width(of, number)
    title = f"{number} {of}" if of != "points" else counted(number, "point")
    return symbol(width * 1.5, 21, title, [group([_on_tile(list(_drawn([(0.5, 7.5, [(of, number)])])))], scale=1.5)])


# -- districts

_FILLS = {
    "housing": "#ebcba6",
    "trade": "#a8c8ea",
    "industry": "#bdb8b2",
    "shops": "#f4d97c",
    "park": "#b4dba6",
    "landmark": "#dcbade",
}
_PLAIN = "#eae4d6"
_SIGNS = {
    "housing": "M-17 9v-8l8-7 8 7v8zm3-3h4v-4h-4zm6 0h4v-4h-4zM1 9v-11l8-7 8 7v11zm3-7h4v-4h-4zm6 0h4v-4h-4z",
    "trade": "M-14-3l14-7 14 7zM-12-1h4v7h-4zm7 0h3v7h-3zm7 0h3v7h-3zm6 0h4v7h-4zM-14 7h28v3h-28z",
    "industry": "M-16 9v-10l9 5v-5l9 5v-5l4 2v-10h5v18zm4-2h4v-3h-4zm8 0h4v-3h-4z",
    "shops": "M-16-9h32l3 7q-3 4-6 0-4 4-7 0-3 4-6 0-3 4-6 0-4 4-7 0-3 4-6 0zM-15 2h30v8h-30zm3 2v6h7v-6zm12 0v3h9v-3z",
    "park": "M-10 10v-5q-9 0-9-6t5-6q1-4 6-3t5 6q4 2 2 6t-7 3v5zM8 10v-4h-6l5-6h-4l7-10 7 10h-4l5 6h-6v4z",
    "landmark": "M-1-11h2l2 8 3 9h4v4h-20v-4h4l3-9zm-2 17h6l-1.5-5h-3z",
}
_ANY_SIGN = "M-14 9v-12h9v12zm2-7h5v-2h-5zm0 4h5v-2h-5zM-3 9v-19h12v19zm3-13h6v-3h-6zm0 5h6v-3h-6zm0 5h6v-3h-6z"
_HEAD = 33
"""What the first two lines take: cost and sign, name and kind."""
_LEFT = 5
_PITCH = 15.5
"""From one line to the next, if there is room."""


def _pitch(district: District) -> float:
    return min(_PITCH, (SIZE - _HEAD - 4) / max(len(district.demands) + (district.reward != Reward()), 1))


def height_of(district: District, demand: int) -> float:
    """Where on its tile the middle of a demand is."""
    return _HEAD + _pitch(district) * (demand + 0.5)


def _demand(demand: Demand) -> list[_Quantity]:
    takes, gives = demand.takes, demand.gives
    before = ("red", takes.red), ("blue", takes.blue), ("yellow", takes.yellow)
    after = ("money", gives.money), ("points", gives.points), ("yellow", gives.yellow)
    return [*[one for one in before if one[1]], (">", 0), *[one for one in after if one[1]]]


def _reward(reward: Reward) -> list[_Quantity]:
    parts: list[_Quantity] = [("+", 0)]
    parts += [one for one in (("points", reward.points), ("yellow", reward.yellow)) if one[1]]
    for terrain in ("meadow", "water"):
        parts += [(terrain, 0)] * min(reward.of(terrain), 4)
        if reward.of(terrain) > 4:
            parts += [("money", 0)]
        if points := reward.points_for.of(terrain):
            parts += [("points", points), ("/", 0), (terrain, 0)]
    return parts


@cache
def district_symbol(district: District) -> Symbol:
    """A district: cost, sign, name and kind, then its demands, and what it brings at once."""
    pitch = _pitch(district)
    rows = [*map(_demand, district.demands)]
    shapes = [
        path(_SIGNS.get(district.kind, _ANY_SIGN), fill_rule="evenodd", stroke="none", transform="translate(41 13)")
    ]
    if district.reward != Reward():
        top = _HEAD + pitch * len(rows)
        rows.append(_reward(district.reward))
        shapes.append(rect(3, top, SIZE - 6, pitch - 0.5, fill="#fff", fill_opacity=0.65, stroke="none", rx=3))
    wide = SIZE - 2 * _LEFT
    lines: list[tuple[float, float, Sequence[_Quantity]]] = [(_LEFT, 12, [("money", district.cost)])]
    shrunk = []
    for i, row in enumerate(rows):
        y = _HEAD + pitch * (i + 0.5)
        width = sum([_width(*one) for one in row])
        scale = min(1, wide / width, pitch / 12)
        if scale == 1:
            lines.append((_LEFT, y, row))
        else:
            shrunk.append(group(list(_drawn([(0, 0, row)])), _LEFT, y, scale))
    name = shape("text", x=_LEFT, y=_HEAD - 3, text_anchor="start", stroke="none")
    name.text = district.name
    used = text_width(district.name, SMALL) + 4
    kind = label(
        SIZE - _LEFT,
        _HEAD - 3,
        shortened(district.kind, wide - used, SMALL),
        SMALL,
        "end",
        stroke="none",
        font_weight="normal",
    )
    shapes += [*_drawn(lines), *shrunk, name, *[kind] * bool(district.kind)]
    ground = tile(_FILLS.get(district.kind, _PLAIN), SIZE, SIZE)
    return symbol(SIZE, SIZE, district_in_words(district), [ground, _on_tile(shapes)])


@cache
def plate_symbol(district: District) -> Symbol:
    """No more than the name of a district, for those that have been used."""
    shapes = [
        rect(0.5, 0.5, 35, 17, rx=3, fill=_FILLS.get(district.kind, _PLAIN), stroke=INK, stroke_width=0.8),
        label(18, 12.5, district.name, SMALL, font_weight="bold"),
    ]
    return symbol(36, 18, f"{district.name}, used in this round", shapes)


@cache
def back_symbol() -> Symbol:
    """A district face down."""
    shapes = [
        rect(0.5, 0.5, 35, 17, rx=3, fill="#5a5f68", stroke=INK, stroke_width=0.8),
        path(_ANY_SIGN, fill_rule="evenodd", fill=PAPER, transform="translate(19 9.5)scale(.7)"),
    ]
    return symbol(36, 18, "an unused tile, face down", shapes)


# -- plants

_POWER_FILLS: dict[Power, str] = {"electric": "#e08a78", "water": "#86b6e6"}
_POWER_SIGNS: dict[Power, str] = {
    "electric": "M3-10l-10 12h6l-3 8 11-12h-6z",
    "water": "M0-10q7 8 7 12a7 7 0 0 1-14 0q0-4 7-12z",
}
_SIDE_SIGNS: dict[Side, tuple[str, dict[str, object]]] = {
    "exhausting": ("M-5-6h10l-5 6 5 6h-10l5-6z", {"fill": INK}),
    "renewing": ("M5.5-2.5a6 6 0 1 0 .3 4M7-7v5h-5", {"fill": "none", "stroke_width": 2}),
}
_SLOTS, _SLOT_ROW = 18, 6
"""The most cubes that are drawn one by one, and how many of them in a row."""
_PLATE = 43
"""Where the plate with the cubes begins."""


def _slots(first: int, last: int) -> str:
    """The places of cubes on the plate of a plant."""
    places = [divmod(i, _SLOT_ROW) for i in range(first, min(last, _SLOTS))]
    return "".join([f"M{26 + column * 9} {_PLATE + 2.5 + row * 11:g}h7v8h-7z" for row, column in places])


def _plate(cubes: int) -> list[Element]:
    """The plate for so many cubes; too many have no places of their own."""
    board = rect(4, _PLATE - 1, SIZE - 8, SIZE - _PLATE - 3, rx=4, fill=PAPER)
    if cubes > _SLOTS:
        return [board]
    return [board, path(_slots(0, cubes), fill="none", stroke_width=0.5)]


def _plant_shapes(kind: Power, number: int, side: Side, figures: PlantSide) -> list[Element]:
    outline, look = _SIDE_SIGNS[side]
    rows: list[tuple[float, float, Sequence[_Quantity]]] = [(_LEFT, 12, [("money", figures.cost)])] if number else []
    shapes = [
        path(_POWER_SIGNS[kind], fill=INK, stroke="none", transform=f"translate({36 if number else 14} 13)"),
        path(outline, transform="translate(12 32)", **look),
        label(22, 35, side, SMALL, "start", stroke="none"),
        *_drawn(rows),
        *_plate(figures.cubes),
    ]
    if number:
        shapes.append(label(52, 18, str(number), 15, stroke="none"))
    return shapes


@cache
def plant_symbol(kind: Power, number: int, side: Side, figures: PlantSide) -> Symbol:
    """A plant with empty places for its cubes."""
    title = f"{plant(kind, number, side)}, costs {figures.cost}, holds {counted(figures.cubes, 'cube')}"
    ground = tile(_POWER_FILLS[kind], SIZE, SIZE, rx=14)
    return symbol(SIZE, SIZE, title, [ground, _on_tile(_plant_shapes(kind, number, side, figures))])


@cache
def cubes_symbol(kind: Power, cubes: int) -> Symbol:
    """The cubes that a plant has left, and their number."""
    look = _LOOKS[_POWER_CUBES[kind]]
    colour = COLOURS[kind].partition(" ")[2]
    shapes = [label(14, _PLATE + 23, str(cubes), 14 if cubes < 100 else SMALL, stroke="none")]
    if 0 < cubes <= _SLOTS:
        shapes.append(path(_slots(0, cubes), fill=look.fill))
    return symbol(SIZE, SIZE, f"{counted(cubes, f'{colour} cube')} left", [_on_tile(shapes)])


@cache
def centre_symbol(cubes: int) -> Symbol:
    """The start centre of four tiles; each of its two plants holds so many cubes."""
    figures = PlantSide(0, cubes)
    shapes = [tile("#d6d1c7", 2 * SIZE, 2 * SIZE)]
    quarters: tuple[tuple[Power, int], ...] = ("electric", 0), ("water", SIZE)
    for kind, offset in quarters:
        inside = [
            rect(2.5, 2.5, SIZE - 5, SIZE - 5, rx=14, fill=_POWER_FILLS[kind]),
            *_plant_shapes(kind, 0, "renewing", figures),
        ]
        shapes.append(group([_on_tile(inside)], offset, offset))
    for x, y in ((SIZE, 0), (0, SIZE)):
        town = [
            path(_ANY_SIGN, fill_rule="evenodd", transform="translate(28 50)scale(1.6)"),
            path(_SIGNS["landmark"], fill_rule="evenodd", transform="translate(60 42)scale(2)"),
        ]
        shapes.append(group(town, x, y))
    return symbol(2 * SIZE, 2 * SIZE, "start centre with the two general plants", shapes)


# -- terrain


@cache
def terrain_symbol(terrain: Terrain) -> Symbol:
    """A tile of terrain."""
    if terrain == "meadow":
        tufts = "".join(
            [f"M{x} {y}l-4-9m4 9v-13m0 13l4-9" for x, y in ((20, 30), (58, 24), (38, 52), (18, 72), (64, 68))]
        )
        return symbol(
            SIZE, SIZE, "meadow", [tile("#6db04c", SIZE, SIZE), path(tufts, stroke="#234d12", stroke_width=2.5)]
        )
    waves = "".join([f"M{x} {y}q8-10 16 0t16 0t16 0" for x, y in ((8, 22), (20, 42), (8, 62))])
    return symbol(
        SIZE, SIZE, "water", [tile("#58a0d8", SIZE, SIZE), path(waves, fill="none", stroke=PAPER, stroke_width=3)]
    )


# -- what lies on tiles


@cache
def owner_symbol(seat: int, name: str) -> Symbol:
    """Whose tile it is."""
    frame = rect(3.5, 3.5, SIZE - 7, SIZE - 7, rx=5, fill="none", stroke=dyed(seat), stroke_width=4)
    return symbol(SIZE, SIZE, f"of {name}", [frame, figure(seat, SIZE - 13, 13, 8)])


@cache
def met_symbol(y: float) -> Symbol:
    """A demand that has been met in this round, at this height."""
    shapes = [
        rect(3, y - 7.5, SIZE - 6, 15, rx=4, fill="none", stroke="#0d5c33", stroke_width=2),
        path(f"M{SIZE - 13} {y:g}l4 4 7-9", fill="none", stroke=PAPER, stroke_width=6),
        path(f"M{SIZE - 13} {y:g}l4 4 7-9", fill="none", stroke="#0d5c33", stroke_width=3),
    ]
    return symbol(SIZE, SIZE, "supplied in this round", shapes)


@cache
def meeting_symbol(y: float, red: int, blue: int) -> Symbol:
    """A demand that is being met, and the cubes that are still asked for."""
    missing = [one for one in (("red", red), ("blue", blue)) if one[1]]
    width = sum([_width(*one) for one in missing])
    shapes = [
        rect(3, y - 7.5, SIZE - 6, 15, rx=4, fill="none", stroke=INK, stroke_width=2.5, stroke_dasharray="4 2"),
        rect(38 - width / 2, 2, width + 6, 20, rx=4, fill=PAPER),
        *_drawn([(41 - width / 2 + 0.5, 12, missing)]),
    ]
    words = " and ".join([f"{count} {of}" for of, count in missing])
    return symbol(SIZE, SIZE, f"is being supplied; {words} missing", [_on_tile(shapes)])


@cache
def number_symbol(number: int, title: str) -> Symbol:
    """A number on a round plate."""
    return symbol(32, 26, title, [plate(16, 13, [str(number)], 30, 16)])


@cache
def stack_symbol(number: int, title: str) -> Symbol:
    """So many tiles of terrain, meadow on one side and water on the other."""
    shapes = [
        tile("#58a0d8", SIZE, SIZE),
        path(f"M1 {SIZE - 1}v-{SIZE - 8}a6 6 0 0 1 6-6h{SIZE - 8}z", fill="#6db04c"),
        path("M18 40l-4-9m4 9v-13m0 13l4-9M40 24l-4-9m4 9v-13m0 13l4-9", stroke="#234d12", stroke_width=2.5),
        path("M48 56q6-8 12 0t12 0M32 72q6-8 12 0t12 0t12 0", fill="none", stroke=PAPER, stroke_width=3),
        plate(SIZE / 2, SIZE / 2, [str(number)], 34, 18),
    ]
    return symbol(SIZE, SIZE, title, shapes)
