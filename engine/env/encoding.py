"""Views and moves as numbers with names, for learners: by the game's own encoding, or by the types and their marks.

Seats count from the viewer's: number 0 is the viewer, 1 the next seat, so that one learner can play at all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import product
from typing import Any, Protocol, get_args

import numpy as np
from msgspec import inspect

from cityleague.engine.env.columns import Columns, Vector, Writer
from cityleague.engine.protocol import Setup, State

__all__ = ["Encoding", "Generic", "Planes", "TooManyMovesError", "Vector", "encoding_of"]


class Encoding(Protocol):
    """How positions and moves of a game become numbers."""

    columns: tuple[str, ...]
    """The names of the numbers of an observation."""
    move_columns: tuple[str, ...]
    """The names of the numbers of a move."""
    planes: Planes | None
    """What the last numbers of an observation are, if they are planes; they can be given its `shape`."""

    def observe(self, state: State[Any], seat: int) -> Vector:
        """What the seat knows of the state, as float32; nothing that is hidden from it changes the numbers."""

    def rows(self, state: State[Any], seat: int, legal: Sequence[Any]) -> Vector:
        """A row for each of these moves."""


def encoding_of(setup: Setup) -> Encoding:
    """The encoding of a game for this setup: its own, if it has one.

    >>> from cityleague.engine import prepare
    >>> encoding_of(prepare("city_tycoon", 2)).columns[:3]
    ('round', 'stage: word 0', 'stage: word 1')
    """
    if setup.game.encode:
        own: Encoding = import_module(setup.game.encode).Encoder(setup)
        return own
    return Generic(setup)


class TooManyMovesError(RuntimeError):
    """A position has more legal moves than the environment is wide."""

    def __init__(self, moves: int, width: int) -> None:
        super().__init__(
            f"{moves} moves are legal, the environment offers {width}: make it wider, with env(..., width={2 * moves})"
        )


class _Places(dict[tuple[int, int], int]):
    """The numbers of cells, row by row; found when they are first asked for."""

    def __init__(self, across: range, down: range) -> None:
        super().__init__()
        self._across, self._down = across, down

    def __missing__(self, cell: tuple[int, int]) -> int:
        across, down = self._across, self._down
        axes = zip(cell, (across, down), strict=True)
        column, row = [axis.index(min(max(place, axis[0]), axis[-1])) for place, axis in axes]
        self[cell] = place = row * len(across) + column
        return place


class Planes:
    """The cells of boards as planes: for each figure, a number for each cell. So a learner sees what lies where."""

    def __init__(self, boards: Sequence[str], figures: Sequence[str], across: range, down: range) -> None:
        """`across` and `down` are the columns and the rows; what lies beyond them is added to the nearest cell."""
        self.shape = (len(boards), len(figures), len(down), len(across))
        self.columns = tuple(product(boards, figures, down, across))
        self._at = _Places(across, down)

    def names(self) -> list[str]:
        """The names of the numbers."""
        return [f"{board}: {figure} on [{x}, {y}]" for board, figure, y, x in self.columns]

    def board(self, items: Iterable[tuple[tuple[int, int], Sequence[float] | Vector]]) -> Vector:
        """The planes of a board with these figures on these cells."""
        at, figures = [], []
        for cell, there in items:
            at.append(self._at[cell])
            figures.append(there)
        _, count, height, width = self.shape
        board = np.zeros((height * width, count), np.float32)
        if at:
            np.add.at(board, at, np.array(figures, np.float32))
        return board.T.ravel()


class Generic:
    """The encoding that fits every game: it is made of the view's type and of the types of moves.

    A game's own is a subclass that leaves fields (`without`) to planes of its own, which come last.
    """

    planes: Planes | None = None

    def __init__(
        self,
        setup: Setup,
        planes: Planes | None = None,
        without: Sequence[str] = (),
        more: Sequence[str] = (),
        of_moves: Sequence[str] = (),
    ) -> None:
        """`more` names the `numbers` that come before the planes, `of_moves` those that `rows` adds to a move's own."""
        view = Columns(setup, without)
        self._write = view.struct(inspect.type_info(type(setup.begin().view(0))), "", "seat")
        self._plain = len(view.names)
        self.planes = planes
        self.columns = (*view.names, *more, *(planes.names() if planes else ()))
        moves, kinds = Columns(setup), get_args(setup.game.moves) or (setup.game.moves,)
        self._at = {kind: moves.add(kind.__struct_config__.tag) for kind in kinds}
        shared: dict[tuple[str, str], Writer] = {}
        self._writers = {kind: moves.shared(inspect.type_info(kind), shared) for kind in kinds}
        self.move_columns = (*moves.names, *of_moves)
        self._known: dict[tuple[Any, int], Vector] = {}

    def observe(self, state: State[Any], seat: int) -> Vector:
        """From the view alone."""
        view = state.view(seat)
        vector = np.zeros(len(self.columns), np.float32)
        self._write(view, vector, seat)
        if self.planes:
            vector[self._plain :] = np.concatenate([self.numbers(view, seat), *self.boards(view, seat)])
        return vector

    def numbers(self, _view: Any, _seat: int) -> Sequence[float]:
        """What the game adds to the view."""
        return ()

    def boards(self, view: Any, seat: int) -> list[Vector]:
        """The planes of each board, made by `Planes.board`."""
        raise NotImplementedError(f"{type(self).__name__} has planes, and no method `boards`")

    def rows(self, _state: State[Any], seat: int, legal: Sequence[Any]) -> Vector:
        """From the moves alone: which type, and its fields; types share those of one name and type."""
        return np.array([self._row(move, seat) for move in legal], np.float32)

    def _row(self, move: Any, seat: int) -> Vector:
        row = self._known.get((move, seat))
        if row is None:
            row = np.zeros(len(self.move_columns), np.float32)
            row[self._at[type(move)]] = 1
            self._writers[type(move)](move, row, seat)
            if len(self._known) > 1 << 14:  # games have tens of thousands of moves
                self._known.clear()
            self._known[move, seat] = row
        return row
