"""A player's region of 20th Century as a sheet: its tiles, what is to be laid there, and the technologies."""

from collections.abc import Iterator, Mapping, Sequence

from cityleague.engine.looks.picture import MARGIN, Piece, Sheet, Symbol, row
from cityleague.engine.twentieth_century.components import Box
from cityleague.engine.twentieth_century.figures import GOODS
from cityleague.engine.twentieth_century.looks import symbols
from cityleague.engine.twentieth_century.looks.card_symbols import card_symbol, marked, use_places, yield_symbol
from cityleague.engine.twentieth_century.looks.words import contents, on_it
from cityleague.engine.twentieth_century.tiles import LAST, PORTS, Shape, turned
from cityleague.engine.twentieth_century.view import Placed, Player

GAP = 4
"""Between tiles that lie side by side without touching."""


def tile_of(box: Box, name: str, turn: int = 0) -> Symbol:
    """A tile of land or a facility."""
    item = box.land.get(name) or box.technologies.get(name)
    return symbols.tile_symbol(box.shapes[name], item.period if item else None, turn)


def wide(tiles: int) -> tuple[float, float]:
    """The size of a sheet on which so many tiles lie side by side."""
    return tiles * (symbols.SIDE + GAP) - GAP, 0


def region_sheet(
    box: Box, seat: int, player: Player, name: str, tallies: Sequence[tuple[str, str]], *, lays: bool
) -> Sheet:
    """A region; below it or beside it, as more room is used, what is still to be laid, and the technologies."""
    columns = [placed.cell[0] for placed in player.region]
    rows = [placed.cell[1] for placed in player.region]
    left, top = min(columns) * symbols.SIDE, min(rows) * symbols.SIDE
    across = max(columns) + 1 - min(columns)
    pieces = [*_ground(player.region, box), Piece("seat", marked(seat, name), left - MARGIN, top - MARGIN)]
    for city in player.cleared:
        pieces.append(_cleared(box, player, *city))
    # New tiles can be laid beside the region and below: while that is to be done, a column or a row stays free.
    free, right, bottom = (bool(player.new_tiles) and lays) * symbols.SIDE, max(columns) + 1, max(rows) + 1
    below = left, bottom * symbols.SIDE + free, max(across, 2)
    beside = right * symbols.SIDE + free + MARGIN, top - MARGIN / 2, 1
    ways = [[*_kept(box, player, *at)] for at in (below, beside)]
    pieces += min(ways, key=lambda way: max([max(at.x + at.symbol.width - left, _bottom(at) - top) for at in way]))
    width = max(wide(2)[0], *[piece.x + piece.symbol.width - left for piece in pieces])
    height = max(bottom * symbols.SIDE + bool(free) * MARGIN, *map(_bottom, pieces)) - top
    size = width + 2 * MARGIN, height + MARGIN
    return Sheet(f"region {seat}", name, left - MARGIN, top - MARGIN, *size, pieces, tallies, board="grid", told=True)


def _ground(region: tuple[Placed, ...], box: Box) -> list[Piece]:
    """The tiles of a region and what lies on them."""
    tiles = {placed.cell: placed for placed in region}
    columns, rows = [x for x, _ in tiles], [y for _, y in tiles]
    left, top = min(columns) * symbols.SIDE, min(rows) * symbols.SIDE
    pieces = []
    for x in range(min(columns), max(columns) + 1):
        pieces.append(
            Piece(f"column {x}", symbols.number_symbol(str(x), symbols.SIDE, MARGIN), x * symbols.SIDE, top - MARGIN, 0)
        )
    for y in range(min(rows), max(rows) + 1):
        pieces.append(
            Piece(f"row {y}", symbols.number_symbol(str(y), MARGIN, symbols.SIDE), left - MARGIN, y * symbols.SIDE, 0)
        )
        for x in range(min(columns), max(columns) + 1):
            if (x, y) not in tiles:
                pieces.append(Piece(f"space {x},{y}", symbols.space_symbol(), x * symbols.SIDE, y * symbols.SIDE, 0))
    for placed in region:
        pieces += _placed(placed, box)
    for (x, y), tiles_there in track_ends(region, box.shapes).items():
        pieces.append(
            Piece(f"end {x},{y}", symbols.end_symbol(tiles_there > 1), x * symbols.UNIT - 4, y * symbols.UNIT - 4, 2)
        )
    return pieces


