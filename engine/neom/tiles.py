"""Tiles in the form that the game uses: sets of goods, types and exits are bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, get_args

from cityleague.engine.boards.bits import members
from cityleague.engine.neom.board import ENDS, MEETING
from cityleague.engine.neom.figures import OF_MONEY, Disaster, Share, Stack, TileFigures, Type
from cityleague.engine.neom.moves import LEVELS, Good, Level, Raw

GOODS: tuple[Good, ...] = tuple([good for level in LEVELS.values() for good in level])
"""Every good, in the order of the bits in a set of goods."""
NUMBER: dict[Good, int] = {good: number for number, good in enumerate(GOODS)}
GOOD: dict[Good, int] = {good: 1 << number for good, number in NUMBER.items()}
LEVEL_OF: dict[Good, Level] = {good: level for level, goods in LEVELS.items() for good in goods}
OF_LEVEL: dict[Level, int] = {level: sum(GOOD[good] for good in goods) for level, goods in LEVELS.items()}

TYPES: tuple[Type, ...] = get_args(Type)
RESIDENTIAL, COMMERCIAL, INDUSTRIAL, PUBLIC, EXTRACTION = range(len(TYPES))
BUILDINGS = (RESIDENTIAL, COMMERCIAL, INDUSTRIAL, PUBLIC)

FILLED, POLLUTED, POWER, FIRE, VIOLENCE, ANCHORS, VARYING = range(len(TYPES), len(TYPES) + 7)
"""What a city keeps sets of cells for, besides the types: all tiles; those that are polluted, make power, protect all
around from fire or violence; anchors; those whose points vary.
"""
SETS = VARYING + 1

EXITS = "NESW"
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8

STACKS: tuple[Stack, ...] = ("anchor", "I", "II", "III")
ANCHOR = 0
"""Stacks are numbered: that of a generation has the generation's number."""


def good_names(goods: int) -> tuple[Good, ...]:
    """The goods of a set, in the order of all goods."""
    return tuple([GOODS[number] for number in members(goods)])


def good_set(goods: Iterable[Good]) -> int:
    """The set of these goods."""
    bits = 0
    for good in goods:
        bits |= GOOD[good]
    return bits


class Price(NamedTuple):
    """One of a tile's alternative costs; its goods are a set."""

    money: int
    goods: int


class Tile:
    """A tile, or the origin of a board (number 0)."""

    __slots__ = (
        "_replaceable", "any_good", "belongs", "cheapest", "choices", "costs", "disaster", "ends",
        "exits", "fire", "free", "goods", "income", "income_per", "insures", "lasts", "meeting", "name", "needs",
        "number", "on_build", "on_link", "on_pick", "once", "once_per", "players", "points", "points_for_money",
        "points_per", "polluted", "power", "replaceable", "stack", "stands_in", "swaps", "types", "violence", "wanted",
    )  # fmt: skip

    def __init__(self, figures: TileFigures, exits: str) -> None:
        self.number = figures.number
        self.name = figures.gloss
        self.stack = STACKS.index(figures.stack)
        self.players = figures.players or 1
        self.types = tuple([TYPES.index(name) for name in figures.types])
        self.replaceable = tuple(dict.fromkeys([EXTRACTION, *self.types]))
        """The types of the tiles that it can replace."""
        self._replaceable = frozenset(self.replaceable)
        self.exits = sum([1 << EXITS.index(exit_) for exit_ in exits])
        self.ends, self.meeting = ENDS[self.exits], MEETING[self.exits]
        self.polluted, self.power = figures.polluted, figures.power
        self.points = figures.points
        self.points_per: tuple[Share, ...] = figures.points_per
        self.points_for_money = tuple([share for share in figures.points_per if share.of in OF_MONEY])
        self.costs = tuple([Price(cost.money, good_set(cost.goods)) for cost in figures.cost])
        self.cheapest = min([price.money for price in self.costs], default=0)
        """The least money of all costs."""
        self.wanted = 0
        """The goods of all costs."""
        for price in self.costs:
            self.wanted |= price.goods
        self.needs = tuple([(TYPES.index(name), count) for name, count in figures.needs.items()])
        self.free = not self.needs and self.costs == (Price(0, 0),)
        """Whether it costs and needs nothing."""
        self.goods = good_set(figures.goods)
        self.any_good = OF_LEVEL[figures.any_good] if figures.any_good else 0
        self.choices: tuple[Good | None, ...] = good_names(self.any_good) or (None,)
        """The goods to choose from; None where there is no choice."""
        self.once = figures.once
        self.once_per: tuple[Share, ...] = figures.once_per
        self.income = figures.income if isinstance(figures.income, tuple) else (figures.income,) * 3
        self.income_per: tuple[Share, ...] = figures.income_per
        self.fire, self.violence = "fire" in figures.protects, "violence" in figures.protects
        self.stands_in = good_set([good for level in figures.stands_in for good in LEVELS[level]])
        self.swaps, self.insures = figures.swaps, figures.insures
        trigger = figures.trigger
        self.on_pick, self.on_build, self.on_link = [
            trigger.money if trigger and trigger.on == event else 0
            for event in ("tile_picked", "commercial_built", "commercial_linked")
        ]
        self.lasts = bool(self.stands_in or self.insures or trigger)
        """Whether it does something for the city, as long as it lies there, that no cell matters for."""
        marks = {
            FILLED: True,
            POLLUTED: self.polluted,
            POWER: self.power,
            FIRE: self.fire,
            VIOLENCE: self.violence,
            ANCHORS: self.stack == ANCHOR,
            VARYING: bool(self.points_per),
        }
        self.belongs = (*self.types, *[number for number, so in marks.items() if so])
        """The sets of a city that its cell belongs to."""
        self.disaster: Disaster | None = figures.disaster

    def replaces(self, old: Tile) -> bool:
        """Whether it can replace this tile."""
        return not self._replaceable.isdisjoint(old.types)


def origin(*goods: Raw) -> Tile:
    """The origin of the board with this raw material, or of one that is not known yet."""
    figures = TileFigures(number=0, stack="I", name="Ursprung", gloss="origin", types=("extraction",), goods=goods)
    return Tile(figures, EXITS)
