"""What land is worth bidding: not only what it brings, but also what the same coins would buy later in the auctions.

Everybody's coins and the tiles that are left set a going rate: the price at which all of them are just sold. Who does
not get this tile can have others at that rate, as far as his coins go; who has spent much has less to bid with. So a
tile is worth bidding for as long as having it, and the rest of one's coins, is better than having them all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from cityleague.engine.sums import portable_sum
from cityleague.engine.twentieth_century.bots.evaluation import Judge
from cityleague.engine.twentieth_century.bots.worth import Weights
from cityleague.engine.twentieth_century.moves import Bid, Choose, Drop, Move, Pass
from cityleague.engine.twentieth_century.table import OPENING, Table


class Purse(NamedTuple):
    """What a player who is in has to bid with, and the land that he has bought in this round."""

    coins: int
    bought: int


class Bidder(Judge):
    """A judge who looks at the rest of the auctions; `coins` is what each seat holds or seems to hold."""

    def __init__(self, table: Table, seat: int, weights: Weights, coins: Sequence[int]) -> None:
        super().__init__(table, seat, weights)
        self._purses = {one: Purse(coins[one], table.bought[one]) for one in range(table.seats) if table.in_round[one]}
        """Of those who are in, by seat."""
        self._worths = {name: self.bare_land(name) for name in table.land}
        self._expected = self._opening_rate() if table.stage == OPENING else 0
        """What the land that is up will be bid up to, wherever its bidding begins."""

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
        """Having this tile for so much, and what the rest of the coins buys then."""
        bought = self._purses[self.seat].bought
        worth = self._worths[tile] - self._garbage(bought + 1) - self.weights.coin * price
        return worth + self._later(self._after_sale(self.seat, price), tile)

    def _without(self) -> float:
        """Leaving this tile to who has bid most for it, and what the coins buy then."""
        table = self.table
        assert table.leader is not None
        assert table.chosen is not None
        return self._later(self._after_sale(table.leader, table.highest), table.chosen)

    def _after_sale(self, buyer: int, price: int) -> dict[int, Purse]:
        """The purses when this tile has been sold."""
        coins, bought = self._purses[buyer]
        return {**self._purses, buyer: Purse(max(0, coins - price), bought + 1)}

    def _later(self, purses: dict[int, Purse], sold: str) -> float:
        """What the seat's coins will buy of the land that is left when this tile is sold; or the compensation."""
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
        """The price at which such tiles are all sold, and how much of what is wanted then there is."""
        limits = [self._limit(number, worth) for number in range(tiles + max([one.bought for one in purses]))]
        rate = self.table.minimum
        wanted = _wanted(purses, rate, limits)
        while (more := _wanted(purses, rate + 1, limits)) >= tiles:
            rate, wanted = rate + 1, more
        return rate, min(1.0, tiles / max(1, wanted))

    def _limit(self, bought: int, worth: float) -> float:
        """What such a tile is worth in coins to who has bought so many."""
        return (worth - self.cubes(bought + 1, 1)) / self.weights.coin

    def _garbage(self, bought: int) -> float:
        """What the garbage costs that comes with all land up to so many tiles in this round."""
        before = self.table.bought[self.seat]
        return self.cubes(sum(range(before + 1, bought + 1)), bought - before)

    def _compensation(self, bought: int) -> float:
        """For dropping out, if nothing was bought."""
        return 0.0 if bought else self.weights.coin * (self.table.minimum + self.table.box.basics.compensation)


def _wanted(purses: Collection[Purse], rate: int, limits: Sequence[float]) -> int:
    """How many tiles all would buy at this rate; `limits` is what a tile is worth by number bought before."""
    tiles = 0
    for purse in purses:
        end = len(limits) if rate == 0 else purse.bought + purse.coins // rate
        for limit in limits[purse.bought : end]:
            if limit < rate:
                break
            tiles += 1
    return tiles
