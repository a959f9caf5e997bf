"""How bots judge a move: the cities of a view as bits, and what a tile would add to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.components import BOARD, PLANE, REACH, Cell, halves, room, shape, takers
from cityleague.engine.between_two_cities.moves import Move, Pick, Place, Side
from cityleague.engine.between_two_cities.table import SIDES
from cityleague.engine.between_two_cities.view import Planes, View, planes_of
from cityleague.engine.protocol import Setup


def with_tile(planes: Planes, tile: str, cell: Cell) -> Planes:
    """The city after a tile is placed."""
    after = list(planes)
    for kind, dx, dy in halves(tile):
        after[PLANE[kind]] |= BOARD.bit(cell[0] + dx + REACH, cell[1] + dy + REACH)
    return tuple(after)


def placements(planes: Planes, tile: str) -> list[Cell]:
    """The cells at which the city can take a tile."""
    covered = reduce(or_, planes)
    if not covered:
        return [(0, 0)]
    cells = takers(shape(tile), room(covered), BOARD.neighbours(covered))
    return [(x - REACH, y - REACH) for x, y in BOARD.cells(cells)]


class Cities:
    """The cities of a view, and which of them belong to its seat."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.planes = [planes_of(city) for city in view.cities]
        self._factories = [planes[scoring.FACTORY].bit_count() for planes in self.planes]
        self.home = view.home[view.seat]
        self.served = view.served[view.seat]

    def open_sides(self) -> list[Side]:
        """The sides whose cities wait for a tile of this turn."""
        return [side for side in SIDES if side != self.served]

    def points(self, city: int, planes: Planes) -> float:
        """What a city would be worth with these buildings, all other cities as they are."""
        counts = self._factories.copy()
        counts[city] = planes[scoring.FACTORY].bit_count()
        return _points(planes, _factory_value(tuple(counts), city))


@lru_cache(maxsize=1 << 12)
def _factory_value(counts: Sequence[int], city: int) -> int:
    return scoring.factory_values(counts)[city]


@lru_cache(maxsize=1 << 13)  # a fifth of `heuristic`: the same cities come up in decision after decision
def _points(planes: Planes, factory_value: int) -> float:
    return sum([line.points for line in scoring.city_lines(planes, factory_value)])


Worth = Callable[[int, Planes], float]
"""How good a city (by its number) is with these buildings."""


def best_placement(cities: Cities, tile: str, side: Side, worth: Worth) -> float:
    """The worth of a city after the tile has been placed on its best cell."""
    city = cities.home[side]
    planes = cities.planes[city]
    return max(worth(city, with_tile(planes, tile, cell)) for cell in placements(planes, tile))


def best_splits(
    cities: Cities, picks: Iterable[Pick], worth: Worth, join: Callable[[float, float], float]
) -> list[float]:
    """For each pick, how good the better way to split its tiles between the two cities is.

    `join` combines the worths of the left and the right city. Each tile is taken to be placed on the best cell of its
    city, even if `join` would prefer a lower worth there.
    """
    known: dict[tuple[str, Side], float] = {}

    def after(tile: str, side: Side) -> float:
        if (tile, side) not in known:
            known[tile, side] = best_placement(cities, tile, side, worth)
        return known[tile, side]

    return [
        max(join(after(tile, "left"), after(other, "right")), join(after(other, "left"), after(tile, "right")))
        for tile, other in (pick.tiles for pick in picks)
    ]


def prospects(_setup: Setup, view: View, legal: Sequence[Move]) -> list[float]:
    """The points that each placement adds; for each pick, the worth of the own cities after it is placed well."""
    cities = Cities(view)
    places = [move for move in legal if isinstance(move, Place)]
    if places:
        return [_gain(cities, move) for move in places]
    picks = [move for move in legal if isinstance(move, Pick)]
    return best_splits(cities, picks, cities.points, lambda left, right: left + right)


def _gain(cities: Cities, move: Place) -> float:
    city = cities.home[move.city]
    before = cities.planes[city]
    return cities.points(city, with_tile(before, move.tile, move.cell)) - cities.points(city, before)
