"""The city: its tiles, the terrain, the plants with their cubes, and where the next tile can go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from cityleague.engine.boards.bits import members
from cityleague.engine.city_tycoon.figures import District, Terrain
from cityleague.engine.city_tycoon.moves import Cell, PlantKind, Side

SEATS = range(2, 6)

_NORTH_SIDE, _WEST_SIDE = ((0, -1), (1, -1)), ((-1, 0), (-1, 1))
WATER_BESIDE_CENTRE: dict[int, tuple[Cell, ...]] = {2: _NORTH_SIDE + _WEST_SIDE, 3: _NORTH_SIDE}
"""By number of players: where setup lays water; a number that is not listed has none."""

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
    """The tiles of a city, their owners, what they are, and which of them touch.

    The board has no bounds. So tiles, not cells, are numbered, in the order in which they are placed, and a set of
    tiles is an int with a bit for each. Tile 0 is the start centre with its four cells.

    A layout grows with its city, until something else holds it too (see `Town`): then it is never changed.
    """

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


class BuiltPlant(msgspec.Struct, eq=False, gc=False):
    """A plant in the city."""

    kind: PlantKind
    number: int
    cell: Cell
    tile: int
    owner: int
    capacity: int
    renewing: bool
    cubes: int

    @property
    def side(self) -> Side:
        """The side that lies face up."""
        return "renewing" if self.renewing else "exhausting"

    def plain(self) -> list[object]:
        """The plant as simple values."""
        return [self.kind, self.number, self.cell, self.owner, self.renewing, self.cubes]


_copy = BuiltPlant.__copy__  # type: ignore[attr-defined]  # every struct has it; `copy.copy` takes four times as long


def copies(plants: Iterable[BuiltPlant]) -> list[BuiltPlant]:
    """Independent copies of plants."""
    return list(map(_copy, plants))


class Town:
    """The city. Copies of a city share its layout, and so do views: then the next tile is placed on a copy of it."""

    __slots__ = (
        "_free",
        "_shared",  # whether something else may hold the layout too
        "around",  # as in the layout
        "at",  # as in the layout
        "built",  # as in the layout
        "cells",  # as in the layout
        "districts",  # as in the layout
        "layout",
        "met",  # by district supplied in this round: the number of the demand that was met
        "owned",  # as in the layout
        "owners",  # as in the layout
        "pictured",  # the terrain as views show it; None: not worked out since the last tile was laid
        "plants",  # the plants, in the order in which they were placed
        "terrain",  # by cell; never changed in place, as copies and views share it
    )

    def __init__(self, seats: int) -> None:
        self.terrain: Mapping[Cell, Terrain] = {}
        self.pictured: Any = None
        self.met: dict[int, int] = {}
        self.plants = [
            BuiltPlant(kind, 0, cell, CENTRE, GENERAL, seats, True, seats) for kind, cell in GENERAL_PLANTS.items()
        ]
        self.use(start(seats))

    @classmethod
    def so_far(
        cls, layout: Layout, terrain: Mapping[Cell, Terrain], plants: list[BuiltPlant], met: dict[int, int]
    ) -> Town:
        """A city that has come so far."""
        new = object.__new__(cls)
        new.terrain, new.pictured, new.plants, new.met = terrain, None, plants, met
        new.use(layout)
        return new

    # -- change

    def use(self, layout: Layout) -> None:
        """Take another layout, which others may hold too."""
        self._take(layout)
        self._shared = True

    def _take(self, layout: Layout) -> None:
        self.layout = layout
        self._free: list[Cell] | None = None
        self.at, self.cells, self.owners, self.owned = layout.at, layout.cells, layout.owners, layout.owned
        self.around, self.districts, self.built = layout.around, layout.districts, layout.built

    def share(self) -> Layout:
        """The layout, which is never changed from now on."""
        self._shared = True
        return self.layout

    def place(self, cell: Cell, owner: int, what: District | PlantKind) -> int:
        """Put a player's tile, a district or a plant of a kind, on a free cell; returns its number."""
        if self._shared:
            self._take(self.layout.copy())
            self._shared = False
        self._free = None
        return self.layout.add(cell, owner, what)

    def build_plant(
        self, kind: PlantKind, number: int, cell: Cell, owner: int, capacity: int, *, renewing: bool
    ) -> None:
        """Put a plant on a free cell, with all its cubes."""
        tile = self.place(cell, owner, kind)
        self.plants.append(BuiltPlant(kind, number, cell, tile, owner, capacity, renewing, capacity))

    def lay(self, cell: Cell, terrain: Terrain) -> None:
        """Put terrain on a free cell."""
        self.terrain = {**self.terrain, cell: terrain}
        self.pictured = self._free = None

    # -- queries

    @property
    def full(self) -> bool:
        """Whether no cell is free that touches a tile."""
        return self.terrain.keys() >= self.layout.border.keys()

    @property
    def free(self) -> list[Cell]:
        """The free cells that touch a tile, ascending."""
        if self._free is None:
            self._free = sorted(self.layout.border.keys() - self.terrain.keys())
        return self._free

    def is_free(self, cell: Cell) -> bool:
        """Whether nothing lies on a cell."""
        return cell not in self.at and cell not in self.terrain

    def touching(self, cell: Cell, terrain: Terrain) -> int:
        """How many terrain tiles of a kind touch a cell."""
        return sum([self.terrain.get(near) == terrain for near in beside(cell)])

    def plant_at(self, cell: Cell) -> BuiltPlant | None:
        """The plant on a cell; None if there is none."""
        number = self.layout.plant_at.get(cell)
        return None if number is None else self.plants[number]

    def plain(self) -> list[object]:
        """The city as simple values, which do not depend on the order of building."""
        at, owners, districts, met = self.at, self.owners, self.districts, self.met
        tiles = [
            (cell, owners[tile := at[cell]], districts[tile].name if tile in districts else "", met.get(tile, -1))
            for cell in sorted(at)
        ]
        return [tiles, sorted(self.terrain.items()), sorted([plant.plain() for plant in self.plants])]

    def copy(self) -> Town:
        """An independent copy."""
        new = object.__new__(Town)
        new.use(self.share())
        new.terrain, new.pictured, new.met = self.terrain, self.pictured, self.met.copy()
        new.plants = copies(self.plants)
        new._free = self._free
        return new
