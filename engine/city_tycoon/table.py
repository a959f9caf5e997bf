"""What lies on the table and whose turn it is: the data of a game, which its phases read and change."""

from __future__ import annotations

from typing import NamedTuple

from cityleague.engine.city_tycoon.components import ROUNDS, Box
from cityleague.engine.city_tycoon.figures import Demand, District, PlantSide, Terrain
from cityleague.engine.city_tycoon.moves import Power, Side
from cityleague.engine.city_tycoon.routes import Route
from cityleague.engine.city_tycoon.town import SEATS, WATER_BESIDE_CENTRE, Town
from cityleague.engine.protocol import OptionsError

LAST_ROUND = len(ROUNDS)

# The stages of a game; the names stand in views. At the first two chance brings something.
ORDERING, DEALING = "ordering", "dealing"
DRAFTING, BUILDING, PLACING, TERRAIN, SUPPLYING, CUBES, OVER = (
    "drafting", "building", "placing", "terrain", "supplying", "cubes", "over",
)  # fmt: skip


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

    kind: Power
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


class Table:
    """A game's data."""

    __slots__ = (
        "accounts",  # by seat
        "actor",  # the seat that has to decide
        "box",
        "hands",  # by seat: the tiles in hand, in the order of the component file
        "held",  # by turn of the draft, by seat: the hand as it got it; nothing once all tiles have been used
        "kept",  # by seat: the tiles kept in the draft and not used yet, in the same order
        "money",  # by seat
        "next_plant",  # by kind: the number of the next plant
        "order",  # the seats in turn order
        "passed",  # by seat: whether it has chosen to pass in this round's supply
        "picked",  # by seat: the tile picked, while it is secret
        "round",
        "routes",  # the ways of cubes for the demand that is being met; None: not worked out
        "seats",
        "stage",
        "supplying",  # the demand that is being met; None: none
        "terrain_due",  # the terrain that the actor still has to place
        "terrain_left",  # how many tiles of terrain are left
        "to_place",  # what the actor has to place
        "town",
        "used",  # by seat: the tiles kept in the draft and used since, as they were used
        "waiting",  # how many seats still have to pick
        "yellow",  # by seat: its yellow cubes
    )

    def __init__(self, seats: int, box: Box) -> None:
        if seats not in SEATS:
            raise OptionsError(f"{seats} players; the game is for {SEATS[0]} to {SEATS[-1]}")
        self.seats, self.box = seats, box
        self.stage = ORDERING
        self.round = 1
        self.order: tuple[int, ...] = ()
        self.actor = 0
        self.money = [0] * seats
        self.yellow = [0] * seats
        self.accounts = [Account(seats) for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.kept: list[list[str]] = [[] for _ in range(seats)]
        self.picked: list[str | None] = [None] * seats
        self.waiting = 0
        self.held: tuple[tuple[tuple[str, ...], ...], ...] = ()
        self.used: list[tuple[str, ...]] = [()] * seats
        self.next_plant: dict[Power, int] = {"electric": 1, "water": 1}
        self.terrain_left = box.setup.terrain
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

    def copy(self) -> Table:
        """An independent copy."""
        new = object.__new__(Table)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        for name in _COPIED:
            setattr(new, name, getattr(self, name).copy())
        new.town = self.town.copy()
        new.accounts = [account.copy() for account in self.accounts]
        new.hands = [hand.copy() for hand in self.hands]
        new.kept = [hand.copy() for hand in self.kept]
        return new


_COPIED = ("money", "next_plant", "passed", "picked", "used", "yellow")
_APART = ("accounts", "hands", "kept", "town")
_SHARED = tuple([name for name in Table.__slots__ if name not in _COPIED + _APART])
_MEMORY = ("held", "used")
_ELSEWHERE = ("box", "routes", "seats", "supplying", "to_place", "waiting")
_PLAIN = tuple([name for name in _SHARED + _COPIED if name not in _ELSEWHERE + _MEMORY])
