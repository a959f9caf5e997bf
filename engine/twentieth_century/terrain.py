"""The tiles of a region and the track on them, without citizens and garbage."""

from __future__ import annotations

from typing import NamedTuple

from cityleague.engine.bits import members
from cityleague.engine.twentieth_century.figures import RAISES, Good
from cityleague.engine.twentieth_century.moves import Cell, Turn
from cityleague.engine.twentieth_century.network import PLACES, Network, Part
from cityleague.engine.twentieth_century.tiles import Shape

ALL_PLACES = (1 << PLACES) - 1
AROUND = tuple([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y])


class Raise(NamedTuple):
    """What a building brings: `bonus` of a good for each of these cities that has a citizen."""

    good: Good
    bonus: int
    cities: int


class Terrain:
    """Tiles and track. Tiles are numbered as they are laid; sets of cities have `PLACES` bits for each tile.

    A terrain is never changed, so that copies of a region share it: another tile or bridge makes another terrain.
    """

    __slots__ = (
        "_border",
        "_joined",
        "_network",
        "_raises",
        "_reach",
        "at",  # the tile on each cell
        "bridges",  # by tile: the spans with a bridge, as bits
        "cells",  # by tile: its cell
        "cities",  # all cities, as bits
        "land",  # the land tiles, as bits
        "numbers",  # by name: the number of a tile
        "parts",  # the parts of the track
        "plants",  # the cities with a recycling plant
        "shapes",  # by tile: its layout
        "touching",  # by tile: the tiles that touch it
        "turns",  # by tile: quarter turns clockwise
    )

    def __init__(self) -> None:
        self.at: dict[Cell, int] = {}
        self.numbers: dict[str, int] = {}
        self.cells: list[Cell] = []
        self.shapes: list[Shape] = []
        self.turns: list[Turn] = []
        self.bridges: list[int] = []
        self.touching: list[int] = []
        self.cities = self.plants = self.land = 0
        self._connect(Network())

    # -- other terrains

    def _copy(self) -> Terrain:
        """A copy to which something is added before anybody else sees it."""
        new = object.__new__(Terrain)
        new.at, new.numbers, new.touching = self.at.copy(), self.numbers.copy(), self.touching.copy()
        new.cells, new.shapes, new.turns = self.cells.copy(), self.shapes.copy(), self.turns.copy()
        new.bridges, new.cities, new.plants, new.land = self.bridges.copy(), self.cities, self.plants, self.land
        return new

    def _connect(self, network: Network) -> None:
        """Take a network for the track."""
        self._network, self.parts = network, network.parts
        self._joined: dict[int, int] = {}
        self._reach: dict[int, int] = {}
        self._raises: list[Raise] | None = None
        self._border: list[Cell] | None = None

    def laid(self, shape: Shape, cell: Cell, turn: Turn) -> Terrain:
        """This terrain with one more tile, which gets the next number."""
        new, tile = self._copy(), len(self.cells)
        new.at[cell] = new.numbers[shape.name] = tile
        new.cells.append(cell)
        new.shapes.append(shape)
        new.turns.append(turn)
        new.bridges.append(0)
        new.touching.append(0)
        for other in self._neighbours(cell):
            new.touching[other] |= 1 << tile
            new.touching[tile] |= 1 << other
        new.cities |= shape.all_cities << PLACES * tile
        new.land |= shape.is_land << tile
        for number, city in enumerate(shape.cities):
            if city.recycling:
                new.plants |= 1 << PLACES * tile + number
        network = self._network.copy()
        network.add(tile, cell, shape.nets(turn, 0))
        new._connect(network)
        return new

    def bridged(self, tile: int, span: int) -> Terrain:
        """This terrain with a bridge over a span of a tile."""
        new = self._copy()
        new.bridges[tile] |= 1 << span
        network = Network()
        for number, shape in enumerate(new.shapes):
            network.add(number, new.cells[number], shape.nets(new.turns[number], new.bridges[number]))
        new._connect(network)
        return new

    # -- queries

    def meets(self, shape: Shape, cell: Cell, turn: Turn) -> bool:
        """Whether the track of one more tile would meet any of the track that is there."""
        return self._network.meets(cell, shape.nets(turn, 0))

    def _neighbours(self, cell: Cell) -> list[int]:
        """The tiles around a cell."""
        x, y = cell
        return [self.at[x + dx, y + dy] for dx, dy in AROUND if (x + dx, y + dy) in self.at]

    def touched(self, cell: Cell) -> int:
        """How many tiles a tile on this cell would touch."""
        return len(self._neighbours(cell))

    @property
    def border(self) -> list[Cell]:
        """The free cells that touch a tile, sorted."""
        if self._border is None:
            around = {(x + dx, y + dy) for x, y in self.cells for dx, dy in AROUND}
            self._border = sorted(around.difference(self.at))
        return self._border

    def near(self, tile: int) -> int:
        """The cities of all tiles that touch a tile."""
        return _union([ALL_PLACES << PLACES * other for other in members(self.touching[tile])])

    def joined(self, city: int) -> int:
        """The cities that track joins to this one without going through another city."""
        if city not in self._joined:
            self._joined[city] = _union([part.cities for part in self._parts_at(city)]) & ~(1 << city)
        return self._joined[city]

    def reach(self, plant: int) -> int:
        """The tiles from which the recycling plant of a city may remove garbage, even if none lies there."""
        if plant not in self._reach:
            tile = plant // PLACES
            joined = _union([part.tiles for part in self._parts_at(plant)])
            self._reach[plant] = joined & self.touching[tile] & self.land | 1 << tile
        return self._reach[plant]

    def _parts_at(self, city: int) -> list[Part]:
        return [part for part in self.parts if part.cities >> city & 1]

    @property
    def raises(self) -> list[Raise]:
        """What all buildings bring."""
        if self._raises is None:
            self._raises = [
                self._raise(number, part) for part in self.parts if part.buildings for number in members(part.buildings)
            ]
        return self._raises

    def _raise(self, building: int, part: Part) -> Raise:
        tile, number = divmod(building, PLACES)
        figures = self.shapes[tile].buildings[number]
        return Raise(RAISES[figures.kind], figures.bonus, part.cities & self.near(tile))


def _union(sets: list[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


NO_TILES = Terrain()
"""The terrain of a region before its first tile is laid."""
