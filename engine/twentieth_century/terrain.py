"""The tiles of a region and the connections of the track on them, without citizens and garbage.

A part is track that is connected without going through a city. A city belongs to every part that reaches it, a building
to one part. Sets of cities and of buildings have `PLACES` bits for each tile; sets of tiles have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cityleague.engine.boards.bits import members
from cityleague.engine.twentieth_century.components import MAX_CITIES
from cityleague.engine.twentieth_century.figures import RAISES, Good
from cityleague.engine.twentieth_century.moves import Cell, Turn
from cityleague.engine.twentieth_century.tiles import Net, Shape, point

PLACES = MAX_CITIES
"""Bits for the cities, and for the buildings, of a tile."""
ALL_PLACES = (1 << PLACES) - 1
AROUND = tuple([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y])

Part = tuple[int, int, list[int]]
"""Connected track: the cities that it reaches, its tiles, and the points where track can join it.

A plain tuple, since a region has many, and to make one with names takes as long as all else that is done for a net.
"""


class Network:
    """All track of a region."""

    __slots__ = ("_at", "origins")

    def __init__(self) -> None:
        self.origins: list[int] = []
        """By tile: the point at which its ports begin to count."""
        self._at: dict[int, Part] = {}
        """The part at each point where tracks can meet."""

    def add(self, cell: Cell, nets: Sequence[Net]) -> None:
        """Add the track of the next tile; parts that it meets at a point become one with it."""
        at, tile, origin = self._at, len(self.origins), _origin(cell)
        self.origins.append(origin)
        shift, bit = PLACES * tile, 1 << tile
        for ports, own, _ in nets:
            cities, tiles, points = own << shift, bit, []
            for port in ports:
                place = origin + port
                met = at.get(place)
                if met is None:
                    points.append(place)
                elif place not in points:  # if it is, that part has been met before
                    cities |= met[0]
                    tiles |= met[1]
                    points += met[2]
            part = (cities, tiles, points)
            for place in points:
                at[place] = part

    def part(self, tile: int, net: Net) -> Part:
        """The part that a net of a tile belongs to."""
        if net.ports:
            return self._at[self.origins[tile] + net.ports[0]]
        return net.cities << PLACES * tile, 1 << tile, []

    def meets(self, cell: Cell, nets: Sequence[Net]) -> bool:
        """Whether the track of a tile on this cell would meet any of the network."""
        origin = _origin(cell)
        for net in nets:
            for port in net.ports:
                if origin + port in self._at:
                    return True
        return False

    def copy(self) -> Network:
        """An independent copy."""
        new = object.__new__(Network)
        new.origins, new._at = self.origins.copy(), self._at.copy()
        return new


def _origin(cell: Cell) -> int:
    """The point of a region at which the ports of a tile on this cell begin to count."""
    return point(2 * cell[0], 2 * cell[1])


class Raise(NamedTuple):
    """What a building brings: `bonus` of a good for each of these cities that has a citizen."""

    good: Good
    bonus: int
    cities: int


class Terrain:
    """Tiles and track. Tiles are numbered as they are laid.

    A terrain is never changed, so that copies of a region share it: another tile or bridge makes another terrain.
    """

    __slots__ = (
        "_around",  # by free cell that touches a tile: the tiles that it touches
        "_border",
        "_joined",
        "_land_names",
        "_raises",
        "_reach",
        "_track",  # the network of the track, or of that of the earlier tiles
        "at",  # the tile on each cell
        "bridges",  # by tile: the spans with a bridge, as bits
        "cells",  # by tile: its cell
        "cities",  # all cities, as bits
        "land",  # the land tiles, as bits
        "numbers",  # by name: the number of a tile
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
        self._around: dict[Cell, int] = {}
        self._connect(Network())

    # -- other terrains

    def _copy(self) -> Terrain:
        """A copy to which something is added before anybody else sees it."""
        new = object.__new__(Terrain)
        new.at, new.numbers, new.touching = self.at.copy(), self.numbers.copy(), self.touching.copy()
        new.cells, new.shapes, new.turns = self.cells.copy(), self.shapes.copy(), self.turns.copy()
        new.bridges, new.cities, new.plants, new.land = self.bridges.copy(), self.cities, self.plants, self.land
        new._around = self._around.copy()
        return new

    def _connect(self, network: Network) -> None:
        """Take a network for the track, which may lack the latest tiles."""
        self._track = network
        self._joined: dict[int, int] = {}
        self._reach: dict[int, int] = {}
        self._raises: list[Raise] | None = None
        self._border: list[Cell] | None = None
        self._land_names: list[str] | None = None

    def laid(self, shape: Shape, cell: Cell, turn: Turn) -> Terrain:
        """This terrain with one more tile, which gets the next number."""
        new, tile = self._copy(), len(self.cells)
        new.at[cell] = new.numbers[shape.name] = tile
        new.cells.append(cell)
        new.shapes.append(shape)
        new.turns.append(turn)
        new.bridges.append(0)
        new._touch(tile, cell)
        new.cities |= shape.all_cities << PLACES * tile
        new.plants |= shape.plants << PLACES * tile
        new.land |= shape.is_land << tile
        new._connect(self._track)
        return new

    def _touch(self, tile: int, cell: Cell) -> None:
        """Note what a new tile touches."""
        around, touching, bit = self._around, self.touching, 1 << tile
        touching.append(around.pop(cell, 0))
        x, y = cell
        for dx, dy in AROUND:
            beside = (x + dx, y + dy)
            other = self.at.get(beside)
            if other is None:
                around[beside] = around.get(beside, 0) | bit
            else:
                touching[other] |= bit

    def bridged(self, tile: int, span: int) -> Terrain:
        """This terrain with a bridge over a span of a tile."""
        new = self._copy()
        new.bridges[tile] |= 1 << span
        new._connect(Network())
        return new

    # -- queries

    @property
    def _network(self) -> Network:
        """The network of the track of all tiles. Many a terrain is never asked about it: the track waits until then."""
        network = self._track
        known, tiles = len(network.origins), len(self.cells)
        if known < tiles:
            network = network.copy()
            for tile in range(known, tiles):
                network.add(self.cells[tile], self._nets(tile))
            self._track = network
        return network

    def meets(self, shape: Shape, cell: Cell, turn: Turn) -> bool:
        """Whether the track of one more tile would meet any of the track that is there."""
        return self._network.meets(cell, shape.nets(turn, 0))

    def touched(self, cell: Cell) -> int:
        """How many tiles a tile on this free cell would touch."""
        return self._around.get(cell, 0).bit_count()

    @property
    def border(self) -> list[Cell]:
        """The free cells that touch a tile, sorted."""
        if self._border is None:
            self._border = sorted(self._around)
        return self._border

    @property
    def land_names(self) -> list[str]:
        """The names of the land tiles, in the order in which they were laid."""
        if self._land_names is None:
            self._land_names = [shape.name for shape in self.shapes if shape.is_land]
        return self._land_names

    def near(self, tile: int) -> int:
        """The cities of all tiles that touch a tile."""
        return union([ALL_PLACES << PLACES * other for other in members(self.touching[tile])])

    def joined(self, city: int) -> int:
        """The cities that track joins to this one without going through another city."""
        if city not in self._joined:
            self._joined[city] = union([cities for cities, _, _ in self._parts_at(city)]) & ~(1 << city)
        return self._joined[city]

    def reach(self, plant: int) -> int:
        """The tiles from which the recycling plant of a city may remove garbage, even if none lies there."""
        if plant not in self._reach:
            tile = plant // PLACES
            joined = union([tiles for _, tiles, _ in self._parts_at(plant)])
            self._reach[plant] = joined & self.touching[tile] & self.land | 1 << tile
        return self._reach[plant]

    def reaches(self, plant: int, tiles: int) -> bool:
        """Whether a recycling plant reaches one of these tiles; for its own tile, no track is looked at."""
        return bool(tiles >> plant // PLACES & 1 or tiles & self.reach(plant))

    def _parts_at(self, city: int) -> list[Part]:
        """The parts of the track that reach a city."""
        tile, number = divmod(city, PLACES)
        network = self._network
        return [network.part(tile, net) for net in self._nets(tile) if net.cities >> number & 1]

    def parts_on(self, tile: int) -> list[Part]:
        """The parts of the track that lie on a tile."""
        network = self._network
        return [network.part(tile, net) for net in self._nets(tile)]

    def _nets(self, tile: int) -> tuple[Net, ...]:
        return self.shapes[tile].nets(self.turns[tile], self.bridges[tile])

    def served(self, tile: int) -> list[Raise]:
        """What the buildings of a tile bring."""
        buildings, network, near = self.shapes[tile].buildings, self._network, self.near(tile)
        return [
            Raise(RAISES[building.kind], building.bonus, network.part(tile, net)[0] & near)
            for net in self._nets(tile)
            for number, building in enumerate(buildings)
            if net.buildings >> number & 1
        ]

    @property
    def raises(self) -> list[Raise]:
        """What all buildings bring."""
        if self._raises is None:
            facilities = (1 << len(self.cells)) - 1 & ~self.land
            self._raises = [serving for tile in members(facilities) for serving in self.served(tile)]
        return self._raises


def union(sets: list[int]) -> int:
    union = 0
    for group in sets:
        union |= group
    return union


NO_TILES = Terrain()
"""The terrain of a region before its first tile is laid."""
