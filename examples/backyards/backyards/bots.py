"""What only bots need: how good a move looks, a bot that thinks of its next move too, and imagined games."""

from collections import Counter
from collections.abc import Mapping, Sequence

from backyards.moves import Lay
from backyards.scoring import Yard, total
from backyards.state import BackyardsState
from backyards.table import LAYING, Table, View, yard_of
from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


def gain(yard: Yard, move: Lay) -> float:
    """The points that a move adds."""
    return total({**yard, move.cell: move.tile}) - total(yard)


def prospects(_setup: Setup, view: View, legal: Sequence[Lay]) -> list[float]:
    """The points that each move adds."""
    return [gain(yard_of(view, view.seat), move) for move in legal]


class Heuristic:
    """Looks at two moves: what one adds, and `foresight` (0 to 1) times what the best of the others adds after it."""

    def __init__(self, _setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        given = Parameters(parameters)
        self._foresight = given.number("foresight", 0.8, low=0, high=1)
        given.done()
        self._stream = stream

    def choose(self, view: View, legal: Sequence[Lay]) -> Lay:
        """The move of the highest value; a random one of several equals."""
        yard = yard_of(view, view.seat)
        chosen: Lay = best(legal, [self._value(yard, move, legal) for move in legal], self._stream)
        return chosen

    def _value(self, yard: Yard, move: Lay, legal: Sequence[Lay]) -> float:
        after = {**yard, move.cell: move.tile}
        following = [gain(after, other) for other in legal if other.cell != move.cell]
        return gain(yard, move) + self._foresight * max(following, default=0)


def imagine(setup: Setup, view: View, stream: Stream) -> BackyardsState:
    """A state that the view may be of: the tiles that the seat has not seen are mixed, and dealt to the others."""
    table = Table(setup.options, setup.seats, setup.components)
    table.round, table.stage, table.actor = view.round, view.stage, view.actor
    if view.stage == LAYING:
        table.ask(view.actor)
    table.yards = [yard_of(view, seat) for seat in range(setup.seats)]
    seen = Counter([*view.hand, *[laid.tile for yard in view.yards for laid in yard]])
    unseen = [*(Counter(table.bag) - seen).elements()]
    mixed = stream.draw(unseen, len(unseen))
    for seat, size in enumerate(view.hand_sizes):
        table.hands[seat] = list(view.hand) if seat == view.seat else sorted([mixed.pop() for _ in range(size)])
    table.bag = sorted(mixed)
    return BackyardsState.at(table)
