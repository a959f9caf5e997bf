"""The layout of the city: its tiles, their owners, what they are, and which of them touch.

The board has no bounds. So tiles, not cells, are numbered, in the order in which they are placed, and a set of tiles is
an int with a bit for each. Tile 0 is the start centre with its four cells.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cityleague.engine.boards.bits import members
from cityleague.engine.city_tycoon.figures import District
from cityleague.engine.city_tycoon.moves import Cell, PlantKind

GENERAL = -1
"""Nobody's: the owner of the centre, and the bank."""
CENTRE = 0
CENTRE_CELLS: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
GENERAL_PLANTS: dict[PlantKind, Cell] = {"electric": (0, 0), "water": (1, 1)}


@lru_cache(maxsize=1 << 12)
def beside(cell: Cell) -> tuple[Cell, ...]:
    """The four cells that share an edge with this one."""
    x, y = cell
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


class Layout:
    """A layout. It grows with its city, until something else holds it too (see `Town`): then it is never changed."""

    __slots__ = (
        "_near",  # see `near`
        "around",  # by tile: the tiles that touch it
        "at",  # by cell: the tile
        "border",  # by cell without a tile that touches one: the tiles that it touches
        "built",  # by seat: the tiles with its districts, ascending
        "cells",  # by tile: its cell; for the centre, the first of its four
        "districts",  # by tile: the district; plants and the centre are left out
        "owned",  # by seat: its tiles
        "owners",  # by tile: the seat, or GENERAL
        "plant_at",  # by cell with a plant: the plant's number in the order of placing
        "plants",  # by tile with plants: the kind of each, and its number in the order of placing
        "reach",  # the prices of cubes worked out so far; see `routes`
        "with_plants",  # the tiles with plants
    )

    def __init__(self, seats: int) -> None:
        self.at: dict[Cell, int] = dict.fromkeys(CENTRE_CELLS, CENTRE)
        self.cells = [*CENTRE_CELLS[:1]]
        self.owners = [GENERAL]
        self.around = [0]
        self.owned = [0] * seats
        self.border = {cell: 1 << CENTRE for own in CENTRE_CELLS for cell in beside(own) if cell not in CENTRE_CELLS}
        self.built: list[tuple[int, ...]] = [()] * seats
        self.districts: dict[int, District] = {}
        self.plants: dict[int, list[tuple[PlantKind, int]]] = {
            CENTRE: [(kind, number) for number, kind in enumerate(GENERAL_PLANTS)]
        }
        self.plant_at = {cell: number for number, cell in enumerate(GENERAL_PLANTS.values())}
        self.with_plants = 1 << CENTRE
        self._forget()

    def _forget(self) -> None:
        """Drop what has been worked out from the tiles."""
        self._near: list[list[int]] | None = None
        self.reach: dict[Any, Any] = {}

    def add(self, cell: Cell, owner: int, what: District | PlantKind) -> int:
        """Put one more tile of this owner on a cell, a district or a plant of a kind; returns its number."""
        at, around, border = self.at, self.around, self.border
        tile = len(around)
        own, touching = 1 << tile, border.pop(cell, 0)
        for near in beside(cell):
            other = at.get(near)
            if other is None:
                border[near] = border.get(near, 0) | own
            else:
                around[other] |= own
        at[cell] = tile
        around.append(touching)
        self.cells.append(cell)
        self.owners.append(owner)
        self.owned[owner] |= own
        if isinstance(what, District):
            self.districts[tile] = what
            self.built[owner] += (tile,)
        else:
            number = self.plant_at[cell] = len(self.plant_at)
            self.plants[tile] = [(what, number)]
            self.with_plants |= own
        self._forget()
        return tile

    def placed(self, cell: Cell, owner: int, what: District | PlantKind) -> Layout:
        """Another layout, with one more tile."""
        new = self.copy()
        new.add(cell, owner, what)
        return new

    @property
    def near(self) -> list[list[int]]:
        """By tile: the tiles that touch it, in the order in which they were placed."""
        if self._near is None:
            self._near = list(map(members, self.around))
        return self._near

    def copy(self) -> Layout:
        """An independent copy."""
        new = object.__new__(Layout)
        new.at, new.cells, new.owners = self.at.copy(), self.cells.copy(), self.owners.copy()
        new.around, new.owned = self.around.copy(), self.owned.copy()
        new.border, new.districts, new.built = self.border.copy(), self.districts.copy(), self.built.copy()
        new.plants, new.plant_at, new.with_plants = self.plants.copy(), self.plant_at.copy(), self.with_plants
        new._forget()
        return new


start = lru_cache(maxsize=8)(Layout)
