"""What a player of NEOM can say, and how a game can be set up."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Raw = Literal["coal", "ore", "wood", "stone", "gas", "oil"]
Trade = Literal["steel", "lumber", "glass", "copper", "concrete", "diamonds", "plastic", "gold"]
Luxury = Literal["sports_cars", "jewellery", "electronics"]
Good = Literal[Raw, Trade, Luxury]
Level = Literal["raw", "trade", "luxury"]

LEVELS: dict[Level, tuple[Good, ...]] = {"raw": get_args(Raw), "trade": get_args(Trade), "luxury": get_args(Luxury)}
"""The goods of each level, in the order of the city boards; the lowest level first."""

Cell = tuple[int, int]
"""Column and row relative to the origin, each from -2 to 2: x grows to the east, y to the south."""

Way = Literal["left", "right", "both"]
"""Where a good comes from: past the left neighbours, by the west trade route, or past the right ones, by the east."""


class Purchase(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """This good, for this one build, from that seat (None: from the bank).

    `way`, with three players or more: on which side the seats between are counted and the trade route is used, left
    or right. Alone: which trade routes are used up for it, if any. With two players there is nothing to say.
    """

    good: Good
    seller: int | None = None
    way: Way | None = None


class Pick(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pick"):
    """I take this tile: of my hand (secret until all have picked), or of those that lie open."""

    tile: int


class Build(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="build"):
    """The tile that I picked goes on this cell."""

    tile: int
    cell: Cell
    alternative: int = 0
    """Which of the costs that the tile has the choice of, counted from 0 in the order of the component file."""
    buy: tuple[Purchase, ...] = ()
    """The goods that I buy for it."""
    virtual: tuple[Good, ...] = ()
    """The goods for which a post office or a customs office stands in."""
    produce: Good | None = None
    """The good that I choose, of a tile that makes one of my choice."""


class Anchor(Build, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="anchor"):
    """The tile that I picked goes, and this anchor of mine on this cell; all else as with `build`."""


class Sell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="sell"):
    """The tile that I picked goes, and I take money for it."""


class Swap(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="swap"):
    """I give these unbuilt anchors of mine and take as many of the discarded ones; nothing of both: I keep mine.

    Beginners take nothing: chance brings an anchor for the one that they give.
    """

    give: tuple[int, ...] = ()
    take: tuple[int, ...] = ()


class Pay(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pay"):
    """The disaster costs me money (secret until all have decided)."""


class Remove(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="remove"):
    """The disaster costs me the tiles on these cells (secret until all have decided)."""

    cells: tuple[Cell, ...]


Move = Pick | Build | Anchor | Sell | Swap | Pay | Remove


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`beginner`: everyone gets one random anchor, nobody drafts. `tiles`: those of a game alone, by their symbols."""

    beginner: bool = False
    tiles: Literal["1+", "4+", "5+"] = "1+"


def canonical(move: Move) -> object:
    """What moves have in common of which `legal` lists some: any way to pay for a tile, and lists in any order."""
    if isinstance(move, Build):  # or an anchor
        return type(move), move.tile, move.cell, move.produce
    if isinstance(move, Swap):
        return Swap, tuple(sorted(move.give)), tuple(sorted(move.take))
    return (Remove, tuple(sorted(move.cells))) if isinstance(move, Remove) else move
