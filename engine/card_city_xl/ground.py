"""Where a card can be built: the rules of phase 2 that look at the board (rulebook: Bauregeln)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import CLASHING, Clash, Face, Kind, faces, plane


class Ground(msgspec.Struct, eq=False, gc=False):
    """What building depends on. Never changed: another card makes another ground, so that searches can share them."""

    board: Board
    frames: int
    """The frames that hold all cards."""
    clash_planes: list[int]
    """Cells that touch a colour with which others clash: by colour; if there are split cards, by side, too."""
    _turned: dict[Kind, int]
    """What `suited` has found for split cards; grounds with the same clash planes share it."""
    covered: int = 0
    """Cells with a card, or with the architect."""
    edge: int = 0
    """Cells that touch a covered one."""
    open: int = 0
    """Where any card finds a neighbour, and room within the frame."""
    industry: int = 0
    """Cells with an industry, whole or half."""

    @classmethod
    def of(cls, board: Board, *, split: bool) -> Ground:
        """An empty ground; `split`: the game has split cards."""
        planes = plane(len(CLASHING), board.sides, 0) if split else len(CLASHING)
        return cls(board, board.all_frames, [0] * planes, {})

    @property
    def room(self) -> int:
        """The cells that lie in at least one of the frames."""
        return self.board.rooms[self.frames]

    def without_clash(self, face: Face, cells: int) -> int:
        """The cells, of these, where the card would touch none of the colours that it must not touch."""
        planes = self.clash_planes
        for index in face.clash_indices:
            cells &= ~planes[index]
        return cells

    def suited(self, kind: Kind, cells: int) -> int:
        """The cells, of these, where the card, turned in at least one way, would touch nothing it must not touch."""
        if kind.split:
            return cells & self._suited_turned(kind)
        planes = self.clash_planes
        for index in kind.clash_indices:
            cells &= ~planes[index]
        return cells

    def _suited_turned(self, kind: Kind) -> int:
        cells = self._turned.get(kind)
        if cells is None:
            cells = 0
            for face in faces(kind.name, self.board.sides):
                cells |= self.without_clash(face, self.board.grid.full)
            self._turned[kind] = cells
        return cells

    def has_clash(self, clash: Clash, cell: int) -> bool:
        """Whether a card on this cell would touch the colour."""
        return any(self.clash_planes[index] & cell for index in clash.indices)

    def hopes(self, kind: Kind, land: int) -> int:
        """The cells on which the card could be built if other cards came to touch them; later there are never more."""
        return self.suited(kind, land & self.room & ~self.covered)

    def with_card(self, face: Face, cell: int) -> Ground:
        """The ground with one more card on this cell, legal or not."""
        board, planes, turned = self.board, self.clash_planes, self._turned
        halo, covered, frames = board.halo[cell], self.covered | cell, self.frames & board.frames_with[cell]
        edge = self.edge | halo
        if face.marks:
            planes = planes.copy()
            if len(planes) == len(CLASHING):  # no split cards
                planes[face.marks[0][0]] |= halo
            else:
                turned = {}
                beside = board.beside[cell]
                for index, shown in face.marks:
                    first = plane(index, board.sides, 0)
                    for side in shown:
                        planes[index] |= beside[side]
                        planes[first + side] |= beside[side]
        industry = self.industry | cell if face.kind.industry else self.industry
        return Ground(board, frames, planes, turned, covered, edge, edge & board.rooms[frames] & ~covered, industry)

    def with_suburb(self, face: Face, cell: int) -> Ground:
        """The ground with a card of the suburbs, which is outside of all frames."""
        new = self.with_card(face, cell)
        new.frames = self.frames
        new.open = new.edge & self.room & ~new.covered
        return new

    def with_architect(self, cell: int) -> Ground:
        """The ground with the architect on it: he takes a cell and has neighbours, but does not count for frames."""
        covered, edge = self.covered | cell, self.edge | self.board.halo[cell]
        return replace(self, covered=covered, edge=edge, open=edge & self.room & ~covered)
