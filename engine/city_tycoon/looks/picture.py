"""A game of City Tycoon as a picture: the city, the players, what can be built, and what a seat holds."""

from collections.abc import Iterator, Sequence

from cityleague.engine.city_tycoon import table
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.figures import TERRAINS, Takes
from cityleague.engine.city_tycoon.looks import symbols
from cityleague.engine.city_tycoon.looks.quantities import sign, text
from cityleague.engine.city_tycoon.looks.symbols import SIZE
from cityleague.engine.city_tycoon.looks.words import at, describe, in_signs, labels, plant, signs, takes_in_words, tile
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Cell, Cube, Place, Side
from cityleague.engine.city_tycoon.town import CENTRE_CELLS, beside
from cityleague.engine.city_tycoon.view import Placing, View
from cityleague.engine.looks import picture as svg
from cityleague.engine.looks.picture import MARGIN, Picture, Piece, Sheet, Symbol, around, row
from cityleague.engine.protocol import Setup
from cityleague.engine.unseen import UNSEEN
from cityleague.engine.words import counted

__all__ = ["FOLLOWING", "describe", "own_sheets", "picture", "signs"]

FOLLOWING = Place, Cube  # they carry out what was built, or supplied
_SIDES: tuple[Side, ...] = ("exhausting", "renewing")
_STEP = SIZE + 4


def picture(setup: Setup, view: View, names: Sequence[str]) -> Picture:
    """The city and all that everybody sees, and what the seat holds."""
    box: Box = setup.components
    sheets = [_city(box, view, names), _players(box, view, names), _offer(box, view), _accounts(view)]
    when = f"round {view.round} of {table.LAST_ROUND}"
    return Picture(_caption(box, view, when, names), [*sheets, *own_sheets(setup, view, names)], when)


def legend(_setup: Setup, _view: View) -> tuple[str, ...]:
    """What the texts of cells mean."""
    return (
        "0a district of seat 0, as listed  0a+ supplied in this round  0a* being supplied",
        "0E3 electric plant of seat 0 with 3 cubes  0W3 water plant  # start centre",
        '"" meadow  ~~ water  · free cell that touches a tile',
        "r red cubes (electricity)  b blue (water)  y yellow; points are without money",
    )


def own_sheets(setup: Setup, view: View, names: Sequence[str]) -> list[Sheet]:
    """What only the seat itself knows."""
    return [] if view.seat is None else [_hand(setup.components, view, view.seat, names)]


def _caption(box: Box, view: View, when: str, names: Sequence[str]) -> str:
    """When it is, and who has to decide what."""
    drawn = {table.ORDERING: "the order of play", table.DEALING: "districts"}.get(view.stage)
    if drawn:
        return f"{when}; chance brings {drawn}"
    if view.stage not in table.IN_TURN:
        return f"{when}, {view.stage}"
    return f"{when}, {view.stage}; {names[view.actor]} to {_TODO.get(view.stage) or _due(box, view)}"


_TODO = {table.BUILDING: "sell, build, or take a plant", table.SUPPLYING: "supply a district, or pass"}


def _due(box: Box, view: View) -> str:
    """What the actor has to place or to bring; the sheets show the rest."""
    placing, meeting = view.placing, view.meeting
    if placing and placing.terrain:
        kinds = [f"{placing.terrain.count(kind)} {kind}" for kind in TERRAINS if kind in placing.terrain]
        return f"place {', then '.join(kinds)}"
    if placing and placing.plant:
        return f"place {plant(*placing.plant)}"
    if placing and placing.district:
        return f"place {tile(box, placing.district)}"
    assert meeting
    name = next(district.tile for district in view.districts if district.cell == meeting.district)
    return f"bring {takes_in_words(Takes(meeting.red, meeting.blue))} to {name} at {at(meeting.district)}"


# -- the city


