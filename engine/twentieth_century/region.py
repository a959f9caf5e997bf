"""A player's region: its tiles, citizens, garbage and bridges, and what the cities yield."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cityleague.engine.boards.bits import members
from cityleague.engine.twentieth_century.figures import CityFigures
from cityleague.engine.twentieth_century.moves import Cell, City, Turn
from cityleague.engine.twentieth_century.terrain import ALL_PLACES, NO_TILES, PLACES, Terrain
from cityleague.engine.twentieth_century.tiles import Shape

_laid = lru_cache(maxsize=512)(Terrain.laid)
_bridged = lru_cache(maxsize=128)(Terrain.bridged)
"""16 % of `greedy`, 19 % of `heuristic`: they try tiles at many decisions, and rebuild regions from views.

Both look for the same terrain, not for an equal one, so bridges must be found again for tiles to be.
"""


class Production(NamedTuple):
    """The yields of cities in a round."""

    coins: int
    science: int
    prosperity: int


class Region:
    """A region: a terrain, its citizens and its garbage. Cities and tiles are numbered as those of the terrain."""

    __slots__ = (
        "_lone",
        "_production",
        "citizens",  # the cities with a citizen
        "dirty",  # the tiles with garbage
        "garbage",  # by tile: cubes
        "terrain",
        "waiting",  # the tiles whose own citizen has no city yet
    )

    def __init__(self) -> None:
        self.terrain = NO_TILES
        self.garbage: list[int] = []
        self.citizens = self.dirty = self.waiting = 0
        self._lone = (0, 0, 0)
        """What cities with citizens yield by themselves, without facilities."""
        self._production: Production | None = None

    # -- changes

    def lay(self, shape: Shape, cell: Cell, turn: Turn, *, trying: bool = False) -> int:
        """Lay a tile; returns its number. `trying`: it is likely to be laid there again, as bots do."""
        tile = len(self.garbage)
        self.terrain = (_laid if trying else Terrain.laid)(self.terrain, shape, cell, turn)
        self.garbage.append(0)
        self._production = None
        return tile

    def bridge(self, tile: int, span: int) -> None:
        """Put a bridge over a span of a tile."""
        self.terrain = _bridged(self.terrain, tile, span)
        self._production = None

    def put(self, tile: int, cubes: int = 1) -> None:
        """Put garbage on a tile, or remove it if `cubes` < 0."""
        self.garbage[tile] += cubes
        self.dirty = self.dirty | 1 << tile if self.garbage[tile] else self.dirty & ~(1 << tile)

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
        self._lone = coins + sign * city.coins, science + sign * city.science, prosperity + sign * city.prosperity
        self._production = None

    # -- queries

    def find(self, place: City) -> int | None:
        """The number of a city; None if there is none."""
        tile = self.terrain.numbers.get(place[0])
        if tile is None:
            return None
        number = self.terrain.shapes[tile].letters.get(place[1])
        return None if number is None else PLACES * tile + number

    def city(self, place: City) -> int:
        """The number of a city that exists."""
        tile = self.terrain.numbers[place[0]]
        return PLACES * tile + self.terrain.shapes[tile].letters[place[1]]

    def name(self, city: int) -> City:
        """A city as moves name it."""
        tile, number = divmod(city, PLACES)
        shape = self.terrain.shapes[tile]
        return shape.name, shape.cities[number].node

    def figures(self, city: int) -> CityFigures:
        """The figures of a city."""
        tile, number = divmod(city, PLACES)
        return self.terrain.shapes[tile].cities[number]

    def free_on(self, tile: int) -> int:
        """The cities of a tile without citizens."""
        return self.terrain.cities & ~self.citizens & ALL_PLACES << PLACES * tile

    def kept(self, leaving: int = 0) -> int:
        """The cities that are reserved for waiting citizens of their own tiles: the last free city of each such tile.

        `leaving` is the city that a moving citizen leaves free, as a bit.
        """
        kept = 0
        for tile in members(self.waiting):
            free = self.free_on(tile) | leaving & ALL_PLACES << PLACES * tile
            if free & (free - 1) == 0:
                kept |= free
        return kept

    def open_cities(self, leaving: int = 0) -> int:
        """The cities that a citizen can enter; `leaving` is the city that the citizen leaves, as a bit."""
        free = self.terrain.cities & ~self.citizens
        return free & ~self.kept(leaving) if self.waiting else free

    def journeys(self) -> list[tuple[int, int]]:
        """For each city whose citizen can move, ascending: the cities that the citizen can move to."""
        free = self.terrain.cities & ~self.citizens
        journeys = [(city, self.terrain.joined(city) & free) for city in members(self.citizens)]
        return [
            (city, goals & self.open_cities(1 << city) if self.waiting else goals) for city, goals in journeys if goals
        ]

    def clean_land(self) -> int:
        """How many tiles of land have no garbage."""
        return (self.terrain.land & ~self.dirty).bit_count()

    @property
    def production(self) -> Production:
        """The yields of the cities with citizens, raised by facilities."""
        production = self._production
        if production is None:
            production = self._production = self._raised(*self._lone, self.citizens)
        return production

    def production_with(self, city: int) -> Production:
        """The same with one more citizen, in this free city."""
        lone, more = self._lone, self.figures(city)
        return self._raised(
            lone[0] + more.coins, lone[1] + more.science, lone[2] + more.prosperity, self.citizens | 1 << city
        )

    def _raised(self, coins: int, science: int, prosperity: int, citizens: int) -> Production:
        """What these citizens yield by themselves, raised by facilities."""
        for good, bonus, cities in self.terrain.raises:
            raised = bonus * (cities & citizens).bit_count()
            if good == "coins":
                coins += raised
            elif good == "science":
                science += raised
            else:
                prosperity += raised
        return Production(coins, science, prosperity)

    def plain(self) -> list[object]:
        """The region as simple values, which do not depend on the order in which tiles were laid."""
        terrain, garbage, citizens, waiting = self.terrain, self.garbage, self.citizens, self.waiting
        shapes, turns, bridges = terrain.shapes, terrain.turns, terrain.bridges

        def lived(tile: int) -> int:
            return citizens >> PLACES * tile & ALL_PLACES

        return [
            [cell, shapes[tile].name, turns[tile], bridges[tile], garbage[tile], lived(tile), waiting >> tile & 1]
            for cell, tile in sorted(terrain.at.items())
        ]

    def copy(self) -> Region:
        """An independent copy."""
        new = object.__new__(Region)
        new.terrain, new.citizens, new.waiting = self.terrain, self.citizens, self.waiting
        new.garbage, new.dirty = self.garbage.copy(), self.dirty
        new._lone, new._production = self._lone, self._production
        return new
