"""A bot that knows what money is good for in each round, and builds the plants that its districts need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.evaluation import Judge, Weights
from cityleague.engine.city_tycoon.moves import Move
from cityleague.engine.city_tycoon.table import CUBES, LAST_ROUND, SUPPLYING
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.protocol import Setup

MONEY = (0.34, 0.3, 0.25, 0.2)
"""What a coin is worth in points while a round's tiles are drafted and built."""
EARNED = (0.3, 0.25, 0.2, 0.1)
"""And when its demands are met: there is the next round to spend it in, or none."""
CUBE, YELLOW = 3.0, 1.0


class Heuristic:
    """The move that is worth most in all rounds to come."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        given = Parameters(parameters)
        self._patience = given.number("patience", 1.0, low=0.0, high=3.0)
        given.done()
        self._setup, self._stream = setup, stream

    def choose(self, view: View, legal: Sequence[Move]) -> Any:
        """One of the legal moves."""
        if len(legal) == 1:
            return legal[0]
        assert view.seat is not None
        judge = Judge(table_of(self._setup.components, view), view.seat, self._weights(view))
        return best(legal, [judge.value(move) for move in legal], self._stream)

    def _weights(self, view: View) -> Weights:
        """What counts in this round; `patience` is what a round to come counts, of this one."""
        left = 1 + self._patience * (LAST_ROUND - view.round)
        supplying = view.stage in {SUPPLYING, CUBES}
        money = (EARNED if supplying else MONEY)[view.round - 1]
        return Weights(money, left, CUBE, YELLOW)
