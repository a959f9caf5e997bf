"""What cities of NEOM are worth, straight from RULES.md: income, money at once, points; and disasters' fines."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

from .reference_city import BOARD, BUILDINGS, OPPOSITE, ORIGIN, Cell, City, around, beside, neighbour
from .reference_trade import LEVELS, level_of


class Sums:
    """The money that two of the words in `COUNTS` need."""

    def __init__(self, money: int, final_income: int) -> None:
        self.money = money
        """Before the last income."""
        self.final_income = final_income


Count = Callable[[City, Cell, Sums], int]


def _number(of_type: str) -> Count:
    return lambda city, cell, sums: len(city.cells(of_type))


def _number_around(of_type: str) -> Count:
    return lambda city, cell, sums: sum(of_type in city.types(other) for other in around(cell))


def _areas(fits: Callable[[int], bool]) -> Count:
    return lambda city, cell, sums: sum(fits(size) for size in city.areas("residential"))


def _extraction(city: City, cell: Cell, sums: Sums) -> int:
    return len(city.cells("extraction")) + city.origin_open


def _sets(city: City, cell: Cell, sums: Sums) -> int:
    return min(len(city.cells(kind)) for kind in ("residential", "commercial", "industrial"))


def _modest(city: City, cell: Cell, sums: Sums) -> int:
    tiles = [city.tile(other) for other in city.cells("residential")]
    return sum(tile.get("points", 0) <= 2 and "points_per" not in tile for tile in tiles)


def _elsewhere(city: City, cell: Cell, sums: Sums) -> int:
    return sum(other != cell and other not in around(cell) for other in city.cells("residential"))


def _by_shops(city: City, cell: Cell, sums: Sums) -> int:
    return sum(_number_around("commercial")(city, home, sums) >= 2 for home in city.cells("residential"))


def _squares(city: City, cell: Cell, sums: Sums) -> int:
    count = 0
    for x in range(-2, 2):
        for y in range(-2, 2):
            north = (x + 1, y) in city.linked((x, y))
            south = (x + 1, y + 1) in city.linked((x, y + 1))
            west = (x, y + 1) in city.linked((x, y))
            east = (x + 1, y + 1) in city.linked((x + 1, y))
            count += north and south and west and east
    return count


def _corners(city: City, cell: Cell, sums: Sums) -> int:
    return sum(bool(city.types((x, y)) & BUILDINGS) for x in (-2, 2) for y in (-2, 2))


def _on_edge(city: City, cell: Cell, sums: Sums) -> int:
    return sum(x in {-2, 2} or y in {-2, 2} for x, y in city.cells("industrial"))


def _near_homes(city: City, cell: Cell, sums: Sums) -> int:
    def near(x: int, y: int) -> bool:
        straight = [(x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2)]
        return any("residential" in city.types(other) for other in around((x, y)) + straight)

    return sum(near(x, y) for x, y in city.cells("industrial"))


def _alike(city: City, cell: Cell, sums: Sums) -> int:
    number = sum(any(city.types(tile) & city.types(other) for other in beside(tile)) for tile in city.tiles)
    return number // 2


def _pairs(city: City, cell: Cell, sums: Sums) -> int:
    return sum("industrial" in city.types(other) for shop in city.cells("commercial") for other in beside(shop))


COUNTS: dict[str, Count] = {
    "residential": _number("residential"),
    "commercial": _number("commercial"),
    "industrial": _number("industrial"),
    "public": _number("public"),
    "extraction": _extraction,
    "power": lambda city, cell, sums: len(city.numbers_with("power")),
    "good": lambda city, cell, sums: len(city.goods),
    "raw_good": lambda city, cell, sums: len(city.goods & set(LEVELS["raw"])),
    "five_money": lambda city, cell, sums: sums.money // 5,
    "five_final_income": lambda city, cell, sums: sums.final_income // 5,
    "residential_area": _areas(lambda size: True),
    "area_of_one": _areas(lambda size: size == 1),
    "area_of_two": _areas(lambda size: size == 2),
    "area_of_more": _areas(lambda size: size >= 3),
    "set": _sets,
    "modest_residential": _modest,
    "residential_around": _number_around("residential"),
    "residential_elsewhere": _elsewhere,
    "polluted_around": lambda city, cell, sums: sum(bool(city.tile(other).get("polluted")) for other in around(cell)),
    "commercial_around": _number_around("commercial"),
    "building_around": lambda city, cell, sums: sum(bool(city.types(other) & BUILDINGS) for other in around(cell)),
    "residential_by_shops": _by_shops,
    "square": _squares,
    "corner": _corners,
    "industrial_on_edge": _on_edge,
    "industrial_near_residential": _near_homes,
    "two_beside_alike": _alike,
    "industrial_in_largest_area": lambda city, cell, sums: max([0, *city.areas("industrial")]),
    "commercial_industrial_pair": _pairs,
}


def counted(city: City, cell: Cell, entries: list[dict[str, Any]], sums: Sums) -> int:
    """What a tile there gets for all that it counts."""
    return sum(entry["each"] * COUNTS[entry["of"]](city, cell, sums) for entry in entries)


def money_at_once(city: City, cell: Cell) -> int:
    """What the tile that has just been built there brings."""
    tile = city.tile(cell)
    return int(tile.get("once", 0)) + counted(city, cell, tile.get("once_per", []), Sums(0, 0))


def reactions(city: City, cell: Cell) -> int:
    """What the other tiles bring for the one that has just been built there."""
    money = 0
    for other, number in city.tiles.items():
        trigger = city.book[number].get("trigger", {})
        if other == cell:
            continue
        if trigger.get("on") == "commercial_built" and "commercial" in city.types(cell):
            money += trigger["money"]
        if trigger.get("on") == "commercial_linked":
            money += trigger["money"] * sum("commercial" in city.types(linked) for linked in city.linked(cell))
    return money


def for_picking(city: City) -> int:
    """What the tiles bring because another one has been picked."""
    triggers = [city.book[number].get("trigger", {}) for number in city.tiles.values()]
    return sum(trigger["money"] for trigger in triggers if trigger.get("on") == "tile_picked")


def income(city: City, generation: int) -> int:
    """What the city gets at the end of a generation."""
    total = 0
    for cell in city.tiles:
        tile = city.tile(cell)
        fixed = tile.get("income", 0)
        total += fixed[generation - 1] if isinstance(fixed, list) else fixed
        total += counted(city, cell, tile.get("income_per", []), Sums(0, 0))
    return total


# -- points


def points(city: City, cell: Cell, sums: Sums) -> int:
    tile = city.tile(cell)
    return int(tile.get("points", 0)) + counted(city, cell, tile.get("points_per", []), sums)


def area_value(size: int) -> int:
    return sum(range(1, min(size, 8) + 1)) + 4 * max(0, size - 8)


def pollution(city: City) -> int:
    lost = 0
    for home in city.cells("residential"):
        for other in around(home):
            if city.tile(other).get("polluted"):
                lost += 2 if other in beside(home) else 1
    return -lost


def penalties(city: City) -> int:
    homes = len(city.cells("residential"))
    ghosts = {0: -10, 1: -4}.get(homes, 0)
    return ghosts - (0 if city.numbers_with("power") else 5)


def sheet(city: City, money: int, sums: Sums, good_points: dict[str, int]) -> dict[str, Any]:
    """The score sheet of a city, without a title."""
    parts = {
        "tiles": sum(points(city, cell, sums) for cell in city.tiles),
        "residential areas": sum(area_value(size) for size in city.areas("residential")),
        "goods": sum(good_points[level_of(good)] for good in city.goods),
        "money": money // 2,
        "pollution": pollution(city),
        "penalties": penalties(city),
    }
    variable = {
        number: points(city, cell, sums) for cell, number in city.tiles.items() if "points_per" in city.book[number]
    }
    return {"total": sum(parts.values()), "parts": parts, "variable": variable}


# -- disasters


def fine(city: City, disaster: str) -> int:
    """What a disaster costs in money."""
    struck = city.buildings()
    if disaster == "violence":
        struck = [cell for cell in struck if city.types(cell) & {"residential", "commercial", "industrial"}]
    if disaster in {"fire", "violence"}:
        stations = [cell for cell in city.tiles if disaster in city.tile(cell).get("protects", ())]
        struck = [cell for cell in struck if not any(cell in [station, *around(station)] for station in stations)]
    total = len(struck) * (2 if disaster == "violence" else 1)
    return total // 2 if city.numbers_with("insures") else total


def removals(city: City, disaster: str) -> list[list[Cell]]:
    """The sets of cells of which one must be removed; none if there is nothing to remove."""
    if disaster == "flood":
        return [[cell] for cell in city.buildings()]
    cells = sorted(city.tiles)
    if disaster == "fire":
        return [list(chosen) for chosen in combinations(cells, min(2, len(cells))) if chosen]
    for number in (3, 2, 1):
        sets = [list(chosen) for chosen in combinations(cells, number) if _serve(city, list(chosen))]
        if sets:
            return sets
    return []


def _serve(city: City, chosen: list[Cell]) -> bool:
    """Whether each of these tiles can serve for a type of its own."""
    kinds = ("residential", "commercial", "industrial")
    return any(
        all(kind in city.types(cell) for kind, cell in zip(order, chosen, strict=True))
        for order in permutations(kinds, len(chosen))
    )


# -- another way to find out what is connected


def connected_slowly(city: City) -> set[Cell]:
    """The cells connected with the origin, from pairs of cells: any two that have a common partner become a pair."""
    pairs = {(cell, cell) for cell in BOARD if city.exits(cell)}
    for cell in BOARD:
        for side in "NESW":
            other = neighbour(cell, side)
            if other in BOARD and side in city.exits(cell) and OPPOSITE[side] in city.exits(other):
                pairs.add((cell, other))
    for middle in BOARD:
        pairs |= {(a, b) for a in BOARD for b in BOARD if (a, middle) in pairs and (middle, b) in pairs}
    return {cell for cell in BOARD if (ORIGIN, cell) in pairs}


def title(ratings: dict[str, Any], tiles: str, total: int) -> str:
    """How well one has played alone."""
    reached = sum(total >= least for least in ratings[tiles])
    return str(ratings["titles"][reached])
