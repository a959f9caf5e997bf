"""What a seat sees of the table, and what people are asked of a draw."""

from collections.abc import Sequence

from cityleague.engine import protocol
from cityleague.engine.looks import asked
from cityleague.engine.marks import BySeat, Component, Seat


class View(protocol.View, frozen=True, gc=False):
    """All except the bag and the hands of others; a spectator (`seat` None) sees no hand."""

    secrets = ("hand",)
    holdings = ("hand",)
    round: int
    """From 1."""
    stage: str
    """`dealing`, `laying` or `over`."""
    actor: Seat
    """The seat whose turn it is."""
    yards: BySeat[tuple[str, ...]]
    """By seat, cell by cell: the tile there, or empty."""
    hand: tuple[Component, ...]
    """The seat's own tiles."""
    hand_sizes: BySeat[int]
    """By seat."""


def questions(setup: protocol.Setup, view: View, draw: protocol.Draw, names: Sequence[str]) -> Sequence[asked.Asked]:
    """What people are asked of a draw: everyone's first hand, later the tile that is added to it."""
    hands = asked.hands(names, range(setup.seats), draw.take // setup.seats, "tiles")
    return [*(hands if view.round == 1 else asked.one_each(names, "new tile"))]
