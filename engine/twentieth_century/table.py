"""The table: all data of a game in progress, which the phases read and change."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from cityleague.engine.boards.bits import members
from cityleague.engine.course import OVER, Table
from cityleague.engine.marks import Component, Seat
from cityleague.engine.twentieth_century.components import ROUNDS, SEATS, START, Box
from cityleague.engine.twentieth_century.figures import Period
from cityleague.engine.twentieth_century.moves import Options
from cityleague.engine.twentieth_century.region import Region
from cityleague.engine.twentieth_century.terrain import PLACES

LAST_ROUND = len(ROUNDS) + 1
_PERIODS = (*ROUNDS, ROUNDS[-1])
_FOLLOWING = {
    seats: [tuple([(seat + step) % seats for step in range(1, seats)]) for seat in range(seats)] for seats in SEATS
}
"""By number of seats, by seat: the other seats, clockwise from it."""

# The stages of a game, as views name them. The first five wait for a draw.
STARTING, BONUS, LAND, TECHNOLOGIES, DAMAGE = "starting", "bonus", "land", "technologies", "damage"
CHOOSING, OPENING, BIDDING, BUYING = "choosing", "opening", "bidding", "buying"
CONTAINING, ADMINISTERING, RECYCLING = "containing", "administering", "recycling"
IN_TURN = frozenset({CHOOSING, OPENING, BIDDING, BUYING, CONTAINING})
"""The stages of the auction and of damage bidding, in which one seat at a time decides."""
STAGES = (
    STARTING, BONUS, LAND, TECHNOLOGIES, DAMAGE, CHOOSING, OPENING, BIDDING, BUYING, CONTAINING, ADMINISTERING,
    RECYCLING, OVER,
)  # fmt: skip


class Figure(NamedTuple):
    """A figure on the damage card, with the highest bid in its column."""

    column: int
    science: int


class Sale(msgspec.Struct, frozen=True, gc=False):
    """A sale that everybody hears of: land for coins, or a technology for science."""

    round: int
    """From 1."""
    name: Component
    """What was sold."""
    seat: Seat
    """Who bought it."""
    price: int
    """In coins, or in science."""


class Account:
    """The sources of a player's points."""

    __slots__ = ("bonus", "life", "yields")

    def __init__(self) -> None:
        self.yields = [0] * LAST_ROUND
        """Points from cities, by round."""
        self.life = [0] * LAST_ROUND
        """Points for quality of life, by round."""
        self.bonus: list[tuple[int, ...]] = []
        """The points of each line, for each bonus card scored so far."""

    @property
    def points(self) -> int:
        """All points except those after the last round."""
        return sum(self.yields) + sum(self.life) + sum(map(sum, self.bonus))

    def copy(self) -> Account:
        """An independent copy."""
        new = object.__new__(Account)
        new.yields, new.life, new.bonus = self.yields.copy(), self.life.copy(), self.bonus.copy()
        return new


