"""The score sheet (rulebook: Spielende und Wertung)."""

from __future__ import annotations

from functools import lru_cache

from cityleague.engine.boards.bits import members
from cityleague.engine.boards.grid import place_name
from cityleague.engine.neom.board import AROUND, BESIDE, CELLS, DIAGONAL, STRIDE
from cityleague.engine.neom.city import City
from cityleague.engine.neom.counting import COUNTERS, Look, total
from cityleague.engine.neom.figures import Goods
from cityleague.engine.neom.table import NeomTable
from cityleague.engine.neom.tiles import OF_LEVEL, POLLUTED, POWER, RESIDENTIAL, VARYING, Tile, good_names
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
_POLLUTION = (
    (1, SIDE_BY_SIDE),
    (STRIDE, SIDE_BY_SIDE),
    (STRIDE - 1, CORNER_TO_CORNER),
    (STRIDE + 1, CORNER_TO_CORNER),
)
"""How far apart in places two such cells are, and what that costs."""
MONEY = 2
"""How much money is worth a point."""
_COUNTED = {name: name.replace("_", " ") for name in COUNTERS}
_NAMED = {place: place_name(cell) for place, cell in CELLS.items()}


def area_points(size: int) -> int:
    """What a residential area of this size is worth."""
    most = len(_GROWING) - 1
    return _GROWING[size] if size <= most else _GROWING[most] + _FURTHER * (size - most)


def points(city: City, goods: Goods, money: int, final_income: int = 0) -> int:
    """What a city and this money are worth: the total of the sheet, computed without its lines."""
    score = money // MONEY + city.printed
    for place in members(city.cells[VARYING]):
        tile = city.at[place]
        assert tile is not None
        score += total(tile.points_per, Look(city, place, money - final_income, final_income))
    for area in city.homes:
        score += area_points(area.bit_count())
    score += _goods_points(goods, city.goods)
    homes = city.cells[RESIDENTIAL]
    if polluted := city.cells[POLLUTED]:
        score += pollution_points(homes, polluted)
    return score + GHOST_TOWN.get(homes.bit_count(), 0) + (0 if city.cells[POWER] else NO_POWER)


def pollution_points(homes: int, polluted: int) -> int:
    """What polluted cells take from homes: 0 or less."""
    points = 0
    for steps, each in _POLLUTION:
        points += each * ((homes << steps & polluted).bit_count() + (homes >> steps & polluted).bit_count())
    return points


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
        lines.append(_varying(tile, Look(city, place, money, final_income)))
    return part("tiles", lines)


def _varying(tile: Tile, look: Look) -> Line:
    """The line of a tile whose points vary."""
    worth = tile.points
    terms = [str(worth)] if worth else []
    for share in tile.points_per:
        count = COUNTERS[share.of](look)
        worth += share.each * count
        terms.append(f"{share.each} × {count} ({_COUNTED[share.of]})")
    return Line(f"{tile.number} {tile.name}", worth, " + ".join(terms))


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
    homes, polluted = city.cells[RESIDENTIAL], city.cells[POLLUTED]
    for home in members(homes) if polluted else ():
        if not polluted & AROUND[home]:
            continue
        for cells, points, how in (
            (BESIDE[home], SIDE_BY_SIDE, "side by side"),
            (DIAGONAL[home], CORNER_TO_CORNER, "corner to corner"),
        ):
            for works in members(polluted & cells):
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
