"""What a player of 20th Century can say, and how a game can be set up."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

Cell = tuple[int, int]
"""Column and row: the start tile of each player is on [0, 0]; x grows to the east, y to the south."""
City = tuple[str, str]
"""A tile and one of its cities, by its letter."""
Turn = Literal[0, 1, 2, 3]
"""Quarter turns clockwise."""


def named(place: Cell | City) -> str:
    """A cell or a city as moves write it."""
    return "[" + ", ".join([f'"{part}"' if isinstance(part, str) else f"{part}" for part in place]) + "]"


made_once = lru_cache(maxsize=1 << 13)
"""For what makes moves: most are listed again and again."""


# -- the land auction


class Choose(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose"):
    """This land is up for auction; I bid next. The last one in buys it at once."""

    tile: str


class Bid(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="bid"):
    """I offer so many coins for the land."""

    coins: int


class Pass(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pass"):
    """I bid no more for this land."""


class Drop(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="drop"):
    """I buy no more land in this round; next I may buy a technology."""


class Buy(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="buy"):
    """I pay science for this technology."""

    technology: str


class Decline(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="decline"):
    """I buy no technology in this round."""


# -- environmental damage


class Contain(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="contain"):
    """I offer so much science to suffer what this column says (counted from 0, on the left)."""

    column: int
    science: int


# -- administration


class Lay(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="lay"):
    """This new land or facility of mine goes on this cell, turned clockwise by so many quarters."""

    tile: str
    cell: Cell
    turn: Turn = 0


class Settle(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="settle"):
    """The citizen that came with this land lives in this city of it."""

    city: City


class Dump(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="dump"):
    """One of my new cubes of garbage goes on this land."""

    tile: str


class Worker(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="worker"):
    """The citizen of this technology lives in this city."""

    technology: str
    city: City


class Bridge(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="bridge"):
    """The bridge of this technology goes on this tile, over one of its spans as the component file names it."""

    technology: str
    tile: str
    span: str


class Separate(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="separate"):
    """Waste separation: a cube of garbage goes from this land, once."""

    technology: str
    tile: str


class Locomotive(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="locomotive"):
    """A citizen moves from one city to another by track."""

    technology: str
    city: City
    to: City


class Collect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="collect"):
    """Garbage collection: a cube of garbage goes from one land to another."""

    technology: str
    tile: str
    to: str


class Recycle(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="recycle"):
    """Recycling: I pay what the technology says, and a cube of garbage goes from this land."""

    technology: str
    tile: str


class Remediate(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="remediate"):
    """Remediation: I pay what the technology says, and my pollution marker goes one field to the right."""

    technology: str


class Improve(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="improve"):
    """Quality of life: I pay what the technology says for its points."""

    technology: str


class Done(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="done"):
    """My administration is over for this round."""


# -- recycling


class Clear(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="clear"):
    """The recycling plant of this city removes a cube of garbage from this land."""

    plant: City
    tile: str


Use = Worker | Bridge | Separate | Locomotive | Collect | Recycle | Remediate | Improve
"""What technologies do in the administration."""
Move = Choose | Bid | Pass | Drop | Buy | Decline | Contain | Lay | Settle | Dump | Use | Done | Clear


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """There is nothing to choose."""