def _city(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """The city, and the free cells that touch it; cells keep their place while it grows, and the sheet grows."""
    tiles = {*CENTRE_CELLS, *view.built}
    taken = tiles | {terrain.cell for terrain in view.terrain}
    free = sorted({near for tile in tiles for near in beside(tile)} - taken)
    columns, rows = _span([x for x, _ in [*taken, *free]]), _span([y for _, y in [*taken, *free]])
    left, top = columns.start * SIZE - MARGIN, rows.start * SIZE - MARGIN
    pieces = [_at("free", cell, _free(), 0) for cell in free]
    pieces += [Piece(f"column {x}", _number(x), x * SIZE + (SIZE - MARGIN) / 2, top, 0) for x in columns]
    pieces += [Piece(f"row {y}", _number(y), left, y * SIZE + (SIZE - MARGIN) / 2, 0) for y in rows]
    pieces.append(_at("cell", (0, 0), symbols.centre_symbol(len(view.money)), 1))
    terrain = [_at("cell", tile.cell, symbols.terrain_symbol(tile.terrain), 1) for tile in view.terrain]
    pieces += [piece._replace(brief="") for piece in terrain]
    pieces += [*_districts(box, view, names), *_plants(box, view, names)]
    size = len(columns) * SIZE + MARGIN + 2, len(rows) * SIZE + MARGIN + 2
    return Sheet("city", "The city", left, top, *size, pieces, board="grid", told=True)


def _span(numbers: Sequence[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _at(what: str, cell: Cell, drawn: Symbol, layer: int) -> Piece:
    return Piece(f"{what} {cell[0]},{cell[1]}", drawn, cell[0] * SIZE, cell[1] * SIZE, layer)


@svg.drawn_once
def _free() -> Symbol:
    return svg.symbol(SIZE, SIZE, "", [svg.room(0, 0, SIZE, SIZE)], "·")


@svg.drawn_once
def _number(number: int) -> Symbol:
    """The number of a column or row."""
    return svg.symbol(MARGIN, MARGIN, "", [svg.label(MARGIN / 2, 15, str(number), 12, class_="coordinate")])


def _districts(box: Box, view: View, names: Sequence[str]) -> Iterator[Piece]:
    names_of = labels(view)
    for placed in view.districts:
        district = box.districts[placed.tile]
        letters = names_of[placed.cell].lstrip("0123456789")
        yield _at("cell", placed.cell, symbols.district_symbol(district), 1)._replace(text=letters)
        yield _at("owner", placed.cell, symbols.owner_symbol(placed.owner, names[placed.owner]), 2)
        if placed.met is not None:
            met = _at("met", placed.cell, symbols.met_symbol(symbols.height_of(district, placed.met)), 3)
            several = len(district.demands) > 1
            yield met._replace(brief=f"met{f': {in_signs(district.demands[placed.met])}' * several}")
        if view.meeting and view.meeting.district == placed.cell:
            y = symbols.height_of(district, view.meeting.demand)
            demand = in_signs(district.demands[view.meeting.demand])
            yield _at("meeting", placed.cell, symbols.meeting_symbol(y), 3)._replace(brief=f"being supplied: {demand}")
            yield _at("missing", placed.cell, symbols.missing_symbol(view.meeting.red, view.meeting.blue), 3)


def _plants(box: Box, view: View, names: Sequence[str]) -> Iterator[Piece]:
    for placed in view.plants:
        brief = ""
        if placed.owner is not None:
            figures = box.plants[placed.kind][placed.number].side(placed.side)
            yield _at("cell", placed.cell, symbols.plant_symbol(placed.kind, placed.number, placed.side, figures), 1)
            yield _at("owner", placed.cell, symbols.owner_symbol(placed.owner, names[placed.owner]), 2)
            brief = f"{placed.cubes} of {counted(figures.cubes, 'cube')}"
        yield _at("cubes", placed.cell, symbols.cubes_symbol(placed.kind, placed.cubes), 2)._replace(brief=brief)


# -- the players

_PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
_COUNT = 52
_PLAYER = 56
"""The height of what is told about a player."""


def _players(box: Box, view: View, names: Sequence[str]) -> Sheet:
    """Money, points and goods; the tiles that a player has used in this round, and how many it has not used."""
    pieces: list[Piece] = []
    for seat, name in enumerate(names):
        y = seat * _PLAYER
        pieces.append(Piece(f"seat {seat}", _player(seat, name, box.basics.hand), 0, y, 0))
        if seat in view.order:
            turn = f"{_PLACES[view.order.index(seat)]} in turn order"
            pieces.append(Piece(f"turn {seat}", _words(turn), 300, y + 27, brief=turn))
        if status := _status(view, seat):
            pieces.append(Piece(f"status {seat}", _words(status), 300, y + 2, brief=status))
        money, points, yellow = view.money[seat], view.points[seat], view.yellow[seat]
        words = f"{money} money", counted(points, "point"), f"{yellow} yellow"
        for i, number in enumerate((money, points, yellow)):
            place = 143 + _COUNT * i, y + 3
            pieces.append(Piece(f"count {seat} {i}", _figure(number), *place, brief=words[i]))
        used = [symbols.name_symbol(box.districts[name]) for name in view.used[seat]]
        tiles = row(f"tile {seat}", used + [symbols.back_symbol()] * view.unused[seat], 24, y + 25, 6)
        unused = counted(view.unused[seat], "unused tile")
        pieces += [tile._replace(brief=unused * (i == len(used))) for i, tile in enumerate(tiles)]
    if view.stage in table.IN_TURN:
        pieces.append(Piece("actor", _words("to move"), 300, view.actor * _PLAYER + 2, brief="to move"))
    tallies = [
        ("fee for a cube or a crossing", str(box.basics.fee)),
        ("price of a tile sold", str(box.basics.sale)),
        ("money for a point", str(box.basics.money_for_point)),
    ]
    sheet = around("players", "Players", pieces, tallies, least=(360, _PLAYER * len(names) - 8))
    return sheet._replace(spoken=())


@svg.drawn_once
def _player(seat: int, name: str, hand: int) -> Symbol:
    """The name of a player, what the numbers beside it mean, and room for its tiles."""
    words = svg.label(24, 15, svg.shortened(name, 100, 12), 12, "start", class_="ink", font_weight="bold")
    signs = [svg.group([sign(of)], 134 + _COUNT * i, 11, 1.2) for i, of in enumerate(("money", "points", "yellow"))]
    rooms = svg.path("".join([f"M{24.5 + 42 * i:g} 25.5h35v17h-35z" for i in range(hand)]), class_="room")
    return svg.symbol(280, 44, name, [svg.figure(seat, 10, 11, 8), words, *signs, rooms], name, "")


@svg.drawn_once
def _words(words: str, size: float = 11, width: float = 110) -> Symbol:
    """Words on a sheet; they need no title, and no ring when they change."""
    return svg.symbol(width, size * 1.5, "", [svg.label(0, size * 1.15, words, size, "start", class_="ink")], words)


def _status(view: View, seat: int) -> str:
    """What a player has done, or has to do, if that is not told by whose turn it is."""
    if view.stage == table.DRAFTING:
        return "has picked" if view.ready[seat] else "to pick"
    return "passed" if view.stage in {table.SUPPLYING, table.CUBES} and view.passed[seat] else ""


# -- what can be built


def _offer(box: Box, view: View) -> Sheet:
    """The next plants, either side up, the terrain that is left, and what has been paid and is to be placed."""
    pieces: list[Piece] = []
    for i, kind in enumerate(PLANT_KINDS):
        number = view.next_plant[kind]
        figures = box.plants[kind].get(number)
        for j, side in enumerate(_SIDES):
            x, key = (2 * i + j) * _STEP, f"{kind} {side}"
            if figures is None:
                pieces.append(Piece(f"room {key}", _none_left(), x, 0, 0))
            else:
                of = figures.side(side)
                brief = f"{kind} {number} {side} ({of.cost} money, {counted(of.cubes, 'cube')})"
                pieces.append(Piece(f"next {key}", symbols.stocked_symbol(kind, number, side, of), x, 0, brief=brief))
    pieces.append(Piece("terrain", symbols.stack_symbol(), 0, _STEP, 0))
    pieces.append(Piece("left", symbols.plate_symbol(view.terrain_left, "terrain tiles left"), 0, _STEP, 2))
    if view.placing:
        head = _words("to be placed:")
        pieces.append(Piece("to be placed", head, _STEP + 8, _STEP + 30, 0, text="to be placed"))
    for i, (drawn, mark) in enumerate(placing(box, view.placing) if view.placing else ()):
        pieces.append(Piece(f"placing {i}", drawn, (2 + i) * _STEP, _STEP, brief=drawn.title))
        if mark:
            pieces.append(Piece(f"mark {i}", mark, (2 + i) * _STEP, _STEP, 2))
    sheet = around("offer", "Next plants and terrain", pieces, least=(4 * _STEP - 4, 2 * _STEP - 4))
    gone = [kind for kind in PLANT_KINDS if view.next_plant[kind] not in box.plants[kind]]
    return sheet._replace(spoken=[("none left", ", ".join(gone))] if gone else ())


@svg.drawn_once
def _none_left() -> Symbol:
    words = svg.label(SIZE / 2, SIZE / 2 + 4, "none left", 12, class_="faint")
    return svg.symbol(SIZE, SIZE, "", [svg.room(0, 0, SIZE, SIZE), words])


def placing(box: Box, of: Placing) -> Iterator[tuple[Symbol, Symbol | None]]:
    """The tiles to be placed, and what lies on them: how many tiles of terrain there are."""
    for terrain in TERRAINS:
        if count := of.terrain.count(terrain):
            yield symbols.terrain_symbol(terrain), symbols.plate_symbol(count, "to be placed")
    if of.plant:
        kind, number, side = of.plant
        yield symbols.stocked_symbol(kind, number, side, box.plants[kind][number].side(side)), None
    if of.district:
        yield symbols.district_symbol(box.districts[of.district]), None


# -- accounts


def _accounts(view: View) -> Sheet:
    """Where points and money came from, and where money went; a column for each seat."""
    seats = len(view.money)
    pieces = [Piece("lines", _lines(seats), 0, 0, 0)]
    for seat, ledger in enumerate(view.accounts):
        points = ledger.instant, ledger.touching, ledger.demands
        numbers = *points, ledger.start, ledger.sales, ledger.rewards, ledger.districts, ledger.plants, *ledger.fees
        for line, number in enumerate(numbers):
            if number:
                pieces.append(
                    Piece(f"{seat} {line}", _figure(number), _WORDS + seat * _COLUMN + 5, 24 + line * _LINE, brief="")
                )
    return around("accounts", "Points and money so far", pieces)


_WORDS, _COLUMN, _LINE = 170, 34, 16
_LINES = (
    "points for instant rewards",
    "points for touching terrain",
    "points for demands",
    "money at the start",
    "money for tiles sold",
    "money for demands",
    "paid for districts",
    "paid for plants",
)


@svg.drawn_once
def _lines(seats: int) -> Symbol:
    """What the lines of the accounts are, and whose the columns."""
    shapes = [svg.figure(seat, _WORDS + (seat + 0.5) * _COLUMN + 5, 10, 8) for seat in range(seats)]
    lines = [*_LINES, *["fees paid to"] * seats, "fees paid to the bank"]
    for i, words in enumerate(lines):
        y = 24 + i * _LINE
        shapes.append(svg.label(0, y + 12, words, 11, "start", class_="ink"))
    shapes += [svg.figure(seat, 84, 24 + (len(_LINES) + seat + 0.5) * _LINE, 7.5) for seat in range(seats)]
    width, height = _WORDS + seats * _COLUMN, 24 + len(lines) * _LINE
    rules = "".join([f"M0 {24 + line * _LINE}h{width}" for line in (0, 3, 6, 8)])
    return svg.symbol(width, height, "", [*shapes, svg.path(rules, class_="room")])


@svg.drawn_once
def _figure(number: int) -> Symbol:
    """Points or money; it has a title so that it gets a ring when it changes."""
    words = text(26, 12, str(number), class_="sum")
    long = svg.label(26, 12, str(number), 9, "end", class_="ink")
    return svg.symbol(28, _LINE, str(number), [words if number < 10**4 else long])


# -- what a seat holds


def _hand(box: Box, view: View, seat: int, names: Sequence[str]) -> Sheet:
    """The tiles kept, those to pick from, and the hands that have come in this draft; a tile keeps its place."""
    in_hand = [*view.hand, view.picked] if view.picked else view.hand
    groups = ("kept", view.kept, [*view.kept, *view.used[seat]]), ("hand", in_hand, in_hand)
    pieces: list[Piece] = []
    x = 0.0
    for key, tiles, places in groups:
        if tiles:
            pieces.append(Piece(f"{key} here", _words(_GROUPS[key]), x, 0, 0))
        for i, name in enumerate(sorted(places, key=box.rank.__getitem__)):
            if name in tiles:
                drawn = svg.unseen(SIZE, SIZE) if name == UNSEEN else symbols.district_symbol(box.districts[name])
                pieces.append(Piece(f"{key} {i}", drawn, x + i * _STEP, 18))
            if name == view.picked:
                pieces.append(Piece("picked", symbols.picked_symbol(), x + i * _STEP, 18, 2))
        x += len(places) * _STEP + 14 * bool(places)
    for i, hand in enumerate(view.seen):
        words = _words(f"{_PLACES[i]} hand: {', '.join(hand)}")
        pieces.append(Piece(f"seen {i}", words, 0, SIZE + 24 + i * 16, 0))
    width, height = box.basics.hand * _STEP + 14, SIZE + 24 + box.basics.hand * 16
    return around(f"hand {seat}", f"Tiles of {names[seat]}", pieces, owner=seat, least=(width, height), told=True)


_GROUPS = {"kept": "kept", "hand": "in hand, to pick from"}