class CenturyTable(Table):
    """A game's data."""

    shared = (
        "box",
        "chosen",  # the land that is up for auction
        "damage",  # the name of the damage card
        "field",  # the field of the technology marker, from 0
        "highest",  # the highest bid for the land that is up
        "keeps_garbage",  # whether new garbage is placed on the land bought in this round, if there is any
        "leader",  # the seat with the highest bid; None: nobody has bid yet
        "starter",  # the start player
    )
    copied = (
        "bonus_cards",  # the names of those for rounds II and IV
        "bought",  # by seat: land bought in this round
        "cleared",  # by seat: the recycling plants that have removed garbage in this round, a bit each
        "coins",  # by seat
        "coins_spent",  # by seat: all coins paid in the game, less compensation received
        "cubes",  # by seat: new garbage that has not been placed yet
        "figures",  # by seat: its figure on the damage card; None: no bid yet, or outbid
        "in_auction",  # by seat: whether it can still bid for the land that is up
        "in_round",  # by seat: whether it has not dropped out
        "land",  # on offer, in the order of the draw
        "pollution",  # by seat: the field of its marker on the pollution track, from 0
        "sales",  # all sales of the game, in order
        "science",  # by seat
        "science_spent",  # by seat: all science paid in the game
        "shown",  # the names of all land, technologies and damage cards shown in this period
        "technologies",  # on offer, in the order of the draw
    )
    nested = (
        "accounts",  # by seat
        "hands",  # by seat: tiles to be laid, in the order in which they were bought
        "regions",  # by seat
        "uses",  # by seat, by technology in the order bought: the uses made of it, as bits (see `figures.KINDS`)
    )
    __slots__ = shared + copied + nested

    def __init__(self, seats: int, box: Box, *, keeps_garbage: bool = False) -> None:
        super().__init__(seats, SEATS, STARTING)
        self.box, self.keeps_garbage = box, keeps_garbage
        self.starter = 0
        self.coins = [box.basics.coins] * seats
        self.science = [box.basics.science] * seats
        self.coins_spent, self.science_spent = [0] * seats, [0] * seats
        self.sales: list[Sale] = []
        self.pollution = [len(box.pollution.values) // 2] * seats
        self.cubes = [0] * seats
        self.accounts = [Account() for _ in range(seats)]
        self.regions = [start_region(box).copy() for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.uses: list[dict[str, int]] = [{} for _ in range(seats)]
        self.bonus_cards: list[str] = []
        self.shown: list[str] = []
        self.land: list[str] = []
        self.technologies: list[str] = []
        self.damage: str | None = None
        self.field = self.first_field
        self.bought = [0] * seats
        self.in_round = [False] * seats
        self.in_auction = [False] * seats
        self.chosen: str | None = None
        self.highest = 0
        self.leader: int | None = None
        self.figures: list[Figure | None] = [None] * seats
        self.cleared = [0] * seats

    @property
    def period(self) -> Period:
        """The period of this round; the last round counts to the last period."""
        return _PERIODS[self.round - 1]

    @property
    def done(self) -> list[bool]:
        """By seat: whether it has finished its latest administration."""
        if self.stage == ADMINISTERING:
            return [not self.is_due(seat) for seat in range(self.seats)]
        return [self.round > 1 or self.stage == RECYCLING] * self.seats

    @property
    def minimum(self) -> int:
        """The minimum bid for land, in coins."""
        return self.box.basics.minimum_bid[self.period]

    @property
    def first_field(self) -> int:
        """The field on which the technology marker begins each round, from 0."""
        return self.box.offers[self.seats].field - 1

    @property
    def price(self) -> int:
        """The price of a technology now, in science."""
        return self.box.strips[self.period][self.field]

    def new_land(self, seat: int) -> list[str]:
        """The land that a seat has bought in this round, in the order in which it was bought."""
        return [sale.name for sale in self.sales
                if sale.round == self.round and sale.seat == seat and sale.name in self.box.land]  # fmt: skip

    def following(self, seat: int) -> tuple[int, ...]:
        """All other seats, clockwise from this one."""
        return _FOLLOWING[self.seats][seat]

    def pay(self, seat: int, coins: int = 0, science: int = 0) -> None:
        """A seat pays coins and science, or receives amounts below 0; everybody sees it."""
        self.coins[seat] -= coins
        self.coins_spent[seat] += coins
        self.science[seat] -= science
        self.science_spent[seat] += science

    def sell(self, name: str, seat: int, price: int) -> None:
        """Record a sale of this round."""
        self.sales.append(Sale(self.round, name, seat, price))

    def pollute(self, seat: int, fields: int) -> None:
        """Move a marker to the right, or to the left if `fields` < 0; it stays at an end of the track."""
        self.pollution[seat] = max(0, min(len(self.box.pollution.values) - 1, self.pollution[seat] + fields))

    def plain(self) -> list[object]:
        """The game as simple values, without the component file and the record of payments."""
        plain: list[object] = [
            self.stage, self.round, self.starter, self.actor, self.coins, self.science, self.pollution, self.cubes,
            [[account.yields, account.life, account.bonus] for account in self.accounts],
            [region.plain() for region in self.regions], self.hands, [[*uses.items()] for uses in self.uses],
            self.bonus_cards, sorted(self.shown), self.land, self.technologies, self.damage, self.field, self.bought,
            self.in_round, self.in_auction, self.chosen, self.highest, self.leader, self.figures, self.done,
            [sorted([self.regions[seat].name(city) for city in members(plants)])
             for seat, plants in enumerate(self.cleared)],
        ]  # fmt: skip
        return [*plain, [sorted(self.new_land(seat)) for seat in range(self.seats)]] if self.keeps_garbage else plain


def new_table(options: Options, seats: int, box: Box) -> CenturyTable:
    """The table of a new game; raises OptionsError."""
    return CenturyTable(seats, box, keeps_garbage=options.garbage == "new_land")


@lru_cache(maxsize=8)  # 14 % of `greedy`: each table that bots rebuild from a view has one for each seat
def start_region(box: Box) -> Region:
    """A region of the start tile, with its citizens and garbage; to be copied."""
    region = Region()
    shape = box.shapes[START]
    tile = region.lay(shape, (0, 0), 0)
    region.put(tile, box.start.garbage)
    for letter in box.start.citizens:
        region.settle(PLACES * tile + shape.letters[letter])
    return region
