"""Positions and moves as numbers for learners: the view, the tiles of each city as planes, and what is removed."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from cityleague.engine.boards.bits import members
from cityleague.engine.env.encoding import Generic, Planes, Vector
from cityleague.engine.neom.board import CELLS, MIDDLE
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.moves import Remove
from cityleague.engine.neom.tiles import EXITS, GOODS, SETS, TYPES
from cityleague.engine.neom.view import Placed, View
from cityleague.engine.protocol import Setup, State

_SETS = (*TYPES, "filled", "polluted", "power", "fire", "violence", "anchor", "varying points")
_FIGURES = (*_SETS, *[f"exit {exit_}" for exit_ in EXITS], *[f"makes {good}" for good in GOODS], "points")
_AXIS = range(-MIDDLE, MIDDLE + 1)
_REMOVED = {cell: number for number, cell in enumerate(CELLS.values())}
"""Sums of cells would not tell apart what is removed: each has a number."""


class Encoder(Generic):
    """The encoding of a setup."""

    planes: Planes

    def __init__(self, setup: Setup) -> None:
        cities, removed = [f"city of seat {seat}" for seat in range(setup.seats)], [f"removed: {c}" for c in _REMOVED]
        super().__init__(setup, Planes(cities, _FIGURES, _AXIS, _AXIS), ("tiles", "picks"), removed, removed)
        box: Box = setup.components
        self._figures = {number: np.zeros(len(_FIGURES), np.float32) for number in box.tiles}
        for number, figures in self._figures.items():
            tile = box.tiles[number]
            figures[[*tile.belongs]] = 1
            figures[[SETS + exit_ for exit_ in members(tile.exits)]] = 1
            figures[[SETS + len(EXITS) + good for good in members(tile.goods)]] = 1
            figures[-1] = tile.points
        self._planes_of = lru_cache(maxsize=1 << 10)(self._planes)

    def numbers(self, view: View, _seat: int) -> list[bool]:
        """The cells of the tiles that the seat gives up for the disaster."""
        cells = view.answer.cells if isinstance(view.answer, Remove) else ()
        return [cell in cells for cell in _REMOVED]

    def boards(self, view: View, seat: int) -> list[Vector]:
        """The learner's city first."""
        return [self._planes_of(city.tiles) for city in (*view.cities[seat:], *view.cities[:seat])]

    def _planes(self, tiles: tuple[Placed, ...]) -> Vector:
        return self.planes.board([(placed.cell, self._figures[placed.tile]) for placed in tiles])

    def rows(self, state: State[Any], seat: int, legal: Sequence[Any]) -> Vector:
        """From the moves alone."""
        rows = super().rows(state, seat, legal)
        for row, move in zip(rows, legal, strict=True):
            if isinstance(move, Remove):
                row[[_REMOVED[cell] - len(_REMOVED) for cell in move.cells]] = 1
        return rows
