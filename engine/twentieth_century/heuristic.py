"""A bot that knows how often cities will yield, and what coins and science are good for in each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century.evaluation import Judge, Weights, rounds_left
from cityleague.engine.twentieth_century.moves import Move
from cityleague.engine.twentieth_century.view import View, table_of

COIN = (1.4, 1.1, 0.8, 0.6, 0.45, 0.3)
"""What a coin is worth in points, by round."""
SCIENCE = (0.8, 0.8, 0.7, 0.6, 0.5, 0.35)
COINS = (6.0, 4.5, 2.8, 1.6, 0.8, 0.3)
"""What it is worth that a city yields one more coin, in all rounds to come."""
SCIENCES = (4.8, 4.0, 2.8, 1.8, 1.0, 0.35)
CITIZEN, GARBAGE, MARKER, START, HOPE, HASTE, BONUS = 0.15, 0.85, 2.0, 0.5, 1.0, 0.1, 0.7


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
        judge = Judge(table_of(self._setup, view), view.seat, self._weights(view))
        return best(legal, judge.values(legal), self._stream)

    def _weights(self, view: View) -> Weights:
        """What counts in this round; `patience` is what a round to come counts, of this one."""
        now, left = view.round - 1, 1 + self._patience * (rounds_left(view) - 1)
        return Weights(
            COIN[now],
            SCIENCE[now],
            COINS[now],
            SCIENCES[now],
            left,
            CITIZEN,
            GARBAGE,
            MARKER,
            START,
            HOPE,
            HASTE,
            BONUS,
        )
