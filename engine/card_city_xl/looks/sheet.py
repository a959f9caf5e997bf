"""The sheet of a city: its cells and borders, its cards, and the districts that they make."""

from collections.abc import Iterator, Sequence
from typing import Literal

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import COLOURS, DISTRICTS, LETTERS, TOWN_HALL
from cityleague.engine.card_city_xl.city import City
from cityleague.engine.card_city_xl.looks import symbols
from cityleague.engine.card_city_xl.moves import Cell
from cityleague.engine.card_city_xl.scoring import pollution_of
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.looks.picture import CELL, MARGIN, Piece, Sheet, Symbol
from cityleague.engine.looks.text import whole

PLACES = {
    2: ("left", "right"),
    3: ("upper left", "right", "lower left"),
    4: ("top left", "top right", "bottom right", "bottom left"),
}
"""Where the players' districts lie in the united city, by place round the table."""


def city_sheet(table: CardCityTable, number: int, names: Sequence[str]) -> Sheet:
    """A city with all that lies in it, and beside it what its players have."""
    plan = _Plan(table, number)
    pieces = [*plan.cells(), *plan.numbers(), *plan.borders(), *plan.cards(), *plan.joints(), *plan.districts(names)]
    if table.setting.united:
        places = zip(table.ring, PLACES[table.setting.seats], strict=True)
        title = f"The united city: {', '.join([f'{names[seat]} {where}' for seat, where in places])}"
        pieces += plan.owners(names)
    else:
        title = f"City of {names[table.ring[number]]}"
    left, top, right, bottom = plan.extent()
    tallies = [*_wealth(table, number, names), *_sizes(plan.city), *plan.grid()]
    spoken = [*_wealth(table, number, names), *plan.sizes(names)]
    board: Literal["walls", "hexagons"] = "walls" if plan.sides == 4 else "hexagons"
    size = right - left, bottom - top
    return Sheet(f"city {number}", title, left, top, *size, pieces, tallies, board=board, spoken=spoken)


