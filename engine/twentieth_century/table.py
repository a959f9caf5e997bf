"""What lies on the table and whose turn it is: the data of a game, which its phases read and change."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from cityleague.engine.protocol import OptionsError
from cityleague.engine.twentieth_century.components import ROUNDS, SEATS, START, Box
from cityleague.engine.twentieth_century.figures import Period
from cityleague.engine.twentieth_century.network import PLACES
from cityleague.engine.twentieth_century.region import Region, members

LAST_ROUND = len(ROUNDS) + 1

# The stages of a game; the names stand in views. At the first five chance brings something.
STARTING, BONUS, LAND, TECHNOLOGIES, DAMAGE = "starting", "bonus", "land", "technologies", "damage"
CHOOSING, OPENING, BIDDING, BUYING = "choosing", "opening", "bidding", "buying"
CONTAINING, ADMINISTERING, RECYCLING, OVER = "containing", "administering", "recycling", "over"
STAGES = (
    STARTING, BONUS, LAND, TECHNOLOGIES, DAMAGE, CHOOSING, OPENING, BIDDING, BUYING, CONTAINING, ADMINISTERING,
    RECYCLING, OVER,
)  # fmt: skip


class Figure(NamedTuple):
    """A figure on the damage card: the highest in its column."""

    column: int
    science: int


class Sale(msgspec.Struct, frozen=True, gc=False):
    """What was sold: land for coins, or a technology for science; everybody hears it."""

    round: int
    name: str
    seat: int
    price: int


class Account:
    """Where a player's points came from."""

    __slots__ = ("bonus", "life", "yields")

    def __init__(self) -> None:
        self.yields = [0] * LAST_ROUND
        """Of the cities, by round."""
        self.life = [0] * LAST_ROUND
        """For quality of life, by round."""
        self.bonus: list[tuple[int, ...]] = []
        """By bonus card that has been scored: its lines."""

    @property
    def points(self) -> int:
        """All points but those after the last round."""
        return sum(self.yields) + sum(self.life) + sum(map(sum, self.bonus))

    def copy(self) -> Account:
        """An independent copy."""
        new = object.__new__(Account)
        new.yields, new.life, new.bonus = self.yields.copy(), self.life.copy(), self.bonus.copy()
        return new


