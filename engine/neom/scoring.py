"""The score sheet (rulebook: Spielende und Wertung)."""

from functools import lru_cache

import msgspec

from cityleague.engine.boards.bits import members
from cityleague.engine.boards.grid import place_name
from cityleague.engine.neom.board import BESIDE, CELLS, DIAGONAL
from cityleague.engine.neom.city import City
from cityleague.engine.neom.counting import COUNTERS, Look, total
from cityleague.engine.neom.figures import Goods, Share
from cityleague.engine.neom.table import NeomTable
from cityleague.engine.neom.tiles import OF_LEVEL, POLLUTED, POWER, RESIDENTIAL, VARYING, good_names
from cityleague.engine.scoring import Line, Part, Sheet, part

_GROWING = (0, 1, 3, 6, 10, 15, 21, 28, 36)
"""Points of a residential area by its size."""
_FURTHER = 4
"""Points for each tile beyond these sizes."""
GHOST_TOWN = {0: -10, 1: -4}
"""Points by the number of residential tiles."""
NO_POWER = -5
SIDE_BY_SIDE, CORNER_TO_CORNER = -2, -1
"""Points for a polluted tile next to a residential one."""
_NEAR_HOMES = ((BESIDE, SIDE_BY_SIDE, "side by side"), (DIAGONAL, CORNER_TO_CORNER, "corner to corner"))
MONEY = 2
"""How much money is worth a point."""
_COUNTED = {name: name.replace("_", " ") for name in COUNTERS}
_NAMED = {place: place_name(cell) for place, cell in CELLS.items()}


def area_points(size: int) -> int:
    """What a residential area of this size is worth."""
    most = len(_GROWING) - 1
    return _GROWING[size] if size <= most else _GROWING[most] + _FURTHER * (size - most)


_AREAS = tuple(map(area_points, range(len(CELLS) + 1)))


class Count(msgspec.Struct, frozen=True, gc=False):
    """What must be counted in a city for its score; without money, which different ways to pay leave different."""

    varying: int
    """The points of tiles that vary."""
    for_money: tuple[Share, ...]
    """What such tiles bring for money, in addition."""
    areas: int
    """The points of residential areas."""
    pollution: int
    """The points that it costs, below 0."""


def count(city: City) -> Count:
    """Count what varies in a city."""
    homes, varying, pollution = city.cells[RESIDENTIAL], 0, 0
    for_money: tuple[Share, ...] = ()
    for place in members(city.cells[VARYING]):
        tile = city.at[place]
        assert tile is not None
        varying += total(tile.points_per, Look(city, place))
        for_money += tile.points_for_money
    for works in members(city.cells[POLLUTED]):
        for cells, each, _ in _NEAR_HOMES:
            pollution += each * (homes & cells[works]).bit_count()
    return Count(varying, for_money, sum([_AREAS[area.bit_count()] for area in city.homes]), pollution)


def points(city: City, counted: Count, goods: Goods, money: int, final_income: int = 0) -> int:
    """What a city and this money are worth: the total of the sheet, computed without its lines."""
    score = money // MONEY + city.printed + counted.varying + counted.areas + counted.pollution
    if counted.for_money:
        score += total(counted.for_money, Look(city, 0, money - final_income, final_income))
    score += _goods_points(goods, city.goods)
    homes = city.cells[RESIDENTIAL].bit_count()
    return score + GHOST_TOWN.get(homes, 0) + (0 if city.cells[POWER] else NO_POWER)


@lru_cache(maxsize=1024)
def _goods_points(goods: Goods, made: int) -> int:
    """What a set of goods is worth; bots ask about the same ones again and again: 9 % of `greedy`."""
    return sum([goods.of(level).points * (made & bits).bit_count() for level, bits in OF_LEVEL.items()])


def _tiles(city: City, money: int, final_income: int) -> Part:
    fixed = [tile.points for tile in filter(None, city.at) if tile.points and not tile.points_per]
    lines = [Line("printed", sum(fixed), f"on {len(fixed)} tiles")]
    for place in members(city.cells[VARYING]):
        tile = city.at[place]
        assert tile is not None
        look, worth = Look(city, place, money, final_income), tile.points
        terms = [str(worth)] if worth else []
        for share in tile.points_per:
            count = COUNTERS[share.of](look)
            worth += share.each * count
            terms.append(f"{share.each} × {count} ({_COUNTED[share.of]})")
        lines.append(Line(f"{tile.number} {tile.name}", worth, " + ".join(terms)))
    return part("tiles", lines)


def _residential_areas(city: City) -> Part:
    lines = []
    for area in city.homes:
        size = area.bit_count()
        numbers = sorted([tile.number for place in members(area) if (tile := city.at[place])])
        lines.append(Line(f"area of {size}", area_points(size), ", ".join(map(str, numbers))))
    return part("residential areas", lines)


def _goods(table: NeomTable, city: City) -> Part:
    lines = []
    for level, goods in OF_LEVEL.items():
        made, each = city.goods & goods, table.box.goods.of(level).points
        names = ", ".join(good_names(made)).replace("_", " ")
        lines.append(Line(f"{level} goods", each * made.bit_count(), names or "none"))
    return part("goods", lines)


def _pollution(city: City) -> Part:
    lines = []
    for home in members(city.cells[RESIDENTIAL]):
        for cells, points, how in _NEAR_HOMES:
            for works in members(city.cells[POLLUTED] & cells[home]):
                housing, other = city.at[home], city.at[works]
                assert housing is not None
                assert other is not None
                where = f"{_NAMED[home]} and {_NAMED[works]}"
                lines.append(Line(f"{housing.number} by {other.number}", points, f"{how}, {where}"))
    return part("pollution", lines)


def _penalties(homes: int, stations: int) -> Part:
    ghost_town = Line("ghost town", GHOST_TOWN.get(homes, 0), f"residential tiles: {homes}")
    return part(
        "penalties", [ghost_town, Line("no power", 0 if stations else NO_POWER, f"tiles that make power: {stations}")]
    )


def title(table: NeomTable, points: int) -> str:
    """The rulebook's title for a solo score."""
    ratings = table.box.ratings
    bounds = {"1+": ratings.from_1, "4+": ratings.from_4, "5+": ratings.from_5}[table.options.tiles]
    return ratings.titles[sum([points >= bound for bound in bounds])]


def sheet(table: NeomTable, seat: int) -> Sheet:
    """The seat's score as the game stands."""
    city, money, final = table.cities[seat], table.money[seat], table.final_income[seat]
    parts = (
        _tiles(city, money - final, final),
        _residential_areas(city),
        _goods(table, city),
        part("money", [Line("money", money // MONEY, f"1 for {MONEY} of {money}")]),
        _pollution(city),
        _penalties(city.cells[RESIDENTIAL].bit_count(), city.cells[POWER].bit_count()),
    )
    untitled = Sheet(parts, ())
    return Sheet(parts, (), title=title(table, int(untitled.total))) if table.solo else untitled
