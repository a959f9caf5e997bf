"""The component file of City Tycoon as it is written: what stands on districts and plants."""

from __future__ import annotations

from typing import Literal

import msgspec

from cityleague.engine.city_tycoon.moves import PlantKind, Side
from cityleague.engine.components import ComponentFile, Provenance

Terrain = Literal["meadow", "water"]
TERRAINS: tuple[Terrain, ...] = ("meadow", "water")


class Takes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cubes that a demand asks for."""

    red: int = 0
    blue: int = 0
    yellow: int = 0

    def of(self, kind: PlantKind) -> int:
        """How many cubes of a kind of plant."""
        return self.red if kind == "electric" else self.blue


class Gives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What meeting a demand brings."""

    money: int = 0
    points: int = 0
    yellow: int = 0


class Demand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the demands of a district."""

    takes: Takes
    gives: Gives


NO_DEMAND = Demand(Takes(), Gives())
"""Stands for the demand of a district that has none."""


class OfTerrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure for each kind of terrain."""

    meadow: int = 0
    water: int = 0

    def of(self, terrain: Terrain) -> int:
        """The figure of a kind."""
        return self.meadow if terrain == "meadow" else self.water


class Reward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The instant rewards of a district: any of these, or none."""

    points: int = 0
    yellow: int = 0
    meadow: int = 0
    water: int = 0
    points_for: OfTerrain = OfTerrain()
    """Points for each terrain tile of a kind that touches the district when it is built."""

    def of(self, terrain: Terrain) -> int:
        """How many terrain tiles of a kind it brings."""
        return self.meadow if terrain == "meadow" else self.water


class District(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A district: what it costs, brings at once, and asks for. `kind` is a word for people."""

    name: str
    cost: int
    demands: tuple[Demand, ...]
    kind: str = ""
    reward: Reward = Reward()


class PlantSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a plant: what it costs, and how many cubes it holds."""

    cost: int
    cubes: int


class PlantFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two sides of a plant."""

    number: int
    exhausting: PlantSide
    renewing: PlantSide

    def side(self, side: Side) -> PlantSide:
        """One of the sides."""
        return self.exhausting if side == "exhausting" else self.renewing


class Basics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of the course: money, fees, terrain tiles, tiles in a hand."""

    provenance: Provenance
    money: int
    """Of the first player."""
    step: int
    """How much more each further one has."""
    sale: int
    fee: int
    """For a cube that is not one's own, and for each crossing."""
    money_for_point: int
    terrain: int
    hand: int


class Plants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plants of either kind, in the order of their numbers."""

    provenance: Provenance
    electric: tuple[PlantFigures, ...]
    water: tuple[PlantFigures, ...]

    def of(self, kind: PlantKind) -> tuple[PlantFigures, ...]:
        """The plants of a kind."""
        return self.electric if kind == "electric" else self.water


class Districts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All districts; a name begins with its round."""

    provenance: Provenance
    list: tuple[District, ...]


class CityFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """A component file."""

    setup: Basics
    plants: Plants
    districts: Districts
