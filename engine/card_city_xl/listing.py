"""The moves that name a cell, made once for each board: lists of legal moves say which of the cells are meant."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from cityleague.engine.card_city_xl.board import Board
from cityleague.engine.card_city_xl.cards import Face
from cityleague.engine.card_city_xl.moves import Build, Done, Move

Part = tuple[Mapping[int, Move], int]
"""Moves by cell, and the cells that are meant."""

DONE: Part = ({1: Done()}, 1)
"""The move `done`, which names no cell."""


@cache
def builds(board: Board, face: Face) -> Mapping[int, Move]:
    """The moves that build a card of the hand, turned like this, by cell."""
    return {bit: Build(face.kind.name, cell, face.turn) for bit, cell in board.cell.items()}


@cache
def moves_on(board: Board, move: type[Any], *fields: str) -> Mapping[int, Move]:
    """Moves of a type whose other fields, before the cell, are these, by cell."""
    return {bit: move(*fields, cell) for bit, cell in board.cell.items()}
