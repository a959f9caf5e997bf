"""What a position can still become: the measure of the heuristic bot.

It is the score as it stands and, for the rounds to come: income; what goods will be good for; how far counts will grow;
room to build; penalties that can still be averted; anchors that can still be built. The figures are guesses that did
well in games against other bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cityleague.engine.adding import added
from cityleague.engine.neom.board import BOARD, STRIDE
from cityleague.engine.neom.bots.evaluation import Position, score
from cityleague.engine.neom.city import City
from cityleague.engine.neom.counting import COUNTERS, Look, total
from cityleague.engine.neom.figures import Share
from cityleague.engine.neom.scoring import GHOST_TOWN, NO_POWER, area_points
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
_AROUND = {"polluted_around": 1.5, "commercial_around": 1.0, "building_around": 3.0, "residential_around": 1.0}
"""The counts round a good place in a city of `_LARGE` tiles, for a tile that has no place yet."""
_LARGE = 12

_REACTION = 0.25
"""How often in a round a tile is built that others react to."""
_PROTECTION, _CHOICE, _POWER = 2.0, 5.0, 3.0
"""What an anchor is worth that protects or insures, one that makes a good of choice, one that makes the only power."""


class Weights(NamedTuple):
    """What the terms of the measure count; in points, where nothing else is said."""

    good: float = 2.5
    """Having a good, for each tile to come that needs it: of half its price, and of a player's share of the tiles."""
    good_at_bank: float = 0.8
    """The same with one or two players, who can buy of the bank what nobody makes."""
    growth: float = 0.8
    """A count's growth, of what is usual."""
    money: float = 0.25
    """Each of the first coins, besides what it scores."""
    purse: int = 8
    """How many are the first."""
    power: float = 0.8
    """Of the penalty for having no power, as long as there is time."""
    ghost: float = 0.9
    """Of the penalty for a ghost town, as long as there is time."""
    opening: float = 0.7
    """Each empty cell that a road leads to, up to as many as are wanted."""
    openings: int = 4
    """How many are wanted."""
    area: float = 1.5
    """Of what one tile more would bring to the residential area that can grow best, at the beginning."""
    anchor: float = 3.0
    """What a round is worth in which no anchor is built: one that is built later costs that."""
    keep: float = 0.95
    """How likely an anchor is built later."""


USUAL = Weights()


