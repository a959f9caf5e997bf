"""What people at a table are asked of a draw."""

from collections.abc import Iterable, Sequence

from cityleague.engine.between_two_cities.table import SEATING
from cityleague.engine.between_two_cities.view import View
from cityleague.engine.looks.asked import Asked, hands, who
from cityleague.engine.protocol import Draw, Setup


def questions(setup: Setup, view: View, draw: Draw, names: Sequence[str]) -> Iterable[Asked]:
    """Who sits where, or the hands round the table."""
    if view.stage == SEATING:
        return who(names, "Who sits first", "Who sits next, to the left")
    duplexes = any("/" in str(item) or "|" in str(item) for item in draw.items)
    return hands(names, view.ring, draw.take // setup.seats, "duplex tiles" if duplexes else "tiles")
