"""A city: the cards on a board, and the facts about them that the rules need."""

from __future__ import annotations

from typing import Any

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import (
    COLOURS,
    DISTRICTS,
    FED_BY,
    FREE_SIZE,
    INDUSTRY,
    SIZE_PER_INDUSTRY,
    Face,
    faces,
)
from cityleague.engine.card_city_xl.ground import Ground

_LAST_OF_DISTRICTS = max(DISTRICTS)


class Holding:
    """What one player has in a city."""

    __slots__ = ("industries", "leisure", "room")

    def __init__(self) -> None:
        self.industries = 0
        self.leisure = 0
        self.room = FREE_SIZE
        """How many more cards the size limit allows."""

    def copy(self) -> Holding:
        """An independent copy."""
        new: Holding = _new(Holding)
        new.industries, new.leisure, new.room = self.industries, self.leisure, self.room
        return new

    @property
    def size(self) -> int:
        """Number of cards that count towards the size limit."""
        return FREE_SIZE + SIZE_PER_INDUSTRY * self.industries - self.room


class City:
    """The cards on a board. Cells and sets of cells are ints, as the board has them."""

    __slots__ = (
        "_industries", "board", "districts", "faces", "fed", "fed_twice", "ground", "holdings",
        "planes", "seen", "split", "split_cells",
    )  # fmt: skip

    def __init__(self, board: Board, *, split: bool) -> None:
        """A city with its suburbs, if any, and the town halls whose cells are fixed; `split`: there are split cards."""
        self.board = board
        self.faces: dict[int, Face] = {}
        """By cell: its card, suburbs included, in the order in which they were built."""
        self.holdings = [Holding() for _ in board.lands]
        """By place round the table."""
        self.planes = [0] * len(COLOURS)
        """By colour: the cells that have it, whole or half."""
        self.split: dict[int, Face] = {}
        """By cell: the cards that are split."""
        self.split_cells = 0
        self.districts: tuple[dict[int, int], ...] = tuple([{} for _ in DISTRICTS])
        """By colour (residential, commerce, parking): the cells of each district, and those that they face with their
        sides of that colour."""
        self.fed = [0] * len(FED_BY)
        """By colour of districts: the cells that touch a card which can make them grow; its other half touches it."""
        self.fed_twice = [0] * len(FED_BY)
        """The cells that touch two of them."""
        self.seen: tuple[tuple[int, ...], tuple[Any, ...]] | None = None
        """How views show it to players who sit like this, until it gets another card."""
        self._industries: list[str] = []
        """The names of the whole industries, in reading order; copies share the list."""
        self.ground = Ground.of(board, split=split)
        for cell, name in board.ring:
            (face,) = faces(name, board.sides)
            self.build(face, cell, None, self.ground.with_suburb(face, cell))
        for place, cell in enumerate(board.halls):
            self.build(faces("town-hall", board.sides)[0], cell, place)

    def build(self, face: Face, cell: int, place: int | None, ground: Ground | None = None) -> None:
        """Put a card on a cell, for the player in this place (None: a suburb); `ground` has it, if it has been made."""
        self.ground = ground or self.ground.with_card(face, cell)
        kind, planes, halo = face.kind, self.planes, self.board.halo[cell]
        if place is not None:
            own = self.holdings[place]
            own.room += kind.gains
            if kind.industry:
                own.industries += 1
            if kind.leisure:
                own.leisure += 1
        self.seen = None
        self.faces[cell] = face
        if kind.split:
            self.split[cell] = face
            self.split_cells |= cell
        elif kind.industry:
            names, before = self._industries, (planes[INDUSTRY] & ~self.split_cells & cell - 1).bit_count()
            self._industries = [*names[:before], kind.name, *names[before:]]
        if kind.feeds:
            near = halo | cell if kind.split else halo
            for colour in kind.feeds:
                self.fed_twice[colour] |= self.fed[colour] & near
                self.fed[colour] |= near
        for colour, sides in face.halves:
            if colour <= _LAST_OF_DISTRICTS:  # it may join several districts of its colour
                joined, near, links = cell, halo, halo & planes[colour]
                if self.split_cells:
                    near, links = self._by_sides(colour, cell, sides, links)
                districts = self.districts[colour]
                if links:
                    for district in [*districts]:
                        if district & links:
                            joined |= district
                            near |= districts.pop(district)
                districts[joined] = near
            planes[colour] |= cell

    def grown(self, face: Face, cell: int, place: int) -> City:
        """The city with one more card; what the card does not change is shared, so nobody may build in either."""
        new: City = _new(City)
        new.board = self.board
        new.holdings = [*self.holdings]
        new.holdings[place] = self.holdings[place].copy()
        new.faces, new.planes = self.faces.copy(), self.planes.copy()
        new.fed, new.fed_twice = self.fed.copy(), self.fed_twice.copy()
        new.split, new.split_cells = self.split, self.split_cells
        new._industries = self._industries
        districts = [*self.districts]
        for colour in face.kind.colours:
            if colour <= _LAST_OF_DISTRICTS:
                districts[colour] = districts[colour].copy()
        new.districts = tuple(districts)
        if face.kind.split:
            new.split = self.split.copy()
        new.ground = self.ground
        new.build(face, cell, place)
        return new

    def _by_sides(self, colour: int, cell: int, sides: tuple[int, ...], links: int) -> tuple[int, int]:
        """What a card faces with these sides of a colour, and which of the neighbours that have it show it to them."""
        beside = self.board.beside[cell]
        near = sum([beside[side] for side in sides]) if cell & self.split_cells else self.board.halo[cell]
        if links and self.split_cells & (links | cell):
            links = sum([beside[side] for side in sides if beside[side] & links and self._answers(cell, side, colour)])
        return near, links

    def _answers(self, cell: int, side: int, colour: int) -> bool:
        """Whether the card across this side of a cell, known to have a colour, shows it on the side that touches."""
        face = self.split.get(self.board.beside[cell][side])
        return face is None or face.by_side[self.board.opposite(side)] == colour

    def plain(self) -> list[bytes | str | int]:
        """All that distinguishes this city from others, as simple values; sets of cells as bytes."""
        size = self.board.bytes
        values: list[bytes | str | int] = [plane.to_bytes(size, "little") for plane in self.planes]
        values += self._industries
        if self.split:
            for cell in sorted(self.split):
                values += [self.split[cell].kind.name, self.split[cell].turn]
        return values

    def faced(self, cells: int, colour: int) -> int:
        """The cells that `cells`, which all have a colour, face with their sides of that colour."""
        split = cells & self.split_cells
        faced_cells = self.board.grid.neighbours(cells & ~split)
        for cell in self.board.each(split):
            beside, by_side = self.board.beside[cell], self.split[cell].by_side
            faced_cells |= sum([near for near, shown in zip(beside, by_side, strict=True) if shown == colour])
        return faced_cells

    def touched(self, district: int, colour: int, *others: int) -> int:
        """The cards of one of the other colours that touch a district.

        Only sides that show these colours count. The halves of one card touch each other.
        """
        planes = 0
        for other in others:
            planes |= self.planes[other]
        near = self.districts[colour][district]
        split = (near | district) & self.split_cells
        if not split:
            return near & planes
        touched = near & planes & ~split
        for cell in self.board.each(split & planes):
            if cell & district or self._shows(cell, district, colour, others):
                touched |= cell
        return touched

    def neighbours(self, colour: int, *others: int) -> list[tuple[int, int, int]]:
        """Of each district of a colour: its cells, those that it faces, and other cards that touch it (`touched`)."""
        if self.split_cells:
            faced = self.districts[colour].items()
            return [(district, near, self.touched(district, colour, *others)) for district, near in faced]
        planes = 0
        for other in others:
            planes |= self.planes[other]
        return [(district, near, near & planes) for district, near in self.districts[colour].items()]

    def _shows(self, cell: int, cells: int, colour: int, others: tuple[int, ...]) -> bool:
        """Whether a split card touches `cells` so that it shows one of the other colours, and they show theirs."""
        beside = self.board.beside[cell]
        for side, shown in enumerate(self.split[cell].by_side):
            if beside[side] & cells and shown in others and self._answers(cell, side, colour):
                return True
        return False

    def contacts(self, district: int, colour: int, visible: int) -> int:
        """The other colours, as a set of bits, that touch a district of a colour; only visible cards count."""
        near = self.districts[colour][district]
        whole = near & visible & ~self.split_cells
        found = 0
        for other, plane in enumerate(self.planes):
            if whole & plane:
                found |= 1 << other
        for cell in self.board.each((near | district) & visible & self.split_cells):
            face = self.split[cell]
            if cell & district:
                found |= face.kind.shows
                continue
            beside = self.board.beside[cell]
            for side, shown in enumerate(face.by_side):
                if beside[side] & district and self._answers(cell, side, colour):
                    found |= 1 << shown
        return found & ~(1 << colour)

    def joined(self) -> int:
        """The cells that are not suburbs, and the suburbs that have joined districts of the city."""
        suburbs, full = self.board.suburbs, self.board.grid.full
        if not suburbs:
            return full
        cells = full & ~suburbs
        for districts in self.districts:
            for district in districts:
                if district & ~suburbs:
                    cells |= district
        return cells

    def own(self, colour: int) -> list[int]:
        """The districts of a colour that have cards other than suburbs, in reading order of their first cells."""
        suburbs = self.board.suburbs
        return sorted(
            [district for district in self.districts[colour] if district & ~suburbs], key=lambda cells: cells & -cells
        )

    def copy(self) -> City:
        """An independent copy."""
        new = object.__new__(City)
        new.board, new.ground, new.seen = self.board, self.ground, self.seen
        new.faces = self.faces.copy()
        new.holdings = [holding.copy() for holding in self.holdings]
        new.planes = self.planes.copy()
        new.fed, new.fed_twice = self.fed.copy(), self.fed_twice.copy()
        new._industries = self._industries
        new.split, new.split_cells = self.split.copy(), self.split_cells
        new.districts = tuple([districts.copy() for districts in self.districts])
        return new


_new = object.__new__
