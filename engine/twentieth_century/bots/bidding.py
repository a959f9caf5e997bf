"""How much to bid for land: not only what it brings counts, but also what the same coins would buy later in the phase.

Everybody's coins and the tiles that are left set a going rate: the price at which all of them are just sold. A player
who does not get this tile can buy others at that rate, or wait until the rest have spent their coins, and then buy what
is left at the minimum. So a tile is worth a bid as long as the tile, with what the remaining coins buy, is better than
what all the coins buy without it. Dropping out can wait: while others bid, passing is never worse.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from cityleague.engine.sums import portable_sum
from cityleague.engine.twentieth_century.bots.evaluation import Judge, Weights
from cityleague.engine.twentieth_century.moves import Bid, Choose, Move, Pass
from cityleague.engine.twentieth_century.table import BIDDING, CenturyTable


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
        self._raise = self._with(table.chosen, table.highest + 1) if table.chosen and table.stage == BIDDING else 0.0
        """The worth of the lowest raise."""

    def _auction(self, move: Move) -> float:
        """The worst tile that is better at the minimum than dropping out goes first; the first bid is the minimum."""
        table = self.table
        if isinstance(move, Choose):
            none = self.compensation(table.bought[self.seat])
            gain = self._with(move.tile, table.minimum) - none
            return none + (1 / (1 + gain) if gain > 0 else gain)
        if table.stage == BIDDING and isinstance(move, Bid):
            return self._raise - self.weights.coin * (move.coins - table.highest - 1)
        if isinstance(move, Pass):
            return self._without()
        return super()._auction(move)

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
        none = self.compensation(mine.bought)
        if not worths:
            return none
        average = portable_sum(worths) / len(worths)
        rate, share = self._going_rate(purses.values(), len(worths), average)
        today = share * self._buying(mine, [average] * len(worths), rate)
        return none + max(today, self._buying(mine, self._leftovers(purses, worths, rate), self.table.minimum))

    def _buying(self, mine: Purse, worths: Sequence[float], rate: int) -> float:
        """The worth of buying the best number of these tiles at this rate, beyond the compensation."""
        best = gain = 0.0
        none = self.compensation(mine.bought)
        for number, worth in enumerate(worths[: mine.coins // rate if rate else None], 1):
            gain += worth - self.weights.coin * rate
            best = max(best, gain - self._garbage(mine.bought + number) + self._garbage(mine.bought) - none)
        return best

    def _leftovers(self, purses: dict[int, Purse], worths: Sequence[float], rate: int) -> list[float]:
        """What is left after the others have bought, in turn, the best tiles at this rate."""
        left = list(worths)
        others = {seat: purse for seat, purse in purses.items() if seat != self.seat}
        while left and others:
            for seat, (coins, bought) in list(others.items()):
                if left and coins >= rate and self._limit(bought, left[0]) >= rate:
                    left.pop(0)
                    others[seat] = Purse(coins - rate, bought + 1)
                else:
                    del others[seat]
        return left

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
