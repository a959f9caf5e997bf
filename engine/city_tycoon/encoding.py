"""Positions and moves as numbers for learners: the view, the city as planes, and whose tiles a cube crosses."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.figures import NO_DEMAND, TERRAINS
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Cube
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.town import GENERAL
from cityleague.engine.city_tycoon.view import PlacedDistrict, PlacedPlant, PlacedTerrain, View
from cityleague.engine.env.encoding import Generic, Planes, Vector
from cityleague.engine.protocol import Setup, State

_WINDOW = range(-7, 9)
"""The columns and the rows round the centre; a city that grows further is seen at their edge."""
_DEMAND = ("red", "blue", "yellow", "money", "points", "yellow given", "met")
_PLAIN = ("district", "general", *TERRAINS, *[f"{kind} plant" for kind in PLANT_KINDS], "renewing", "cubes", "number")


class Encoder(Generic):
    """The encoding of a setup."""

    planes: Planes

    def __init__(self, setup: Setup) -> None:
        self._box: Box = setup.components
        self._seats = setup.seats
        self._demands = max([len(district.demands) for district in self._box.districts.values()])
        owners = [f"of seat {seat}" for seat in range(setup.seats)]
        demands = [f"demand {number} {figure}" for number in range(self._demands) for figure in _DEMAND]
        self._number = {figure: number for number, figure in enumerate([*_PLAIN, *owners, *demands])}
        crossed = [f"crosses tiles {owner}" for owner in owners]
        shown = ("built", "districts", "plants", "terrain")
        super().__init__(setup, Planes(["city"], [*self._number], _WINDOW, _WINDOW), shown, (), crossed)
        self._figures = lru_cache(maxsize=1 << 12)(self._figures_of)

    def boards(self, view: View, seat: int) -> list[Vector]:
        """The one city."""
        some: tuple[PlacedDistrict | PlacedPlant | PlacedTerrain, ...] = (*view.districts, *view.plants, *view.terrain)
        return [self.planes.board([(placed.cell, self._figures(placed, seat)) for placed in some])]

    def _figures_of(self, placed: PlacedDistrict | PlacedPlant | PlacedTerrain, seat: int) -> Vector:
        figures, number = np.zeros(len(self._number), np.float32), self._number
        if isinstance(placed, PlacedTerrain):
            figures[number[placed.terrain]] = 1
            return figures
        owner = "general" if placed.owner is None else f"of seat {(placed.owner - seat) % self._seats}"
        figures[number[owner]] = 1
        if isinstance(placed, PlacedPlant):
            figures[number[f"{placed.kind} plant"]] = 1
            figures[number["renewing"]] = placed.side == "renewing"
            figures[number["cubes"]], figures[number["number"]] = placed.cubes, placed.number
            return figures
        figures[number["district"]] = 1
        at = len(figures) - self._demands * len(_DEMAND)
        demands = self._box.districts[placed.tile].demands
        for which in range(self._demands):
            demand = demands[which] if which < len(demands) else NO_DEMAND
            takes, gives = demand.takes, demand.gives
            figures[at : at + len(_DEMAND)] = (
                takes.red, takes.blue, takes.yellow, gives.money, gives.points, gives.yellow, placed.met == which,
            )  # fmt: skip
            at += len(_DEMAND)
        return figures

    def rows(self, state: State[Any], seat: int, legal: Sequence[Any]) -> Vector:
        """From the moves, and for a cube from the owners of the tiles that it crosses."""
        assert isinstance(state, TycoonState)
        layout = state.table.town.layout
        rows = super().rows(state, seat, legal)
        for row, move in zip(rows, legal, strict=True):
            if isinstance(move, Cube):
                for cell in move.path:
                    owner = layout.owners[layout.at[cell]]
                    if owner != GENERAL:
                        row[(owner - seat) % self._seats - self._seats] += 1
        return rows
