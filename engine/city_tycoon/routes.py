"""The paths of cubes from plants to districts, and who is paid for them (rulebook: 4. Phase).

A cube moves from tile to touching tile. Crossing a tile costs a fee, unless the player owns it; the centre counts as
one tile. The plant's own tile and the district are not crossed.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_
from typing import Any, NamedTuple

from cityleague.engine.boards.bits import members
from cityleague.engine.boards.grid import place_name
from cityleague.engine.city_tycoon.moves import Cell, Cube, PlantKind
from cityleague.engine.city_tycoon.town import CENTRE, SEATS, BuiltPlant, Layout, Town

Prices = dict[PlantKind, list[tuple[int, int]]]
"""By kind: for each plant the least price of a cube, in fees, and the plant's index; the cheapest first."""


class Reach:
    """The least prices of cubes for a seat at a place in the city, in fees.

    The search for plants goes outwards in rings, only as far as needed. Each ring is one more foreign tile to cross.
    """

    __slots__ = ("_crossed", "_level", "_missing", "_new", "group", "prices")

    def __init__(self, layout: Layout, seat: int, near: int) -> None:
        """Look at the first ring, from a place that touches these tiles. If a tile lies there, it is one of them."""
        self.prices: Prices = {"electric": [], "water": []}
        """The plants found so far, by ascending price of one cube."""
        self._crossed, self._level, self._missing = 0, 0, layout.with_plants
        self._look(layout, seat, near & layout.owned[seat], near)
        self.group = self._crossed
        """The tiles with the same prices: the seat's own tiles that are connected with the place."""

    def look_farther(self, layout: Layout, seat: int) -> bool:
        """Search the next ring; False if there is none: all plants have been found, or the others cannot be reached."""
        if not self._missing or not self._new:
            return False
        self._look(layout, seat, self._new, 0)
        return True

    def _look(self, layout: Layout, seat: int, more: int, near: int) -> None:
        """Cross these tiles and all own ones that are connected with them. What touches those is seen, and `near`."""
        own, around, crossed = layout.owned[seat], layout.around, self._crossed
        while more:
            low = more & -more
            crossed |= low
            near |= around[low.bit_length() - 1]
            more = (more | near & own) & ~crossed  # own tiles cost nothing
        if found := (near | crossed) & self._missing:
            self._missing ^= found
            mine, level = found & own, self._level
            for tile in members(mine) + members(found ^ mine) if mine else members(found):
                price = level if mine >> tile & 1 else level + 1
                for kind, i in layout.plants[tile]:
                    self.prices[kind].append((price, i))
        self._crossed, self._new, self._level = crossed, near & ~crossed, self._level + 1


def reach(layout: Layout, tile: int) -> Reach:
    """The least prices of cubes for a district, as far as they have been worked out."""
    known: Reach | None = layout.reach.get(tile)
    if known is None:
        known = Reach(layout, layout.owners[tile], 1 << tile)
        layout.reach.update(dict.fromkeys(members(known.group), known))
    return known


def reach_from(layout: Layout, seat: int, near: int) -> Reach:
    """The least prices of cubes for a district that a seat may build where it touches these tiles."""
    known: Reach | None = layout.reach.get((seat, near))
    if known is None:
        known = layout.reach[seat, near] = Reach(layout, seat, near)
    return known


Sum = tuple[int, int, int]
"""The least price of some cubes of one kind, in fees; how many of them are not there and not counted; the price of the
dearest one. A plain tuple, as there are many."""


def least_price(known: Reach, town: Town, seat: int, kind: PlantKind, needed: int) -> Sum:
    """The least price of so many cubes of a kind, or of as many as there are."""
    plants, prices = town.plants, known.prices[kind]
    fees = rank = each = 0
    while needed:
        if rank == len(prices):
            if not known.look_farther(town.layout, seat):
                break
            continue
        each, i = prices[rank]
        rank += 1
        cubes = plants[i].cubes
        if cubes >= needed:
            return fees + each * needed, 0, each
        fees += each * cubes
        needed -= cubes
    return fees, needed, each


class Route(NamedTuple):
    """A path from a plant to a district."""

    plant: int
    """The plant, as an index of `Town.plants`."""
    crossed: int
    """How many tiles of others it crosses: the crossings to pay for."""
    move: Cube


_Label = tuple[int, int, Any]
"""A path from a tile to the district: the tile; the set of payees, with a bit for each seat and one for the bank; the
label of the next tile, None at the district. A plain tuple, as there are many."""

