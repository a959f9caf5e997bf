"""What a player of Between Two Cities can say, and how a game can be set up."""

from __future__ import annotations

from typing import Literal

import msgspec

from cityleague.engine.between_two_cities.components import Cell

Side = Literal["left", "right"]


class Pick(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pick"):
    """I keep these two tiles of my hand (secret until all have picked)."""

    tiles: tuple[str, str]


class Place(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place"):
    """This tile goes into the city on that side of me, with its only, top or left building on this cell."""

    tile: str
    city: Side
    cell: Cell


Move = Pick | Place


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`seating`: the players sit round the table as listed (given), or in an order that chance draws (drawn)."""

    seating: Literal["given", "drawn"] = "given"


def canonical(move: Move) -> object:
    """What moves have in common of which `legal` lists one: a pick names its tiles in any order."""
    return tuple(sorted(move.tiles)) if isinstance(move, Pick) else move
