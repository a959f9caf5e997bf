"""Positions and moves as numbers for learners: what the seat holds, and each city as seen from there, its cells as planes.

It reads the state instead of the view, which takes longer to make. Nothing hidden is read: of hands, picks and supplies
only the seat's own. The tests of all games hold it against imagined states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.components import ACROSS, BOARD, KINDS, LAYER, REACH, planes
from cityleague.engine.between_two_cities.moves import Pick, Place
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.between_two_cities.table import DRAWING, PICKING, PLACING, SIDES, CitiesTable
from cityleague.engine.env.encoding import Planes, Vector
from cityleague.engine.protocol import Setup, State

_STAGES = (DRAWING, PICKING, PLACING)
_COUNTS = len(KINDS)
_LINES = scoring.city_lines([0] * _COUNTS, scoring.FACTORY_BY_MAJORITY[0])
_CITY = (*KINDS, *[f"points of {line.category}" for line in _LINES], "width", "height")

_AXIS = range(-REACH, REACH + 1)
_PLANES = ("goes on to the right", "goes on below", *KINDS)
_CELLS = [(bit.bit_length() - 1) for y in range(BOARD.height) for x in range(BOARD.width) if (bit := BOARD.bit(x, y))]


class Encoder:
    """The encoding of a setup."""

    def __init__(self, setup: Setup) -> None:
        tiles = [*setup.components.shapes]
        self._rank = {tile: number for number, tile in enumerate(tiles)}
        self._seats = setup.seats
        count = 4 if setup.seats == 2 else setup.seats
        names = ["left", "right", *[f"city {number}" for number in range(2, count)]]
        self.columns = (
            "round", "turn", *_STAGES, "left has got its tile", "right has got its tile",
            *[f"{place}: {tile}" for place in ("hand", "picked", "owed") for tile in tiles],
            *[f"ready: seat {seat}" for seat in range(setup.seats)],
            *[f"{name}: {figure}" for name in names for figure in _CITY],
        )  # fmt: skip
        self.planes = Planes(names, _PLANES, _AXIS, _AXIS)
        self._plain = len(self.columns)
        self.columns += tuple(self.planes.names())
        self.move_columns = (
            "pick", "place", *[f"pick: {tile}" for tile in tiles], *[f"place: {tile}" for tile in tiles],
            "to the right", "x", "y", "points",
        )  # fmt: skip
        self._tiles = len(tiles)
        self._rows: dict[Any, Vector] = {}

    def observe(self, state: State[Any], seat: int) -> Vector:
        """What the seat knows of the state."""
        assert isinstance(state, CitiesState)
        table = state.table
        numbers = [float(table.round), float(table.turn), *[float(table.stage == stage) for stage in _STAGES]]
        numbers += [float(table.served[seat] == side) for side in SIDES]
        held = [0.0] * (3 * self._tiles)
        for start, some in enumerate((table.hands[seat], table.picked[seat] or (), table.owed[seat])):
            for tile in some:
                held[start * self._tiles + self._rank[tile]] += 1
        numbers += held
        picked = table.picked
        numbers += [float(picked[(seat + other) % self._seats] is not None) for other in range(self._seats)]
        vector = np.zeros(len(self.columns), np.float32)
        vector[: len(numbers)] = numbers
        at, width = len(numbers), len(_CITY)
        cities = [table.cities[number] for number in _around(table, seat)]
        for city in cities:
            vector[at : at + width] = _city(city)
            at += width
        vector[self._plain :] = np.concatenate([_planes(city) for city in cities])
        return vector

    def rows(self, state: State[Any], seat: int, legal: Sequence[Any]) -> Vector:
        """A row for each of these moves."""
        assert isinstance(state, CitiesState)
        table = state.table
        rows = []
        for move in legal:
            key = (move, table.cities[table.home[seat][move.city]]) if isinstance(move, Place) else move
            row = self._rows.get(key)
            if row is None:
                if len(self._rows) > 1 << 15:  # cities grow from game to game
                    self._rows.clear()
                row = self._rows[key] = self._placing(table, *key) if isinstance(move, Place) else self._picking(move)
            rows.append(row)
        return np.array(rows, np.float32)

    def _picking(self, move: Pick) -> Vector:
        row = np.zeros(len(self.move_columns), np.float32)
        row[0] = 1
        for tile in move.tiles:
            row[2 + self._rank[tile]] += 1
        return row

    def _placing(self, table: CitiesTable, move: Place, city: int) -> Vector:
        row = np.zeros(len(self.move_columns), np.float32)
        row[1] = 1
        row[2 + self._tiles + self._rank[move.tile]] = 1
        after = city | table.tiles.footprints[move.tile][move.cell].adds
        row[-4:] = move.city == "right", *move.cell, sum(_points(after)) - sum(_points(city))
        return row


def _around(table: CitiesTable, seat: int) -> list[int]:
    """The numbers of the cities: to the left and to the right of the seat, then on round the table."""
    left, right = table.home[seat]["left"], table.home[seat]["right"]
    count = len(table.cities)
    return [left, right, *[city for step in range(1, count) if (city := (left + step) % count) != right]]


@lru_cache(maxsize=1 << 12)
def _planes(city: int) -> Vector:
    """The layers that tell what lies where: the duplexes, and the cells of each kind."""
    layers = (city >> ACROSS).to_bytes(len(_PLANES) * LAYER // 8, "little")
    bits = np.unpackbits(np.frombuffer(layers, np.uint8), bitorder="little").reshape(-1, LAYER)
    return bits[:, _CELLS].astype(np.float32).ravel()


@lru_cache(maxsize=1 << 13)
def _city(city: int) -> Vector:
    """The numbers of a city, as if it had most factories."""
    kinds = planes(city)
    spots = list(BOARD.cells(sum(kinds)))
    size = [max(axis) - min(axis) + 1 for axis in zip(*spots, strict=True)] if spots else [0, 0]
    return np.array([*[plane.bit_count() for plane in kinds], *_points(city), *size], np.float32)


@lru_cache(maxsize=1 << 15)
def _points(city: int) -> tuple[float, ...]:
    """By category, as if it had most factories."""
    lines = scoring.city_lines(planes(city), scoring.FACTORY_BY_MAJORITY[0])
    return tuple([float(line.points) for line in lines])
