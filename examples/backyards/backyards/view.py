"""What a seat sees of the table, as a view and as text."""

from collections.abc import Sequence

from backyards.scoring import WIDTH
from cityleague.engine import protocol
from cityleague.engine.looks import asked, text


class View(protocol.View, frozen=True, gc=False):
    """All except the bag and the hands of others; a spectator (`seat` None) sees no hand."""

    secrets = ("hand",)
    holdings = ("hand",)
    round: int
    stage: str
    actor: int
    yards: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]


def draw(setup: protocol.Setup, view: View, width: int = 80, names: Sequence[str] = ()) -> str:
    """The yards, side by side where there is room: r for a rose, p for a pond, t for a tree."""
    blocks, seats = [], text.Seats(setup.seats, names)
    for seat, yard in enumerate(view.yards):
        hand = ", ".join(view.hand) if seat == view.seat else f"{view.hand_sizes[seat]} tiles"
        rows = [yard[start : start + WIDTH] for start in range(0, len(yard), WIDTH)]
        blocks.append([f"{seats.own(seat)}: {hand}", *[" ".join([(tile or ".")[0] for tile in row]) for row in rows]])
    return "\n".join([f"round {view.round}: {view.stage}", *text.side_by_side(blocks, width, gap=4)])


def questions(setup: protocol.Setup, view: View, draw: protocol.Draw, names: Sequence[str]) -> Sequence[asked.Asked]:
    """What people are asked of a draw: everyone's first hand, later the tile that is added to it."""
    hands = asked.hands(names, range(setup.seats), draw.take // setup.seats, "tiles")
    return [*(hands if view.round == 1 else asked.one_each(names, "new tile"))]
