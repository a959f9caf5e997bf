"""A bot that plans what it does with the money and the tiles of a round, and knows which districts get the cubes."""

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
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.protocol import Setup

PRICE = (0.8, 0.6, 0.5, 0.35)
"""What a coin is worth in points while a round's tiles are drafted: what it could be spent on."""
EARNED = (0.8, 0.6, 0.4, 0.1)
"""And what it is worth that is left when all is built, or is earned: there is the next round to spend it in, or none."""
CUBE, YELLOW = 1.5, 1.0


class Heuristic:
    """The move that is worth most in all rounds to come."""

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        given = Parameters(parameters)
        self._patience = given.number("patience", 1.0, low=0.0, high=3.0)
        self._tune = {k: given.number(k, d, low=-9.0, high=90.0) for k, d in (("cube", CUBE), ("yellow", YELLOW), ("m1",EARNED[0]),("m2",EARNED[1]),("m3",EARNED[2]),("m4",EARNED[3]),("p1",PRICE[0]),("p2",PRICE[1]),("p3",PRICE[2]),("p4",PRICE[3]))}
        given.done()
        self._setup, self._stream = setup, stream

    def choose(self, view: View, legal: Sequence[Move]) -> Any:
        """One of the legal moves."""
        if len(legal) == 1:
            return legal[0]
        assert view.seat is not None
        judge = Judge(table_of(self._setup.components, view), view.seat, self._weights(view))
        if view.stage == BUILDING:
            return first_step(judge)
        return best(legal, [judge.value(move) for move in legal], self._stream)

    def _weights(self, view: View) -> Weights:
        """What counts in this round; `patience` is what a round to come counts, of this one."""
        left = 1 + self._patience * (LAST_ROUND - view.round)
        money = self._tune[("p" if view.stage == DRAFTING else "m") + str(view.round)]
        return Weights(money, left, self._tune["cube"], self._tune["yellow"])
