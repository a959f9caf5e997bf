"""The component file of City Tycoon as it is written: the figures on districts and plants."""

from typing import Literal

import msgspec

from cityleague.engine.city_tycoon.moves import PlantKind, Side
from cityleague.engine.components import ComponentFile, Listed, Provenance

Terrain = Literal["meadow", "water"]
TERRAINS: tuple[Terrain, ...] = ("meadow", "water")


class Takes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cubes that a demand asks for."""

    red: int = 0
    blue: int = 0
    yellow: int = 0

    def of(self, kind: PlantKind) -> int:
        """How many cubes from plants of this kind."""
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
"""For a district without demands."""


class OfTerrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure for each kind of terrain."""

    meadow: int = 0
    water: int = 0

    def of(self, terrain: Terrain) -> int:
        """The figure for this kind."""
        return self.meadow if terrain == "meadow" else self.water


class Reward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The instant rewards of a district, if it has any."""

    points: int = 0
    yellow: int = 0
    meadow: int = 0
    water: int = 0
    points_for: OfTerrain = OfTerrain()
    """Points for each terrain tile of a kind that touches the district when it is built."""

    def of(self, terrain: Terrain) -> int:
        """How many terrain tiles of this kind it brings."""
        return self.meadow if terrain == "meadow" else self.water


class District(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A district: its cost, instant rewards and demands. `kind` is a description that no rule uses."""

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
        """The figures of one side."""
        return self.exhausting if side == "exhausting" else self.renewing


class Basics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The basic figures: money, fees, terrain tiles, hand size."""

    provenance: Provenance
    money: int
    """The starting money of the first player."""
    step: int
    """How much more starting money each later player has than the one before."""
    sale: int
    """The money for selling a tile."""
    fee: int
    """The price of a cube from someone else's plant, and of each crossing of someone else's tile."""
    money_for_point: int
    """How much money is worth one point at the end."""
    terrain: int
    """Terrain tiles in the supply."""
    hand: int
    """Districts dealt to each player in a round."""


class Plants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plants of both kinds, in the order of their numbers."""

    provenance: Provenance
    electric: tuple[PlantFigures, ...]
    water: tuple[PlantFigures, ...]

    def of(self, kind: PlantKind) -> tuple[PlantFigures, ...]:
        """The plants of this kind."""
        return self.electric if kind == "electric" else self.water


class CityFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """A component file."""

    setup: Basics
    plants: Plants
    districts: Listed[District]
    """Each name begins with its round."""
