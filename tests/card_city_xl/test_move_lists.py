"""Long lists of legal moves are sequences like any other, although they make each move when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cityleague.engine.card_city_xl.move_lists import Made, OnCells

from ..rows import rows

LETTERS = {1 << i: letter for i, letter in enumerate("abcdefgh")}
LISTS: list[tuple[Sequence[str], str]] = [
    (OnCells([(LETTERS, 0b10110), (LETTERS, 0), (LETTERS, 0b1), ({1: "z"}, 1)]), "bceaz"),
    (OnCells[str]([]), ""),
    (Made(str.lower, "XYZ"), "xyz"),
    (Made(str.lower, ""), ""),
]


@rows("moves, wanted", LISTS)
def test_it_is_a_sequence(moves: Sequence[str], wanted: str) -> None:
    every = list(wanted)
    assert list(moves) == every
    assert len(moves) == len(every)
    assert bool(moves) == bool(every)
    assert [moves[i] for i in range(-len(every), len(every))] == every * 2
    assert moves[1:3] == every[1:3]
    assert moves[::-1] == list(reversed(moves)) == every[::-1]
    assert [moves.index(move) for move in every] == list(range(len(every)))
    for index in (len(every), -len(every) - 1):
        with pytest.raises(IndexError):
            moves[index]


@rows("moves, wanted", LISTS)
def test_it_equals_other_sequences_of_the_same_moves(moves: Sequence[str], wanted: str) -> None:
    assert moves == list(wanted)
    assert list(wanted) == moves
    assert moves == Made(str, wanted)
    assert moves != [*wanted, "more"]
    assert moves != 3
    assert repr(moves) == repr(list(wanted))
