"""The moves of Between Two Cities, and the options of a game."""

from typing import Literal

import msgspec

from cityleague.engine.between_two_cities.components import Cell
from cityleague.engine.marks import Component

Side = Literal["left", "right"]


class Pick(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pick"):
    """I keep these two `tiles` of my hand (secret until all have picked)."""

    tiles: tuple[Component, Component]


class Place(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place"):
    """I place this `tile` in the `city` on that side of me, its only, top or left building on this `cell`."""

    tile: Component
    city: Side
    cell: Cell


Move = Pick | Place


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`seating`: the players sit as listed (given), or in an order that chance draws (drawn)."""

    seating: Literal["given", "drawn"] = "given"


def canonical(move: Move) -> object:
    """What equivalent moves have in common (`legal` lists one of them): a pick names its tiles in either order."""
    return tuple(sorted(move.tiles)) if isinstance(move, Pick) else move
