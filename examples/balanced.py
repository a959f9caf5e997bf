"""A bot of your own: greedy, but it prefers the poorer of its two cities.

    cityleague play between_two_cities examples.balanced:Balanced greedy greedy -o g.jsonl

A bot is any class with these two methods. It is given the game's setup, its own stream of random numbers, and the
parameters of its spec (`examples.balanced:Balanced?caution=3`). Each game and seat gets its own instance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from cityleague.engine.between_two_cities.bots.evaluation import Cities, points
from cityleague.engine.between_two_cities.moves import Move, Place
from cityleague.engine.between_two_cities.view import View
from cityleague.engine.bots.parameters import Parameters, within
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


class Weights(Parameters, frozen=True):
    """What its spec can say: it is listed by `check-bot`, and `tune` looks for better values."""

    caution: Annotated[float, within(1, 10, "How often points of the poorer city count.")] = 2.0


class Balanced:
    """Makes the move that adds most points at once; points of the poorer city count `caution` times."""

    parameters = Weights

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        self.caution = Weights.read(parameters, setup).caution
        self.setup = setup
        self.stream = stream

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """Choose a legal move from what the seat may see; random choices come only from the bot's own stream."""
        values = self.setup.game.prospects(self.setup, view, legal)
        cities, home = Cities.seen(self.setup, view), view.home[view.seat or 0]
        poorer = min(home, key=lambda side: cities.now(home[side], points))
        weighed = [
            value * self.caution if isinstance(move, Place) and move.city == poorer else value
            for move, value in zip(legal, values, strict=True)
        ]
        best = max(weighed)
        return self.stream.choice([move for move, value in zip(legal, weighed, strict=True) if value == best])
