"""A game of NEOM as a picture: a sheet for each city, the table, and what a seat knows beyond that."""

from collections.abc import Iterator, Sequence

from cityleague.engine.course import OVER
from cityleague.engine.looks.picture import CELL, MARGIN, Picture, Piece, Sheet, around, unseen
from cityleague.engine.neom import table
from cityleague.engine.neom.board import MIDDLE, PLACE, SIDE
from cityleague.engine.neom.city import City
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.counting import income
from cityleague.engine.neom.looks import symbols
from cityleague.engine.neom.looks.tile_symbols import tile_symbol
from cityleague.engine.neom.looks.words import (
    CHANCE,
    DISASTERS,
    DUE,
    LEGEND,
    answer_in_words,
    describe,
    listed,
    named,
    signs,
)
from cityleague.engine.neom.moves import Cell
from cityleague.engine.neom.view import View, city_of
from cityleague.engine.protocol import Setup
from cityleague.engine.unseen import UNSEEN

__all__ = ["describe", "own_sheets", "picture", "signs"]

_GAP = 4
_STEP = CELL + _GAP
_COLUMNS = 4
"""How many tiles lie side by side on the sheets beside the cities."""
_LABEL = 14
"""The height of a caption above tiles."""
_SHOWN = frozenset({table.ACTING, table.SWAPPING, table.DISASTER, OVER})
"""The stages in which picks are shown, with three players or more."""
_SIDE = SIDE * CELL
_SHELF_TOP = -MARGIN - symbols.SHELF[1] - 6
_ROW_TOP = _SIDE + _LABEL + 4
"""Where the picked tile and the unbuilt anchors lie below a city."""
_BELOW = ((0, _SIDE + _LABEL, "picked"), (1.5 * _STEP, _SIDE + _LABEL, "unbuilt anchors"))


def picture(setup: Setup, view: View, names: Sequence[str]) -> Picture:
    """The cities and the table as everybody sees them; a seat's own hand, with three players or more."""
    box: Box = setup.components
    sheets = [_city(box, view, seat, names) for seat in range(setup.seats)]
    sheets.append(_table(box, view, names))
    turn = (view.round - 1) % table.ROUNDS + 1
    when = f"generation {view.generation} of {table.GENERATIONS}, round {turn} of {table.ROUNDS}"
    return Picture("; ".join(_caption(box, view, when, names)), [*sheets, *own_sheets(setup, view, names)], when)


def own_sheets(setup: Setup, view: View, names: Sequence[str]) -> list[Sheet]:
    """What only the seat itself knows, with three players or more."""
    return [_hand(setup.components, view, view.seat, names)] if view.seat is not None and setup.seats > 2 else []


def legend(_setup: Setup, _view: View) -> tuple[str, ...]:
    """What letters, marks and lines mean."""
    return LEGEND


def details(setup: Setup, view: View, names: Sequence[str]) -> list[Sheet]:
    """What stands on the tile that a seat has picked and on its unbuilt anchors: below its city there is no room."""
    if view.seat is None:
        return []
    box: Box = setup.components
    picked = view.picked[view.seat]
    shown = picked and picked not in view.open and (setup.seats < 3 or view.stage in _SHOWN)
    pieces = list(_tiles(box, "picked", [picked] if picked and shown else [], 0, 0, 1))
    if view.stage not in {table.DRAFTING, OVER}:
        pieces += _tiles(box, "unbuilt anchors", view.anchors[view.seat], 0, _STEP, _COLUMNS)
    return [around("details", f"Tiles of {names[view.seat]}", pieces, told=True)]


def _caption(box: Box, view: View, when: str, names: Sequence[str]) -> Iterator[str]:
    """When it is, and what is to be decided."""
    if view.stage in {table.BOARDS, table.ANCHORS, table.DRAFTING}:
        yield "draft" + f", pick {view.row + 1} of {table.DRAFT}" * (view.stage == table.DRAFTING)
    else:
        yield f"{when.partition(',')[0]}, over" if view.stage == OVER else when
    for due, words in DUE.items():
        if due in view.due:
            yield f"{listed([name for name, other in zip(names, view.due, strict=True) if other == due])} {words}"
    if view.stage in CHANCE:
        yield CHANCE[view.stage]
    if view.disaster and (disaster := box.figures[view.disaster].disaster):
        yield f"{named(box, view.disaster)}: {DISASTERS[disaster]}"