_SETS = range(1 << SEATS[-1] + 1)
_SUPERSETS = [sum([1 << other for other in _SETS if not payees & ~other]) for payees in _SETS]
"""By set of payees: the sets that hold all of these payees, and perhaps more. They are a set too: bit n is set n."""


def routes(town: Town, seat: int, tile: int, budgets: Mapping[int, int]) -> list[Route]:
    """For each plant with a budget and each set of payees, the cheapest path to the district.

    `budgets`: how many foreign tiles a cube from each plant may cross. A set of payees is left out if a path that pays
    only some of them costs no more. So the search drops a path as soon as all plants have been reached with a subset of
    its payees: a longer path only adds payees. The result is sorted by plant; the cheapest path of each comes first.
    """
    payee = [0 if owner == seat else 1 << owner % (len(town.owned) + 1) for owner in town.owners]
    ends: dict[int, list[tuple[int, _Label]]] = {i: [] for i in sorted(budgets)}
    sources: dict[int, list[int]] = {}
    for i in ends:
        sources.setdefault(town.plants[i].tile, []).append(i)
    neighbours = town.layout.near
    reached = [0] * len(payee)
    """By tile: the sets of payees that are not tried there any more, as it has been reached by paying only some."""
    reached[tile] = _SUPERSETS[0]
    covered = dict.fromkeys(ends, 0)
    """By plant: the same."""
    level: list[_Label] = [(tile, 0, None)]
    following: list[_Label] = []
    for crossed in range(max(budgets.values()) + 1):
        for i, budget in budgets.items():
            if budget < crossed:
                covered[i] = _SUPERSETS[0]
        useless = reduce(and_, covered.values())
        for label in level:  # the list grows: own tiles cost nothing
            here, old, _ = label
            if useless >> old & 1:
                continue
            for near in neighbours[here]:
                if near in sources:
                    for i in sources[near]:
                        if not covered[i] >> old & 1:
                            covered[i] |= _SUPERSETS[old]
                            ends[i] = _with(ends[i], crossed, label)
                payees = old | payee[near]
                if not reached[near] >> payees & 1:
                    reached[near] |= _SUPERSETS[payees]
                    (following if payee[near] else level).append((near, payees, label))
        if not following:
            break
        level, following = following, []
    return [Route(i, crossed, _move(town, i, end)) for i, labels in ends.items() for crossed, end in labels]


def _with(ends: list[tuple[int, _Label]], crossed: int, found: _Label) -> list[tuple[int, _Label]]:
    """The paths from a plant with another one, without those that cost as much and pay others besides its payees."""
    if ends and ends[-1][0] == crossed:
        ends = [end for end in ends if end[0] < crossed or found[1] & ~end[1][1]]
    return [*ends, (crossed, found)]


def _move(town: Town, plant: int, end: _Label) -> Cube:
    """The move that takes a path."""
    cells, path = town.cells, []
    tile, _, following = end
    while following is not None:
        path.append(cells[tile])
        tile, _, following = following
    return Cube(town.plants[plant].cell, tuple(path))


def _why_not_crossed(tile: int, cell: Cell, plant: BuiltPlant, district: int) -> str:
    """Why a path must not name this tile."""
    if tile == district:
        return f"{place_name(cell)} is the district, which is not crossed"
    if tile != plant.tile:
        return f"the tile at {place_name(cell)} is crossed twice"
    if tile == CENTRE:
        return f"{place_name(cell)} lies in the centre: the cube starts there and does not cross it"
    return f"{place_name(cell)} is the plant, which is not crossed"


def flaw(town: Town, plant: BuiltPlant, path: Sequence[Cell], district: int) -> str | None:
    """Why a cube from the plant cannot take this path to the district; None if it can."""
    at, around = town.at, town.around
    before, seen = plant.tile, {plant.tile, district}
    place = plant.cell
    for cell in path:
        tile = at.get(cell)
        if tile is None:
            return f"at {place_name(cell)} there is {'terrain' if cell in town.terrain else 'no tile'}"
        if tile in seen:
            return _why_not_crossed(tile, cell, plant, district)
        if not around[before] >> tile & 1:
            return f"{place_name(place)} and {place_name(cell)} do not touch"
        seen.add(tile)
        before, place = tile, cell
    if not around[before] >> district & 1:
        return f"{place_name(place)} and {place_name(town.cells[district])} do not touch"
    return None
