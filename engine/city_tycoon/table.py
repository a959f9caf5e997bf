"""The table: all data of a game in progress, which the phases read and change."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

import msgspec

from cityleague.engine.city_tycoon.components import ROUNDS, Box
from cityleague.engine.city_tycoon.figures import Demand, District, PlantSide, Terrain
from cityleague.engine.city_tycoon.moves import PlantKind, Side
from cityleague.engine.city_tycoon.routes import Route
from cityleague.engine.city_tycoon.town import SEATS, WATER_BESIDE_CENTRE, Town
from cityleague.engine.course import Table
from cityleague.engine.unseen import UNSEEN

LAST_ROUND = len(ROUNDS)

# The stages of a game, as views name them. The first two wait for a draw.
ORDERING, DEALING = "ordering", "dealing"
DRAFTING, BUILDING, PLACING, TERRAIN = "drafting", "building", "placing", "terrain"
SUPPLYING, CUBES = "supplying", "cubes"
IN_TURN = frozenset({BUILDING, PLACING, TERRAIN, SUPPLYING, CUBES})
"""The stages in which one seat at a time decides."""


class Account:
    """Where a player's points and money came from and went."""

    __slots__ = ("demands", "districts", "fees", "instant", "plants", "rewards", "sales", "start", "touching")

    def __init__(self, seats: int) -> None:
        self.instant = self.touching = self.demands = 0
        """Points: from instant rewards, for touching terrain, for demands met."""
        self.start = self.sales = self.rewards = self.districts = self.plants = 0
        """Money received from the bank (the first three), and paid to it."""
        self.fees = [0] * (seats + 1)
        """Money paid for cubes and crossings, by the seat that received it; the bank is last."""

    @property
    def points(self) -> int:
        """All points except those for money at the end of the game."""
        return self.instant + self.touching + self.demands

    def plain(self) -> object:
        """The account as simple values."""
        return _entries(self)

    def copy(self) -> Account:
        """An independent copy."""
        new = object.__new__(Account)
        for name in Account.__slots__:
            setattr(new, name, getattr(self, name))
        new.fees = self.fees.copy()
        return new


_entries = attrgetter(*Account.__slots__)


class PlantToPlace(NamedTuple):
    """A plant that has been paid for but not placed."""

    kind: PlantKind
    number: int
    side: Side
    figures: PlantSide


def take_from(place: list[str], tile: str) -> None:
    """Take a tile from a hand or from kept tiles; it lies there, or may be one that nobody saw there."""
    place.remove(tile if tile in place else UNSEEN)


class Supplying(msgspec.Struct, frozen=True, gc=False):
    """A demand that is being met: its tile and number, and the red and blue cubes it still needs."""

    tile: int
    number: int
    demand: Demand
    red: int
    blue: int

    def plain(self, town: Town) -> list[object]:
        """The same as simple values, which do not depend on the order of building."""
        return [town.cells[self.tile], self.number, self.demand, self.red, self.blue]


class TycoonTable(Table):
    """A game's data."""

    shared = (
        "box",
        "able",  # a demand that the actor can meet, as tile and number: why it was asked to supply; None: not known
        "held",  # by turn of the draft, then by seat: the hand received; empty once all tiles have been used
        "order",  # the seats in turn order
        "pass_is_final",  # whether who passes is out of the supply phase: an option
        "routes",  # the routes to the district whose demand is being met; None: not worked out yet
        "supplying",  # the demand that is being met; None: none
        "terrain_due",  # the terrain that the actor still has to place
        "terrain_left",  # how many terrain tiles are left in the supply
        "to_place",  # what the actor has to place
    )
    copied = (
        "money",  # by seat
        "next_plant",  # by kind: the number of the next plant
        "passed",  # by seat: whether it has passed in this supply phase, and is not to be asked again so far
        "picked",  # by seat: the tile picked, until all have picked
        "town",
        "used",  # by seat: the tiles kept in the draft and used since, in the order of use
        "yellow",  # by seat: its yellow cubes
    )
    nested = (
        "accounts",  # by seat
        "hands",  # by seat: the tiles in hand, in the order of the component file
        "kept",  # by seat: the tiles kept in the draft and not used yet, in the same order
    )
    __slots__ = shared + copied + nested

    def __init__(self, seats: int, box: Box, *, pass_is_final: bool = False) -> None:
        super().__init__(seats, SEATS, ORDERING)
        self.box = box
        self.order: tuple[int, ...] = ()
        self.money = [0] * seats
        self.yellow = [0] * seats
        self.accounts = [Account(seats) for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.kept: list[list[str]] = [[] for _ in range(seats)]
        self.picked: list[str | None] = [None] * seats
        self.held: tuple[tuple[tuple[str, ...], ...], ...] = ()
        self.used: list[tuple[str, ...]] = [()] * seats
        self.next_plant: dict[PlantKind, int] = {"electric": 1, "water": 1}
        water = WATER_BESIDE_CENTRE.get(seats, ())
        self.terrain_left = box.basics.terrain - len(water)
        self.to_place: District | PlantToPlace | None = None
        self.terrain_due: tuple[Terrain, ...] = ()
        self.able: tuple[int, int] | None = None
        self.supplying: Supplying | None = None
        self.routes: list[Route] | None = None
        self.passed = [False] * seats
        self.pass_is_final = pass_is_final
        self.town = Town(seats)
        for cell in water:
            self.town.lay(cell, "water")

    def use(self, tile: str) -> None:
        """Record that the actor has sold or built this tile, or given it for a plant; everybody sees that."""
        take_from(self.kept[self.actor], tile)
        self.used[self.actor] += (tile,)

    def pay_fees(self, seat: int, payees: Sequence[int]) -> None:
        """Move a fee from a seat to each of these seats, or to the bank (GENERAL)."""
        fee, money, paid = self.box.basics.fee, self.money, self.accounts[seat].fees
        money[seat] -= fee * len(payees)
        for payee in payees:
            paid[payee] += fee  # the bank is the last one, -1
            if payee >= 0:
                money[payee] += fee

    def plain(self) -> list[object]:
        """All that tells two states apart, as simple values; the record of the draft does not count."""
        return [
            self.town.plain(),
            [account.plain() for account in self.accounts],
            self.hands,
            self.kept,
            self.to_place,
            self.supplying and self.supplying.plain(self.town),
            *_counted(self),
        ]


_counted = attrgetter(
    "actor", "order", "round", "stage", "terrain_due", "terrain_left", "money", "next_plant", "passed", "picked",
    "yellow",
)  # fmt: skip
"""The attributes that count. The record of the draft does not, nor do results that can be worked out again."""
