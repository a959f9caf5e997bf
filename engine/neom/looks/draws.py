"""What people at a table are asked of a draw."""

from collections.abc import Iterable, Sequence

from cityleague.engine.chance import Item
from cityleague.engine.looks.asked import Asked, hands, one_each
from cityleague.engine.looks.text import seat_names
from cityleague.engine.neom.looks.words import named
from cityleague.engine.neom.table import ANCHORS, BOARDS, SWAPPING
from cityleague.engine.neom.view import View
from cityleague.engine.protocol import Draw, Setup

_ROWS = ("first", "second", "third")


def questions(setup: Setup, view: View, draw: Draw, names: Sequence[str]) -> Iterable[Asked]:
    """Boards, anchors, the tiles of a generation or of a round; tiles are called by number and name."""
    if view.stage == BOARDS:
        return one_each(names, "raw material")
    tiles: dict[Item, str] = {int(number): named(setup.components, int(number)) for number in draw.items}
    if view.stage == SWAPPING:
        return [Asked(f"The anchor that {seat_names(setup.seats, names)[view.due.index('swap')]} draws", 1, tiles)]
    things = "anchors" if view.stage == ANCHORS else "tiles"
    if draw.hidden:
        dealt = hands(names, range(setup.seats), draw.take // setup.seats, things)
        return [asked._replace(called=tiles) for asked in dealt]
    if things == "tiles":
        return [Asked(f"The {draw.take} open tiles of round {view.round}", draw.take, tiles)]
    if draw.name == "anchors":
        return one_each(names, "anchor", tiles)
    return [Asked(f"The {draw.take} anchors of the {_ROWS[view.row]} row", draw.take, tiles)]
