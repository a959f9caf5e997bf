"""Between Two Cities straight from the rulebook: slow, plain, and independent of the engine.

A city is a dict from (x, y) to the kind of building there, a tile its name: one kind, `top/bottom` or
`left|right`. Nothing here knows of bits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

Cell = tuple[int, int]
City = Mapping[Cell, str]

TYPES = ("shops", "factories", "taverns", "offices", "parks", "houses")
"""The types of buildings in the order of the reference card."""
TAVERNS = ("tavern-food", "tavern-drink", "tavern-music", "tavern-bed")
KINDS = ("shop", "factory", *TAVERNS, "office", "park", "house")

LETTERS = dict(zip("SF1234OPH", KINDS, strict=True))
"""How layouts are written: the taverns are 1 to 4 (food, drink, music, bed)."""


def layout(text: str) -> dict[Cell, str]:
    """The city of a text of rows; a dot is a cell without a building.

    >>> layout("S. .P")
    {(0, 0): 'shop', (1, 1): 'park'}
    """
    rows = text.split()
    return {(x, y): LETTERS[c] for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}


def type_of(kind: str) -> str:
    """The type of a kind of building: all taverns are one."""
    return {"shop": "shops", "factory": "factories", "office": "offices", "park": "parks", "house": "houses"}.get(
        kind, "taverns"
    )


def cells_of(city: City, *kinds: str) -> frozenset[Cell]:
    return frozenset(cell for cell, kind in city.items() if kind in kinds)


def around(cell: Cell) -> set[Cell]:
    """The four cells that share an edge with a cell."""
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


# -- scoring


@cache
def shops(cells: frozenset[Cell]) -> int:
    """The best of all partitions into straight lines of touching shops.

    The first shop in reading order is the left or top end of its line, whatever that line is: all are tried.
    """
    if not cells:
        return 0
    x, y = min(cells, key=lambda cell: (cell[1], cell[0]))
    best = 0
    for dx, dy in ((1, 0), (0, 1)):
        for length, points in ((1, 2), (2, 5), (3, 10), (4, 16)):
            line = {(x + i * dx, y + i * dy) for i in range(length)}
            if line <= cells:
                best = max(best, points + shops(cells - line))
    return best


def factory_values(counts: Sequence[int]) -> list[int]:
    """What each factory of each city is worth, given how many factories every city has."""
    different = sorted(set(counts), reverse=True)
    values = []
    for count in counts:
        if count == different[0]:
            values.append(4)
        elif count == different[1]:
            values.append(3)
        else:
            values.append(2)
    return values


@cache
def taverns(kinds: tuple[str, ...]) -> int:
    """The best of all splits into sets of different taverns.

    Every set that the first tavern can be in is tried.
    """
    if not kinds:
        return 0
    first, *others = kinds
    best = 0
    for size in range(4):
        for positions in combinations(range(len(others)), size):
            chosen = {first, *(others[i] for i in positions)}
            if len(chosen) == size + 1:
                rest = tuple(kind for i, kind in enumerate(others) if i not in positions)
                best = max(best, (1, 4, 9, 17)[size] + taverns(rest))
    return best


def offices(city: City) -> int:
    """Sets of up to six, and one more for every office that touches a tavern."""
    places = cells_of(city, "office")
    total = 0
    left = len(places)
    while left:
        size = min(left, 6)
        total += (1, 3, 6, 10, 15, 21)[size - 1]
        left -= size
    for office in places:
        if any(city.get(cell) in TAVERNS for cell in around(office)):
            total += 1
    return total


def parks(cells: frozenset[Cell]) -> int:
    """2, 8, 12 and then one more per park for each connected group."""
    total = 0
    unseen = set(cells)
    while unseen:
        group = {unseen.pop()}
        flood = list(group)
        while flood:
            for cell in around(flood.pop()) & unseen:
                unseen.remove(cell)
                group.add(cell)
                flood.append(cell)
        total += {1: 2, 2: 8}.get(len(group), 12 + len(group) - 3)
    return total


def houses(city: City) -> int:
    """One point per other type in the city; one only for a house that touches a factory."""
    others = {type_of(kind) for kind in city.values()} - {"houses"}
    total = 0
    for house in cells_of(city, "house"):
        beside_factory = any(city.get(cell) == "factory" for cell in around(house))
        total += 1 if beside_factory else len(others)
    return total


def categories(city: City, factory_value: int) -> dict[str, int]:
    """The points of a city by category."""
    return {
        "shops": shops(cells_of(city, "shop")),
        "factories": factory_value * len(cells_of(city, "factory")),
        "taverns": taverns(tuple(sorted(kind for kind in city.values() if kind in TAVERNS))),
        "offices": offices(city),
        "parks": parks(cells_of(city, "park")),
        "houses": houses(city),
    }


def all_categories(cities: Sequence[City]) -> list[dict[str, int]]:
    """The points of all cities of a game by category."""
    values = factory_values([len(cells_of(city, "factory")) for city in cities])
    return [categories(city, value) for city, value in zip(cities, values, strict=True)]


def building_counts(cities: Iterable[City]) -> list[int]:
    """How many buildings of each type stand in these cities together."""
    types = [type_of(kind) for city in cities for kind in city.values()]
    return [types.count(name) for name in TYPES]


def homes(players: int) -> list[tuple[int, int]]:
    """The cities to the left and to the right of the player in each place of the ring."""
    if players == 2:
        return [(0, 1), (2, 3)]
    return [(place, (place - 1) % players) for place in range(players)]


def results(cities: Sequence[City], players: int) -> list[tuple[int, ...]]:
    """For the player in each place the final score and, in order, what breaks ties: higher is better."""
    totals = [sum(points.values()) for points in all_categories(cities)]
    places = []
    for left, right in homes(players):
        counts = building_counts([cities[left], cities[right]])
        low, high = sorted([totals[left], totals[right]])
        places.append((low + high, *counts) if players == 2 else (low, high, *counts))
    return places


def ranking(values: Sequence[tuple[int, ...]]) -> list[int]:
    """1 for the best; who is equal in everything shares a place, and the places behind stay empty."""
    return [1 + len([other for other in values if other > value]) for value in values]


# -- placement


def covered(tile: str, cell: Cell) -> dict[Cell, str]:
    """The buildings of a tile placed at a cell, its only, top or left building on the cell itself."""
    x, y = cell
    if "/" in tile:
        top, bottom = tile.split("/")
        return {(x, y): top, (x, y + 1): bottom}
    if "|" in tile:
        left, right = tile.split("|")
        return {(x, y): left, (x + 1, y): right}
    return {cell: tile}


def fits_frame(cells: Collection[Cell]) -> bool:
    """Whether some frame of 4 x 4 holds all the cells."""
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    return max(xs) - min(xs) < 4 and max(ys) - min(ys) < 4


def can_place(city: City, tile: str, cell: Cell) -> bool:
    """Whether a tile may go there: on free cells, touching the city, within a frame of 4 x 4."""
    new = covered(tile, cell)
    if not city:
        return cell == (0, 0)
    if any(place in city for place in new):
        return False
    if not any(place in city for mine in new for place in around(mine)):
        return False
    return fits_frame([*city, *new])


def placements(city: City, tile: str) -> set[Cell]:
    """Every cell where a tile may go."""
    return {(x, y) for x in range(-4, 5) for y in range(-4, 5) if can_place(city, tile, (x, y))}


def polyominoes(size: int) -> set[frozenset[Cell]]:
    """All fixed shapes of `size` connected cells, top left corner at (0, 0)."""
    shapes: set[frozenset[Cell]] = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        shapes = {normal(shape | {cell}) for shape in shapes for cell in beside(shape)}
    return shapes


def beside(shape: frozenset[Cell]) -> Iterator[Cell]:
    """The cells that touch a shape."""
    yield from {cell for mine in shape for cell in around(mine)} - shape


def normal(shape: frozenset[Cell]) -> frozenset[Cell]:
    """The shape moved so that its top left corner is (0, 0)."""
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - left, y - top) for x, y in shape)