class Table:
    """A game's data."""

    __slots__ = (
        "accounts",  # by seat
        "actor",  # the seat that has to decide in auction and damage bidding
        "bonus_cards",  # the names of those for rounds II and IV
        "bought",  # by seat: land bought in this round
        "box",
        "chosen",  # the land that is up for auction
        "cleared",  # by seat: the recycling plants that have removed garbage in this round, a bit each
        "coins",  # by seat
        "coins_spent",  # by seat: all that it has paid in the game, less what it got as compensation
        "cubes",  # by seat: garbage that has not been laid out
        "damage",  # the name of the damage card
        "done",  # by seat: whether its administration is over
        "field",  # where the technology marker stands, from 0
        "figures",  # by seat: where its figure stands on the damage card; None: not yet, or outbid
        "hands",  # by seat: tiles to be laid, in the order in which they were bought
        "highest",  # the highest bid for the land that is up
        "in_auction",  # by seat: whether it can still bid for the land that is up
        "in_round",  # by seat: whether it has not dropped out
        "land",  # on offer, in the order of the draw
        "leader",  # the seat with the highest bid; None: nobody has bid yet
        "pollution",  # by seat: where the marker stands, from 0
        "recyclers",  # the seats with a recycling plant that can still remove something, ascending
        "regions",  # by seat
        "round",
        "sales",  # of the game, in their order
        "science",  # by seat
        "science_spent",  # by seat: all that it has paid in the game
        "seats",
        "shown",  # the names of what has been on offer in this period, and of its damage cards
        "stage",
        "starter",  # the start player
        "technologies",  # on offer, in the order of the draw
        "uses",  # by seat: by technology, in the order bought: the uses made of it (see `uses.KINDS`)
    )

    def __init__(self, seats: int, box: Box) -> None:
        if seats not in SEATS:
            raise OptionsError(f"{seats} players; the game is for {SEATS[0]} to {SEATS[-1]}")
        self.seats, self.box = seats, box
        self.stage = STARTING
        self.round = 1
        self.starter = self.actor = 0
        self.coins = [box.setup.coins] * seats
        self.science = [box.setup.science] * seats
        self.coins_spent, self.science_spent = [0] * seats, [0] * seats
        self.sales: list[Sale] = []
        self.pollution = [len(box.pollution.values) // 2] * seats
        self.cubes = [0] * seats
        self.accounts = [Account() for _ in range(seats)]
        start = start_region(box)
        self.regions = [start, *[start.copy() for _ in range(seats - 1)]]
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
        self.done = [False] * seats
        self.cleared = [0] * seats
        self.recyclers: tuple[int, ...] = ()

    @property
    def period(self) -> Period:
        """Of this round; that of the last but one for the last one."""
        return ROUNDS[min(self.round, len(ROUNDS)) - 1]

    @property
    def minimum(self) -> int:
        """The minimum bid for land, in coins."""
        return self.box.setup.minimum_bid[self.period]

    @property
    def first_field(self) -> int:
        """Where the technology marker stands at the beginning of a round, from 0."""
        return self.box.offers[self.seats].field - 1

    @property
    def price(self) -> int:
        """What a technology costs now, in science."""
        return self.box.strips[self.period][self.field]

    def following(self, seat: int) -> list[int]:
        """All other seats, clockwise from this one."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def pay(self, seat: int, coins: int = 0, science: int = 0) -> None:
        """A seat pays, or gets if it is < 0; everybody sees it."""
        self.coins[seat] -= coins
        self.coins_spent[seat] += coins
        self.science[seat] -= science
        self.science_spent[seat] += science

    def sell(self, name: str, seat: int, price: int) -> None:
        """Note what was sold in this round, to whom, and what for."""
        self.sales.append(Sale(self.round, name, seat, price))

    def pollute(self, seat: int, fields: int) -> None:
        """Move a marker to the right, or to the left if `fields` < 0; it stays at an end of the track."""
        self.pollution[seat] = max(0, min(len(self.box.pollution.values) - 1, self.pollution[seat] + fields))

    def plain(self) -> list[object]:
        """The game as simple values, without what follows from the component file, and what was paid before."""
        return [
            self.stage, self.round, self.starter, self.actor, self.coins, self.science, self.pollution, self.cubes,
            [[account.yields, account.life, account.bonus] for account in self.accounts],
            [region.plain() for region in self.regions], self.hands, [[*uses.items()] for uses in self.uses],
            self.bonus_cards, sorted(self.shown), self.land, self.technologies, self.damage, self.field, self.bought,
            self.in_round, self.in_auction, self.chosen, self.highest, self.leader, self.figures, self.done,
            [sorted([self.regions[seat].name(city) for city in members(plants)])
             for seat, plants in enumerate(self.cleared)],
        ]  # fmt: skip

    def copy(self) -> Table:
        """An independent copy."""
        new = object.__new__(Table)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        for name in _LISTS:
            setattr(new, name, getattr(self, name).copy())
        new.accounts = [account.copy() for account in self.accounts]
        new.regions = [region.copy() for region in self.regions]
        new.hands = [hand.copy() for hand in self.hands]
        new.uses = [uses.copy() for uses in self.uses]
        return new


_LISTS = (
    "bonus_cards", "bought", "cleared", "coins", "coins_spent", "cubes", "done", "figures", "in_auction", "in_round",
    "land", "pollution", "sales", "science", "science_spent", "shown", "technologies",
)  # fmt: skip
_SHARED = tuple([name for name in Table.__slots__ if name not in {*_LISTS, "accounts", "regions", "hands", "uses"}])


def start_region(box: Box) -> Region:
    """The start tile with its citizens and garbage."""
    region = Region()
    shape = box.shapes[START]
    tile = region.lay(shape, (0, 0), 0)
    region.garbage[tile] = box.start.garbage
    for letter in box.start.citizens:
        region.settle(PLACES * tile + shape.letters[letter])
    return region
