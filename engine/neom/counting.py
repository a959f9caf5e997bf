"""What tiles count for their points, their income and their money at once (rulebook: Teil III, Plättchenindex).

Each function counts what its name says, in a city as one of its tiles sees it (`Look`). The component file calls the
counts by the names of these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from cityleague.engine.boards.bits import members
from cityleague.engine.neom.board import AROUND, BESIDE, BLOCKS, CORNERS, EDGE, NEAR, STRIDE
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


class Look(NamedTuple):
    """A city, and the tile that counts in it."""

    city: City
    here: int
    """The place of the tile."""
    money: int = 0
    """The player's money before the last income."""
    final_income: int = 0
    """The last income; 0 as long as it has not been paid."""


def residential(look: Look) -> int:
    return look.city.cells[RESIDENTIAL].bit_count()


def commercial(look: Look) -> int:
    return look.city.cells[COMMERCIAL].bit_count()


def industrial(look: Look) -> int:
    return look.city.cells[INDUSTRIAL].bit_count()


def public(look: Look) -> int:
    return look.city.cells[PUBLIC].bit_count()


def extraction(look: Look) -> int:
    """The open origin is one of them."""
    return look.city.cells[EXTRACTION].bit_count()


def power(look: Look) -> int:
    return look.city.cells[POWER].bit_count()


def good(look: Look) -> int:
    return look.city.goods.bit_count()


def raw_good(look: Look) -> int:
    return (look.city.goods & OF_LEVEL["raw"]).bit_count()


def five_money(look: Look) -> int:
    return look.money // 5


def five_final_income(look: Look) -> int:
    return look.final_income // 5


def _areas(city: City) -> list[int]:
    return [area.bit_count() for area in city.homes]


def residential_area(look: Look) -> int:
    return len(_areas(look.city))


def area_of_one(look: Look) -> int:
    return _areas(look.city).count(1)


def area_of_two(look: Look) -> int:
    return _areas(look.city).count(2)


def area_of_more(look: Look) -> int:
    return sum([size > 2 for size in _areas(look.city)])


def set_(look: Look) -> int:
    return min(residential(look), commercial(look), industrial(look))


def modest_residential(look: Look) -> int:
    """Residential tiles with 2 printed points or less; one whose points vary does not count."""
    city = look.city
    tiles = [city.at[place] for place in members(city.cells[RESIDENTIAL])]
    return sum([tile is not None and tile.points <= 2 and not tile.points_per for tile in tiles])


def residential_around(look: Look) -> int:
    return (look.city.cells[RESIDENTIAL] & AROUND[look.here]).bit_count()


def residential_elsewhere(look: Look) -> int:
    return (look.city.cells[RESIDENTIAL] & ~AROUND[look.here] & ~(1 << look.here)).bit_count()


def polluted_around(look: Look) -> int:
    return (look.city.cells[POLLUTED] & AROUND[look.here]).bit_count()


def commercial_around(look: Look) -> int:
    return (look.city.cells[COMMERCIAL] & AROUND[look.here]).bit_count()


def building_around(look: Look) -> int:
    return (buildings(look.city) & AROUND[look.here]).bit_count()


def residential_by_shops(look: Look) -> int:
    shops = look.city.cells[COMMERCIAL]
    return sum([(shops & AROUND[home]).bit_count() >= 2 for home in members(look.city.cells[RESIDENTIAL])])


def square(look: Look) -> int:
    """Blocks of 2 x 2 cells in which all four pairs of neighbouring cells are linked."""
    north, east, south, west = look.city.roads
    along = east & west >> 1  # cells linked with the one to the east
    down = south & north >> STRIDE  # cells linked with the one to the south
    corners = along & along >> STRIDE & down & down >> 1
    return sum([bool(corners & block) for block in BLOCKS])


def corner(look: Look) -> int:
    return (buildings(look.city) & CORNERS).bit_count()


def industrial_on_edge(look: Look) -> int:
    return (look.city.cells[INDUSTRIAL] & EDGE).bit_count()


def industrial_near_residential(look: Look) -> int:
    homes = look.city.cells[RESIDENTIAL]
    return sum([bool(homes & NEAR[works]) for works in members(look.city.cells[INDUSTRIAL])])


def two_beside_alike(look: Look) -> int:
    """The origin neither counts nor helps."""
    city = look.city
    alike = 0
    for own in city.cells[: len(TYPES)]:
        cells = own & city.tiles
        alike |= sum([1 << place for place in members(cells) if cells & BESIDE[place]])
    return alike.bit_count() // 2


def industrial_in_largest_area(look: Look) -> int:
    areas = look.city.areas(look.city.cells[INDUSTRIAL])
    return max([area.bit_count() for area in areas], default=0)


def commercial_industrial_pair(look: Look) -> int:
    works = look.city.cells[INDUSTRIAL]
    return sum([(works & BESIDE[shop]).bit_count() for shop in members(look.city.cells[COMMERCIAL])])


COUNTERS: dict[str, Callable[[Look], int]] = {
    counter.__name__.rstrip("_"): counter
    for counter in (
        residential, commercial, industrial, public, extraction, power, good, raw_good, five_money, five_final_income,
        residential_area, area_of_one, area_of_two, area_of_more, set_, modest_residential, residential_around,
        residential_elsewhere, polluted_around, commercial_around, building_around, residential_by_shops, square,
        corner, industrial_on_edge, industrial_near_residential, two_beside_alike, industrial_in_largest_area,
        commercial_industrial_pair,
    )
}  # fmt: skip
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
