"""What only bots need: the evaluation of moves, a bot that leaves room for later moves, and imagined games."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from backyards.moves import Lay
from backyards.scoring import beside, sheet
from backyards.state import BackyardsState
from backyards.table import Table
from backyards.view import View
from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters, within
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


def after(yard: Sequence[str], move: Lay) -> list[str]:
    """The yard after a move."""
    return [move.tile if cell == move.cell else tile for cell, tile in enumerate(yard)]


def prospects(_setup: Setup, view: View, legal: Sequence[Lay]) -> list[float]:
    """The points of the yard after each move."""
    return [sheet(after(view.yards[view.seat or 0], move)).total for move in legal]


class Weights(Parameters, frozen=True):
    """What the heuristic weighs."""

    promise: Annotated[float, within(0, 10, "The points that a free cell beside a rose is worth.")] = 0.3


class Heuristic:
    """Leaves room around roses."""

    parameters = Weights

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        self._promise = Weights.read(parameters, setup).promise
        self._stream = stream

    def choose(self, view: View, legal: Sequence[Lay]) -> Lay:
        """The move of the highest value; ties are broken at random."""
        yards = [after(view.yards[view.seat or 0], move) for move in legal]
        chosen: Lay = best(legal, [sheet(yard).total + self._promise * room(yard) for yard in yards], self._stream)
        return chosen


def room(yard: Sequence[str]) -> int:
    """The number of free cells beside roses; a cell beside two roses counts twice."""
    return sum([beside(yard, cell).count("") for cell, tile in enumerate(yard) if tile == "rose"])


def imagine(setup: Setup, view: View, stream: Stream) -> BackyardsState:
    """A state that fits the view: the others draw their hands at random from the tiles that the seat has not seen."""
    table = Table(setup.options, setup.seats, setup.components)
    table.round = view.round
    table.give_turn(view.actor, view.stage)  # also right before a draw: the actor is then the last player
    table.yards = [list(yard) for yard in view.yards]
    table.hands[view.seat or 0] = list(view.hand)
    unseen = stream.draw(table.bag, len(table.bag))
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            table.hands[seat] = sorted([unseen.pop() for _ in range(size)])
    return BackyardsState.at(table)
