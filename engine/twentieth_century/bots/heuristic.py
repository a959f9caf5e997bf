"""A bot that counts how often cities will yield, and weighs coins and science by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century.bots.bidding import Bidder
from cityleague.engine.twentieth_century.bots.evaluation import Judge
from cityleague.engine.twentieth_century.bots.imagining import estimate
from cityleague.engine.twentieth_century.bots.worth import Weights
from cityleague.engine.twentieth_century.moves import Move
from cityleague.engine.twentieth_century.table import BIDDING, CHOOSING, LAST_ROUND, OPENING
from cityleague.engine.twentieth_century.view import View, table_of

# By round, in points; tuned in many games against `greedy`, and COIN against copies with a ceiling on their bids.
COIN = {
    3: (1.4, 1.1, 1.05, 0.8, 0.5, 0.3),
    4: (1.4, 1.2, 1.15, 0.8, 0.5, 0.3),
    5: (1.4, 1.25, 1.3, 0.8, 0.6, 0.3),
}
"""The worth of a coin in hand, by the number of players: the more play, the better it is to let others go first."""
SCIENCE = (0.8, 0.8, 0.7, 0.6, 0.5, 0.35)
"""The worth of a science in hand."""
COINS = (6.0, 4.5, 2.8, 1.6, 0.8, 0.3)
SCIENCES = (4.8, 4.0, 2.8, 1.8, 1.0, 0.35)
"""The worth of one more coin, or science, in each round to come: early ones buy land that yields in turn."""
TASTE = 20
"""By how many percent a bot's weights may differ: if all wanted the same land, they would drive up its price."""
NO_TASTE = (1.0, 1.0)
"""Future coins and science count as much as they do to most."""


class Heuristic:
    """Chooses the move that is worth most over all rounds to come."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        given = Parameters(parameters)
        self._patience = given.number("patience", 1.0, low=0.0, high=3.0)
        given.done()
        self._setup, self._stream = setup, stream
        self._taste = [(100 - TASTE + stream.below(2 * TASTE + 1)) / 100 for _ in range(2)]

    def choose(self, view: View, legal: Sequence[Move]) -> Any:
        """One of the legal moves."""
        if len(legal) == 1:
            return legal[0]
        return best(legal, self._judge(view).values(legal), self._stream)

    def expect(self, view: View) -> list[float]:
        """The score that each seat may reach, by seat, as far as the seat with this view can tell."""
        assert view.seat is not None
        table = table_of(self._setup, view)
        weights = self._weights(view, NO_TASTE)
        scores = []
        for seat, player in enumerate(view.players):
            coins, science = estimate(view, seat)
            marker = table.box.pollution.values[table.pollution[seat]]
            worth = Judge(table, seat, weights).region(table.regions[seat]) + player.points
            scores.append(worth + weights.coin * coins + weights.science * science + weights.marker * marker)
        return scores

    def _judge(self, view: View) -> Judge:
        """The judge of moves; in the land auctions it takes the coins of all into account."""
        assert view.seat is not None
        table, weights = table_of(self._setup, view, view.seat), self._weights(view, self._taste)
        if view.stage not in {CHOOSING, OPENING, BIDDING}:
            return Judge(table, view.seat, weights)
        return Bidder(table, view.seat, weights, [max(0, estimate(view, seat)[0]) for seat in range(table.seats)])

    def _weights(self, view: View, taste: Sequence[float]) -> Weights:
        """The weights for this round. `patience` is how much a later round counts, compared with this one; `taste`: how
        much future coins and science count, compared with what they are worth to most.
        """
        now, all_left = view.round - 1, LAST_ROUND + 1 - view.round
        left = 1 + self._patience * (all_left - 1)
        share = left / all_left
        return Weights(
            coin=COIN[self._setup.seats][now], science=SCIENCE[now], rounds=left,
            coins=share * COINS[now] * taste[0], sciences=share * SCIENCES[now] * taste[1],
            citizen=0.15, garbage=0.85, marker=2.0, start=0.5, hope=1.0, haste=0.1, bonus=0.7,
        )  # fmt: skip