# -- cities


def _city(box: Box, view: View, seat: int, names: Sequence[str]) -> Sheet:
    """A city with its goods above it; below it the picked tile and the unbuilt anchors."""
    seen = view.cities[seat]
    city = city_of(seen, box)
    pieces = [
        Piece("shelf", symbols.shelf(), -MARGIN, _SHELF_TOP, 0),
        Piece("spaces", symbols.spaces(), 0, 0, 0),
        Piece("captions", symbols.captions(*_BELOW), 0, 0, 0),
        Piece("route left", symbols.gate("left", seen.left, seen.left and view.used[0]), -20, _SIDE / 2 - 12),
        Piece("route right", symbols.gate("right", seen.right, seen.right and view.used[1]), _SIDE, _SIDE / 2 - 12),
        *_goods(view, seat),
    ]  # fmt: skip
    tiles = {placed.cell: placed.tile for placed in seen.tiles}
    if (0, 0) not in tiles:
        pieces.append(Piece("cell 0,0", symbols.origin(seen.raw), *corner((0, 0))))
    for cell, number in tiles.items():
        x, y = corner(cell)
        pieces.append(Piece(f"cell {cell[0]},{cell[1]}", tile_symbol(box, number), x, y))
        if seen.produced and box.figures[number].any_good:
            pieces.append(
                Piece("chosen", symbols.chosen(seen.produced, number, box.tiles[number].name), x + 2, y + 45.5, 3)
            )
    pieces += _barriers(city)
    many = len(view.cities) > 2
    secret = many and view.stage not in _SHOWN
    if (picked := view.picked[seat]) and not secret and picked not in tiles.values():
        pieces.append(Piece("picked", tile_symbol(box, picked), 0, _ROW_TOP))
    if not many or view.stage != table.DRAFTING:
        pieces += _tiles(box, "anchor", view.anchors[seat], 1.5 * _STEP, _ROW_TOP, 3)
    tallies = list(_tallies(view, seat, income(city, view.generation)))
    top, height = _SHELF_TOP - 2, _ROW_TOP + CELL + 2 - (_SHELF_TOP - 2)
    size = _SIDE + 2 * MARGIN, height
    return Sheet(f"city {seat}", names[seat], -MARGIN, top, *size, pieces, tallies,
                 board="roads", blank="·", extent=(_LINES, _LINES))  # fmt: skip


def _tallies(view: View, seat: int, coming: int) -> Iterator[tuple[str, str]]:
    yield "money", str(view.money[seat])
    if view.incoming[seat]:
        yield "to come", str(view.incoming[seat])
    if view.stage != OVER:
        yield "income", str(coming)


_LINES = range(-MIDDLE, MIDDLE + 1)


def corner(cell: Cell) -> tuple[float, float]:
    """Where the upper left corner of a cell lies on the sheet of a city."""
    return (cell[0] + MIDDLE) * CELL, (cell[1] + MIDDLE) * CELL


def _goods(view: View, seat: int) -> Iterator[Piece]:
    """The markers of the goods that a city makes, or sells."""
    made, sale = view.cities[seat].goods, view.sale[seat]
    apart = len(view.cities) > 2 and view.stage in {table.ACTING, table.SWAPPING, table.DISASTER}
    for good, (x, y) in symbols.PLACE_OF.items():
        if good in made or (apart and good in sale):
            making: symbols.Making = "makes"
            if apart and good not in sale:
                making = "unsold"
            elif good not in made:
                making = "sold"
            yield Piece(f"good {good}", symbols.token(good, making), x - MARGIN, _SHELF_TOP + y)


def _barriers(city: City) -> Iterator[Piece]:
    """The ends of roads at a tile without an exit to them or at the edge, but for the ways out to trade routes."""
    for cell, place in PLACE.items():
        tile, (x, y) = city.at[place], corner(cell)
        for i, (side, (dx, dy)) in enumerate(_ENDS.items()):
            near = cell[0] + _STEPS[i][0], cell[1] + _STEPS[i][1]
            other = city.at[PLACE[near]] if near in PLACE else None
            gate = near in ((-MIDDLE - 1, 0), (MIDDLE + 1, 0))
            open_ = gate or (near in PLACE and (other is None or other.exits >> (i + 2) % 4 & 1))
            if tile and tile.exits >> i & 1 and not open_:
                yield Piece(f"end {cell[0]},{cell[1]} {side}", symbols.barrier(side in "EW"), x + dx, y + dy, 2)


