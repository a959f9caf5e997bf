"""Where a card can be built: the rules of phase 2 that look at the board (rulebook: Bauregeln)."""

from __future__ import annotations

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import COMMERCE, INDUSTRY, RESIDENTIAL, Face, Kind, Shun, faces

_SHUNNED = {RESIDENTIAL: 0, COMMERCE: 1, INDUSTRY: 2}
"""The colours that other cards must not touch, and their numbers in the lists of a ground."""


class Ground:
    """What building depends on. Never changed: another card makes another ground, so that searches can share them."""

    __slots__ = ("_sites", "board", "covered", "edge", "frames", "industry", "looks", "near", "open", "room")

    def __init__(self, board: Board, *, split: bool) -> None:
        """An empty ground; `split`: the game has split cards."""
        self.board = board
        self.covered = 0
        """Cells with a card, or with the architect."""
        self.edge = 0
        """Cells that touch a covered one."""
        self.frames = board.all_frames
        """The frames that hold all cards."""
        self.room = board.room(self.frames)
        """The cells that lie in at least one of these frames."""
        self.industry = 0
        """Cells with an industry, whole or half."""
        self.near = [0, 0, 0]
        """By shunned colour: the cells that touch it."""
        self.looks: list[int] | None = [0] * (3 * board.sides) if split else None
        """By shunned colour and side: the cells that a side of that colour faces."""
        self._ready()

    def _ready(self) -> None:
        self.open = self.edge & self.room & ~self.covered
        """Where any card finds a neighbour, and room within the frame."""
        self._sites: dict[Face | Kind, int] = {}

    def free(self, land: int) -> int:
        """The cells of a land where any card finds a neighbour, and room within the frame."""
        return self.open & land

    def unshunned(self, face: Face, cells: int) -> int:
        """The cells, of these, where the card would touch none of the colours that it must not touch."""
        for shun in face.shuns:
            cells &= self.tolerating(shun)
        return cells

    def tolerating(self, shun: Shun) -> int:
        """The cells on which a card's sides would not touch a colour."""
        index, sides = _SHUNNED[shun.colour], self.board.sides
        if self.looks is None or len(shun.sides) == sides:
            return ~self.near[index]
        touched = 0
        for side in shun.sides:
            touched |= self.looks[index * sides + (side + sides // 2) % sides]
        return ~touched

    def sites(self, face: Face) -> int:
        """The cells on which the board allows the card; money, size limit and land are left out."""
        cells = self._sites.get(face)
        if cells is None:
            cells = self._sites[face] = self.unshunned(face, self.open)
        return cells

    def sites_turned(self, kind: Kind) -> int:
        """The cells on which the board allows the card, turned in at least one way."""
        cells = self._sites.get(kind)
        if cells is None:
            cells = 0
            for face in faces(kind.name, self.board.sides):
                cells |= self.sites(face)
            self._sites[kind] = cells
        return cells

    def hopes(self, kind: Kind, land: int) -> int:
        """The cells on which the card could be built if other cards came to touch them; later there are never more."""
        cells = land & self.room & ~self.covered
        sites = 0
        for face in faces(kind.name, self.board.sides):
            sites |= self.unshunned(face, cells)
        return sites

    def with_card(self, face: Face, cell: int) -> Ground:
        """The ground with one more card on this cell, legal or not."""
        board = self.board
        new = object.__new__(Ground)
        new.board = board
        new.covered = self.covered | cell
        halo = board.halo[cell]
        new.edge = self.edge | halo
        frames = self.frames & board.frames_with[cell]
        new.frames, new.room = frames, self.room if frames == self.frames else board.room(frames)
        new.industry = self.industry | cell if face.kind.industry else self.industry
        new.near, new.looks = self.near, self.looks
        for colour, shown in face.halves:
            index = _SHUNNED.get(colour)
            if index is not None:
                new._look(index, shown, halo, board.beside[cell])
        new._ready()
        return new

    def _look(self, index: int, shown: tuple[int, ...], halo: int, beside: tuple[int, ...]) -> None:
        """Note that these sides of a new card show a shunned colour."""
        near = self.near.copy()
        if self.looks is None:
            near[index] |= halo
        else:
            looks = self.looks.copy()
            base = index * len(beside)
            for side in shown:
                near[index] |= beside[side]
                looks[base + side] |= beside[side]
            self.looks = looks
        self.near = near

    def with_suburb(self, face: Face, cell: int) -> Ground:
        """The ground with a card of the suburbs, which is outside of all frames."""
        new = self.with_card(face, cell)
        new.frames, new.room = self.frames, self.room
        new._ready()
        return new

    def with_architect(self, cell: int) -> Ground:
        """The ground with the architect on it: he takes a cell and has neighbours, but does not count for frames."""
        new = object.__new__(Ground)
        new.board, new.frames, new.room = self.board, self.frames, self.room
        new.industry, new.near, new.looks = self.industry, self.near, self.looks
        new.covered = self.covered | cell
        new.edge = self.edge | self.board.halo[cell]
        new._ready()
        return new
