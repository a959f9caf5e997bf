"""What a position can still become: the measure of the heuristic bot.

It is the score as it stands and, for the rounds to come: income; what goods will be good for; how far counts will grow;
room to build; penalties that can still be averted; anchors that can still be built. The figures are guesses that did
well in games against other bots.
"""

from __future__ import annotations

from typing import NamedTuple

from cityleague.engine.neom.board import BOARD
from cityleague.engine.neom.city import City
from cityleague.engine.neom.counting import COUNTERS, Look, total
from cityleague.engine.neom.evaluation import Position
from cityleague.engine.neom.figures import Share
from cityleague.engine.neom.scoring import GHOST_TOWN, NO_POWER, area_points, points
from cityleague.engine.neom.table import GENERATIONS, ROUNDS, Table
from cityleague.engine.neom.tiles import GOODS, RESIDENTIAL, Tile

ALL_ROUNDS = GENERATIONS * ROUNDS

GROWTH = {
    "residential": 5.0, "commercial": 4.5, "industrial": 4.5, "public": 4.0, "extraction": 1.0, "power": 1.0,
    "good": 8.0, "raw_good": 1.5, "five_money": 5.0, "five_final_income": 6.0, "residential_area": 2.0,
    "area_of_one": 1.0, "area_of_two": 0.5, "area_of_more": 1.0, "set": 3.0, "modest_residential": 2.5,
    "residential_around": 1.5, "residential_elsewhere": 3.5, "polluted_around": 2.0, "commercial_around": 1.5,
    "building_around": 4.0, "residential_by_shops": 1.5, "square": 3.0, "corner": 2.0, "industrial_on_edge": 2.5,
    "industrial_near_residential": 3.0, "two_beside_alike": 6.0, "industrial_in_largest_area": 3.0,
    "commercial_industrial_pair": 2.0,
}  # fmt: skip
"""How much a count grows in a whole game."""


class Weights(NamedTuple):
    """What the terms of the measure count, in points."""

    good: float = 0.5
    """Having a good, of its price, for each tile that needs it and comes to each player's share."""
    growth: float = 0.8
    """A count's growth, of what is usual."""
    money: float = 0.25
    """Each of the first coins, besides what it scores."""
    purse: int = 8
    """How many are the first."""
    power: float = 0.8
    """Of the penalty for having no power, at the beginning: it can be averted."""
    ghost: float = 0.9
    """The same for the ghost town."""
    opening: float = 0.7
    """Each empty cell that a road leads to, up to as many as are wanted."""
    openings: int = 4
    """How many are wanted."""
    area: float = 1.5
    """One more tile for the residential area that can grow the most, of the points, at the beginning."""
    smoke: float = 0.12
    """Each empty cell beside a polluted tile is worth so much less, at the beginning."""
    anchor: float = 4.5
    """What a round is worth without the anchor: one that is built later costs that."""
    keep: float = 0.95
    """How likely an anchor is built later."""


