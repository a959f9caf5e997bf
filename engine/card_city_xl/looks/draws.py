"""What people at a table are asked of a draw."""

from collections.abc import Iterable, Sequence

from cityleague.engine.card_city_xl.view import View
from cityleague.engine.looks.asked import Asked, who
from cityleague.engine.protocol import Draw, Setup

_DRAWS = {
    "industries": "The {} industry cards in the deck",
    "market": "The {} open industry cards",
    "removed": "The {} cards that leave the deck",
    "split": "The {} split cards that join the deck",
}


def questions(_setup: Setup, view: View, draw: Draw, names: Sequence[str]) -> Iterable[Asked]:
    """Who sits where, what the deck is made of, the cards of a round, or the next card of the market."""
    if draw.name == "seating":
        return who(names, "Who begins", "Who sits next, to the left")
    if draw.name in _DRAWS:
        return [Asked(_DRAWS[draw.name].format(draw.take), draw.take)]
    if draw.name.startswith("market"):
        return [Asked("The next open industry card")]
    return [Asked(f"The {draw.take} cards drawn in round {view.round}", draw.take)]
