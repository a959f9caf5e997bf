"""What tiles count for their points, their income and their money at once (rulebook: Teil III, Plättchenindex).

Each counts what its name says, in a city as one of its tiles sees it (`Look`).
"""

from collections.abc import Callable, Iterable

import msgspec

from cityleague.engine.boards.bits import members
from cityleague.engine.neom.board import AROUND, BESIDE, BOARD, CORNERS, EDGE, NEAR, STRIDE
from cityleague.engine.neom.city import City
from cityleague.engine.neom.figures import Share
from cityleague.engine.neom.tiles import (
    BUILDINGS,
    COMMERCIAL,
    EXTRACTION,
    INDUSTRIAL,
    OF_LEVEL,
    POLLUTED,
    POWER,
    PUBLIC,
    RESIDENTIAL,
    TYPES,
    Tile,
)


class Look(msgspec.Struct, frozen=True, gc=False):
    """A city, and the tile that counts in it."""

    city: City
    here: int
    """The place of the tile."""
    money: int = 0
    """The player's money before the last income."""
    final_income: int = 0
    """The last income; 0 as long as it has not been paid."""


def _tiles(kind: int) -> Callable[[Look], int]:
    """How many tiles of a kind there are; the open origin is a tile of extraction."""
    return lambda look: look.city.cells[kind].bit_count()


def _modest_residential(look: Look) -> int:
    """Residential tiles with 2 printed points or less; one whose points vary does not count."""
    city = look.city
    tiles = [city.at[place] for place in members(city.cells[RESIDENTIAL])]
    return sum([tile is not None and tile.points <= 2 and not tile.points_per for tile in tiles])


def _around(kind: int) -> Callable[[Look], int]:
    """How many tiles of a kind lie around this one."""
    return lambda look: (look.city.cells[kind] & AROUND[look.here]).bit_count()


def _residential_by_shops(look: Look) -> int:
    shops = look.city.cells[COMMERCIAL]
    return sum([(shops & AROUND[home]).bit_count() >= 2 for home in members(look.city.cells[RESIDENTIAL])])


def _square(look: Look) -> int:
    """Blocks of 2 x 2 cells in which all four pairs of neighbouring cells are linked."""
    north, east, south, west = look.city.roads
    along = east & west >> 1  # cells linked with the one to the east
    down = south & north >> STRIDE  # cells linked with the one to the south
    return (along & along >> STRIDE & down & down >> 1).bit_count()


def _industrial_near_residential(look: Look) -> int:
    homes = look.city.cells[RESIDENTIAL]
    return sum([bool(homes & NEAR[works]) for works in members(look.city.cells[INDUSTRIAL])])


def _two_beside_alike(look: Look) -> int:
    """The origin neither counts nor helps."""
    city = look.city
    alike = 0
    for own in city.cells[: len(TYPES)]:
        cells = own & city.tiles
        alike |= cells & BOARD.neighbours(cells)
    return alike.bit_count() // 2


def _commercial_industrial_pair(look: Look) -> int:
    works = look.city.cells[INDUSTRIAL]
    return sum([(works & BESIDE[shop]).bit_count() for shop in members(look.city.cells[COMMERCIAL])])


COUNTERS: dict[str, Callable[[Look], int]] = {
    "residential": _tiles(RESIDENTIAL),
    "commercial": _tiles(COMMERCIAL),
    "industrial": _tiles(INDUSTRIAL),
    "public": _tiles(PUBLIC),
    "extraction": _tiles(EXTRACTION),
    "power": _tiles(POWER),
    "good": lambda look: look.city.goods.bit_count(),
    "raw_good": lambda look: (look.city.goods & OF_LEVEL["raw"]).bit_count(),
    "five_money": lambda look: look.money // 5,
    "five_final_income": lambda look: look.final_income // 5,
    "residential_area": lambda look: len(look.city.homes),
    "area_of_one": lambda look: sum([area.bit_count() == 1 for area in look.city.homes]),
    "area_of_two": lambda look: sum([area.bit_count() == 2 for area in look.city.homes]),
    "area_of_more": lambda look: sum([area.bit_count() > 2 for area in look.city.homes]),
    "set": lambda look: min([look.city.cells[kind].bit_count() for kind in (RESIDENTIAL, COMMERCIAL, INDUSTRIAL)]),
    "modest_residential": _modest_residential,
    "residential_around": _around(RESIDENTIAL),
    "residential_elsewhere": lambda look: (
        look.city.cells[RESIDENTIAL] & ~AROUND[look.here] & ~(1 << look.here)
    ).bit_count(),
    "polluted_around": _around(POLLUTED),
    "commercial_around": _around(COMMERCIAL),
    "building_around": lambda look: (buildings(look.city) & AROUND[look.here]).bit_count(),
    "residential_by_shops": _residential_by_shops,
    "square": _square,
    "corner": lambda look: (buildings(look.city) & CORNERS).bit_count(),
    "industrial_on_edge": lambda look: (look.city.cells[INDUSTRIAL] & EDGE).bit_count(),
    "industrial_near_residential": _industrial_near_residential,
    "two_beside_alike": _two_beside_alike,
    "industrial_in_largest_area": lambda look: max(
        map(int.bit_count, look.city.areas(look.city.cells[INDUSTRIAL])), default=0
    ),
    "commercial_industrial_pair": _commercial_industrial_pair,
}
"""By the names that the component file uses."""


def buildings(city: City) -> int:
    """The cells with a residential, commercial, industrial or public tile."""
    cells = 0
    for kind in BUILDINGS:
        cells |= city.cells[kind]
    return cells


def total(shares: Iterable[Share], look: Look) -> int:
    """The sum of the shares."""
    count = 0
    for share in shares:
        count += share.each * COUNTERS[share.of](look)
    return count


def income(city: City, generation: int) -> int:
    """The income of a city at the end of a generation (rulebook: Einkommen erhalten)."""
    money = 0
    for tile in filter(None, city.at):
        money += tile.income[generation - 1]
        if tile.income_per:
            money += total(tile.income_per, Look(city, city.at.index(tile)))
    return money


def brought(city: City, tile: Tile, place: int) -> int:
    """The money that a tile brings when it is built: its own, and what the other tiles bring for it."""
    money = tile.once
    if tile.once_per:
        money += total(tile.once_per, Look(city, place))
    if city.on_build and COMMERCIAL in tile.types:
        money += city.on_build - tile.on_build
    if city.on_link:
        money += (city.on_link - tile.on_link) * (city.links(place) & city.cells[COMMERCIAL]).bit_count()
    return money
