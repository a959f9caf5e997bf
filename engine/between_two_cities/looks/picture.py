"""A game of Between Two Cities as a picture: the cities round the table, then what the seats hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cityleague.engine.between_two_cities.components import KINDS, SIDE, halves
from cityleague.engine.between_two_cities.moves import Move, Pick
from cityleague.engine.between_two_cities.view import City, View
from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.elements import Element, elements_in
from cityleague.engine.looks.picture import CELL, MARGIN, Picture, Piece, Sheet, Symbol, around, row
from cityleague.engine.protocol import Setup
from cityleague.engine.unseen import UNSEEN

SYMBOLS = dict(zip(KINDS, ("Sh", "Fa", "Tf", "Td", "Tm", "Tb", "Of", "Pa", "Ho"), strict=True))
"""What boards as text show for buildings."""
HAND = 0.6
"""The size of tiles in a hand beside those of a city."""
_WIDE = 2 * CELL * HAND
_TALL = 2 * CELL * HAND
"""The width and height of the largest tile in a hand."""
_PAIR = 2 * _WIDE + 16
"""The width of the two tiles of a seat."""
_NAME = 18
"""The height of a name above them."""

_FILLS = {
    "shop": "#ffee8c",
    "factory": "#9aa0ad",
    "tavern": "#d9544a",
    "office": "#6a9be8",
    "park": "#86c440",
    "house": "#d9b49a",
}


def picture(_setup: Setup, view: View, names: Sequence[str]) -> Picture:
    """The cities with all that everybody sees, and the own hand."""
    sheets = [_city(number, city, names) for number, city in enumerate(view.cities)]
    sheets.append(_revealed(view, names))
    return Picture(f"round {view.round}, turn {view.turn}: {view.stage}", [*sheets, *own_sheets(_setup, view, names)])


def own_sheets(_setup: Setup, view: View, names: Sequence[str]) -> list[Sheet]:
    """The own hand."""
    return [] if view.seat is None else [_hand(view, view.seat, names)]


def describe(setup: Setup, view: View, move: Move, names: Sequence[str]) -> str:
    """A move in words."""
    if isinstance(move, Pick):
        return f"picks {' and '.join(map(tile_in_words, move.tiles))}"
    assert view.seat is not None
    city = view.cities[view.home[view.seat][move.city]]
    others = [names[seat] for seat in city.builders if seat != view.seat]
    where = f"the city with {others[0]}" if others else f"the {move.city} city"
    x, y = move.cell
    return f"places {tile_in_words(move.tile)} in {where} at {x}, {y}"


def tile_in_words(name: str) -> str:
    """A tile by its buildings: `a tavern (drink) above a house`."""
    joint = " above " if "/" in name else " beside "
    return joint.join([_building(kind) for kind, _, _ in halves(name)])


def _building(kind: str) -> str:
    name, _, variant = kind.partition("-")
    return f"{'an' if name == 'office' else 'a'} {name}{f' ({variant})' if variant else ''}"


def legend(_setup: Setup, _view: View) -> tuple[str, ...]:
    """What letters mean."""
    return ("Sh shop  Fa factory  Of office  Pa park  Ho house", "Tf, Td, Tm, Tb tavern with food, drink, music, beds")


def signs(setup: Setup, _view: View | None) -> dict[str, str]:
    """What the board shows for buildings, and the names of tiles with two."""
    words = {sign: _building(kind) for kind, sign in SYMBOLS.items()}
    for name in setup.components.duplexes:
        short = "".join([SYMBOLS.get(part, part) for part in re.split(r"([/|])", name)])
        words |= {name: tile_in_words(name), short: tile_in_words(name)}
    return words


# -- sheets


def _city(number: int, city: City, names: Sequence[str]) -> Sheet:
    """A city in a frame of 4 x 4 spaces; a cell lies in the same place however the frame moves."""
    columns, rows = frame(city)
    left, top = columns.start * CELL, rows.start * CELL
    kinds = {building.cell: building.kind for building in city.buildings}
    pieces = [Piece("spaces", svg.grid(columns, rows), left, top, 0)]
    ends = dict(city.duplexes)
    hidden = set(ends.values())

    for cell, kind in kinds.items():
        if cell not in hidden:
            name = kind
            if cell in ends:
                mark = "|" if ends[cell][1] == cell[1] else "/"
                name = f"{kind}{mark}{kinds[ends[cell]]}"
            pieces.append(Piece(f"cell {cell[0]},{cell[1]}", tile_symbol(name), cell[0] * CELL, cell[1] * CELL))
    side = SIDE * CELL + 2 * MARGIN
    builders = " and ".join([names[seat] for seat in city.builders])
    title = f"City {number}: {builders}"
    return Sheet(f"city {number}", title, left - MARGIN, top - MARGIN, side, side, pieces, board="grid", blank="·")


def frame(city: City) -> tuple[range, range]:
    """The columns and rows that are drawn of a city."""
    cells = [building.cell for building in city.buildings] or [(0, 0)]
    return _span([x for x, _ in cells]), _span([y for _, y in cells])


def _span(positions: Sequence[int]) -> range:
    """Four columns or rows that hold these, and the same ones as long as they can."""
    first = min(*positions, max(-1, max(positions) - SIDE + 1))
    return range(first, first + SIDE)


def _revealed(view: View, names: Sequence[str]) -> Sheet:
    """The tiles that are revealed and wait for their place, below the name of each seat; what is hidden is counted."""
    pieces = []
    for place, seat in enumerate(view.ring):
        x, y = place % 4 * _PAIR, place // 4 * (_TALL + _NAME)
        pieces.append(Piece(f"name {seat}", svg.caption(names[seat], _PAIR - 8), x, y, 0))
        for key, drawn in zip(_keys(view.owed[seat]), _small(view.owed[seat]), strict=True):
            pieces.append(Piece(f"seat {seat} {key}", drawn, x, y + _NAME))
            x += drawn.width + 4
    tallies = [
        (names[seat], f"{view.hand_sizes[seat]} in hand{', has picked' if view.ready[seat] else ''}")
        for seat in view.ring
        if any(view.hand_sizes)
    ]
    size = min(len(view.ring), 4) * _PAIR, -(-len(view.ring) // 4) * (_TALL + _NAME)
    return around("revealed", "Revealed, still to be placed", pieces, tallies, least=size)


def _keys(tiles: Sequence[str]) -> list[str]:
    """A key for each tile, by its name: a tile keeps its key when the other one has left."""
    return [f"{name} {tiles[:i].count(name)}" for i, name in enumerate(tiles)]


def _hand(view: View, seat: int, names: Sequence[str]) -> Sheet:
    """The own hand; what is picked stands apart."""
    hand = row("hand", _small(view.hand), most=7)
    picked = [piece._replace(brief="") for piece in row("picked", _small(view.picked), y=_TALL + 8)]
    tallies = [("picked, in the lower row", " and ".join(map(tile_in_words, view.picked)))] if view.picked else []
    return around(f"hand {seat}", f"Hand of {names[seat]}", [*hand, *picked], tallies, seat, (3 * _WIDE, _TALL))


def _small(tiles: Sequence[str]) -> list[Symbol]:
    return [svg.unseen(CELL * HAND, CELL * HAND) if name == UNSEEN else tile_symbol(name, HAND) for name in tiles]


# -- tiles


@svg.drawn_once
def tile_symbol(name: str, scale: float = 1) -> Symbol:
    """A tile with its one or two buildings."""
    parts = halves(name)
    (_, dx, dy) = parts[-1]
    width, height = CELL * (1 + dx), CELL * (1 + dy)
    shapes = [svg.tile(_FILLS[parts[0][0].partition("-")[0]], width, height)]
    if len(parts) > 1:  # the second half has round corners only where the tile ends
        shapes.append(_second_half(_FILLS[parts[1][0].partition("-")[0]], dx, dy))
    for kind, x, y in parts:
        shapes.append(svg.group(_SIGNS[kind], (x + 0.5) * CELL, (y + 0.5) * CELL))
    if len(parts) > 1:
        shapes.append(svg.tile("none", width, height, stroke_width=2.5))
    drawn = [svg.group(shapes, scale=scale)] if scale != 1 else shapes
    text = ("\n" if dy else "\t").join([SYMBOLS[kind] for kind, _, _ in parts])
    return svg.symbol(width * scale, height * scale, tile_in_words(name), drawn, text, brief=name)


def _second_half(fill: str, dx: int, dy: int) -> Element:
    """The right or lower half of a duplex tile."""
    if dx:
        return svg.path(f"M{CELL} 1h{CELL - 7}a6 6 0 0 1 6 6v{CELL - 14}a6 6 0 0 1-6 6h{7 - CELL}z", fill=fill)
    return svg.path(f"M1 {CELL}v{CELL - 7}a6 6 0 0 0 6 6h{CELL - 14}a6 6 0 0 0 6-6v{7 - CELL}z", fill=fill)


_SIGNS = elements_in("cityleague.engine.between_two_cities.looks", "signs.json")
"""What shows the kinds of buildings, round (0, 0)."""
