"""A game of Between Two Cities as text: the cities side by side, then what the seats hold."""

from __future__ import annotations

from collections.abc import Sequence

from cityleague.engine.between_two_cities.view import City, View
from cityleague.engine.looks.text import WIDTH, Seats, block_width, side_by_side, wrapped
from cityleague.engine.protocol import Setup

SYMBOLS = {
    "shop": "Sh",
    "factory": "Fa",
    "tavern-food": "Tf",
    "tavern-drink": "Td",
    "tavern-music": "Tm",
    "tavern-bed": "Tb",
    "office": "Of",
    "park": "Pa",
    "house": "Ho",
}
LEGEND = (
    "Sh shop  Fa factory  Of office  Pa park  Ho house",
    "Tf, Td, Tm, Tb tavern with food, drink, music, beds",
)

_GAP = 4
_CITY = 22
"""The width of a city, that of a title with two seats: even shorter titles get it."""
_BUILDER = 8
"""The most columns of a name there."""


def draw(setup: Setup, view: View, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """The table as text, at most `width` columns wide."""
    builders, seats = Seats(setup.seats, names, _BUILDER), Seats(setup.seats, names)
    cities = [_city(number, city, builders) for number, city in enumerate(view.cities)]
    heading = f"round {view.round}, turn {view.turn}: {view.stage}"
    own = max(map(block_width, cities))
    a_row = (width + _GAP) // (_CITY + _GAP)
    rows = side_by_side(cities, a_row * (own + _GAP), _GAP, own)
    return "\n".join([heading, "", *rows, *wrapped([*_seats(view, seats), *LEGEND], width, indent=4)])


def _city(number: int, city: City, seats: Seats) -> list[str]:
    """A city; its columns and rows have the numbers that moves use."""
    whose = seats.several(city.builders)
    title = [f"city {number}", whose] if seats.named else [f"city {number} ({whose})"]
    if not city.buildings:
        return [*title, "empty"]
    kinds = {building.cell: SYMBOLS[building.kind] for building in city.buildings}
    left, right = min(x for x, _ in kinds), max(x for x, _ in kinds)
    top, bottom = min(y for _, y in kinds), max(y for _, y in kinds)
    columns = range(left, right + 1)
    head = "    " + "".join(f"{x:>3}" for x in columns)
    rows = [f"{y:>3} " + "".join(f"{kinds.get((x, y), '·'):>3}" for x in columns) for y in range(top, bottom + 1)]
    return [*title, head, *rows]


def _seats(view: View, seats: Seats) -> list[str]:
    lines = []
    for seat in view.ring:
        parts = [f"{seats.own(seat)}: {view.hand_sizes[seat]} in hand"]
        if seat == view.seat:
            parts[0] = f"{seats.own(seat)} (this view): hand {', '.join(view.hand) or 'empty'}"
            if view.picked:
                parts.append(f"picked {' and '.join(view.picked)}")
        elif view.ready[seat]:
            parts.append("has picked")
        if view.owed[seat]:
            parts.append(f"to place {' and '.join(view.owed[seat])}")
        lines.append("; ".join(parts))
    return lines
