"""The moves of 20th Century, and its options."""

from typing import Literal

import msgspec

from cityleague.engine.marks import Component

Cell = tuple[int, int]
"""Column and row: the start tile of each player is on [0, 0]; x grows to the east, y to the south."""
City = tuple[Component, str]
"""A tile, and the letter of one of its cities."""
Turn = Literal[0, 1, 2, 3]
"""Quarter turns clockwise."""


# -- the land auction


class Choose(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose"):
    """I put this `tile` of land up for auction, and bid next. If I am the only player left, I buy it at once."""

    tile: Component


class Bid(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="bid"):
    """I bid this many `coins` for the land."""

    coins: int


class Pass(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pass"):
    """I leave this auction."""


class Drop(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="drop"):
    """I drop out: I buy no more land in this round, and may buy a technology next."""


class Buy(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="buy"):
    """I pay science for this `technology`."""

    technology: Component


class Decline(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="decline"):
    """I buy no technology in this round."""


# -- environmental damage


class Contain(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="contain"):
    """I bid this much `science` to take the damage of this `column` (counted from 0, on the left)."""

    column: int
    science: int


# -- administration


class Lay(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="lay"):
    """My new `tile`, land or facility, goes on this `cell`, after so many quarter turns (`turn`) clockwise."""

    tile: Component
    cell: Cell
    turn: Turn = 0


class Settle(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="settle"):
    """The citizen that came with new land settles in this `city` of it."""

    city: City


class Dump(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="dump"):
    """One of my new cubes of garbage goes on this `tile` of land."""

    tile: Component


class Worker(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="worker"):
    """The citizen of this `technology` settles in this `city`."""

    technology: Component
    city: City


class Bridge(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="bridge"):
    """The bridge of this `technology` goes on this `span` of this `tile`; the component file names the spans."""

    technology: Component
    tile: Component
    span: str


class Separate(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="separate"):
    """Waste separation: by this `technology`, I remove a cube of garbage from this `tile`, once in the game."""

    technology: Component
    tile: Component


class Locomotive(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="locomotive"):
    """By this `technology`, a citizen moves from this `city` by track, `to` another."""

    technology: Component
    city: City
    to: City


class Collect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="collect"):
    """Garbage collection: by this `technology`, I move a cube of garbage from this `tile` of land, `to` another."""

    technology: Component
    tile: Component
    to: Component


class Recycle(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="recycle"):
    """Recycling: I pay the price of the `technology` and remove a cube of garbage from this `tile` of land."""

    technology: Component
    tile: Component


class Remediate(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="remediate"):
    """Remediation: I pay the price of the `technology` and move my pollution marker one field to the right."""

    technology: Component


class Improve(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="improve"):
    """Quality of life: I pay the price of the `technology` and get its points."""

    technology: Component


class Done(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="done"):
    """I have finished my administration for this round."""


# -- recycling


class Clear(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="clear"):
    """The recycling `plant` of this city removes a cube of garbage from this `tile` of land."""

    plant: City
    tile: Component


Use = Worker | Bridge | Separate | Locomotive | Collect | Recycle | Remediate | Improve
"""The uses of technologies in the administration."""
Move = Choose | Bid | Pass | Drop | Buy | Decline | Contain | Lay | Settle | Dump | Use | Done | Clear


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How 20th Century is played."""

    garbage: Literal["anywhere", "new_land"] = "anywhere"
    """Where new garbage is placed: on any land of the region, or on land bought in the same round, if there is any."""