def _placed(placed: Placed, box: Box) -> Iterator[Piece]:
    """A tile and what lies on it."""
    shape, turn = box.shapes[placed.tile], placed.turn
    where = f"{placed.cell[0]},{placed.cell[1]}"
    left, top = placed.cell[0] * symbols.SIDE, placed.cell[1] * symbols.SIDE
    brief = f"{f'turn {turn}: ' if turn else ''}{on_it(shape, placed.citizens)}"
    yield Piece(f"cell {where}", tile_of(box, placed.tile, turn), left, top, text=placed.tile, brief=brief)
    for span in placed.bridges:
        symbol, x, y = symbols.bridge_symbol(shape, span, turn)
        yield Piece(f"bridge {where} {span}", symbol, left + x, top + y, 2)
    for letter in placed.citizens:
        x, y = symbols.home(shape, shape.cities[shape.letters[letter]], turn)
        yield Piece(f"citizen {where} {letter}", symbols.citizen_symbol(letter), left + x - 7, top + y - 9, 3)
    if placed.garbage:
        cubes = symbols.garbage_symbol(placed.garbage, "{} garbage")
        yield Piece(f"garbage {where}", cubes, left + 86, top + 1, 3, brief=cubes.title)
    if placed.waiting:
        waiting = symbols.waiting_symbol()
        yield Piece(f"waiting {where}", waiting, left + 18, top + symbols.SIDE - 16, 3, brief=waiting.title)


def track_ends(region: Sequence[Placed], shapes: Mapping[str, Shape]) -> dict[tuple[int, int], int]:
    """By point on an edge of tiles: how many of them have track or a bridge that leads there."""
    ends: dict[tuple[int, int], int] = {}
    for placed in region:
        x, y = placed.cell
        for px, py in {turned(at, placed.turn): None for at in _leads(shapes[placed.tile], placed.bridges)}:
            point = (LAST * x + px, LAST * y + py)
            ends[point] = ends.get(point, 0) + 1
    return ends


def _leads(shape: Shape, bridges: Sequence[str]) -> list[tuple[int, int]]:
    """The ports of a tile to which track leads, or a bridge."""
    pieces = [*shape.track, *[shape.spans[shape.span_numbers[span]] for span in bridges]]
    reached = {at for piece in pieces for at in piece}
    return [at for at in PORTS.values() if at in reached]


def _cleared(box: Box, player: Player, tile: str, letter: str) -> Piece:
    """The plant of a city that has removed garbage in this round is crossed out."""
    placed = next(placed for placed in player.region if placed.tile == tile)
    shape, (x, y) = box.shapes[tile], placed.cell
    dx, dy = symbols.plant_place(shape, shape.cities[shape.letters[letter]], placed.turn)
    mark = symbols.used_symbol("has recycled in this round")
    at = x * symbols.SIDE + dx - 7, y * symbols.SIDE + dy - 7
    return Piece(f"cleared {x},{y} {letter}", mark, *at, 3, brief=f"plant of {letter} used")


def _bottom(piece: Piece) -> float:
    return piece.y + piece.symbol.height


def _kept(box: Box, player: Player, left: float, top: float, most: int) -> Iterator[Piece]:
    """What a region yields, new tiles and garbage that are to be laid out in it, and the player's technologies."""
    yield Piece("yields", symbols.heading_symbol("yields"), left, top + 6, 0)
    for i, (good, n) in enumerate(zip(GOODS, player.production, strict=True)):
        yield Piece(f"yields {good}", yield_symbol(good, n), left + 48 + 32 * i, top + 7)
    top += 24
    if player.new_tiles or player.new_garbage:
        yield Piece("to lay", symbols.heading_symbol("to be laid out"), left, top + 6, 0)
        if player.new_garbage:
            symbol = symbols.garbage_symbol(player.new_garbage, "{} new garbage")
            yield Piece("new garbage", symbol, left + 100, top + 9)
        tiles = row("", [tile_of(box, name) for name in player.new_tiles], left, top + 26, GAP, most)
        for name, piece in zip(player.new_tiles, tiles, strict=True):
            yield piece._replace(key=f"new {name}", brief=contents(box, name))
        top = max([top + 26, *map(_bottom, tiles)])
    if player.technologies:
        yield from _owned(box, player, left, top, most)


def _owned(box: Box, player: Player, left: float, top: float, most: int) -> Iterator[Piece]:
    """The technologies of a player; uses that are gone are crossed out."""
    yield Piece("technologies", symbols.heading_symbol("technologies"), left, top + 6, 0)
    cards = [card_symbol(box.technologies[owned.technology]) for owned in player.technologies]
    for owned, card in zip(player.technologies, row("", cards, left, top + 26, GAP, most), strict=True):
        name = owned.technology
        yield card._replace(key=f"technology {name}")
        places = use_places(box.technologies[name])
        for tag in owned.used:
            x, y = places[tag]
            mark = symbols.used_symbol(f"{tag}: used")
            yield Piece(f"used {name} {tag}", mark, card.x + x - 7, card.y + y - 7, 2, brief=f"{{}} ({tag} used)")
