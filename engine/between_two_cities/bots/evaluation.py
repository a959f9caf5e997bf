"""How bots judge a move: the cities that a seat builds, and what a tile would add to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import add
from typing import TypeVar

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.components import CELL_OF, Tiles, edge, free, halves, planes, takers
from cityleague.engine.between_two_cities.moves import Move, Pick, Place, Side
from cityleague.engine.between_two_cities.table import SIDES
from cityleague.engine.between_two_cities.view import View, number_of
from cityleague.engine.boards.bits import members
from cityleague.engine.protocol import Setup

Worth = Callable[[int, int], float]
"""How good a city is, and its factories for so many points each."""
T = TypeVar("T")


def placements(tiles: Tiles, tile: str, city: int) -> list[int]:
    """The city with a tile on each cell where it fits, in reading order."""
    footprints = tiles.footprints[tile]
    cells = members(takers(tiles.shapes[tile], free(city), edge(city)))
    return [city | footprints[CELL_OF[1 << cell]].adds for cell in cells]


class Cities:
    """All cities, each one number, and how they may be after a tile is placed."""

    def __init__(self, tiles: Tiles, cities: Sequence[int]) -> None:
        self._tiles, self.cities = tiles, cities
        self._factories = tuple([planes(city)[scoring.FACTORY].bit_count() for city in cities])

    @classmethod
    def seen(cls, setup: Setup, view: View) -> Cities:
        """The cities of a view."""
        return cls(setup.components, list(map(number_of, view.cities)))

    def now(self, number: int, worth: Worth) -> float:
        """How good a city is as it stands."""
        return worth(self.cities[number], _factory_values(self._factories)[number])

    def best(self, number: int, tile: str, worth: Worth) -> float:
        """How good a city is after a tile has been placed on its best cell."""
        return _best(self._tiles, tile, self.cities[number], self._value(number, tile), worth)

    def after(self, number: int, move: Place, worth: Worth) -> float:
        """How good a city is after a tile has been placed in it."""
        city = self.cities[number] | self._tiles.footprints[move.tile][move.cell].adds
        return worth(city, self._value(number, move.tile))

    def _value(self, number: int, tile: str) -> int:
        """What a factory is worth in a city with this tile, all other cities as they are."""
        counts = [*self._factories]
        counts[number] += _factories_of(tile)
        return _factory_values(tuple(counts))[number]


@lru_cache(maxsize=1 << 12)  # a fifth of `heuristic`: its neighbours build the same cities
def _best(tiles: Tiles, tile: str, city: int, factory_value: int, worth: Worth) -> float:
    return max([worth(after, factory_value) for after in placements(tiles, tile, city)])


@lru_cache(maxsize=256)
def _factories_of(tile: str) -> int:
    return [kind for kind, _, _ in halves(tile)].count("factory")


@lru_cache(maxsize=1 << 12)
def _factory_values(counts: tuple[int, ...]) -> list[int]:
    return scoring.factory_values(counts)


@lru_cache(maxsize=1 << 13)  # a fifth of `greedy`: the same cities come up in decision after decision
def points(city: int, factory_value: int) -> float:
    """What a city is worth."""
    return sum([line.points for line in scoring.city_lines(planes(city), factory_value)])


def best_splits(picks: Iterable[Pick], after: Callable[[str, Side], T], join: Callable[[T, T], float]) -> list[float]:
    """For each pick, how good the better way to split its tiles between the two cities is.

    `after`: what comes of a tile in the city on a side; `join` combines what comes of the left and the right city.
    """
    pairs = [pick.tiles for pick in picks]
    left, right = [{tile: after(tile, side) for pair in pairs for tile in pair} for side in SIDES]
    return [max(join(left[tile], right[other]), join(left[other], right[tile])) for tile, other in pairs]


def prospects(setup: Setup, view: View, legal: Sequence[Move]) -> list[float]:
    """The points that each placement adds; for each pick, the worth of the own cities after it is placed well."""
    assert view.seat is not None
    cities, home = Cities.seen(setup, view), view.home[view.seat]
    places = [move for move in legal if isinstance(move, Place)]
    if places:
        return [cities.after(home[move.city], move, points) - cities.now(home[move.city], points) for move in places]
    picks = [move for move in legal if isinstance(move, Pick)]
    return best_splits(picks, lambda tile, side: cities.best(home[side], tile, points), add)