class _Plan:
    """What lies where in a city. A cell keeps its place on the sheet; what is shown grows with the city."""

    def __init__(self, table: CardCityTable, number: int) -> None:
        self.table, self.city = table, table.cities[number]
        self.board = self.city.board
        self.sides = self.board.sides
        grounds, board = self.city.ground, self.board
        mine = self.city is table.city(table.actor)
        self._architect = table.architect if mine else 0
        self._sure = grounds.covered | board.cores[grounds.frames]
        """The cells that are part of the city, whatever grid it fills."""
        room = self._sure | board.rooms[grounds.frames]
        ends, least = board.cells(self._sure | self._architect), table.setting.side
        inner = board.cells(room)
        self.columns = _span([x for x, _ in ends], [x for x, _ in inner], least)
        self.rows = _span([y for _, y in ends], [y for _, y in inner], least)
        self.shown = dict.fromkeys([(x, y) for x, y in inner if x in self.columns and y in self.rows])
        """The cells that are drawn, in reading order."""

    def cells(self) -> Iterator[Piece]:
        """The ground."""
        for cell in self.shown:
            bit = self.board.bit[cell]
            if bit & self.board.suburbs:
                continue
            seat = self.table.ring[_lands(self.board)[bit]] if self.table.setting.united else None
            yield self._piece("cell", cell, symbols.ground(self.sides, seat, sure=bool(bit & self._sure)), 0)

    def numbers(self) -> Iterator[Piece]:
        """What moves call columns and rows; for hexagons, the ends of each row."""
        if self.sides == 4:
            top, left = self.rows.start * CELL - 11.0, self.columns.start * CELL - 13.0
            yield from [
                Piece(f"column {x}", symbols.coordinate(str(x)), (x + 0.5) * CELL, top, 0) for x in self.columns
            ]
            yield from [Piece(f"row {y}", symbols.coordinate(str(y)), left, (y + 0.5) * CELL, 0) for y in self.rows]
            return
        for y in self.rows:
            across = [x for x, row in self.shown if row == y]
            for end, x, aside in (("first", min(across), -20), ("last", max(across), CELL + 20)):
                left, top = symbols.place_of((x, y), 6)
                yield Piece(f"{end} {y}", symbols.coordinate(f"{x}, {y}"), left + aside, top + symbols.HEXAGON / 2, 0)

    def borders(self) -> Iterator[Piece]:
        """The borders of the players' districts, or of the suburbs; they are open where a district goes across."""
        for bit, side in _frontier(self.board):
            cell, near = self.board.cell[bit], self.board.cell[self.board.beside[bit][side]]
            crossed = any(side == open_side for open_side, _ in self._joints(bit))
            if cell in self.shown and near in self.shown and not crossed:
                yield self._piece("border", cell, symbols.border(side, self.sides), 2, f" {side}")

    def cards(self) -> Iterator[Piece]:
        """The cards, and the architect."""
        for bit in sorted(self.city.faces):
            face, suburb = self.city.faces[bit], bool(bit & self.board.suburbs)
            drawn = symbols.card(face.kind.name, face.turn, self.sides, suburb=suburb)
            yield self._piece("card", self.board.cell[bit], drawn, 1)
        if self._architect:
            yield self._piece("card", self.board.cell[self._architect], symbols.architect(self.sides), 1)

    def joints(self) -> Iterator[Piece]:
        """What makes the cards of a district one."""
        frontier = _frontier(self.board)
        for bit in sorted(self.city.faces):
            for side, colour in self._joints(bit):
                drawn = symbols.joint(colour, side, self.sides)
                piece = self._piece("joint", self.board.cell[bit], drawn, 3, f" {side}")
                yield piece._replace(text="gate") if (bit, side) in frontier else piece

    def districts(self, names: Sequence[str]) -> Iterator[Piece]:
        """The number of cards of each district that has more than one, on the first of its joints."""
        for colour in DISTRICTS:
            for district in self.city.own(colour):
                if district.bit_count() < 2:
                    continue
                bit, side = next(
                    (bit, side)
                    for bit in self.board.each(district)
                    for side, shown in self._joints(bit)
                    if shown == colour
                )
                cell, (x, y) = self.board.cell[bit], symbols.middle_of(side, self.sides)
                mark = symbols.size_mark(district.bit_count(), self._title(colour, district, names))
                left, top = symbols.place_of(cell, self.sides)
                key = f"size {cell[0]},{cell[1]} {side}"
                yield Piece(key, mark, left + x - symbols.MARK / 2, top + y - symbols.MARK / 2, 3)

    def sizes(self, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The districts of each colour, the largest first, with their first cells; then how many are single cards."""
        for colour in DISTRICTS:
            districts = sorted(self.city.own(colour), key=int.bit_count, reverse=True)
            parts = []
            for district in districts:
                if district.bit_count() > 1:
                    x, y = self.board.cells(district)[0]
                    shares = ", ".join(self._shares(district, names))
                    parts.append(f"{district.bit_count()} at [{x},{y}]{f' ({shares})' if shares else ''}")
            if single := len(districts) - len(parts):
                parts.append(f"{single} single")
            if parts:
                yield f"{LETTERS[colour]} districts", ", ".join(map(whole, parts))

    def owners(self, names: Sequence[str]) -> Iterator[Piece]:
        """Whose each district is, on its town hall."""
        for seat in self.table.ring:
            hall = self.city.planes[TOWN_HALL] & self.table.lands[seat]
            left, top = symbols.place_of(self.board.cell[hall], self.sides)
            at = (
                (CELL - symbols.MARK - 1, 1)
                if self.sides == 4
                else (CELL / 2 - symbols.MARK / 2, symbols.HEXAGON - symbols.MARK)
            )
            yield Piece(f"owner {seat}", symbols.owner_mark(seat, names[seat]), left + at[0], top + at[1], 3)

    def grid(self) -> Iterator[tuple[str, str]]:
        """How large the city is; whether it is known where its grid lies."""
        setting, frames = self.table.setting, self.city.ground.frames
        floating = "; dashed cells may yet fall outside" if frames.bit_count() > 1 else ""
        each = " for each player" if setting.united else ""
        yield "grid", f"{setting.side} × {setting.side}{each}{floating}"

    def extent(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom end of what is shown."""
        if self.sides == 4:
            left, top = self.columns.start * CELL - MARGIN, self.rows.start * CELL - MARGIN
            return left, top, self.columns.stop * CELL + 2, self.rows.stop * CELL + 2
        places = [symbols.place_of(cell, 6) for cell in self.shown]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        return min(xs) - 40, min(ys) - 2, max(xs) + CELL + 40, max(ys) + symbols.HEXAGON_ROW + 23

    def _piece(self, what: str, cell: Cell, symbol: Symbol, layer: int, more: str = "") -> Piece:
        return Piece(f"{what} {cell[0]},{cell[1]}{more}", symbol, *symbols.place_of(cell, self.sides), layer)

    def _joints(self, bit: int) -> Iterator[tuple[int, int]]:
        """The sides at which a card shows its neighbour the same colour of district, and the colours."""
        faces = self.city.faces
        for side in _half_of_sides(self.board) if bit in faces else ():
            other = faces.get(self.board.beside[bit][side])
            colour = faces[bit].by_side[side]
            if other and colour in DISTRICTS and other.by_side[self.board.opposite(side)] == colour:
                yield side, colour

    def _title(self, colour: int, district: int, names: Sequence[str]) -> str:
        """A district in words; where not all of it is one player's, whose its cards are."""
        shares = ", ".join(self._shares(district, names)) if self.table.setting.united else ""
        return f"{COLOURS[colour]} district of {district.bit_count()} cards{f': {shares}' if shares else ''}"

    def _shares(self, district: int, names: Sequence[str]) -> list[str]:
        """Whose the cards of a district are, if not all are one player's."""
        united = self.table.setting.united
        shares = {f"by {names[seat]}": self.table.lands[seat] for seat in self.table.ring} if united else {}
        shares["of the suburbs"] = self.board.suburbs
        parts = [f"{(land & district).bit_count()} {whose}" for whose, land in shares.items() if land & district]
        return parts if len(parts) > united else []


def _lands(board: Board) -> dict[int, int]:
    """By cell of the city: on which player's land it lies, by place; -1: the suburbs."""
    lands = {bit: place for place, land in enumerate(board.lands) for bit in board.each(land)}
    return lands | dict.fromkeys(board.each(board.suburbs), -1)


def _frontier(board: Board) -> list[tuple[int, int]]:
    """The cells and sides across which the land is another one."""
    lands = _lands(board)
    sides = _half_of_sides(board)
    return [
        (bit, side) for bit in lands for side in sides if lands.get(board.beside[bit][side], lands[bit]) != lands[bit]
    ]


def _half_of_sides(board: Board) -> range:
    """Sides so that each pair of neighbours comes up once."""
    return range(1, 3) if board.sides == 4 else range(3)


def _span(taken: Sequence[int], possible: Sequence[int], least: int) -> range:
    """The columns or rows to be shown: those taken and one more on each side, and at least so many if possible."""
    inner = range(min(possible), max(possible) + 1)
    first, last = max(min(taken) - 1, inner[0]), min(max(taken) + 1, inner[-1])
    while last - first + 1 < min(least, len(inner)):
        first, last = max(first - 1, inner[0]), min(last + 1, inner[-1])
    return range(first, last + 1)


def _wealth(table: CardCityTable, number: int, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The money and the size of the players of a city, and their pollution where it counts."""
    setting = table.setting
    for seat in table.ring:
        if table.number[seat] != number:
            continue
        holding = table.holding(seat)
        values = {"money": f"{table.money[seat]} $", "size": f"{holding.size} of {holding.size + holding.room}"}
        if setting.ecological:
            values["pollution"] = f"{pollution_of(table, seat)} %"
        if setting.united:
            yield names[seat], ", ".join([values.pop("money"), *[f"{name} {text}" for name, text in values.items()]])
        else:
            yield from values.items()


def _sizes(city: City) -> Iterator[tuple[str, str]]:
    """The sizes of the districts of each colour, the largest first."""
    for colour in DISTRICTS:
        sizes = sorted([district.bit_count() for district in city.own(colour)], reverse=True)
        if sizes:
            larger = [str(size) for size in sizes if size > 1]
            single = len(sizes) - len(larger)
            parts = [", ".join(larger)] * bool(larger) + [f"{single} single"] * bool(single)
            yield f"{COLOURS[colour]} districts", " and ".join(parts)
