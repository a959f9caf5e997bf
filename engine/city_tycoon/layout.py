"""The layout of the city: its tiles, their owners, what they are, and which of them touch.

The board has no bounds. So tiles, not cells, are numbered, in the order in which they are placed, and a set of tiles is
an int with a bit for each. Tile 0 is the start centre with its four cells.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Any

from cityleague.engine.bits import members
from cityleague.engine.city_tycoon.figures import District
from cityleague.engine.city_tycoon.moves import Cell, PlantKind

GENERAL = -1
"""Nobody's: the owner of the centre, and the bank."""
CENTRE = 0
CENTRE_CELLS: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))


def beside(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with this one."""
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


class Layout:
    """A layout. It is never changed, so that copies of a city share it: another tile makes another layout."""

    __slots__ = (
        "around",  # by tile: the tiles that touch it
        "at",  # by cell: the tile
        "border",  # the cells without a tile that touch one, ascending
        "cells",  # by tile: its cell; for the centre, the first of its four
        "districts",  # by tile: the district; plants and the centre are left out
        "near",  # by tile: the tiles that touch it, in the order in which they were placed
        "owned",  # by seat: its tiles
        "owners",  # by tile: the seat, or GENERAL
        "reach",  # the costs of cubes worked out so far; see `routes`
    )

    def __init__(self, seats: int) -> None:
        self.at: dict[Cell, int] = dict.fromkeys(CENTRE_CELLS, CENTRE)
        self.cells: tuple[Cell, ...] = CENTRE_CELLS[:1]
        self.owners: tuple[int, ...] = (GENERAL,)
        self.around = [0]
        self.near: list[tuple[int, ...]] = [()]
        self.owned = [0] * seats
        self.border = sorted({cell for own in CENTRE_CELLS for cell in beside(own)} - set(CENTRE_CELLS))
        self.districts: dict[int, District] = {}
        self.reach: dict[Any, Any] = {}

    def placed(self, cell: Cell, owner: int, what: District | PlantKind) -> Layout:
        """The layout with one more tile, of this owner: a district or a plant of a kind."""
        new = object.__new__(Layout)
        tile = len(self.cells)
        touching = 0
        new.around, new.near = self.around.copy(), self.near.copy()
        new.at, new.owned, border = self.at.copy(), self.owned.copy(), self.border.copy()
        new.at[cell] = tile
        at = bisect_left(border, cell)
        if at < len(border) and border[at] == cell:
            del border[at]
        for beside_it in beside(cell):
            other = self.at.get(beside_it)
            if other is None:
                at = bisect_left(border, beside_it)
                if at == len(border) or border[at] != beside_it:
                    border.insert(at, beside_it)
            elif not touching >> other & 1:
                touching |= 1 << other
                new.around[other] |= 1 << tile
                new.near[other] = (*new.near[other], tile)
        new.border = border
        new.around.append(touching)
        new.near.append(tuple(members(touching)))
        new.cells, new.owners = (*self.cells, cell), (*self.owners, owner)
        new.owned[owner] |= 1 << tile
        new.districts = self.districts
        if isinstance(what, District):
            new.districts = self.districts.copy()
            new.districts[tile] = what
        new.reach = {}
        return new


start = lru_cache(maxsize=8)(Layout)
