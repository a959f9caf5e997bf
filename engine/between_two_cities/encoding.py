"""Positions and moves as numbers for learners: the view, the cities as planes, and what they count for."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.components import KINDS, REACH, planes
from cityleague.engine.between_two_cities.moves import Place
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.between_two_cities.view import City, View, number_of
from cityleague.engine.env.encoding import Generic, Planes, Vector
from cityleague.engine.protocol import Setup, State

_LINES = [line.category for line in scoring.city_lines([0] * len(KINDS), scoring.FACTORY_BY_MAJORITY[0])]
_AXIS = range(-REACH, REACH + 1)
_KIND = np.eye(len(KINDS) + 2, dtype=np.float32)
"""The figures of a cell by the number of its kind; then those of a duplex that goes on to the right, and below."""


class Encoder(Generic):
    """The encoding of a setup. The cities are those to the left and to the right of the seat, then on round."""

    planes: Planes

    def __init__(self, setup: Setup) -> None:
        count = 4 if setup.seats == 2 else setup.seats
        names = ["left", "right", *[f"city {number}" for number in range(2, count)]]
        shown = Planes(names, [*KINDS, "goes on to the right", "goes on below"], _AXIS, _AXIS)
        points = [f"{name}: points of {category}" for name in names for category in _LINES]
        super().__init__(setup, shown, ("ring", "cities", "home", "revealed"), points, ["points"])
        self._planes_of = lru_cache(maxsize=1 << 10)(self._planes)

    def numbers(self, view: View, seat: int) -> list[float]:
        """The points of each city by category, as if it had most factories."""
        return [points for city in _around(view, seat) for points in _points(number_of(city))]

    def boards(self, view: View, seat: int) -> list[Vector]:
        """The cities, as they stand."""
        return list(map(self._planes_of, _around(view, seat)))

    def _planes(self, city: City) -> Vector:
        buildings = [(building.cell, _KIND[KINDS.index(building.kind)]) for building in city.buildings]
        joined = [(first, _KIND[len(KINDS) + (first[1] != other[1])]) for first, other in city.duplexes]
        return self.planes.board(buildings + joined)

    def rows(self, state: State[Any], seat: int, legal: Sequence[Any]) -> Vector:
        """From the moves, and for a tile that is placed the points that it brings to its city."""
        assert isinstance(state, CitiesState)
        rows, table = super().rows(state, seat, legal), state.table
        for row, move in zip(rows, legal, strict=True):
            if isinstance(move, Place):
                city = table.cities[table.home[seat][move.city]]
                after = city | table.tiles.footprints[move.tile][move.cell].adds
                row[-1] = sum(_points(after)) - sum(_points(city))
        return rows


def _around(view: View, seat: int) -> list[City]:
    left, right = view.home[seat]["left"], view.home[seat]["right"]
    count = len(view.cities)
    others = [city for step in range(1, count) if (city := (left + step) % count) != right]
    return [view.cities[number] for number in (left, right, *others)]


@lru_cache(maxsize=1 << 15)
def _points(city: int) -> tuple[float, ...]:
    """By category, as if it had most factories."""
    lines = scoring.city_lines(planes(city), scoring.FACTORY_BY_MAJORITY[0])
    return tuple([float(line.points) for line in lines])
