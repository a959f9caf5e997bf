"""What bots need to weigh a move: the cities of a view as bits, and what a tile would add to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.components import BOARD, KINDS, REACH, SIDE, Cell, halves, shape, takers
from cityleague.engine.between_two_cities.moves import Move, Pick, Place, Side
from cityleague.engine.between_two_cities.view import City, View
from cityleague.engine.protocol import Setup

SIDES: tuple[Side, Side] = ("left", "right")
_PLANE = {kind: plane for plane, kind in enumerate(KINDS)}

Planes = tuple[int, ...]
"""A city: for each kind of building its cells."""


def planes_of(city: City) -> Planes:
    """The buildings of a city as bits."""
    planes = [0] * len(KINDS)
    for building in city.buildings:
        x, y = building.cell
        planes[_PLANE[building.kind]] |= BOARD.bit(x + REACH, y + REACH)
    return tuple(planes)


def with_tile(planes: Planes, tile: str, cell: Cell) -> Planes:
    """The city after a tile is placed."""
    after = list(planes)
    for kind, dx, dy in halves(tile):
        after[_PLANE[kind]] |= BOARD.bit(cell[0] + dx + REACH, cell[1] + dy + REACH)
    return tuple(after)


def placements(planes: Planes, tile: str) -> list[Cell]:
    """The cells at which the city can take a tile."""
    covered = reduce(or_, planes)
    if not covered:
        return [(0, 0)]
    cells = takers(shape(tile), room(covered), BOARD.neighbours(covered))
    return [(x - REACH, y - REACH) for x, y in BOARD.cells(cells)]


def room(covered: int) -> int:
    """The cells on which a city can still grow without leaving its frame."""
    if not covered:
        return BOARD.full
    left, top, width, height = BOARD.extent(covered)
    column, row = left + width - SIDE, top + height - SIDE
    return BOARD.rectangle(column, row, 2 * SIDE - width, 2 * SIDE - height) & ~covered


class Table:
    """The cities of a view, and those of the seat that looks."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.cities = [planes_of(city) for city in view.cities]
        self.home = view.home[view.seat]
        self.served = view.served[view.seat]

    def open_sides(self) -> list[Side]:
        """The sides whose cities wait for a tile of this turn."""
        return [side for side in SIDES if side != self.served]

    def points(self, city: int, planes: Planes) -> float:
        """What a city would be worth with these buildings, all other cities as they are."""
        counts = [other[scoring.FACTORY].bit_count() for other in self.cities]
        counts[city] = planes[scoring.FACTORY].bit_count()
        value = scoring.factory_values(counts)[city]
        return sum([line.points for line in scoring.city_lines(planes, value)])


Worth = Callable[[int, Planes], float]
"""How good a city (by its number) is with these buildings."""


def best_placement(table: Table, tile: str, side: Side, worth: Worth) -> float:
    """The worth of a city after the tile has been placed as well as can be."""
    city = table.home[side]
    planes = table.cities[city]
    return max(worth(city, with_tile(planes, tile, cell)) for cell in placements(planes, tile))


def best_splits(
    table: Table, picks: Iterable[Pick], worth: Worth, join: Callable[[float, float], float]
) -> list[float]:
    """For each pick, the better way to split its tiles between the two cities.

    `join` weighs left and right; where it falls as one of them rises, a tile is still taken to be placed at its best
    for the city it goes to.
    """
    known: dict[tuple[str, Side], float] = {}

    def after(tile: str, side: Side) -> float:
        if (tile, side) not in known:
            known[tile, side] = best_placement(table, tile, side, worth)
        return known[tile, side]

    return [
        max(join(after(one, "left"), after(other, "right")), join(after(other, "left"), after(one, "right")))
        for one, other in (pick.tiles for pick in picks)
    ]


def prospects(_setup: Setup, view: View, legal: Sequence[Move]) -> list[float]:
    """The points that each place adds, and what the own two cities come to after each pick, placed at its best."""
    table = Table(view)
    places = [move for move in legal if isinstance(move, Place)]
    if places:
        return [_gain(table, move) for move in places]
    picks = [move for move in legal if isinstance(move, Pick)]
    return best_splits(table, picks, table.points, lambda left, right: left + right)


def _gain(table: Table, move: Place) -> float:
    city = table.home[move.city]
    before = table.cities[city]
    return table.points(city, with_tile(before, move.tile, move.cell)) - table.points(city, before)
