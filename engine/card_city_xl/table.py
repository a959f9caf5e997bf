"""What lies on the table and whose turn it is: the data of a game, which the phases read and change."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter

import msgspec

from cityleague.engine.card_city_xl.cards import Face
from cityleague.engine.card_city_xl.city import City, Holding
from cityleague.engine.card_city_xl.hand_search import Situation
from cityleague.engine.card_city_xl.moves import Lot
from cityleague.engine.card_city_xl.setting import MONEY, SEATS, Setting
from cityleague.engine.course import Table

# The stages of a game; views show these names.
SEATING, INDUSTRIES, MARKET, REMOVED, SPLIT, FOUNDING, DRAWING = (
    "seating", "industries", "market", "removed", "split", "founding", "drawing",
)  # fmt: skip
DIVIDING, SHOWING, OFFERING, TAKING, RETURNING = "dividing", "showing", "offering", "taking", "returning"
BUILDING, PLACING_SMOG, DEVELOPING, BUYING, REPLACING = "building", "smog", "developing", "buying", "replacing"

ACQUIRE, BUILD, DEVELOP, BUY = range(-1, 3)
"""The phases in which seats decide, with their numbers in `CardCityTable.phase`."""


class Division(msgspec.Struct, frozen=True, gc=False):
    """A division of cards into two lots, complete or not."""

    divider: int
    first_open: tuple[str, ...]
    first_hidden: tuple[str, ...]
    second_open: tuple[str, ...] = ()
    second_hidden: tuple[str, ...] = ()
    money: tuple[int, int] = (0, 0)
    """On the first and on the second lot."""
    taker: int | None = None
    taken: Lot | None = None

    def plain(self) -> list[object]:
        """The division as simple values; the order of the cards in a lot says nothing."""
        lots = map(_sorted, (self.first_open, self.first_hidden, self.second_open, self.second_hidden))
        return [self.divider, *lots, self.money, self.taker, self.taken]

    def receiver(self, lot: Lot) -> int | None:
        """The seat that a lot went to."""
        return self.taker if lot == self.taken else self.divider if self.taken else None


@lru_cache(maxsize=1 << 12)
def _sorted(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards in alphabetical order; kept, as the same few lie together again and again."""
    return tuple(sorted(cards))


class Hand:
    """The cards that a seat has received and not built yet."""

    __slots__ = ("hidden", "hider", "open")

    def __init__(self) -> None:
        self.open: list[str] = []
        """Cards that all have seen."""
        self.hidden: list[str] = []
        """Cards known to the seat and to `hider`."""
        self.hider: int | None = None

    @property
    def cards(self) -> list[str]:
        """All of them."""
        return self.open + self.hidden

    def copy(self) -> Hand:
        """An independent copy."""
        new = Hand()
        new.open, new.hidden, new.hider = self.open.copy(), self.hidden.copy(), self.hider
        return new


