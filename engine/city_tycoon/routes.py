"""The paths of cubes from plants to districts, and who is paid for them (rulebook: 4. Phase).

A cube moves from tile to touching tile. Crossing a tile costs a fee, unless the player owns it; the centre counts as
one tile. The plant's own tile and the district are not crossed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cityleague.engine.bits import members
from cityleague.engine.city_tycoon.layout import CENTRE
from cityleague.engine.city_tycoon.moves import Cell, PlantKind
from cityleague.engine.city_tycoon.town import BuiltPlant, Town
from cityleague.engine.grid import named

Prices = dict[PlantKind, list[tuple[int, int]]]
"""By kind: for each plant the least cost of a cube, and the plant's index; the cheapest first."""


class Reach:
    """The least cost of cubes for a seat at a place in the city.

    The search for plants goes outwards in rings, only as far as needed. Each ring is one more foreign tile to cross.
    """

    __slots__ = ("_crossed", "_level", "_missing", "_new", "group", "prices")

    def __init__(self, town: Town, seat: int, crossed: int, near: int, fee: int) -> None:
        """Look at the first ring.

        `crossed` is the tile at the place itself, as a set; empty if nothing is built there. `near`: the tiles that
        touch the place.
        """
        self.prices: Prices = {"electric": [], "water": []}
        """The plants found so far, by ascending price of one cube."""
        self._level, self._missing = 0, list(range(len(town.plants)))
        self._look(town, seat, crossed, near, fee)
        self.group = self._crossed
        """The tiles with the same prices: the seat's own tiles that are connected with the place."""

    def look_farther(self, town: Town, seat: int, fee: int) -> bool:
        """Search the next ring; False if there is none: all plants have been found, or the others cannot be reached."""
        if not self._missing or not self._new:
            return False
        self._look(town, seat, self._crossed | self._new, town.spread(self._new), fee)
        return True

    def _look(self, town: Town, seat: int, crossed: int, near: int, fee: int) -> None:
        own, plants = town.owned[seat], town.plants
        while more := near & own & ~crossed:  # own tiles cost nothing
            crossed |= more
            near |= town.spread(more)
        touched = near | crossed
        price, missing = fee * self._level, []
        dearer: list[int] = []
        for i in self._missing:
            if not touched >> plants[i].tile & 1:
                missing.append(i)
            elif plants[i].owner == seat:
                self.prices[plants[i].kind].append((price, i))
            else:
                dearer.append(i)
        for i in dearer:
            self.prices[plants[i].kind].append((price + fee, i))
        self._crossed, self._new, self._level, self._missing = crossed, near & ~crossed, self._level + 1, missing


def reach(town: Town, tile: int, fee: int) -> Reach:
    """The least cost of cubes for a district, as far as it has been worked out."""
    by_tile: dict[int, Reach] = town.layout.reach.setdefault(fee, {})
    known = by_tile.get(tile)
    if known is None:
        known = Reach(town, town.owners[tile], 1 << tile, town.around[tile], fee)
        by_tile.update(dict.fromkeys(members(known.group), known))
    return known


def cost(
    known: Reach, town: Town, seat: int, kind: PlantKind, needed: int, fee: int, taken: BuiltPlant | None = None
) -> tuple[int, int]:
    """The least cost of so many cubes of a kind, or of as many as there are; and how many are missing.

    `taken` is a plant that gives up one cube first.
    """
    plants, prices = town.plants, known.prices[kind]
    total = rank = 0
    while needed:
        if rank == len(prices):
            if not known.look_farther(town, seat, fee):
                break
            continue
        price, i = prices[rank]
        rank += 1
        cubes = plants[i].cubes - (plants[i] is taken)
        if cubes:
            used = needed if needed < cubes else cubes
            total += price * used
            needed -= used
    return total, needed


def reach_from(town: Town, seat: int, near: int, fee: int) -> Reach:
    """The least cost of cubes for a district that a seat may build where it touches these tiles."""
    by_place: dict[tuple[int, int], Reach] = town.layout.reach.setdefault((fee, "places"), {})
    known = by_place.get((seat, near))
    if known is None:
        known = by_place[seat, near] = Reach(town, seat, 0, near, fee)
    return known


class Route(NamedTuple):
    """A path from a plant to a district."""

    plant: int
    """The plant, as an index of `Town.plants`."""
    tiles: tuple[int, ...]
    """The tiles crossed, from the plant on."""
    crossed: int
    """How many of them belong to others: the crossings to pay for."""


_Label = tuple[int, int, int, Any]
"""A path from a tile to the district: the tile; the set of payees, with a bit for each seat and one for the bank; the
number of foreign tiles crossed; the label of the next tile, None at the district. A plain tuple, as there are many."""


