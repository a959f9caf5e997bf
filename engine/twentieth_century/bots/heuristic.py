"""A bot that counts how often cities will yield, and weighs coins and science by round."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from cityleague.engine.bots.builtin import TableBot, best
from cityleague.engine.bots.parameters import Parameters, within
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century.bots.bidding import Bidder
from cityleague.engine.twentieth_century.bots.evaluation import Judge, Weights
from cityleague.engine.twentieth_century.bots.imagining import estimate
from cityleague.engine.twentieth_century.moves import Move
from cityleague.engine.twentieth_century.table import BIDDING, CHOOSING, LAST_ROUND, OPENING, CenturyTable
from cityleague.engine.twentieth_century.view import table_of

# By round, in points; tuned in many games against `greedy`, and COIN against copies that bid or drop out otherwise.
COIN = {3: (1.4, 1.1, 1.05, 0.8, 0.5, 0.3), 4: (1.3, 1.1, 1.15, 0.8, 0.5, 0.3), 5: (1.15, 1.0, 1.15, 0.8, 0.6, 0.3)}
"""The worth of a coin in hand, by the number of players."""
SCIENCE = (0.8, 0.8, 0.7, 0.6, 0.5, 0.35)
"""The worth of a science in hand."""
COINS = (6.0, 4.5, 2.8, 1.6, 0.8, 0.3)
SCIENCES = (4.8, 4.0, 2.8, 1.8, 1.0, 0.35)
"""The worth of one more coin, or science, in each round to come: early ones buy land that yields in turn."""
NO_TASTE = (1.0, 1.0)
"""Future coins and science count as much as they do to most."""


class Tastes(Parameters, frozen=True):
    """What the heuristic weighs, in points unless something else is said."""

    patience: Annotated[float, within(0, 3, "How much a later round counts, compared with this one.")] = 1.0
    coin: Annotated[float, within(0.1, 5, "A factor of the worth of a coin in hand by round.", scale="log")] = 1.0
    science: Annotated[float, within(0.1, 5, "A factor of the worth of a science in hand by round.", scale="log")] = 1.0
    coins: Annotated[float, within(0.1, 5, "A factor of the worth of one more coin a round.", scale="log")] = 1.0
    sciences: Annotated[float, within(0.1, 5, "A factor of the worth of one more science a round.", scale="log")] = 1.0
    citizen: Annotated[float, within(0, 1, "A city without a citizen: the share of its yields expected.")] = 0.15
    garbage: Annotated[float, within(0, 2, "New garbage: the share of its cost at the end that is expected.")] = 0.85
    marker: Annotated[float, within(0, 10, "A field of the pollution track.")] = 2.0
    start: Annotated[float, within(0, 5, "Being start player.")] = 0.5
    bonus: Annotated[float, within(0, 2, "A later bonus card: the share of its points that is expected.")] = 0.7
    taste: Annotated[int, within(0, 50, "By how many percent copies differ: else all would want the same land.")] = 20


class Heuristic(TableBot):
    """Chooses the move that is worth most over all rounds to come."""

    parameters = Tastes

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        super().__init__(setup, stream, table_of)
        self._tastes = told = Tastes.read(parameters, setup)
        self._taste = [(100 - told.taste + stream.below(2 * told.taste + 1)) / 100 for _ in range(2)]

    def _choose(self, table: CenturyTable, seat: int, legal: Sequence[Move]) -> Any:
        return best(legal, self._judge(table, seat).values(legal), self._stream)

    def _expect(self, table: CenturyTable, own: int | None) -> list[float]:
        assert own is not None, "what players hold is estimated from the holdings of one of them"
        weights = self._weights(table, NO_TASTE)
        scores = []
        for seat, (region, account) in enumerate(zip(table.regions, table.accounts, strict=True)):
            coins, science = estimate(table, own, seat)
            marker = table.box.pollution.values[table.pollution[seat]]
            worth = Judge(table, seat, weights).region(region) + account.points
            scores.append(worth + weights.coin * coins + weights.science * science + weights.marker * marker)
        return scores

    def _judge(self, table: CenturyTable, seat: int) -> Judge:
        """The judge of moves; in the land auctions it takes the coins of all into account."""
        weights = self._weights(table, self._taste)
        if table.stage not in {CHOOSING, OPENING, BIDDING}:
            return Judge(table, seat, weights)
        return Bidder(table, seat, weights, [max(0, estimate(table, seat, other)[0]) for other in range(table.seats)])

    def _weights(self, table: CenturyTable, taste: Sequence[float]) -> Weights:
        """The weights for this round. `patience` is how much a later round counts, compared with this one; `taste`: how
        much future coins and science count, compared with what they are worth to most.
        """
        now, all_left = table.round - 1, LAST_ROUND + 1 - table.round
        told = self._tastes
        left = 1 + told.patience * (all_left - 1)
        share = left / all_left
        return Weights(
            coin=told.coin * COIN[self._setup.seats][now], science=told.science * SCIENCE[now], rounds=left,
            coins=told.coins * share * COINS[now] * taste[0],
            sciences=told.sciences * share * SCIENCES[now] * taste[1],
            citizen=told.citizen, garbage=told.garbage, marker=told.marker, start=told.start,
            bonus=told.bonus,
        )  # fmt: skip
