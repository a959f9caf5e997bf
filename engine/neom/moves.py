"""The moves of NEOM, and the options of a game."""

from typing import Literal, get_args

import msgspec

from cityleague.engine.marks import Numbered

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
"""The side from which a good comes: left, where the west trade route helps, or right, where the east one does."""


class Purchase(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """I buy this `good` for this one build, from that `seller`, a seat (None: from the bank).

    `way`, with three players or more: the side, left or right, on which the seats between are counted and the trade
    route is used. In the solo game: the trade routes that are used up for it, if any. With two players there is none.
    """

    good: Good
    seller: int | None = None
    way: Way | None = None


class Pick(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pick"):
    """I take this `tile` from my hand (secret until all have picked), or from those that lie open."""

    tile: Numbered


class Build(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="build"):
    """The `tile` that I picked goes on this `cell`."""

    tile: Numbered
    cell: Cell
    alternative: int = 0
    """The number of the alternative cost that I choose, counted from 0 in the order of the component file."""
    buy: tuple[Purchase, ...] = ()
    """The goods that I buy for it."""
    virtual: tuple[Good, ...] = ()
    """The goods for which a post office or a customs office stands in."""
    produce: Good | None = None
    """The good that I choose for a tile that makes a good of choice."""


class Anchor(Build, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="anchor"):
    """I discard the tile that I picked, and build this `tile`, an anchor of mine, on this `cell`."""


class Sell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="sell"):
    """I discard the tile that I picked, and take money for it."""


class Swap(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="swap"):
    """I `give` these unbuilt anchors of mine and `take` as many discarded ones. If both are empty, I keep mine.

    A beginner takes none: chance brings an anchor for the one given.
    """

    give: tuple[Numbered, ...] = ()
    take: tuple[Numbered, ...] = ()


class Pay(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pay"):
    """I pay the disaster's fine (secret until all have decided)."""


class Remove(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="remove"):
    """I remove the tiles on these `cells` for the disaster (secret until all have decided)."""

    cells: tuple[Cell, ...]


Move = Pick | Build | Anchor | Sell | Swap | Pay | Remove


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`beginner`: everyone gets one random anchor, nobody drafts. `tiles`: those of the solo game, by symbol."""

    beginner: bool = False
    tiles: Literal["1+", "4+", "5+"] = "1+"


def canonical(move: Move) -> object:
    """What equivalent moves have in common (`legal` lists some of them): any way to pay, and lists in any order."""
    if isinstance(move, Build):  # or an anchor
        return type(move), move.tile, move.cell, move.produce
    if isinstance(move, Swap):
        return Swap, tuple(sorted(move.give)), tuple(sorted(move.take))
    return (Remove, tuple(sorted(move.cells))) if isinstance(move, Remove) else move