_ENDS = {"N": (28.5, 0.0), "E": (69.0, 28.5), "S": (28.5, 69.0), "W": (0.0, 28.5)}
"""By side: where on its tile the end of a road is."""
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _tiles(box: Box, key: str, numbers: Sequence[int], x: float, y: float, most: int) -> Iterator[Piece]:
    """Tiles side by side, at most so many in a row."""
    for i, number in enumerate(numbers):
        drawn = unseen(CELL, CELL) if number == table.NOT_SEEN else tile_symbol(box, number)
        yield Piece(f"{key} {i}", drawn, x + i % most * _STEP, y + i // most * _STEP)


# -- beside the cities


def _table(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """What lies open: tiles to pick from, the disaster that strikes, discarded anchors."""
    alone, many = len(view.cities) == 1, len(view.cities) > 2
    blocks = [
        ("open", view.open, 0 if many else 2 if alone else 1),
        ("disaster", [view.disaster] if view.disaster else [], 1),
        ("discarded anchors", view.discarded, 2),
    ]
    pieces: list[Piece] = []
    words: list[tuple[float, float, str]] = []
    y = 0.0
    for title, numbers, rows in blocks:
        if rows:
            if numbers:
                words.append((0.0, y + _LABEL - 4, title))
            there = _tiles(box, title.split()[0], numbers, 0, y + _LABEL, _COLUMNS)
            pieces += there if title == "open" else [piece._replace(brief="") for piece in there]
            y += _LABEL + rows * _STEP
    pieces += [
        Piece("captions", symbols.captions(*words), 0, 0, 0),
        Piece("legend", symbols.legend(), 0, y + _LABEL, 0),
    ]
    tallies = []
    if alone:
        tallies.append(("disaster of this generation", "over" if view.struck else "still to come"))
    elif not many:
        tallies.append(("picks first in this round", names[view.first]))
    size = _COLUMNS * _STEP, y + _LABEL + symbols.LEGEND[1]
    names_of = ", ".join([named(box, number) for number in view.discarded])
    spoken = [*[("discarded anchors", names_of)] * bool(names_of), *tallies]  # the caption says what the disaster is
    return Sheet("table", "Table", 0, 0, *size, pieces, tallies, told=True, spoken=spoken)


def _hand(box: Box, view: View, seat: int, names: Sequence[str]) -> Sheet:
    """What only the seat knows: its hand and its pick, anchors drafted so far, and the hands of others that it saw."""
    below = 2 * _STEP + _LABEL + 4
    pieces = []
    words = [(0.0, below - 4.0, "picked")]
    picked = view.picked[seat]
    whole = sorted([*view.hand, *([picked] if picked else [])])  # a picked tile leaves a gap
    for piece, number in zip(_tiles(box, "hand", whole, 0, 0, _COLUMNS), whole, strict=True):
        if number != picked:
            pieces.append(piece)
        elif view.stage not in _SHOWN:
            pieces.append(piece._replace(key="picked", x=0, y=below))
    if view.stage == table.DRAFTING:
        words.append((_STEP, below - 4.0, "anchors drafted"))
        pieces += _tiles(box, "anchor", view.anchors[seat], _STEP, below, 3)
    pieces.append(Piece("captions", symbols.captions(*words), 0, 0, 0))
    tallies = [
        (f"{names[other]} holds", ", ".join([str(number or UNSEEN) for number in numbers]))
        for other, numbers in enumerate(view.hands)
        if other != seat and numbers
    ]
    if view.answer is not None:
        tallies.append(("answer to the disaster", answer_in_words(view, view.answer)))
    size = _COLUMNS * _STEP, below + _STEP
    return Sheet(f"hand {seat}", f"Hand of {names[seat]}", 0, 0, *size, pieces, tallies, seat, told=True)
