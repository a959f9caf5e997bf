"""Where a card can be built: the rules of phase 2 that look at the board (rulebook: Bauregeln)."""

from __future__ import annotations

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import SHUNNED, Face, Kind, Shun, faces, look


class _Tolerant(dict[Face | Kind, int]):
    """The cells where a card, turned in one way or in any, would touch nothing that it must not touch.

    Found when they are first asked for. Grounds on which the same colours can be seen share them.
    """

    __slots__ = ("board", "looks")
    board: Board
    looks: list[int]
    """Cells that touch a colour that others shun: by colour, and if there are split cards, by colour and side."""

    def __missing__(self, card: Face | Kind) -> int:
        cells = 0 if card.avoids else self.board.grid.full
        if card.avoids:
            for face in faces(card.name, self.board.sides) if isinstance(card, Kind) else (card,):
                cells |= self.unshunned(face, self.board.grid.full)
        self[card] = cells
        return cells

    def unshunned(self, face: Face, cells: int) -> int:
        """The cells, of these, that have none of the looks which a card avoids."""
        looks = self.looks
        for shunned in face.avoids:
            cells &= ~looks[shunned]
        return cells


class Ground:
    """What building depends on. Never changed: another card makes another ground, so that searches can share them."""

    __slots__ = ("board", "covered", "edge", "frames", "industry", "open", "tolerant")

    def __init__(self, board: Board, *, split: bool) -> None:
        """An empty ground; `split`: the game has split cards."""
        self.board = board
        self.covered = 0
        """Cells with a card, or with the architect."""
        self.edge = 0
        """Cells that touch a covered one."""
        self.frames = board.all_frames
        """The frames that hold all cards."""
        self.industry = 0
        """Cells with an industry, whole or half."""
        self.open = 0
        """Where any card finds a neighbour, and room within the frame."""
        self.tolerant = _Tolerant()
        """By card: the cells where it touches nothing that it must not touch."""
        self.tolerant.board = board
        self.tolerant.looks = [0] * (look(len(SHUNNED), board.sides, 0) if split else len(SHUNNED))

    @property
    def room(self) -> int:
        """The cells that lie in at least one of the frames."""
        return self.board.rooms[self.frames]

    def free(self, land: int) -> int:
        """The cells of a land where any card finds a neighbour, and room within the frame."""
        return self.open & land

    def unshunned(self, face: Face, cells: int) -> int:
        """The cells, of these, where the card would touch none of the colours that it must not touch."""
        return self.tolerant.unshunned(face, cells)

    def tolerates(self, shun: Shun, cell: int) -> bool:
        """Whether a card on this cell would not touch the colour."""
        return not any(self.tolerant.looks[shunned] & cell for shunned in shun.looks)

    def sites(self, card: Face | Kind) -> int:
        """The cells on which the board allows the card, turned in one way or in any; no money, size limit and land."""
        return self.open & self.tolerant[card]

    def hopes(self, kind: Kind, land: int) -> int:
        """The cells on which the card could be built if other cards came to touch them; later there are never more."""
        return self.tolerant[kind] & land & self.room & ~self.covered

    def with_card(self, face: Face, cell: int) -> Ground:
        """The ground with one more card on this cell, legal or not."""
        board = self.board
        halo = board.halo[cell]
        new: Ground = _new(Ground)
        new.board = board
        new.covered = covered = self.covered | cell
        new.edge = edge = self.edge | halo
        new.frames = frames = self.frames & board.frames_with[cell]
        new.open = edge & board.rooms[frames] & ~covered
        new.industry = self.industry | cell if face.kind.industry else self.industry
        new.tolerant = self.tolerant
        if face.shunned:
            new.tolerant = tolerant = _Tolerant()
            tolerant.board = board
            tolerant.looks = looks = self.tolerant.looks.copy()
            split = len(looks) > len(SHUNNED)
            for index, shown in face.shunned:
                if split:
                    beside, first = board.beside[cell], look(index, board.sides, 0)
                    for side in shown:
                        looks[index] |= beside[side]
                        looks[first + side] |= beside[side]
                else:
                    looks[index] |= halo
        return new

    def with_suburb(self, face: Face, cell: int) -> Ground:
        """The ground with a card of the suburbs, which is outside of all frames."""
        new = self.with_card(face, cell)
        new.frames = self.frames
        new.open = new.edge & self.room & ~new.covered
        return new

    def with_architect(self, cell: int) -> Ground:
        """The ground with the architect on it: he takes a cell and has neighbours, but does not count for frames."""
        new: Ground = _new(Ground)
        board = new.board = self.board
        new.frames, new.industry, new.tolerant = self.frames, self.industry, self.tolerant
        new.covered = self.covered | cell
        new.edge = self.edge | board.halo[cell]
        new.open = new.edge & board.rooms[new.frames] & ~new.covered
        return new


_new = object.__new__
