"""How much to bid for land: not only what it brings counts, but also what the same coins would buy later in the phase.

Everybody's coins and the tiles that are left set a going rate: the price at which all of them are just sold. A player
who does not get this tile can buy others at that rate. So a tile is worth a bid as long as the tile, with what the
remaining coins buy, is better than what all the coins buy without it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from cityleague.engine.sums import portable_sum
from cityleague.engine.twentieth_century.bots.evaluation import Judge
from cityleague.engine.twentieth_century.bots.worth import Weights
from cityleague.engine.twentieth_century.moves import Bid, Choose, Drop, Move, Pass
from cityleague.engine.twentieth_century.table import OPENING, CenturyTable


class Purse(NamedTuple):
    """The coins of a player who is still in, and how much land that player has bought in this round."""

    coins: int
    bought: int


class Bidder(Judge):
    """A judge that looks ahead to the end of the auctions. `coins` is what each seat holds, or seems to hold."""

    def __init__(self, table: CenturyTable, seat: int, weights: Weights, coins: Sequence[int]) -> None:
        super().__init__(table, seat, weights)
        self._purses = {
            other: Purse(coins[other], table.bought[other]) for other in range(table.seats) if table.in_round[other]
        }
        """By seat, for all who are still in."""
        self._worths = {name: self.bare_land(name) for name in table.land}
        self._limits: dict[tuple[int, float], list[float]] = {}
        self._expected = self._opening_rate() if table.stage == OPENING else 0
        """The price that the bidding for the land that is up will reach, wherever it begins."""

    def _auction(self, move: Move) -> float:
        table = self.table
        if isinstance(move, Choose):
            return self._with(move.tile, table.minimum)
        if isinstance(move, Bid):
            assert table.chosen is not None
            return self._with(table.chosen, max(move.coins, self._expected))
        if isinstance(move, Pass):
            return self._without()
        if isinstance(move, Drop):
            return self._compensation(table.bought[self.seat]) + self._technology_now()
        return super()._auction(move)

    def _opening_rate(self) -> int:
        worths = self._worths.values()
        rivals = [purse for seat, purse in self._purses.items() if seat != self.seat]
        rate, _ = self._going_rate(self._purses.values(), len(worths), portable_sum(worths) / len(worths))
        return min(rate, max([coins for coins, _ in rivals]))

    def _with(self, tile: str, price: int) -> float:
        """The worth of buying this tile at a price, with what the remaining coins buy later."""
        bought = self._purses[self.seat].bought
        worth = self._worths[tile] - self._garbage(bought + 1) - self.weights.coin * price
        return worth + self._later(self._after_sale(self.seat, price), tile)

    def _without(self) -> float:
        """The worth of leaving this tile to the highest bidder, with what the coins buy later."""
        table = self.table
        assert table.leader is not None
        assert table.chosen is not None
        return self._later(self._after_sale(table.leader, table.highest), table.chosen)

    def _after_sale(self, buyer: int, price: int) -> dict[int, Purse]:
        """The purses after a sale to this buyer."""
        coins, bought = self._purses[buyer]
        return {**self._purses, buyer: Purse(max(0, coins - price), bought + 1)}

    def _later(self, purses: dict[int, Purse], sold: str) -> float:
        """The worth of what the seat's coins buy after this tile is sold; of the compensation, if they buy nothing."""
        worths = sorted([worth for name, worth in self._worths.items() if name != sold], reverse=True)
        mine = purses[self.seat]
        none = self._compensation(mine.bought)
        if not worths:
            return none
        rate, share = self.table.minimum, 1.0
        if len(purses) > 1:
            average = portable_sum(worths) / len(worths)
            rate, share = self._going_rate(purses.values(), len(worths), average)
            worths = [average] * len(worths)
        best = gain = 0.0
        for number, worth in enumerate(worths[: mine.coins // rate if rate else None], 1):
            gain += worth - self.weights.coin * rate
            best = max(best, gain - self._garbage(mine.bought + number) + self._garbage(mine.bought) - none)
        return none + share * best

    def _going_rate(self, purses: Collection[Purse], tiles: int, worth: float) -> tuple[int, float]:
        """The price at which all tiles are just sold, and the share of the demand at that price that they meet."""
        most = tiles + max([purse.bought for purse in purses])
        limits = self._limits.get((most, worth))
        if limits is None:
            limits = self._limits[most, worth] = [self._limit(number, worth) for number in range(most)]
        rate = self.table.minimum
        wanted = _wanted(purses, rate, limits)
        while (more := _wanted(purses, rate + 1, limits)) >= tiles:
            rate, wanted = rate + 1, more
        return rate, min(1.0, tiles / max(1, wanted))

    def _limit(self, bought: int, worth: float) -> float:
        """The worth of such a tile, in coins, to a player who has bought so many."""
        return (worth - self.cubes(bought + 1, 1)) / self.weights.coin

    def _garbage(self, bought: int) -> float:
        """The cost of the garbage that comes with land, up to so many tiles bought in this round."""
        before = self.table.bought[self.seat]
        return self.cubes(sum(range(before + 1, bought + 1)), bought - before)

    def _compensation(self, bought: int) -> float:
        """The worth of the compensation for dropping out, if the seat has bought no land."""
        return 0.0 if bought else self.weights.coin * (self.table.minimum + self.table.box.basics.compensation)


def _wanted(purses: Collection[Purse], rate: int, limits: Sequence[float]) -> int:
    """How many tiles all would buy at this rate. `limits`: the worth of a tile, by how many were bought before."""
    tiles = 0
    for purse in purses:
        end = len(limits) if rate == 0 else purse.bought + purse.coins // rate
        for limit in limits[purse.bought : end]:
            if limit < rate:
                break
            tiles += 1
    return tiles
