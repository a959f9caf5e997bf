"""How cubes get from plants to districts, and whom that pays (rulebook: 4. Phase).

A cube crosses tiles that touch; each tile that is not one's own costs a fee, the centre one for all its four cells.
Neither the plant's tile nor the district is crossed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

from cityleague.engine.bits import members
from cityleague.engine.city_tycoon.moves import Cell
from cityleague.engine.city_tycoon.town import CENTRE, Offers, Town, Works
from cityleague.engine.grid import named


def offers(town: Town, tile: int, fee: int) -> Offers:
    """What cubes cost at least for a district; the same for all of its owner that hang together."""
    found = town.offers.get(tile)
    if found is None:
        group = town.group(tile)
        found = _priced(town, town.owners[tile], group, town.spread(group), fee)
        town.offers.update(dict.fromkeys(members(group), found))
    return found


def offers_beside(town: Town, seat: int, near: int, fee: int) -> Offers:
    """What cubes would cost at least for a new district of a seat that touches these tiles."""
    group = 0
    for tile in members(near & town.owned[seat]):
        group |= town.group(tile)
    return _priced(town, seat, group, near | town.spread(group), fee)


def _priced(town: Town, seat: int, group: int, near: int, fee: int) -> Offers:
    found: Offers = {"electric": [], "water": []}
    for i, crossed in _count(town, seat, group, near).items():
        works = town.works[i]
        found[works.kind].append((fee * (crossed + (works.owner != seat)), i))
    for kind in found.values():
        kind.sort()
    return found


def _count(town: Town, seat: int, crossed: int, near: int) -> dict[int, int]:
    """By plant: how many tiles of others a cube of it crosses at least; nothing where there is no way at all.

    `crossed`: the own tiles that the way may end on; `near`: what touches these or the district.
    """
    own = town.owned[seat]
    found: dict[int, int] = {}
    missing = list(range(len(town.works)))
    for level in count():
        while more := near & own & ~crossed:  # own tiles cost nothing
            crossed |= more
            near |= town.spread(more)
        touched = near | crossed
        for i in missing:
            if touched >> town.works[i].tile & 1:
                found[i] = level
        missing = [i for i in missing if i not in found]
        new = near & ~crossed
        if not new or not missing:
            break
        crossed |= new
        near = town.spread(new)
    return found


class Route(NamedTuple):
    """A way from a plant to a district."""

    works: int
    """The plant, by its number among all."""
    tiles: tuple[int, ...]
    """The tiles crossed, from the plant on."""
    crossed: int
    """How many of them are not one's own."""


_Label = tuple[int, int, int, Any]
"""A way from a tile to the district: the tile; who is paid for it, as bits: the seats, and the bank; how many tiles of
others are crossed; the label of the next tile, None at the district. A plain tuple, as there are very many."""


def routes(town: Town, seat: int, tile: int, wanted: set[int], most: int) -> list[Route]:
    """For each wanted plant the cheapest way to the district for each set of payees.

    A set is left out if some of it alone get no more: what begins with a useless way, by a set of payees of which some
    reach every plant already, stays useless with more of them. `most` is how many tiles of others a cube may cross.
    Plants ascending, the cheapest way first.
    """
    payee = [0 if owner == seat else 1 << owner % (len(town.owned) + 1) for owner in town.owners]
    ends: dict[int, list[_Label]] = {i: [] for i in wanted}
    sources: dict[int, list[list[_Label]]] = {}
    for i in wanted:
        sources.setdefault(town.works[i].tile, []).append(ends[i])
    reached: list[list[int]] = [[] for _ in town.cells]
    """By tile: the sets of payees of the ways from it that have been found, the cheapest first."""
    reached[tile].append(0)
    useless: dict[int, bool] = {}
    """By set of payees: whether every plant has been reached at their cost, or that of some of them."""
    level: list[_Label] = [(tile, 0, 0, None)]
    following: list[_Label] = []
    for crossed in range(most + 1):
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
    found = []
    tile, _, _, before = end
    while before is not None:
        found.append(tile)
        tile, _, _, before = before
    return tuple(found)


def _named_in_vain(tile: int, cell: Cell, works: Works, district: int) -> str:
    """Why a tile is not crossed."""
    if tile == district:
        return f"{named(cell)} is the district, which is not crossed"
    if tile != works.tile:
        return f"the tile at {named(cell)} is crossed twice"
    if tile == CENTRE:
        return f"{named(cell)} lies in the centre: the cube starts there and does not cross it"
    return f"{named(cell)} is the plant, which is not crossed"


def flaw(town: Town, works: Works, path: Sequence[Cell], district: int) -> str | None:
    """Why a cube of a plant cannot go this way to a district; None if it can."""
    before, seen = works.tile, {works.tile, district}
    place = works.cell
    for cell in path:
        tile = town.at.get(cell)
        if tile is None:
            return f"at {named(cell)} there is {'terrain' if cell in town.terrain else 'no tile'}"
        if tile in seen:
            return _named_in_vain(tile, cell, works, district)
        if not town.around[before] >> tile & 1:
            return f"{named(place)} and {named(cell)} do not touch"
        seen.add(tile)
        before, place = tile, cell
    if not town.around[before] >> district & 1:
        return f"{named(place)} and {named(town.cells[district])} do not touch"
    return None