def routes(town: Town, seat: int, tile: int, wanted: set[int], max_crossed: int) -> list[Route]:
    """For each wanted plant and each set of payees, the cheapest path to the district.

    A set of payees is left out if a path that pays only some of them costs no more. So the search drops a path as soon
    as all plants have been reached with a subset of its payees: a longer path only adds payees. `max_crossed` is how
    many foreign tiles a cube may cross. The result is sorted by plant; the cheapest path of each comes first.
    """
    payee = [0 if owner == seat else 1 << owner % (len(town.owned) + 1) for owner in town.owners]
    ends: dict[int, list[_Label]] = {i: [] for i in wanted}
    sources: dict[int, list[list[_Label]]] = {}
    for i in wanted:
        sources.setdefault(town.plants[i].tile, []).append(ends[i])
    reached: list[list[int]] = [[] for _ in town.cells]
    """By tile: the sets of payees of the paths found from there, the cheapest path first."""
    reached[tile].append(0)
    useless: dict[int, bool] = {}
    """By set of payees: whether every plant has been reached by paying them, or only some of them."""
    level: list[_Label] = [(tile, 0, 0, None)]
    following: list[_Label] = []
    neighbours = town.layout.near
    for crossed in range(max_crossed + 1):
        useless = {payees: True for payees, known in useless.items() if known}
        for label in level:  # the list grows: own tiles cost nothing
            old = label[1]
            if old not in useless:
                useless[old] = _all_covered(old, ends)
            if useless[old]:
                continue
            for near in neighbours[label[0]]:
                if near in sources:
                    for labels in sources[near]:
                        if not _covered(old, labels):
                            labels.append(label)
                more = payee[near]
                payees = old | more
                others = ~payees
                for known in reached[near]:  # spelled out: this is where the time goes
                    if not known & others:
                        break
                else:
                    reached[near].append(payees)
                    if more:
                        following.append((near, payees, crossed + 1, label))
                    else:
                        level.append((near, payees, crossed, label))
        if not following:
            break
        level, following = following, []
    return [Route(i, _tiles(end), end[2]) for i in sorted(ends) for end in _cheapest(ends[i])]


def _covered(payees: int, ends: list[_Label]) -> bool:
    """Whether one of these paths pays nobody but these payees."""
    others = ~payees
    for end in ends:  # noqa: SIM110 - this is where the time goes
        if not end[1] & others:
            return True
    return False


def _all_covered(payees: int, ends: dict[int, list[_Label]]) -> bool:
    """Whether every plant has such a path."""
    others = ~payees
    for labels in ends.values():
        for end in labels:
            if not end[1] & others:
                break
        else:
            return False
    return True


def _cheapest(ends: list[_Label]) -> list[_Label]:
    """Drop each path if another one, perhaps found later, costs the same and pays only some of its payees."""
    return [end for end in ends if not any(_is_better(other, end) for other in ends)]


def _is_better(one: _Label, other: _Label) -> bool:
    """Whether a path costs as much as the other one, and pays only some of the other's payees."""
    return one[2] == other[2] and one[1] != other[1] and not one[1] & ~other[1]


def _tiles(end: _Label) -> tuple[int, ...]:
    """The tiles of a path, without the district."""
    tiles = []
    tile, _, _, following = end
    while following is not None:
        tiles.append(tile)
        tile, _, _, following = following
    return tuple(tiles)


def _why_not_crossed(tile: int, cell: Cell, plant: BuiltPlant, district: int) -> str:
    """Why a path must not name this tile."""
    if tile == district:
        return f"{named(cell)} is the district, which is not crossed"
    if tile != plant.tile:
        return f"the tile at {named(cell)} is crossed twice"
    if tile == CENTRE:
        return f"{named(cell)} lies in the centre: the cube starts there and does not cross it"
    return f"{named(cell)} is the plant, which is not crossed"


def flaw(town: Town, plant: BuiltPlant, path: Sequence[Cell], district: int) -> str | None:
    """Why a cube from the plant cannot take this path to the district; None if it can."""
    before, seen = plant.tile, {plant.tile, district}
    place = plant.cell
    for cell in path:
        tile = town.at.get(cell)
        if tile is None:
            return f"at {named(cell)} there is {'terrain' if cell in town.terrain else 'no tile'}"
        if tile in seen:
            return _why_not_crossed(tile, cell, plant, district)
        if not town.around[before] >> tile & 1:
            return f"{named(place)} and {named(cell)} do not touch"
        seen.add(tile)
        before, place = tile, cell
    if not town.around[before] >> district & 1:
        return f"{named(place)} and {named(town.cells[district])} do not touch"
    return None
