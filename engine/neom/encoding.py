"""Positions as numbers for learners: what the seat holds, and each city as seen from there, its cells as planes.

It reads the state instead of the view, which takes longer to make. Nothing hidden is read: of hands, picks and unbuilt
anchors only the seat's own. The tests of all games hold it against imagined states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from cityleague.engine.env.encoding import Moves, Planes, Vector
from cityleague.engine.neom.board import CELLS, MIDDLE
from cityleague.engine.neom.city import City
from cityleague.engine.neom.moves import Remove
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.table import ACTING, DISASTER, DRAFTING, PICKING, SWAPPING
from cityleague.engine.neom.tiles import EXITS, GOODS, RESIDENTIAL, SETS, TYPES
from cityleague.engine.protocol import Setup, State

_STAGES = (DRAFTING, PICKING, ACTING, SWAPPING, DISASTER)
_SETS = (*TYPES, "filled", "polluted", "power", "fire", "violence", "anchor", "varying points")
_CITY = (
    *[f"cells that are {so}" for so in _SETS], *[f"makes {good}" for good in GOODS], "points printed",
    "left route", "right route", "insured", "largest residential area", "cells that a road leads to",
)  # fmt: skip
_AXIS = range(-MIDDLE, MIDDLE + 1)
_PLACES = list(CELLS)


class Encoder:
    """The encoding of a setup."""

    def __init__(self, setup: Setup) -> None:
        tiles = [*setup.components.tiles]
        self._rank = {tile: number for number, tile in enumerate(tiles)}
        self._tiles, self._seats = len(tiles), setup.seats
        seats = range(setup.seats)
        self.columns = (
            "round", "generation", *_STAGES, "disaster strikes", "first", "left route used", "right route used",
            *[f"money of seat {seat}" for seat in seats], *[f"incoming of seat {seat}" for seat in seats],
            *[f"{place}: {tile}" for place in ("hand", "picked", "anchors", "open") for tile in tiles],
            *[f"city of seat {seat}: {figure}" for seat in seats for figure in (*_CITY, *tiles)],
        )  # fmt: skip
        planes = [*_SETS, *[f"exit {exit_}" for exit_ in EXITS]]
        self.planes = Planes([f"city of seat {seat}" for seat in seats], planes, _AXIS, _AXIS)
        self._plain = len(self.columns)
        self.columns += tuple(self.planes.names())
        self._moves = Moves(setup)
        first = len(self._moves.columns)
        self._removed = {cell: first + number for number, cell in enumerate(CELLS.values())}
        self.move_columns = (*self._moves.columns, *[f"removed: {cell}" for cell in self._removed])

    def observe(self, state: State[Any], seat: int) -> Vector:
        """What the seat knows of the state."""
        assert isinstance(state, NeomState)
        table = state.table
        order = [(seat + other) % self._seats for other in range(self._seats)]
        stage = table.stage
        numbers = [
            table.round, table.generation, *[stage == known for known in _STAGES],
            table.disaster is not None and stage == DISASTER, table.first == seat, *table.used,
            *[table.money[other] for other in order], *[table.incoming[other] for other in order],
        ]  # fmt: skip
        vector = np.zeros(len(self.columns), np.float32)
        at = len(numbers)
        vector[:at] = numbers
        own = table.picked[seat]
        for some in (table.hands[seat], [own] if own else (), table.anchors[seat], table.open):
            for tile in some:
                vector[at + self._rank[tile]] = 1
            at += self._tiles
        for other in order:
            city = table.cities[other]
            vector[at : at + len(_CITY)] = _city(city)
            at += len(_CITY)
            for tile in city.numbers:
                if tile:
                    vector[at + self._rank[tile]] = 1
            at += self._tiles
        vector[self._plain :] = np.concatenate([_planes(table.cities[other]) for other in order])
        return vector

    def rows(self, _state: State[Any], seat: int, legal: Sequence[Any]) -> Vector:
        """From the moves alone; what is removed has a column for each place, as sums would not tell it apart."""
        rows = np.pad(self._moves.rows(seat, legal), ((0, 0), (0, len(self._removed))))
        for row, move in zip(rows, legal, strict=True):
            if isinstance(move, Remove):
                row[[self._removed[cell] for cell in move.cells]] = 1
        return rows


@lru_cache(maxsize=1 << 10)
def _planes(city: City) -> Vector:
    """The sets of cells, and the cells with an exit in each direction."""
    sets = b"".join([cells.to_bytes(4, "little") for cells in (*city.cells, *city.roads)])
    bits = np.unpackbits(np.frombuffer(sets, np.uint8), bitorder="little").reshape(-1, 32)
    return bits[:, _PLACES].astype(np.float32).ravel()


@lru_cache(maxsize=1 << 10)
def _city(city: City) -> Vector:
    largest = max([area.bit_count() for area in city.homes], default=0) if city.cells[RESIDENTIAL] else 0
    counts = [cells.bit_count() for cells in city.cells]
    goods = [city.goods >> good & 1 for good in range(len(GOODS))]
    routes, openings = (city.left, city.right), city.openings().bit_count()
    return np.array([*counts, *goods, city.printed, *routes, city.insured, largest, openings], np.float32)
