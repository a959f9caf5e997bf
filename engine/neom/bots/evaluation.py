"""How bots judge a move: the position that it leads to, and what that scores; and the measure of `greedy`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

import msgspec
from msgspec.structs import replace

from cityleague.engine.boards.bits import members
from cityleague.engine.neom.board import PLACE
from cityleague.engine.neom.building import room_for
from cityleague.engine.neom.city import City
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.counting import brought
from cityleague.engine.neom.disasters import fine, kind_of
from cityleague.engine.neom.moves import Build, Move, Pay, Pick, Remove, Sell
from cityleague.engine.neom.scoring import Count, count, points
from cityleague.engine.neom.table import DRAFTING, NeomTable
from cityleague.engine.neom.tiles import ANCHOR, GOOD, Tile
from cityleague.engine.neom.trade import bill, payments
from cityleague.engine.neom.view import View, table_of
from cityleague.engine.protocol import Setup
from cityleague.engine.sums import portable_sum

_with_tile = lru_cache(maxsize=2048)(City.with_tile)  # 72 % of `heuristic`: its outlook knows cities again
"""A cache: a tile that a bot considers to pick, it considers to build in the same city; and there are ways to pay."""


class Position(msgspec.Struct, frozen=True, gc=False):
    """What a seat has. A position is never changed; another tile makes another position."""

    city: City
    money: int
    anchors: tuple[int, ...]
    """The unbuilt ones."""

    def built(self, tile: Tile, place: int, cost: int, produced: int = 0) -> Position:
        """The position with this tile built on a cell, for this cost in all."""
        city = _with_tile(self.city, tile, place, produced)
        money = self.money - cost + brought(city, tile, place)
        anchors = self.anchors
        if tile.stack == ANCHOR:
            anchors = tuple([number for number in anchors if number != tile.number])
        return Position(city, money, anchors)

    def paid(self, cost: int) -> Position:
        """The position with this cost paid."""
        return replace(self, money=self.money - cost)

    def removed(self, cells: int) -> Position:
        """The position without the tiles on these cells."""
        return replace(self, city=self.city.without(cells))


Measure = Callable[[Position], float]
"""How good a position is, in points."""


def position(table: NeomTable, seat: int) -> Position:
    """What a seat has on the table."""
    return Position(table.cities[seat], table.money[seat], tuple(table.anchors[seat]))


def builds(table: NeomTable, seat: int, tile: Tile) -> Iterator[Position]:
    """The positions after building a tile: on each cell, paid in the cheapest way, with each good of choice."""
    here = position(table, seat)
    room = room_for(table, seat, tile)
    if not room:
        return
    costs = [
        bill(table, seat, tile, Build(tile.number, (0, 0), *payment)).total for payment in payments(table, seat, tile)
    ]
    if costs:
        goods = [bit for bit in GOOD.values() if bit & tile.any_good] or [0]
        for place in members(room):
            for good in goods:
                yield here.built(tile, place, min(costs), good)


def after(table: NeomTable, seat: int, move: Build | Sell | Pay | Remove) -> Position:
    """The position after a move."""
    here = position(table, seat)
    if isinstance(move, Build):
        tile = table.box.tiles[move.tile]
        produced = GOOD[move.produce] if move.produce else 0
        return here.built(tile, PLACE[move.cell], bill(table, seat, tile, move).total, produced)
    if isinstance(move, Sell):
        return here.paid(-table.box.basics.sale)
    if isinstance(move, Pay):
        return here.paid(fine(here.city, kind_of(table)))
    return here.removed(sum([1 << PLACE[cell] for cell in move.cells]))


class Actions:
    """The best that a seat can do with each tile, by a measure; computed once for each tile."""

    def __init__(self, table: NeomTable, seat: int, measure: Measure) -> None:
        self._table, self._seat, self._measure = table, seat, measure
        self._best: dict[int, float] = {}
        self._here = position(table, seat)
        self.nothing = measure(self._here)
        """The value of doing nothing."""

    def built(self, number: int) -> float:
        """The value of building this tile; if it cannot be built, that of the position as it is."""
        if number not in self._best:
            tile = self._table.box.tiles[number]
            worths = [self._measure(there) for there in builds(self._table, self._seat, tile)]
            self._best[number] = max(worths, default=self.nothing)
        return self._best[number]

    def picked(self, number: int) -> float:
        """The value of picking this tile, to build it, an anchor, or to sell it; a disaster changes nothing."""
        if self._table.box.tiles[number].disaster:
            return self.nothing
        sold = self._measure(self._here.paid(-self._table.box.basics.sale))
        return max(sold, self.built(number), *[self.built(anchor) for anchor in self._here.anchors])


def score_of(box: Box, there: Position, counted: Count | None = None) -> float:
    """The score as it stands, with half points for money; `counted`: what has been counted in its city already."""
    counted = counted or count(there.city)
    return points(there.city, counted, box.goods, there.money) + there.money % 2 / 2


@lru_cache(maxsize=8)
def score(box: Box) -> Measure:
    """The same as a measure, which remembers what it has measured: 11 % of `greedy`."""
    return lru_cache(maxsize=4096)(partial(score_of, box))


def prospects(setup: Setup, view: View, legal: Sequence[Move]) -> list[float]:
    """The score after each move; for a pick, after the best that can be done with the tile."""
    assert view.seat is not None
    table = table_of(setup, view)
    return values(table, view.seat, legal, score(table.box))


def values(table: NeomTable, seat: int, legal: Sequence[Move], measure: Measure) -> list[float]:
    """The measure of the position after each move; for a swap, the sum of the values of the anchors held then."""
    actions = Actions(table, seat, measure)
    worths = []
    for move in legal:
        if isinstance(move, Pick):
            known = actions.built if table.stage == DRAFTING else actions.picked
            worths.append(known(move.tile))
        elif isinstance(move, Build | Sell | Pay | Remove):
            worths.append(measure(after(table, seat, move)))
        else:
            held = {*table.anchors[seat], *move.take} - {*move.give}
            worths.append(portable_sum([actions.built(anchor) for anchor in sorted(held)]))
    return worths
