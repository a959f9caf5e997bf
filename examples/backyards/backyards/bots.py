"""What only bots need: how good a move looks, a bot that thinks of its next move too, and imagined games."""

from collections.abc import Mapping, Sequence

from backyards.moves import Lay
from backyards.scoring import beside, sheet
from backyards.state import BackyardsState
from backyards.table import Table
from backyards.view import View
from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


def after(yard: Sequence[str], move: Lay) -> list[str]:
    """The yard with a move made in it."""
    return [move.tile if cell == move.cell else tile for cell, tile in enumerate(yard)]


def prospects(_setup: Setup, view: View, legal: Sequence[Lay]) -> list[float]:
    """What each move brings the yard to."""
    return [sheet(after(view.yards[view.seat or 0], move)).total for move in legal]


class Heuristic:
    """Leaves room around roses: for each free cell beside one it counts `promise` points."""

    def __init__(self, _setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        given = Parameters(parameters)
        self._promise = given.number("promise", 0.3, low=0, high=10)
        given.done()
        self._stream = stream

    def choose(self, view: View, legal: Sequence[Lay]) -> Lay:
        """The move of the highest value; a random one of several equals."""
        yards = [after(view.yards[view.seat or 0], move) for move in legal]
        chosen: Lay = best(legal, [sheet(yard).total + self._promise * room(yard) for yard in yards], self._stream)
        return chosen


def room(yard: Sequence[str]) -> int:
    """The free cells beside roses, each as often as it is beside one."""
    return sum([beside(yard, cell).count("") for cell, tile in enumerate(yard) if tile == "rose"])


def imagine(setup: Setup, view: View, stream: Stream) -> BackyardsState:
    """A state that the view may be of: the tiles that the seat has not seen are mixed, and the others draw of them."""
    table = Table(setup.options, setup.seats, setup.components)
    table.round = view.round
    table.give_turn(view.actor, view.stage)  # or it was the last one's, where nobody lays
    table.yards = [list(yard) for yard in view.yards]
    table.hands[view.seat or 0] = list(view.hand)
    unseen = stream.draw(table.bag, len(table.bag))
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            table.hands[seat] = sorted([unseen.pop() for _ in range(size)])
    return BackyardsState.at(table)