class Outlook:
    """The measure of a seat's positions in this round; what lies beyond the score counts `foresight` times."""

    def __init__(self, table: Table, seat: int, foresight: float = 1.0, weights: Weights = USUAL) -> None:
        self._table, self._foresight, self._weights = table, foresight, weights
        self._money = table.money[seat]
        self._left = ALL_ROUNDS - table.round
        self._later = self._left / ALL_ROUNDS
        self._growth = weights.growth * self._later
        self._payments = range(table.generation - 1, GENERATIONS)
        """The generations that still bring income, from 0."""
        self._score = score(table)
        self._uses = self._use_of_goods()

    def _soon(self, rounds: float) -> float:
        """1 as long as there are so many rounds left, then down to 0."""
        return min(1.0, self._left / rounds)

    def _use_of_goods(self) -> list[float]:
        """What each good will be good for: the tiles to come that need it."""
        table, weights = self._table, self._weights
        weight = weights.good if table.many else weights.good_at_bank
        found = [0.0] * len(GOODS)
        for generation in range(table.generation, GENERATIONS + 1):
            share = (1 - table.turn / ROUNDS if generation == table.generation else 1.0) / max(table.seats, 3)
            for number in table.stack(generation):
                needed = 0
                for price in table.box.tiles[number].costs:
                    needed |= price.goods
                for good in range(len(GOODS)):
                    if needed >> good & 1:
                        found[good] += weight * share * table.box.prices[good] / 2
        return found

    def __call__(self, there: Position) -> float:
        """How good a position is."""
        city = there.city
        found = added([use for good, use in enumerate(self._uses) if city.goods >> good & 1])
        found += self._tiles(city)
        found += self._weights.money * min(there.money, self._weights.purse) * self._soon(4)
        found += self._averted(city)
        if self._left:
            found += self._room(city)
            found += self._anchors(city, there.anchors)
        return self._score(there) + self._foresight * found

    def _tiles(self, city: City) -> float:
        """Income to come, reactions to tiles to come, and the growth of what tiles count."""
        found = 0.0
        for place, tile in enumerate(city.at):
            if tile is not None:
                found += sum([tile.income[i] for i in self._payments]) / 2 + self._reactions(tile)
                if tile.income_per:
                    count = total(tile.income_per, Look(city, place)) + self._growth * _grown(tile.income_per) / 2
                    found += len(self._payments) * count / 2
                if tile.points_per:
                    found += self._growth * _grown(tile.points_per)
        return found

    def _reactions(self, tile: Tile) -> float:
        """Money whenever something happens later on."""
        return (tile.on_pick + _REACTION * (tile.on_build + tile.on_link)) * self._left / 2

    def _averted(self, city: City) -> float:
        """Of penalties that there is still time to avert."""
        homes = city.types[RESIDENTIAL].bit_count()
        found = 0.0 if city.power else -NO_POWER * self._weights.power
        return (found - GHOST_TOWN.get(homes, 0) * self._weights.ghost) * self._soon(ALL_ROUNDS / 2)

    def _room(self, city: City) -> float:
        """Where can be built, and how residential areas can grow."""
        weights = self._weights
        empty = BOARD.full & ~city.filled
        north, east, south, west = city.approach()
        openings = ((north | east | south | west) & empty).bit_count()
        best = 0
        for area in city.areas(city.types[RESIDENTIAL]):
            if _ends(city, area) & empty:
                size = area.bit_count()
                best = max(best, area_points(size + 1) - area_points(size))
        return (
            weights.opening * min(openings, weights.openings) * self._soon(6)
            + weights.area * best * self._later
        )  # fmt: skip

    def _anchors(self, city: City, anchors: Sequence[int]) -> float:
        """What unbuilt anchors will bring besides what the rounds would bring without; the best, as time allows."""
        worth = sorted([self.promise(city, number) for number in anchors], reverse=True)
        return self._weights.keep * added([max(0.0, value - self._weights.anchor) for value in worth[: self._left]])

    def promise(self, city: City, number: int) -> float:
        """What an anchor will be worth that is built before the end."""
        tile = self._table.box.tiles[number]
        look = Look(city, 0, self._money)
        found = tile.points + (tile.once - min([price.money for price in tile.costs])) / 2
        found += added([self._share(share, look, self._growth) for share in tile.points_per])
        found += added([self._share(share, look, self._growth) for share in tile.once_per]) / 2
        income = max(tile.income) + added([self._share(share, look, self._growth / 2) for share in tile.income_per])
        found += len(self._payments) * income / 2 + self._reactions(tile)
        if tile.any_good:
            found += _CHOICE * (1 + self._later) / 2
        if tile.insures or tile.fire or tile.violence:
            found += _PROTECTION * self._soon(ROUNDS)
        if tile.power and not city.power:
            found += _POWER
        return found

    @staticmethod
    def _share(share: Share, look: Look, growth: float) -> float:
        """A share of a tile that has no place yet."""
        around = _AROUND.get(share.of)
        if around is None:
            count = float(COUNTERS[share.of](look))
        else:
            count = around * min(1.0, look.city.tiles.bit_count() / _LARGE)
        return share.each * (count + growth * GROWTH[share.of])


def _grown(shares: Sequence[Share]) -> float:
    """What the shares grow by in a whole game."""
    return added([share.each * GROWTH[share.of] for share in shares])


def _ends(city: City, area: int) -> int:
    """The cells to which roads lead out of an area."""
    north, east, south, west = [cells & area for cells in city.roads]
    return north >> STRIDE | south << STRIDE | east << 1 | west >> 1
