"""How cubes get from plants to districts, and whom that pays (rulebook: 4. Phase).

A cube crosses tiles that touch; each tile that is not one's own costs a fee, the centre one for all its four cells.
Neither the plant's tile nor the district is crossed.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from cityleague.engine.city_tycoon.moves import Power
from cityleague.engine.city_tycoon.town import Town, Works

_FIELD = 12
"""Bits for how often a receiver is paid: more than there can be tiles, and one to spare."""


Offers = dict[Power, list[tuple[int, int]]]
"""By kind of plant: what a cube of each costs at least, and the number of the plant; the cheapest first."""


def offers(town: Town, seat: int, tile: int, fee: int) -> Offers:
    """What cubes cost at least for a district of the seat; the same for all that hang together."""
    group = town.group(tile)
    found = town.offers.get((seat, group))
    if found is None:
        found = town.offers[seat, group] = {"electric": [], "water": []}
        for i, (works, crossed) in enumerate(zip(town.works, _count(town, seat, group), strict=True)):
            if crossed is not None:
                found[works.kind].append((fee * (crossed + (works.owner != seat)), i))
        for kind in found.values():
            kind.sort()
    return found


def _count(town: Town, seat: int, group: int) -> list[int | None]:
    """By plant: how many tiles of others a cube of it crosses at least; None: it cannot get there."""
    own = town.owned[seat]
    found: list[int | None] = [None] * len(town.works)
    missing = range(len(town.works))
    crossed, new, level = 0, group, 0
    while new and missing:
        crossed |= new
        near = town.spread(new)
        while more := near & own & ~crossed:  # own tiles cost nothing
            crossed |= more
            near |= town.spread(more)
        touched = near | crossed
        for i in missing:
            if touched >> town.works[i].tile & 1:
                found[i] = level
        missing = [i for i in missing if found[i] is None]  # type: ignore[assignment]
        new = near & ~crossed
        level += 1
    return found


class Route(NamedTuple):
    """A way from a plant to a district: the tiles crossed, from the plant on, and who is paid how often."""

    works: int
    """The plant, by its number among all."""
    tiles: tuple[int, ...]
    payees: tuple[int, ...]
    """By seat, the bank last: how often it is paid for crossings."""


_Label = tuple[int, int, Any]
"""A way from a tile to the district: the tile, who has been paid (packed), and the label before; None at the end."""


def routes(town: Town, seat: int, tile: int, wanted: set[int], most: int) -> list[Route]:
    """For each wanted plant a way to the district for each list of payees that no other way undercuts.

    `most` is how many tiles of others a cube may cross. Plants ascending, the cheapest first.
    """
    seats = len(town.owned)
    guard = sum([1 << (_FIELD * i + _FIELD - 1) for i in range(seats + 1)])
    units = [0 if owner == seat else 1 << (_FIELD * (owner % (seats + 1))) for owner in town.owners]
    ends: dict[int, list[_Label]] = {i: [] for i in wanted}
    sources: dict[int, list[list[_Label]]] = {}
    for i in wanted:
        sources.setdefault(town.works[i].tile, []).append(ends[i])
    best: list[list[int]] = [[] for _ in town.cells]
    best[tile].append(0)
    level: list[_Label] = [(tile, 0, None)]
    following: list[_Label] = []
    for _ in range(most + 1):
        for label in level:  # grows: own tiles cost nothing
            _, paid, _ = label
            guarded = paid | guard
            if _is_useless(guarded, ends, guard):
                continue
            for near in town.near[label[0]]:
                if near in sources:
                    for labels in sources[near]:
                        if not any((guarded - end[1]) & guard == guard for end in labels):
                            labels.append(label)
                unit = units[near]
                owed = (paid + unit) | guard
                others = best[near]
                for other in others:  # spelled out: this is where the time goes
                    if (owed - other) & guard == guard:
                        break
                else:
                    others.append(paid + unit)
                    (following if unit else level).append((near, paid + unit, label))
        if not following:
            break
        level, following = following, []
    return [Route(i, _tiles(end), _payees(end[1], seats)) for i in sorted(ends) for end in ends[i]]


def _is_useless(guarded: int, ends: dict[int, list[_Label]], guard: int) -> bool:
    """Whether every plant has been reached by a way that pays nobody more.

    One packed list of payees has no more for anybody than another if no field of the difference borrows its guard bit.
    """
    for labels in ends.values():
        for _, paid, _ in labels:
            if (guarded - paid) & guard == guard:
                break
        else:
            return False
    return True


def _tiles(label: _Label) -> tuple[int, ...]:
    """The tiles of a way without the district."""
    found = []
    tile, _, before = label
    while before is not None:
        found.append(tile)
        tile, _, before = before
    return tuple(found)


def _payees(paid: int, seats: int) -> tuple[int, ...]:
    mask = (1 << _FIELD) - 1
    return tuple([paid >> (_FIELD * i) & mask for i in range(seats + 1)])


def is_path(town: Town, works: Works, tiles: list[int], district: int) -> bool:
    """Whether a cube can go this way."""
    whole = [works.tile, *tiles, district]
    if len(set(whole)) < len(whole):
        return False
    return all(town.around[one] >> other & 1 for one, other in pairwise(whole))
