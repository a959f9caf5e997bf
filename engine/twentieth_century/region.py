"""A player's region: its tiles, citizens, garbage and bridges, and what the cities yield."""

from __future__ import annotations

from bisect import insort
from typing import NamedTuple

from cityleague.engine.bits import members
from cityleague.engine.twentieth_century.figures import RAISES, CityFigures
from cityleague.engine.twentieth_century.moves import Cell, City, Turn
from cityleague.engine.twentieth_century.network import PLACES, Network, Part
from cityleague.engine.twentieth_century.tiles import Shape

_ALL_PLACES = (1 << PLACES) - 1
_AROUND = tuple([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y])


class Production(NamedTuple):
    """The yields of cities in a round."""

    coins: int
    science: int
    prosperity: int


class Region:
    """A region. Tiles are numbered as they are laid; sets of cities have `PLACES` bits for each tile."""

    __slots__ = (
        "_lone",
        "_production",
        "at",  # the tile on each cell
        "border",  # the free cells that touch the region, sorted
        "bridges",  # by tile: the spans with a bridge, as bits
        "cells",  # by tile: its cell
        "cities",  # all cities, as bits
        "citizens",  # the cities with a citizen
        "garbage",  # by tile: cubes
        "land",  # the land tiles, as bits
        "near",  # by tile: the cities of all tiles that touch it
        "network",
        "numbers",  # by name: the number of a tile
        "plants",  # the cities with a recycling plant
        "shapes",  # by tile: its layout
        "touching",  # by tile: the tiles that touch it
        "turns",  # by tile: quarter turns clockwise
        "waiting",  # the tiles whose own citizen has no city yet
    )

    def __init__(self) -> None:
        self.at: dict[Cell, int] = {}
        self.numbers: dict[str, int] = {}
        self.border: list[Cell] = []
        self.cells: list[Cell] = []
        self.shapes: list[Shape] = []
        self.turns: list[Turn] = []
        self.bridges: list[int] = []
        self.garbage: list[int] = []
        self.touching: list[int] = []
        self.near: list[int] = []
        self.cities = self.citizens = self.plants = self.waiting = self.land = 0
        self.network = Network()
        self._lone = Production(0, 0, 0)
        """What cities with citizens yield by themselves, without facilities."""
        self._production: Production | None = None

    # -- changes

    def lay(self, shape: Shape, cell: Cell, turn: Turn) -> int:
        """Lay a tile; returns its number."""
        tile = len(self.cells)
        self.at[cell] = self.numbers[shape.name] = tile
        self.cells.append(cell)
        self.shapes.append(shape)
        self.turns.append(turn)
        self.bridges.append(0)
        self.garbage.append(0)
        self._touch(tile, cell)
        self.cities |= shape.all_cities << PLACES * tile
        self.land |= shape.is_land << tile
        for number, city in enumerate(shape.cities):
            if city.recycling:
                self.plants |= 1 << PLACES * tile + number
        self.network.add(tile, cell, shape.nets(turn, 0))
        self._production = None
        return tile

    def _touch(self, tile: int, cell: Cell) -> None:
        """Record what a new tile touches."""
        x, y = cell
        if cell in self.border:
            self.border.remove(cell)
        touching = near = 0
        for dx, dy in _AROUND:
            other = (x + dx, y + dy)
            neighbour = self.at.get(other)
            if neighbour is not None:
                touching |= 1 << neighbour
                near |= _ALL_PLACES << PLACES * neighbour
                self.touching[neighbour] |= 1 << tile
                self.near[neighbour] |= _ALL_PLACES << PLACES * tile
            elif other not in self.border:
                insort(self.border, other)
        self.touching.append(touching)
        self.near.append(near)

    def bridge(self, tile: int, span: int) -> None:
        """Put a bridge over a span of a tile."""
        self.bridges[tile] |= 1 << span
        self.network = Network()
        for number, shape in enumerate(self.shapes):
            self.network.add(number, self.cells[number], shape.nets(self.turns[number], self.bridges[number]))
        self._production = None

    def settle(self, city: int) -> None:
        """A citizen settles in a city."""
        if not self.citizens >> city & 1:
            self.citizens |= 1 << city
            self._yield_more(self.figures(city), 1)

    def leave(self, city: int) -> None:
        """The citizen of a city leaves it."""
        if self.citizens >> city & 1:
            self.citizens ^= 1 << city
            self._yield_more(self.figures(city), -1)

    def _yield_more(self, city: CityFigures, sign: int) -> None:
        """Add the yields of a city that has got a citizen (1), or lost it (-1)."""
        coins, science, prosperity = self._lone
        self._lone = Production(
            coins + sign * city.coins, science + sign * city.science, prosperity + sign * city.prosperity
        )
        self._production = None

    # -- queries

    def find(self, place: City) -> int | None:
        """The number of a city; None if there is none."""
        tile = self.numbers.get(place[0])
        number = None if tile is None else self.shapes[tile].letters.get(place[1])
        return None if tile is None or number is None else PLACES * tile + number

    def city(self, place: City) -> int:
        """The number of a city that exists."""
        tile = self.numbers[place[0]]
        return PLACES * tile + self.shapes[tile].letters[place[1]]

    def name(self, city: int) -> City:
        """A city as moves name it."""
        tile, number = divmod(city, PLACES)
        shape = self.shapes[tile]
        return shape.name, shape.cities[number].node

    def figures(self, city: int) -> CityFigures:
        """The figures of a city."""
        tile, number = divmod(city, PLACES)
        return self.shapes[tile].cities[number]

    def free_on(self, tile: int) -> int:
        """The cities of a tile without citizens."""
        return self.cities & ~self.citizens & _ALL_PLACES << PLACES * tile

    def kept(self, leaving: int = 0) -> int:
        """The cities that are reserved for waiting citizens of their own tiles: the last free city of each such tile.

        `leaving` is the city that a moving citizen leaves free, as a bit.
        """
        kept = 0
        for tile in members(self.waiting):
            free = self.free_on(tile) | leaving & _ALL_PLACES << PLACES * tile
            if free & (free - 1) == 0:
                kept |= free
        return kept

    def open_cities(self, leaving: int = 0) -> int:
        """The cities that a citizen can enter; `leaving` is the city that the citizen leaves, as a bit."""
        free = self.cities & ~self.citizens
        return free & ~self.kept(leaving) if self.waiting else free

    def joined(self, city: int) -> int:
        """The cities that track joins to this one without going through another city."""
        bit = 1 << city
        cities = 0
        for part in self.network.parts:
            if part.cities & bit:
                cities |= part.cities
        return cities & ~bit

    def journeys(self) -> list[tuple[int, int]]:
        """For each city whose citizen can move, ascending: the cities that the citizen can move to."""
        free = self.cities & ~self.citizens
        journeys: dict[int, int] = {}
        for part in self.network.parts:
            goals = part.cities & free
            if goals:
                for city in members(part.cities & self.citizens):
                    journeys[city] = journeys.get(city, 0) | goals
        if self.waiting:
            journeys = {city: goals & self.open_cities(1 << city) for city, goals in journeys.items()}
        return sorted(journeys.items())

    def reach(self, plant: int) -> int:
        """The tiles from which the recycling plant of a city may remove garbage, even if none lies there."""
        tile = plant // PLACES
        bit = 1 << plant
        joined = 0
        for part in self.network.parts:
            if part.cities & bit:
                joined |= part.tiles
        return joined & self.touching[tile] & self.land | 1 << tile

    def dirty(self) -> int:
        """The tiles with garbage."""
        return sum([1 << tile for tile, cubes in enumerate(self.garbage) if cubes])

    def touched(self, cell: Cell) -> int:
        """How many tiles a tile on this cell would touch."""
        return sum([(cell[0] + x, cell[1] + y) in self.at for x, y in _AROUND])

    def clean_land(self) -> int:
        """How many tiles of land have no garbage."""
        return (self.land & ~self.dirty()).bit_count()

    @property
    def production(self) -> Production:
        """The yields of the cities with citizens, raised by facilities."""
        production = self._production
        if production is None:
            production = self._production = self._yields()
        return production

    def _yields(self) -> Production:
        raised = {"coins": 0, "science": 0, "prosperity": 0}
        for part in self.network.parts:
            if part.buildings and part.cities & self.citizens:
                self._raise(part, raised)
        coins, science, prosperity = self._lone
        return Production(coins + raised["coins"], science + raised["science"], prosperity + raised["prosperity"])

    def _raise(self, part: Part, raised: dict[str, int]) -> None:
        """Add what the buildings on a part of the track bring."""
        served = part.cities & self.citizens
        for number in members(part.buildings):
            tile, i = divmod(number, PLACES)
            building = self.shapes[tile].buildings[i]
            raised[RAISES[building.kind]] += building.bonus * (served & self.near[tile]).bit_count()

    def plain(self) -> list[object]:
        """The region as simple values, which do not depend on the order in which tiles were laid."""
        return [
            [
                cell,
                self.shapes[tile].name,
                self.turns[tile],
                self.bridges[tile],
                self.garbage[tile],
                self.citizens >> PLACES * tile & _ALL_PLACES,
                self.waiting >> tile & 1,
            ]
            for cell, tile in sorted(self.at.items())
        ]

    def copy(self) -> Region:
        """An independent copy."""
        new = object.__new__(Region)
        new.at, new.numbers, new.border = self.at.copy(), self.numbers.copy(), self.border.copy()
        new.cells, new.shapes, new.turns = self.cells.copy(), self.shapes.copy(), self.turns.copy()
        new.bridges, new.garbage = self.bridges.copy(), self.garbage.copy()
        new.touching, new.near = self.touching.copy(), self.near.copy()
        new.cities, new.citizens, new.plants, new.waiting = self.cities, self.citizens, self.plants, self.waiting
        new.land, new._lone = self.land, self._lone
        new.network = self.network.copy()
        new._production = self._production
        return new
