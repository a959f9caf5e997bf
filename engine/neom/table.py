"""What lies on the table and who has to decide: the data of a game, which its phases read and change."""

from __future__ import annotations

from typing import Literal

from cityleague.engine.neom.city import City
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.moves import Options, Pay, Remove
from cityleague.engine.neom.tiles import Tile
from cityleague.engine.protocol import OptionsError

SEATS = range(1, 6)
GENERATIONS, ROUNDS = 3, 7
"""Of a game, and of a generation."""
DRAFT = 3
"""As many anchors everyone drafts."""
HAND = 8
"""Tiles of a generation for each, with three players or more."""

# The stages of a game; the names stand in views. At the first four chance brings something.
BOARDS, ANCHORS, DEALING, SWAPPING = "boards", "anchors", "dealing", "swapping"
DRAFTING, PICKING, ACTING, DISASTER, OVER = "drafting", "picking", "acting", "disaster", "over"

Due = Literal["", "pick", "act", "swap", "suffer"]
"""What a seat still has to decide."""

SYMBOLS = {"1+": 1, "4+": 4, "5+": 5}


class Table:
    """A game's data."""

    __slots__ = (
        "anchors",  # by seat: the unbuilt ones, ascending
        "anchors_left",  # those that chance has not brought
        "answers",  # by seat: how it takes the disaster, until all have said so
        "box",
        "cities",
        "disaster",  # the disaster tile that strikes; None: none
        "discarded",  # the discarded anchors, ascending
        "due",  # by seat
        "final_income",  # by seat
        "first",  # who picks first in this round (two players)
        "generation",
        "gone",  # the tiles of this generation that have lain open, ascending (one or two players)
        "hands",  # by seat: tiles to pick from, ascending
        "held",  # by pick of the draft: by seat, the anchors that it picks from (three players or more)
        "incoming",  # by seat: money that it can use from the next round on
        "many",  # whether three players or more play, who hold hands and decide at the same time
        "money",
        "open",  # the tiles that lie open, ascending (one or two players)
        "options",
        "picked",  # by seat: the tile picked in this round, 0: none
        "picks",  # by round of this generation: by seat, the tile picked, once it is shown (three players or more)
        "round",  # from 1, throughout the game
        "row",  # how many of the draft's picks, or open rows of anchors, have begun
        "sale",  # by seat: the goods that others can buy of it in this round (three players or more)
        "seats",
        "sold",  # the tiles of this generation that have been sold, ascending
        "solo",  # whether one plays alone
        "stage",
        "struck",  # whether this generation's disaster has struck or was averted (alone)
        "used",  # the trade routes used in this generation: left, right (alone)
        "waiting",  # how many seats still have something to decide
    )

    def __init__(self, options: Options, seats: int, box: Box) -> None:
        if seats not in SEATS:
            raise OptionsError(f"{seats} players; the game is for {SEATS[0]} to {SEATS[-1]}")
        if options.tiles != "1+" and seats > 1:
            raise OptionsError(
                f"tiles={options.tiles} is for one player alone; {seats} play with those of their number"
            )
        self.options, self.seats, self.box = options, seats, box
        self.solo, self.many = seats == 1, seats > 2
        self.stage = BOARDS
        self.generation = self.round = 1
        self.row = self.first = 0
        self.cities = [City(box.blank) for _ in range(seats)]
        self.money = [box.setup.money] * seats
        self.incoming = [0] * seats
        self.final_income = [0] * seats
        self.anchors: list[list[int]] = [[] for _ in range(seats)]
        self.anchors_left = list(box.anchors)
        self.discarded: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.open: list[int] = []
        self.gone: list[int] = []
        self.held: tuple[tuple[tuple[int, ...], ...], ...] = ()
        self.picks: tuple[tuple[int, ...], ...] = ()
        self.sold: tuple[int, ...] = ()
        self.picked = [0] * seats
        self.sale = [0] * seats
        self.due: list[Due] = [""] * seats
        self.waiting = 0
        self.disaster: Tile | None = None
        self.answers: list[Pay | Remove | None] = [None] * seats
        self.struck = False
        self.used = (False, False)

    @property
    def turn(self) -> int:
        """The round within its generation, from 1."""
        return (self.round - 1) % ROUNDS + 1

    def stack(self, generation: int | None = None) -> tuple[int, ...]:
        """The tiles of a generation (None: of this one) that are in the game."""
        symbol = SYMBOLS[self.options.tiles] if self.solo else self.seats
        return self.box.stack(generation or self.generation, symbol)

    def ask(self, seat: int, due: Due) -> None:
        """Let a seat decide something."""
        self.due[seat] = due
        self.waiting += 1

    def done(self, seat: int) -> None:
        """A seat has decided."""
        self.due[seat] = ""
        self.waiting -= 1

    def plain(self) -> list[object]:
        """All that tells this state from others, as simple values. Tiles lie in order: which came first is not told."""
        return [
            [city.plain() for city in self.cities],
            self.disaster and self.disaster.number,
            *[getattr(self, name) for name in _PLAIN],
        ]

    def copy(self) -> Table:
        """An independent copy."""
        new = object.__new__(Table)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        for name in _COPIED:
            setattr(new, name, getattr(self, name).copy())
        new.cities = [city.copy() for city in self.cities]
        new.hands = [hand.copy() for hand in self.hands]
        new.anchors = [own.copy() for own in self.anchors]
        return new


_COPIED = (
    "anchors_left", "answers", "discarded", "due", "final_income", "gone", "incoming", "money", "open", "picked",
    "sale",
)  # fmt: skip
_NESTED = ("cities", "hands", "anchors")
_SHARED = tuple([name for name in Table.__slots__ if name not in _COPIED + _NESTED])
_PLAIN = tuple([
    name
    for name in Table.__slots__
    if name not in {"box", "options", "seats", "solo", "many", "waiting", "disaster", "cities", "held", "picks", "sold"}
])  # fmt: skip
"""What was held, picked and sold before only tells who knows what: the game goes on the same whatever it was."""
