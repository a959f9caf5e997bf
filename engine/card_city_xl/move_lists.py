"""Long lists of legal moves that make a move when it is asked for.

Where chance plays, one of a hundred moves is wanted: the others need not be made.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.moves import Done, Move

M = TypeVar("M")
K = TypeVar("K")


class Listing(Sequence[M]):
    """A sequence of moves that equals every other sequence of the same moves.

    What its moves are made of is fixed when the sequence is made: later changes of the state do not show.
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))

    def __reduce__(self) -> tuple[type[list[M]], tuple[list[M]]]:
        return list, (list(self),)


class OnCells(Listing[M]):
    """Moves on cells, part by part: the moves by cell, and the set of cells that are meant, in reading order.

    A cell is a bit, a set of cells an int (`grid.py`).

    >>> OnCells([({1: "a", 2: "b", 4: "c"}, 0b101), ({1: "d"}, 0b1)])
    ['a', 'c', 'd']
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: Sequence[tuple[Mapping[int, M], int]]) -> None:
        self._parts = parts

    def __len__(self) -> int:
        count = 0
        for _, cells in self._parts:
            count += cells.bit_count()
        return count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice) or index < 0:
            return list(self)[index]
        for moves, cells in self._parts:
            count = cells.bit_count()
            if index < count:
                left = cells
                for _ in range(index):
                    left &= left - 1
                return moves[left & -left]
            index -= count
        raise IndexError("no such move")

    def __iter__(self) -> Iterator[M]:
        for moves, cells in self._parts:
            left = cells
            while left:
                cell = left & -left
                left ^= cell
                yield moves[cell]


class Made(Listing[M], Generic[K, M]):
    """Moves that a function makes of keys.

    >>> Made(str.upper, ["a", "b"])[1]
    'B'
    """

    __slots__ = ("_keys", "_make")

    def __init__(self, make: Callable[[K], M], keys: Sequence[K]) -> None:
        self._make, self._keys = make, keys

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return list(self)[index]
        return self._make(self._keys[index])

    def __iter__(self) -> Iterator[M]:
        return map(self._make, self._keys)


Part = tuple[Mapping[int, Move], int]
"""Moves by cell, and the cells that are meant."""

DONE: Part = ({1: Done()}, 1)
"""The move `done`, which names no cell."""


@cache
def moves_on(board: Board, move: type[Any], *fields: str) -> Mapping[int, Move]:
    """Moves of a type whose other fields, before the cell, are these, by cell."""
    return {bit: move(*fields, cell) for bit, cell in board.cell.items()}
