"""What a player of City Tycoon can say, and how a game can be set up."""

from __future__ import annotations

from typing import Literal

import msgspec

Cell = tuple[int, int]
"""Column and row: the start centre is [0, 0] to [1, 1]; x grows to the east, y to the south."""


PlantKind = Literal["electric", "water"]
PLANT_KINDS: tuple[PlantKind, ...] = ("electric", "water")
Side = Literal["exhausting", "renewing"]


class Pick(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pick"):
    """I keep this tile of those in my hand (secret until all have picked)."""

    tile: str


class Sell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="sell"):
    """This tile goes, and I take money for it."""

    tile: str


class Build(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="build"):
    """I pay for this district; where it goes I say next."""

    tile: str


class Plant(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="plant"):
    """This tile goes, and I pay for the next plant of that kind, that side up; where it goes I say next."""

    tile: str
    kind: PlantKind
    side: Side


class Place(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place"):
    """What I have to place, a district, a plant or terrain, goes on this cell."""

    cell: Cell


class Supply(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="supply"):
    """My district on this cell gets what one of its demands asks for: yellow cubes now, red and blue ones next."""

    district: Cell
    demand: int = 0
    """Counted from 0 in the order of the component file."""


class Cube(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="cube"):
    """A cube of the plant on this cell for it, and the tiles that it crosses, in order; the centre is one tile."""

    plant: Cell
    path: tuple[Cell, ...] = ()


class Pass(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pass"):
    """I supply nothing more in this round."""


Move = Pick | Sell | Build | Plant | Place | Supply | Cube | Pass


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """There is nothing to choose."""


def canonical(move: Move) -> object:
    """What moves have in common of which `legal` lists some: a cube comes to its district on any path."""
    return (Cube, move.plant) if isinstance(move, Cube) else move
