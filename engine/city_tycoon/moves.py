"""The moves of City Tycoon, and its options."""

from typing import ClassVar, Literal

import msgspec

from cityleague.engine.marks import Component

Cell = tuple[int, int]
"""Column and row: the start centre is [0, 0] to [1, 1]; x grows to the east, y to the south."""


PlantKind = Literal["electric", "water"]
"""What a plant produces: electricity (red cubes) or water (blue cubes)."""
PLANT_KINDS: tuple[PlantKind, ...] = ("electric", "water")
Side = Literal["exhausting", "renewing"]


class Pick(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pick"):
    """I keep this `tile` from my hand (secret until all have picked)."""

    tile: Component


class Sell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="sell"):
    """I discard this `tile` and take money for it."""

    tile: Component


class Build(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="build"):
    """I pay for this district, a `tile` that I kept; my next move places it."""

    tile: Component


class Plant(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="plant"):
    """I discard this `tile` and pay for the next plant of this `kind`, this `side` up; my next move places it."""

    tile: Component
    kind: PlantKind
    side: Side


class Place(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place"):
    """The district, plant or terrain tile that I have to place goes on this `cell`."""

    cell: Cell


class Supply(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="supply"):
    """I meet a demand of my `district` on this cell: I pay the yellow cubes now, and bring red and blue ones next."""

    district: Cell
    demand: int = 0
    """Counted from 0 in the order of the component file."""


class Cube(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="cube"):
    """A cube from the `plant` on this cell comes to the district across the tiles of `path`, in order."""

    plant: Cell
    path: tuple[Cell, ...] = ()


class Pass(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pass"):
    """I supply nothing now."""


Move = Pick | Sell | Build | Plant | Place | Supply | Cube | Pass


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`passing`: who passes is asked again after somebody has supplied, or a pass is final for the round."""

    passing: Literal["again", "final"] = "again"


class OptionsOfRules2(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """City Tycoon had no options by rules 2: a pass was final."""

    passing: ClassVar[str] = "final"


def canonical(move: Move) -> object:
    """What equivalent moves share: `legal` lists only some of the paths that a cube can take from its plant."""
    return (Cube, move.plant) if isinstance(move, Cube) else move
