"""What people at a table are asked of a draw."""

from collections.abc import Iterable, Sequence

from cityleague.engine.city_tycoon.table import ORDERING
from cityleague.engine.city_tycoon.view import View
from cityleague.engine.looks.asked import Asked, hands, who
from cityleague.engine.protocol import Draw, Setup


def questions(setup: Setup, view: View, draw: Draw, names: Sequence[str]) -> Iterable[Asked]:
    """The turn order of the first round, or the hands."""
    if view.stage == ORDERING:
        return who(names, "Who is first in the turn order", "Who is next")
    return hands(names, range(setup.seats), draw.take // setup.seats, "districts")
