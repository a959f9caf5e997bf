"""How cubes get from plants to districts, and whom that pays (rulebook: 4. Phase).

A cube crosses tiles that touch; each tile that is not one's own costs a fee, the centre one for all its four cells.
Neither the plant's tile nor the district is crossed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cityleague.engine.bits import members
from cityleague.engine.city_tycoon.moves import Cell, PlantKind
from cityleague.engine.city_tycoon.town import CENTRE, BuiltPlant, Town
from cityleague.engine.grid import named

Prices = dict[PlantKind, list[tuple[int, int]]]
"""By kind of plant: what a cube of each costs at least, and the number of the plant; the cheapest first."""


class Reach:
    """What cubes cost a seat at least for a place in the city.

    Plants are looked for ring by ring, each of which is one more tile of others to cross, and no farther than needed.
    """

    __slots__ = ("_crossed", "_level", "_missing", "_new", "group", "prices")

    def __init__(self, town: Town, seat: int, crossed: int, near: int, fee: int) -> None:
        """`crossed`: the tiles where the way ends, if it is built there already; `near`: those that touch the place."""
        self.prices: Prices = {"electric": [], "water": []}
        """As far as looked for; prices are those of one cube, ascending."""
        self._level, self._missing = 0, list(range(len(town.plants)))
        self._look(town, seat, crossed, near, fee)
        self.group = self._crossed
        """The tiles that share all this: the own ones that hang together with the place."""

    def look_farther(self, town: Town, seat: int, fee: int) -> bool:
        """Find the plants of the next ring; False if there is none, as all have been found or there is no way."""
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
    """What cubes cost at least for a district, as far as it has been worked out."""
    known: Reach | None = town.reach.get(tile)
    if known is None:
        known = Reach(town, town.owners[tile], 1 << tile, town.around[tile], fee)
        town.reach.update(dict.fromkeys(members(known.group), known))
    return known


class Route(NamedTuple):
    """A way from a plant to a district."""

    plant: int
    """The plant, by its number among all."""
    tiles: tuple[int, ...]
    """The tiles crossed, from the plant on."""
    crossed: int
    """How many of them are not one's own."""


_Label = tuple[int, int, int, Any]
"""A way from a tile to the district: the tile; who is paid for it, as bits: the seats, and the bank; how many tiles of
others are crossed; the label of the next tile, None at the district. A plain tuple, as there are very many."""


def routes(town: Town, seat: int, tile: int, wanted: set[int], max_crossed: int) -> list[Route]:
    """For each wanted plant the cheapest way to the district for each set of payees.

    A set is left out if some of it alone get no more: what begins with a useless way, by a set of payees of which some
    reach every plant already, stays useless with more of them. `max_crossed` is how many
    tiles of others a cube may cross. Plants ascending, the cheapest way first.
    """
    payee = [0 if owner == seat else 1 << owner % (len(town.owned) + 1) for owner in town.owners]
    ends: dict[int, list[_Label]] = {i: [] for i in wanted}
    sources: dict[int, list[list[_Label]]] = {}
    for i in wanted:
        sources.setdefault(town.plants[i].tile, []).append(ends[i])
    reached: list[list[int]] = [[] for _ in town.cells]
    """By tile: the sets of payees of the ways from it that have been found, the cheapest first."""
    reached[tile].append(0)
    useless: dict[int, bool] = {}
    """By set of payees: whether every plant has been reached at their cost, or that of some of them."""
    level: list[_Label] = [(tile, 0, 0, None)]
    following: list[_Label] = []
    for crossed in range(max_crossed + 1):
        useless = {payees: True for payees, known in useless.items() if known}
        for label in level:  # grows: own tiles cost nothing
            old = label[1]
            if old not in useless:
                useless[old] = _all_covered(old, ends)
            if useless[old]:
                continue
            for near in town.near[label[0]]:
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
    """Whether one of these ways pays only some of the payees, or all of them."""
    others = ~payees
    for end in ends:  # noqa: SIM110 - this is where the time goes
        if not end[1] & others:
            return True
    return False


def _all_covered(payees: int, ends: dict[int, list[_Label]]) -> bool:
    """Whether that holds for every plant."""
    others = ~payees
    for labels in ends.values():
        for end in labels:
            if not end[1] & others:
                break
        else:
            return False
    return True


def _cheapest(ends: list[_Label]) -> list[_Label]:
    """Without those whose payees are more than those of another one that costs the same: it may have come later."""
    return [one for one in ends if not any(_is_better(other, one) for other in ends)]


def _is_better(one: _Label, other: _Label) -> bool:
    """Whether a way costs the same and pays only some of the other's payees."""
    return one[2] == other[2] and one[1] != other[1] and not one[1] & ~other[1]


def _tiles(end: _Label) -> tuple[int, ...]:
    """The tiles of a way without the district."""
    tiles = []
    tile, _, _, before = end
    while before is not None:
        tiles.append(tile)
        tile, _, _, before = before
    return tuple(tiles)


def _named_in_vain(tile: int, cell: Cell, plant: BuiltPlant, district: int) -> str:
    """Why a tile is not crossed."""
    if tile == district:
        return f"{named(cell)} is the district, which is not crossed"
    if tile != plant.tile:
        return f"the tile at {named(cell)} is crossed twice"
    if tile == CENTRE:
        return f"{named(cell)} lies in the centre: the cube starts there and does not cross it"
    return f"{named(cell)} is the plant, which is not crossed"


def flaw(town: Town, plant: BuiltPlant, path: Sequence[Cell], district: int) -> str | None:
    """Why a cube of a plant cannot go this way to a district; None if it can."""
    before, seen = plant.tile, {plant.tile, district}
    place = plant.cell
    for cell in path:
        tile = town.at.get(cell)
        if tile is None:
            return f"at {named(cell)} there is {'terrain' if cell in town.terrain else 'no tile'}"
        if tile in seen:
            return _named_in_vain(tile, cell, plant, district)
        if not town.around[before] >> tile & 1:
            return f"{named(place)} and {named(cell)} do not touch"
        seen.add(tile)
        before, place = tile, cell
    if not town.around[before] >> district & 1:
        return f"{named(place)} and {named(town.cells[district])} do not touch"
    return None
