"""What a seat sees of the table, as a view and as text."""

from backyards.scoring import WIDTH
from cityleague.engine import protocol
from cityleague.engine.drawing import side_by_side


class View(protocol.View, frozen=True, gc=False):
    """All except the bag and the hands of others; a spectator (`seat` None) sees no hand."""

    secrets = ("hand",)
    round: int
    stage: str
    actor: int
    yards: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]


def draw(_setup: protocol.Setup, view: View, width: int = 80) -> str:
    """The yards, side by side where there is room: r for a rose, p for a pond, t for a tree."""
    blocks = []
    for seat, yard in enumerate(view.yards):
        hand = ", ".join(view.hand) if seat == view.seat else f"{view.hand_sizes[seat]} tiles"
        rows = [yard[start : start + WIDTH] for start in range(0, len(yard), WIDTH)]
        blocks.append([f"seat {seat}: {hand}", *[" ".join([(tile or ".")[0] for tile in row]) for row in rows]])
    return "\n".join([f"round {view.round}: {view.stage}", *side_by_side(blocks, width, gap=4)])
