"""A bot that plans what it does with the money and the tiles of a round, and knows what cubes are worth to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.evaluation import Judge, Weights
from cityleague.engine.city_tycoon.moves import Move
from cityleague.engine.city_tycoon.planning import first_step
from cityleague.engine.city_tycoon.table import BUILDING, DRAFTING, LAST_ROUND
from cityleague.engine.city_tycoon.view import Memory, View
from cityleague.engine.protocol import Setup

PRICE = (0.8, 0.6, 0.5, 0.35)
"""What a coin is worth in points in each round's draft: what it could buy later in the round."""
EARNED = (0.8, 0.6, 0.4, 0.1)
"""What a coin is worth that is left when all is built, or is earned: it buys something in the next round, or counts."""
CUBE, YELLOW = 1.8, 0.7


class Heuristic:
    """The move that is worth most in all rounds to come."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        given = Parameters(parameters)
        self._patience = given.number("patience", 1.0, low=0.0, high=3.0)
        given.done()
        self._memory, self._stream = Memory(setup.components), stream

    def choose(self, view: View, legal: Sequence[Move]) -> Any:
        """One of the legal moves."""
        if len(legal) == 1:
            return legal[0]
        assert view.seat is not None
        judge = Judge(self._memory.table(view), view.seat, self._weights(view))
        if view.stage == BUILDING:
            return first_step(judge)
        return best(legal, [judge.value(move) for move in legal], self._stream)

    def _weights(self, view: View) -> Weights:
        """What counts in this round; `patience` is what a round to come counts, of this one."""
        left = 1 + self._patience * (LAST_ROUND - view.round)
        money = (PRICE if view.stage == DRAFTING else EARNED)[view.round - 1]
        return Weights(money, left, CUBE, YELLOW)
