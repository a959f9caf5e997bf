"""The city: its tiles, which of them touch, and where the next tile can go.

The board has no bounds. So tiles, not cells, are numbered, in the order in which they are placed, and a set of tiles is
an int with a bit for each. Tile 0 is the start centre with its four cells.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Any

from cityleague.engine.bits import members
from cityleague.engine.city_tycoon.figures import District, Terrain
from cityleague.engine.city_tycoon.moves import Cell, PlantKind, Side

SEATS = range(2, 6)
"""The numbers of players."""

GENERAL = -1
"""Nobody's: the owner of the centre, and the bank."""
CENTRE = 0
CENTRE_CELLS: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
GENERAL_PLANTS: dict[PlantKind, Cell] = {"electric": (0, 0), "water": (1, 1)}
_NORTH_SIDE, _WEST_SIDE = ((0, -1), (1, -1)), ((-1, 0), (-1, 1))
WATER_BESIDE_CENTRE: dict[int, tuple[Cell, ...]] = {2: _NORTH_SIDE + _WEST_SIDE, 3: _NORTH_SIDE}
"""By number of players: where setup lays water; a number that is not listed has none."""
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def beside(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with this one."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in _STEPS]


class BuiltPlant:
    """A plant in the city."""

    __slots__ = ("capacity", "cell", "cubes", "kind", "number", "owner", "renewing", "tile")

    def __init__(
        self, kind: PlantKind, number: int, cell: Cell, tile: int, owner: int, capacity: int, *, renewing: bool
    ) -> None:
        self.kind, self.number, self.cell, self.tile, self.owner = kind, number, cell, tile, owner
        self.capacity, self.renewing = capacity, renewing
        self.cubes = capacity

    @property
    def side(self) -> Side:
        """The side that lies face up."""
        return "renewing" if self.renewing else "exhausting"

    def plain(self) -> list[object]:
        """The plant as simple values."""
        return [self.kind, self.number, self.cell, self.owner, self.renewing, self.cubes]

    def copy(self) -> BuiltPlant:
        """An independent copy."""
        new = object.__new__(BuiltPlant)
        for name in BuiltPlant.__slots__:
            setattr(new, name, getattr(self, name))
        return new


class Town:
    """The city. Only `place`, `build_plant` and `lay` change its layout."""

    __slots__ = (
        "around",  # by tile: the tiles that touch it
        "at",  # by cell: the tile
        "cells",  # by tile: its cell; for the centre, the first of its four
        "districts",  # by tile: the district; plants and the centre are left out
        "free",  # the free cells that touch a tile, ascending
        "met",  # by district supplied in this round: the number of the demand that was met
        "near",  # by tile: the tiles that touch it, in the order in which they were placed
        "owned",  # by seat: its tiles
        "owners",  # by tile: the seat, or GENERAL
        "plants",  # the plants, in the order in which they were placed
        "reach",  # by tile: the costs of cubes worked out so far; see `routes`
        "terrain",  # by cell
    )

    def __init__(self, seats: int) -> None:
        self.at: dict[Cell, int] = dict.fromkeys(CENTRE_CELLS, CENTRE)
        self.cells: list[Cell] = [CENTRE_CELLS[0]]
        self.owners = [GENERAL]
        self.around = [0]
        self.near: list[list[int]] = [[]]
        self.owned = [0] * seats
        self.districts: dict[int, District] = {}
        self.terrain: dict[Cell, Terrain] = {}
        self.free = sorted({cell for own in CENTRE_CELLS for cell in beside(own)} - set(CENTRE_CELLS))
        self.met: dict[int, int] = {}
        self.plants = [
            BuiltPlant(kind, 0, cell, CENTRE, GENERAL, seats, renewing=True) for kind, cell in GENERAL_PLANTS.items()
        ]
        self.reach: dict[int, Any] = {}

    # -- change

    def place(self, cell: Cell, owner: int) -> int:
        """Put a player's tile on a free cell; returns its number."""
        tile = len(self.cells)
        bit = 1 << tile
        touching = 0
        for near in beside(cell):
            other = self.at.get(near)
            if other is not None:
                if not touching >> other & 1:
                    touching |= 1 << other
                    self.around[other] |= bit
                    self.near[other].append(tile)
            elif near not in self.terrain:
                self._open(near)
        self.around.append(touching)
        self.near.append(members(touching))
        self.cells.append(cell)
        self.owners.append(owner)
        self.owned[owner] |= bit
        self.at[cell] = tile
        self._close(cell)
        self.reach = {}
        return tile

    def build_plant(
        self, kind: PlantKind, number: int, cell: Cell, owner: int, capacity: int, *, renewing: bool
    ) -> None:
        """Put a plant on a free cell, with all its cubes."""
        self.plants.append(BuiltPlant(kind, number, cell, self.place(cell, owner), owner, capacity, renewing=renewing))

    def lay(self, cell: Cell, terrain: Terrain) -> None:
        """Put terrain on a free cell."""
        self.terrain[cell] = terrain
        self._close(cell)

    def _open(self, cell: Cell) -> None:
        i = bisect_left(self.free, cell)
        if i == len(self.free) or self.free[i] != cell:
            insort(self.free, cell)

    def _close(self, cell: Cell) -> None:
        i = bisect_left(self.free, cell)
        if i < len(self.free) and self.free[i] == cell:
            del self.free[i]

    # -- queries

    def is_free(self, cell: Cell) -> bool:
        """Whether nothing lies on a cell."""
        return cell not in self.at and cell not in self.terrain

    def touches(self, cell: Cell) -> bool:
        """Whether a free cell touches a tile."""
        i = bisect_left(self.free, cell)
        return i < len(self.free) and self.free[i] == cell

    def touching(self, cell: Cell, terrain: Terrain) -> int:
        """How many terrain tiles of a kind touch a cell."""
        return sum([self.terrain.get(near) == terrain for near in beside(cell)])

    def tiles_beside(self, cell: Cell) -> int:
        """The set of tiles that touch a cell."""
        tiles = 0
        for near in beside(cell):
            if near in self.at:
                tiles |= 1 << self.at[near]
        return tiles

    def spread(self, tiles: int) -> int:
        """The set of tiles that touch one or more of these."""
        touching = 0
        around = self.around
        while tiles:
            low = tiles & -tiles
            touching |= around[low.bit_length() - 1]
            tiles ^= low
        return touching

    def plant_at(self, cell: Cell) -> BuiltPlant | None:
        """The plant on a cell; None if there is none."""
        for plant in self.plants:
            if plant.cell == cell:
                return plant
        return None

    def plain(self) -> list[object]:
        """The city as simple values, which do not depend on the order of building."""
        tiles = sorted(
            [[cell, self.owners[tile], self._name(tile), self.met.get(tile, -1)] for cell, tile in self.at.items()]
        )
        return [tiles, sorted(self.terrain.items()), sorted([plant.plain() for plant in self.plants])]

    def _name(self, tile: int) -> str:
        return self.districts[tile].name if tile in self.districts else ""

    def copy(self) -> Town:
        """An independent copy."""
        new = object.__new__(Town)
        new.at, new.terrain, new.districts = self.at.copy(), self.terrain.copy(), self.districts.copy()
        new.cells, new.owners, new.around = self.cells.copy(), self.owners.copy(), self.around.copy()
        new.near = [tiles.copy() for tiles in self.near]
        new.owned, new.free, new.met = self.owned.copy(), self.free.copy(), self.met.copy()
        new.plants = [plant.copy() for plant in self.plants]
        new.reach = self.reach.copy()  # shared entries stay valid: placing a tile starts a new dict
        return new
