"""Where a card can be built: the rules of phase 2 that look at the board (rulebook: Bauregeln)."""

from __future__ import annotations

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import SHUNNED, Face, Kind, Shun, faces, look


class _Tolerant(dict[Face | Kind, int]):
    """The cells where a card, turned in one way or in any, would touch nothing that it must not touch.

    Found when they are first asked for. Grounds with the same looks share them.
    """

    __slots__ = ("board", "looks")
    board: Board
    looks: list[int]

    def __missing__(self, card: Face | Kind) -> int:
        cells = 0
        turned = faces(card.name, self.board.sides) if isinstance(card, Kind) else (card,)
        for face in turned:
            cells |= unshunned(self.looks, face, self.board.grid.full)
        self[card] = cells
        return cells


def unshunned(looks: list[int], face: Face, cells: int) -> int:
    """The cells, of these, that have none of the looks which a card avoids."""
    for shunned in face.avoids:
        cells &= ~looks[shunned]
    return cells


class Ground:
    """What building depends on. Never changed: another card makes another ground, so that searches can share them."""

    __slots__ = ("board", "covered", "edge", "frames", "industry", "looks", "open", "tolerant")

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
        self.looks = [0] * (look(len(SHUNNED), board.sides, 0) if split else len(SHUNNED))
        """Cells that touch a colour that others shun: by colour, and if there are split cards, by colour and side."""
        self.open = 0
        """Where any card finds a neighbour, and room within the frame."""
        self.tolerant = _Tolerant()
        self.tolerant.board, self.tolerant.looks = board, self.looks

    @property
    def room(self) -> int:
        """The cells that lie in at least one of the frames."""
        return self.board.rooms[self.frames]

    def free(self, land: int) -> int:
        """The cells of a land where any card finds a neighbour, and room within the frame."""
        return self.open & land

    def unshunned(self, face: Face, cells: int) -> int:
        """The cells, of these, where the card would touch none of the colours that it must not touch."""
        return unshunned(self.looks, face, cells)

    def tolerates(self, shun: Shun, cell: int) -> bool:
        """Whether a card on this cell would not touch the colour."""
        return not any(self.looks[shunned] & cell for shunned in shun.looks)

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
        looks, tolerant = self.looks, self.tolerant
        if face.shunned:
            looks, tolerant = looks.copy(), _Tolerant()
            tolerant.board, tolerant.looks = board, looks
            split = len(looks) > len(SHUNNED)
            for index, shown in face.shunned:
                if split:
                    beside, first = board.beside[cell], look(index, board.sides, 0)
                    for side in shown:
                        looks[index] |= beside[side]
                        looks[first + side] |= beside[side]
                else:
                    looks[index] |= halo
        new.looks, new.tolerant = looks, tolerant
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
        new.frames, new.industry, new.looks, new.tolerant = self.frames, self.industry, self.looks, self.tolerant
        new.covered = self.covered | cell
        new.edge = self.edge | board.halo[cell]
        new.open = new.edge & board.rooms[new.frames] & ~new.covered
        return new


_new = object.__new__
