"""A game of Between Two Cities as text: the cities side by side, then what the seats hold."""

from __future__ import annotations

from textwrap import wrap

from cityleague.engine.between_two_cities.view import City, View
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

WIDTH = 80
_CITIES_A_ROW = 3
_GAP = "    "


def draw(_setup: Setup, view: View) -> str:
    """The table as text, at most 80 columns wide."""
    blocks = [_city(number, city) for number, city in enumerate(view.cities)]
    width = max(len(line) for block in blocks for line in block)
    rows = [blocks[i : i + _CITIES_A_ROW] for i in range(0, len(blocks), _CITIES_A_ROW)]
    lines = [f"round {view.round}, turn {view.turn}: {view.stage}", ""]
    for row in rows:
        height = max(len(block) for block in row)
        padded = [block + [""] * (height - len(block)) for block in row]
        lines += [_GAP.join(f"{line:<{width}}" for line in across).rstrip() for across in zip(*padded, strict=True)]
        lines.append("")
    return "\n".join([*lines, *_wrapped(_seats(view)), *LEGEND])


def _wrapped(lines: list[str]) -> list[str]:
    return [part for line in lines for part in wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)]


def _city(number: int, city: City) -> list[str]:
    """A city with its columns and rows numbered as moves name them."""
    title = f"city {number} (seat{'s' * (len(city.builders) > 1)} {' and '.join(map(str, city.builders))})"
    if not city.buildings:
        return [title, "empty"]
    kinds = {building.cell: SYMBOLS[building.kind] for building in city.buildings}
    left, right = min(x for x, _ in kinds), max(x for x, _ in kinds)
    top, bottom = min(y for _, y in kinds), max(y for _, y in kinds)
    columns = range(left, right + 1)
    head = "    " + "".join(f"{x:>3}" for x in columns)
    rows = [f"{y:>3} " + "".join(f"{kinds.get((x, y), '·'):>3}" for x in columns) for y in range(top, bottom + 1)]
    return [title, head, *rows]


def _seats(view: View) -> list[str]:
    lines = []
    for seat in view.ring:
        parts = [f"seat {seat}: {view.hand_sizes[seat]} in hand"]
        if seat == view.seat:
            parts[0] = f"seat {seat} (this view): hand {', '.join(view.hand) or 'empty'}"
            if view.picked:
                parts.append(f"picked {' and '.join(view.picked)}")
        elif view.ready[seat]:
            parts.append("has picked")
        if view.owed[seat]:
            parts.append(f"to place {' and '.join(view.owed[seat])}")
        lines.append("; ".join(parts))
    return lines
