"""What people at a table are asked of a draw."""

from collections.abc import Iterable, Sequence

from cityleague.engine.looks.asked import Asked, who
from cityleague.engine.protocol import Draw, Setup
from cityleague.engine.twentieth_century.table import STARTING
from cityleague.engine.twentieth_century.view import View

_DRAWS = {
    "bonus": "The bonus card for round {round}",
    "land": "The {take} land tiles on offer in round {round}",
    "technologies": "The {take} technologies on offer in round {round}",
    "damage": "The damage card of round {round}",
}


def questions(_setup: Setup, view: View, draw: Draw, names: Sequence[str]) -> Iterable[Asked]:
    """Who begins, a card, or what is on offer."""
    if view.stage == STARTING:
        return who(names, "Who begins")
    kind, _, number = draw.name.partition("-")
    return [Asked(_DRAWS[kind].format(take=draw.take, round=number), draw.take)]