class Outlook:
    """The measure of a seat's positions in this round."""

    def __init__(self, table: Table, seat: int, weights: Weights) -> None:
        self._table, self._weights = table, weights
        self._money = table.money[seat]
        decided = table.due[seat] == "suffer" or not table.due[seat]
        self.left = ALL_ROUNDS - table.round + (0 if decided else 0)
        """Rounds after this one."""
        self._later = self.left / ALL_ROUNDS
        self._use = self._uses()

    def _uses(self) -> list[float]:
        """What each good will be good for."""
        table = self._table
        this_generation = 1 - table.turn / ROUNDS
        found = [0.0] * len(GOODS)
        for tile in table.box.tiles.values():
            if not tile.stack or tile.stack < table.generation:
                continue
            chance = this_generation if tile.stack == table.generation else 1.0
            if tile.players > max(table.seats, 1):
                continue
            needed = 0
            for price in tile.costs:
                needed |= price.goods
            for good in range(len(GOODS)):
                if needed >> good & 1:
                    found[good] += chance * table.box.prices[good] / 2 / max(table.seats, 3)
        return [self._weights.good * use for use in found]

    def __call__(self, there: Position) -> float:
        """How good a position is."""
        table, weights = self._table, self._weights
        city, money = there.city, there.money
        found = points(city, table.box.goods, money) + money % 2 / 2
        found += self._income(city)
        for good, use in enumerate(self._use):
            if city.goods >> good & 1:
                found += use
        found += weights.money * min(money, weights.purse) * min(1.0, self.left / 4)
        later = self._later
        if not city.power:
            found -= NO_POWER * weights.power * min(1.0, later * 2)
        homes = city.types[RESIDENTIAL]
        if (count := homes.bit_count()) < 2:
            found -= GHOST_TOWN[count] * weights.ghost * min(1.0, later * 2)
        if self.left:
            found += self._room(city)
        if there.anchors:
            found += self._anchors(there)
        return found

    def _income(self, city: City) -> float:
        """Income to come, and growing counts."""
        generation, growth = self._table.generation, self._weights.growth * self._later
        payments = range(generation - 1, GENERATIONS)
        found = 0.0
        for place, tile in enumerate(city.at):
            if tile is None:
                continue
            found += sum([tile.income[i] for i in payments]) / 2
            if tile.income_per:
                count = total(tile.income_per, Look(city, place))
                found += len(payments) * (count + growth * _grown(tile.income_per) / 2) / 2
            if tile.points_per:
                found += growth * _grown(tile.points_per)
            found += self._triggers(tile)
        return found

    def _triggers(self, tile: Tile) -> float:
        """Money whenever something happens later on."""
        return (tile.on_pick * self.left + tile.on_build * self.left / 4 + tile.on_link * self.left / 4) / 2

    def _room(self, city: City) -> float:
        """Where can be built, and how residential areas can grow."""
        weights, later = self._weights, self._later
        empty = BOARD.full & ~city.filled
        north, east, south, west = city.approach()
        open_ = (north | east | south | west) & empty
        found = weights.opening * min(open_.bit_count(), weights.openings) * min(1.0, self.left / 6)
        beside = (city.polluted << 1 | city.polluted >> 1 | city.polluted << 6 | city.polluted >> 6) & empty
        found -= weights.smoke * beside.bit_count() * later
        best = 0
        for area in city.areas(city.types[RESIDENTIAL]):
            if self._ends(city, area) & empty:
                size = area.bit_count()
                best = max(best, area_points(size + 1) - area_points(size))
        return found + weights.area * best * later

    @staticmethod
    def _ends(city: City, area: int) -> int:
        """The cells to which roads lead out of an area."""
        north, east, south, west = city.roads
        return (area & north) >> 6 | (area & south) << 6 | (area & east) << 1 | (area & west) >> 1

    def _anchors(self, there: Position) -> float:
        """What unbuilt anchors will bring when they are built, besides what the round would bring without."""
        weights = self._weights
        worth = sorted([self.promise(there.city, number) for number in there.anchors], reverse=True)
        return sum([
            weights.keep * max(0.0, value - weights.anchor) for rank, value in enumerate(worth) if rank < self.left
        ])  # fmt: skip

    def promise(self, city: City, number: int) -> float:
        """What an anchor will be worth that is built before the end."""
        tile = self._table.box.tiles[number]
        growth = self._weights.growth * self._later
        found = tile.points + tile.once / 2 - min(price.money for price in tile.costs) / 2
        look = Look(city, 0, there_money(self._money), 0)
        for share in tile.points_per + tile.once_per:
            half = 1 if share in tile.points_per else 0.5
            count = _elsewhere(share, look)
            found += half * share.each * (count + growth * GROWTH.get(share.of, 1.0))
        payments = GENERATIONS - self._table.generation + 1
        found += payments * max(tile.income) / 2
        for share in tile.income_per:
            found += payments * share.each * (COUNTERS[share.of](look) + growth * GROWTH.get(share.of, 1.0) / 2) / 2
        found += self._triggers(tile)
        if tile.any_good:
            found += 2 + 3 * self._later
        if tile.insures or tile.fire or tile.violence:
            found += 2 * min(1.0, self.left / ROUNDS)
        if tile.power and not city.power:
            found += 3
        return found


def there_money(money: int) -> int:
    """Money as far as tiles count it."""
    return max(0, money)


_LOCAL = {"polluted_around": 1.5, "commercial_around": 1.0, "building_around": 3.0, "residential_around": 1.0}
"""What is around a good place for a tile that has none yet, when the city is large."""


def _elsewhere(share: Share, look: Look) -> float:
    """A count for a tile that has no place yet."""
    if share.of in _LOCAL:
        return _LOCAL[share.of] * min(1.0, look.city.tiles.bit_count() / 12)
    return COUNTERS[share.of](look)


def _grown(shares: tuple[Share, ...]) -> float:
    return sum([share.each * GROWTH.get(share.of, 1.0) for share in shares])


