"""What lies on the table and whose turn it is: the data of a game, which its phases read and change."""

from __future__ import annotations

from typing import NamedTuple

from cityleague.engine.city_tycoon.components import ROUNDS, Box
from cityleague.engine.city_tycoon.figures import Demand, District, PlantSide, Terrain
from cityleague.engine.city_tycoon.moves import PlantKind, Side
from cityleague.engine.city_tycoon.routes import Route
from cityleague.engine.city_tycoon.town import SEATS, WATER_BESIDE_CENTRE, Town
from cityleague.engine.course import Table as SharedTable

LAST_ROUND = len(ROUNDS)

# The stages of a game; the names stand in views. At the first two chance brings something.
ORDERING, DEALING = "ordering", "dealing"
DRAFTING, BUILDING, PLACING, TERRAIN = "drafting", "building", "placing", "terrain"
SUPPLYING, CUBES = "supplying", "cubes"
IN_TURN = frozenset({BUILDING, PLACING, TERRAIN, SUPPLYING, CUBES})
"""The stages at which one seat decides."""


class Account:
    """Where a player's points and money came from and went."""

    __slots__ = ("demands", "districts", "fees", "instant", "plants", "rewards", "sales", "start", "touching")

    def __init__(self, seats: int) -> None:
        self.instant = self.touching = self.demands = 0
        """Points: instant rewards, those for touching terrain, demands that were met."""
        self.start = self.sales = self.rewards = self.districts = self.plants = 0
        """Money that came from the bank, and went to it."""
        self.fees = [0] * (seats + 1)
        """Money for cubes and crossings, by the seat that got it, the bank last."""

    @property
    def points(self) -> int:
        """All points but those for money at the end."""
        return self.instant + self.touching + self.demands

    def plain(self) -> list[object]:
        """The account as simple values."""
        return [getattr(self, name) for name in Account.__slots__]

    def copy(self) -> Account:
        """An independent copy."""
        new = object.__new__(Account)
        for name in Account.__slots__:
            setattr(new, name, getattr(self, name))
        new.fees = self.fees.copy()
        return new


class PlantToPlace(NamedTuple):
    """A plant that has been paid and not placed yet."""

    kind: PlantKind
    number: int
    side: Side
    figures: PlantSide


class Supplying(NamedTuple):
    """A demand that is being met: of which tile, and the red and blue cubes that are still asked for."""

    tile: int
    number: int
    demand: Demand
    red: int
    blue: int


class Table(SharedTable):
    """A game's data."""

    shared = (
        "box",
        "held",  # by turn of the draft, by seat: the hand as it got it; nothing once all tiles have been used
        "order",  # the seats in turn order
        "routes",  # the ways of cubes for the demand that is being met; None: not worked out
        "supplying",  # the demand that is being met; None: none
        "terrain_due",  # the terrain that the actor still has to place
        "terrain_left",  # how many tiles of terrain are left
        "to_place",  # what the actor has to place
    )
    copied = (
        "money",  # by seat
        "next_plant",  # by kind: the number of the next plant
        "passed",  # by seat: whether it has chosen to pass in this round's supply
        "picked",  # by seat: the tile picked, while it is secret
        "town",
        "used",  # by seat: the tiles kept in the draft and used since, as they were used
        "yellow",  # by seat: its yellow cubes
    )
    nested = (
        "accounts",  # by seat
        "hands",  # by seat: the tiles in hand, in the order of the component file
        "kept",  # by seat: the tiles kept in the draft and not used yet, in the same order
    )
    __slots__ = shared + copied + nested

    def __init__(self, seats: int, box: Box) -> None:
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
        self.terrain_left = box.basics.terrain
        self.to_place: District | PlantToPlace | None = None
        self.terrain_due: tuple[Terrain, ...] = ()
        self.supplying: Supplying | None = None
        self.routes: list[Route] | None = None
        self.passed = [False] * seats
        self.town = Town(seats)
        for cell in WATER_BESIDE_CENTRE.get(seats, ()):
            self.town.lay(cell, "water")
            self.terrain_left -= 1

    def use(self, tile: str) -> None:
        """The actor's tile is sold, built or given for a plant; everybody sees it."""
        self.kept[self.actor].remove(tile)
        self.used[self.actor] += (tile,)

    def forget_draft(self) -> None:
        """Nobody has to remember the draft: all its tiles have been used."""
        self.held = ()
        self.used = [()] * self.seats

    def pay_fee(self, seat: int, receiver: int, fee: int) -> None:
        """Money from a seat to another one, or to the bank (GENERAL)."""
        self.money[seat] -= fee
        self.accounts[seat].fees[receiver] += fee  # the bank is the last one, -1
        if receiver >= 0:
            self.money[receiver] += fee

    def plain(self) -> list[object]:
        """All that tells this state from others but for what one remembers, as simple values; tiles lie in order."""
        return [
            self.town.plain(),
            [account.plain() for account in self.accounts],
            self.hands,
            self.kept,
            self.to_place,
            self.supplying and [self.town.cells[self.supplying.tile], *self.supplying[1:]],
            *[getattr(self, name) for name in _PLAIN],
        ]


_PLAIN = (
    "actor",
    "order",
    "round",
    "stage",
    "terrain_due",
    "terrain_left",
    "money",
    "next_plant",
    "passed",
    "picked",
    "yellow",
)
"""What one remembers of the draft does not count, nor what has been worked out."""
