"""What a seat may know of a game of Between Two Cities."""

from functools import lru_cache

import msgspec

from cityleague.engine import protocol
from cityleague.engine.between_two_cities.components import BOARD, KINDS, PLANE, REACH, Cell, city_of, planes, ties
from cityleague.engine.between_two_cities.moves import Options, Side
from cityleague.engine.between_two_cities.table import COURSE, PICKING, CitiesTable
from cityleague.engine.marks import BySeat, Component
from cityleague.engine.protocol import Setup

Planes = tuple[int, ...]
"""A city: for each kind of building its cells."""


class Building(msgspec.Struct, frozen=True, gc=False):
    """A building of a city."""

    cell: Cell
    """Column and row, from the first tile of the city."""
    kind: str
    """Such as `shop` or `tavern-bed`."""


class City(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A city of two players, or of one."""

    builders: tuple[int, ...]
    """The seats that build it; it lies to the left of the first."""
    buildings: tuple[Building, ...]
    """In reading order."""
    duplexes: tuple[tuple[Cell, Cell], ...]
    """The buildings that share a duplex tile, by their cells, in reading order."""


class View(protocol.View, frozen=True, gc=False):
    """The table as one seat sees it; a spectator (`seat` None) sees neither hand nor pick."""

    secrets = ("hand", "picked", "known", "aside")
    holdings = ("hand", "picked")
    ring: tuple[int, ...]
    """The seats round the table, each the left neighbour of the one before."""
    round: str
    """`1` to `3`; with two players `1a`, `1b` and so on."""
    turn: int
    """The turn of the round, from 1."""
    stage: str
    """`seating`, `drawing`, `picking`, `placing` or `over`."""
    cities: tuple[City, ...]
    """The cities, by number."""
    home: tuple[dict[str, int], ...]
    """For each seat, which city lies to its left and right."""
    hand: tuple[Component, ...]
    """The tiles in the own hand."""
    picked: tuple[Component, ...]
    """The own pick, until it is revealed."""
    ready: BySeat[bool]
    """Who has picked."""
    owed: BySeat[tuple[Component, ...]]
    """For each seat, the revealed tiles it has yet to place."""
    served: BySeat[Side | None]
    """For each seat, the side that has got its tile this turn."""
    hand_sizes: BySeat[int]
    """By seat: how many tiles its hand has."""
    known: BySeat[tuple[Component, ...] | None]
    """For each seat, its hand before the picks of this turn, if this seat has held it in this round."""
    revealed: tuple[tuple[tuple[str, ...], ...], ...]
    """For each turn since the game began, and for each seat, the two tiles that it revealed."""
    shown: dict[str, int]
    """The tiles revealed so far: how many of each."""
    aside: tuple[tuple[Component | None, ...], ...]
    """For each finished round, the tiles set aside in the order of the ring; None for one this seat has not held."""


def view_of(table: CitiesTable, seat: int | None) -> View:
    """What the seat may know."""
    hands, picked = table.hands, table.picked
    return View(  # by position, in the order of its fields: by name it takes longer
        seat,
        table.ring,
        table.this_round.name,
        table.turn,
        table.stage,
        tuple([_city_of(_builders(table, number), city) for number, city in enumerate(table.cities)]),
        tuple([{str(side): number for side, number in home.items()} for home in table.home]),
        () if seat is None else tuple(hands[seat]),
        () if seat is None else picked[seat] or (),
        tuple([pick is not None for pick in picked]),
        tuple(map(tuple, table.owed)),
        tuple(table.served),
        tuple([len(hand) for hand in hands]),
        tuple([_known(table, seat, owner) for owner in range(table.seats)]),
        tuple(table.revealed),
        _shown(table),
        tuple([_known_aside(table, seat, number) for number in range(len(table.aside))]),
    )


@lru_cache(maxsize=1 << 8)  # a sixth of `heuristic`: most cities are as they were when another seat looked
def _city_of(builders: tuple[int, ...], city: int) -> City:
    """The view of a city, which is a number."""
    across, down = ties(city)
    buildings = [(y, x, kind) for kind, plane in zip(KINDS, planes(city), strict=True) for x, y in BOARD.cells(plane)]
    firsts = sorted([(y, x, 1, 0) for x, y in BOARD.cells(across)] + [(y, x, 0, 1) for x, y in BOARD.cells(down)])
    return City(
        builders,
        tuple([Building((x - REACH, y - REACH), kind) for y, x, kind in sorted(buildings)]),
        tuple([((x - REACH, y - REACH), (x + dx - REACH, y + dy - REACH)) for y, x, dx, dy in firsts]),
    )


def _builders(table: CitiesTable, number: int) -> tuple[int, ...]:
    """The seats that build a city; it lies to the left of the first."""
    places = [number // 2] if table.seats == 2 else [number, (number + 1) % table.seats]
    return tuple([table.ring[place] for place in places])


def _shown(table: CitiesTable) -> dict[str, int]:
    """How many of each tile have been revealed so far."""
    shown = dict.fromkeys(table.tiles.shapes, 0)
    for turn in table.revealed:
        for tiles in turn:
            for tile in tiles:
                shown[tile] += 1
    return shown


def _has_held(table: CitiesTable, seat: int | None, owner: int, passing: int, turns: int) -> bool:
    """Whether the seat has held the hand that the owner holds in turn `turns` of a round."""
    if seat is None:
        return False
    steps = table.ring.index(owner) - table.ring.index(seat)
    return steps * passing % table.seats < turns


def _known(table: CitiesTable, seat: int | None, owner: int) -> tuple[str, ...] | None:
    """An owner's hand before the picks of this turn, if the seat has held it; what was taken since then was shown."""
    if not _has_held(table, seat, owner, table.this_round.passing, table.turn):
        return None
    return tuple(sorted([*table.hands[owner], *(table.picked[owner] or ())], key=table.tiles.rank.__getitem__))


def _known_aside(table: CitiesTable, seat: int | None, number: int) -> tuple[str | None, ...]:
    """The tiles set aside at the end of a round; None for one that the seat has not held."""
    this = COURSE[table.seats == 2][number]
    return tuple([
        tile if _has_held(table, seat, owner, this.passing, this.turns) else None
        for owner, tile in zip(table.ring, table.aside[number], strict=True)
    ])  # fmt: skip


@lru_cache(maxsize=1 << 8)  # as for `_city_of`: a city is looked at in decision after decision
def planes_of(city: City) -> Planes:
    """The buildings of a city as bits."""
    planes = [0] * len(KINDS)
    for building in city.buildings:
        x, y = building.cell
        planes[PLANE[building.kind]] |= BOARD.bit(x + REACH, y + REACH)
    return tuple(planes)


@lru_cache(maxsize=1 << 8)
def number_of(city: City) -> int:
    """The number that a city is."""
    joined = [0, 0]
    for (x, y), (_, below) in city.duplexes:
        joined[y != below] |= BOARD.bit(x + REACH, y + REACH)
    return city_of(planes_of(city), *joined)


def table_of(setup: Setup, view: View) -> CitiesTable:
    """The table as far as the view shows it; hands, supplies and tiles set aside are as at the beginning."""
    table = CitiesTable(Options(), setup.seats, setup.components)
    table.sit(view.ring)
    names = [this.name for this in table.rounds]
    table.round, table.turn, table.stage = names.index(view.round) + 1, view.turn, view.stage
    table.cities = list(map(number_of, view.cities))
    table.owed = list(map(list, view.owed))
    table.served = list(view.served)
    table.revealed = list(view.revealed)
    for seat in range(setup.seats):
        if not view.ready[seat] if view.stage == PICKING else view.owed[seat]:
            table.ask(seat)
    return table