class CardCityTable(Table):
    """A game's data. Seats are players; the place of a seat is where it sits round the table."""

    shared = (
        "architect",  # where the architect stands; 0: nowhere
        "architect_free",  # whether the actor may still place him
        "at",  # what the actor can build with, while it builds; None: to be made when it is needed
        "bought",  # what the actor has bought in this phase
        "waiting",  # seats that still wait for a lot, in order
        "lands",  # by seat: the cells on which it builds
        "last_divisions",  # of the round before
        "most_buildable",  # how many cards of the actor's hand can be built at most
        "number",  # by seat: which of the cities it builds
        "order",  # the seats in the turn order of this round
        "parks",
        "phase",  # the phase: ACQUIRE, BUILD, DEVELOP or BUY
        "place",  # by seat: which of that city's lands is its own
        "removed",  # cards that left the deck (advanced)
        "replaced",  # how often the market was refilled
        "ring",  # the seats round the table
        "setting",
        "smog",
        "split",  # split cards that joined the deck (advanced)
        "stage_after",  # while an industry is drawn for the market: the stage that follows
        "starting_deck",  # the deck as it was before the first round
        "turn",  # the position in `order` of the seat whose turn it is in this phase
    )
    copied = (
        "bottom",  # cards under the deck; the first one is drawn next (solo)
        "deck",  # how many of each card are left to be drawn
        "discards",
        "divisions",  # of this round
        "industries",  # the supply of industry: how many of each name
        "market",  # the industry cards that lie open (ecological city)
        "money",  # by seat, in $
        "played",  # by seat: the cards of this round that it has built or discarded
        "pool",  # the cards that the actor has drawn or taken, and must divide
        "supply",  # how many residential and commerce cards are left
    )
    nested = (
        "cities",
        "hands",  # by seat
    )
    __slots__ = shared + copied + nested

    def __init__(self, setting: Setting, cities: list[City] | None = None) -> None:
        """A table as a game begins; `cities`: others than a game begins with."""
        super().__init__(setting.seats, SEATS, SEATING)
        seats = range(setting.seats)
        self.setting = setting
        self.seat(tuple(seats))
        self.phase = 0
        self.turn = 0
        self.money = [MONEY] * setting.seats
        self.cities = setting.cities() if cities is None else cities
        self.deck: dict[str, int] = {}
        self.starting_deck: dict[str, int] = {}
        self.bottom: list[str] = []
        self.discards: list[str] = []
        self.removed: tuple[str, ...] = ()
        self.split: tuple[str, ...] = ()
        self.supply = {card: setting.supply[card] for card in ("residential", "commerce")}
        self.industries: dict[str, int] = {}
        self.market: list[str] = []
        self.replaced = 0
        self.parks, self.smog = setting.parks, setting.smog
        self.pool: list[str] = []
        self.waiting: tuple[int, ...] = ()
        self.divisions: list[Division] = []
        self.last_divisions: tuple[Division, ...] = ()
        self.hands = [Hand() for _ in seats]
        self.played: list[tuple[str, ...]] = [()] * setting.seats
        self.most_buildable = 0
        self.architect = 0
        self.architect_free = False
        self.at: Situation | None = None
        self.bought: tuple[str, ...] = ()
        self.stage_after = ""

    def seat(self, ring: tuple[int, ...]) -> None:
        """Seat the players in this order round the table."""
        setting = self.setting
        self.ring = self.order = ring
        places = [ring.index(seat) for seat in range(setting.seats)]
        self.place = tuple([setting.place_in[place] for place in places])
        self.number = tuple([setting.city_of[place] for place in places])
        self.lands = tuple([setting.boards[n].lands[place] for n, place in zip(self.number, self.place, strict=True)])

    def city(self, seat: int) -> City:
        """The city that a seat builds."""
        return self.cities[self.number[seat]]

    def holding(self, seat: int) -> Holding:
        """What a seat has in its city."""
        return self.cities[self.number[seat]].holdings[self.place[seat]]

    def situation(self, seat: int) -> Situation:
        """What a seat can build with; the architect counts."""
        city = self.cities[self.number[seat]]
        own, ground = city.holdings[self.place[seat]], city.ground
        if self.architect:
            ground = ground.with_architect(self.architect)
        crisis = self.setting.crisis
        return Situation(ground, self.lands[seat], own.room, self.money[seat], own.leisure, self.smog, crisis)

    def build(self, face: Face, cell: int) -> None:
        """Put a card into the actor's city."""
        self.city(self.actor).build(face, cell, self.place[self.actor])

    def plain(self) -> list[object]:
        """All that distinguishes this table from others, as simple values; cards without an order are sorted."""
        return [
            [city.plain() for city in self.cities],
            [(hand.open and sorted(hand.open), hand.hidden and sorted(hand.hidden), hand.hider) for hand in self.hands],
            [division.plain() for division in self.divisions],
            [*map(sorted, (self.discards, self.market, self.pool, self.removed, self.split))],
            self.architect.bit_length(),  # a set of cells can be larger than the numbers of the encoding
            *_plain_of(self),
        ]


_plain_of = attrgetter(
    "actor", "architect_free", "bottom", "bought", "deck", "waiting", "industries", "money", "number", "order", "parks",
    "phase", "place", "replaced", "ring", "round", "smog", "stage", "stage_after", "starting_deck", "supply", "turn",
)  # fmt: skip
