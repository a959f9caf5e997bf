"""Where a card can be built: the rules of phase 2 that look at the board (rulebook: Bauregeln)."""

from __future__ import annotations

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import COMMERCE, INDUSTRY, RESIDENTIAL, Face, Kind, Shun, faces

_SHUNNED = {RESIDENTIAL: 0, COMMERCE: 1, INDUSTRY: 2}
"""The colours that a card may have to keep away from, and their place in what a ground remembers of them."""


class Ground:
    """What building depends on. Never changed: a card more makes another ground, so that searches can share them."""

    __slots__ = ("_sites", "board", "covered", "edge", "frames", "industry", "looks", "near", "open", "room")

    def __init__(self, board: Board, *, split: bool) -> None:
        """An empty ground; `split`: the game has split cards."""
        self.board = board
        self.covered = 0
        """Cells with a card, or with the architect."""
        self.edge = 0
        """Cells that touch one of these."""
        self.frames = board.all_frames
        """The frames that hold all cards."""
        self.room = board.room(self.frames)
        """The cells that lie in one of these."""
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
        """Those of these cells where the card would touch no colour that it must not touch."""
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
        """The cells on which the card can be built, as far as the board goes."""
        found = self._sites.get(face)
        if found is None:
            found = self._sites[face] = self.unshunned(face, self.open)
        return found

    def sites_turned(self, kind: Kind) -> int:
        """The cells on which the card can be built, turned somehow."""
        found = self._sites.get(kind)
        if found is None:
            found = 0
            for face in faces(kind.name, self.board.sides):
                found |= self.sites(face)
            self._sites[kind] = found
        return found

    def hopes(self, kind: Kind, land: int) -> int:
        """The cells on which it could be built if others grew towards them; they only ever become fewer."""
        cells = land & self.room & ~self.covered
        found = 0
        for face in faces(kind.name, self.board.sides):
            found |= self.unshunned(face, cells)
        return found

    def with_card(self, face: Face, cell: int) -> Ground:
        """The ground with one more card, wherever it lies."""
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
