"""What lies on the table and who has to decide: the data of a game, which its phases read and change."""

from operator import attrgetter
from typing import Literal

from cityleague.engine.boards.bits import members, set_of
from cityleague.engine.course import Table
from cityleague.engine.neom.city import City
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.moves import Options, Pay, Remove
from cityleague.engine.neom.tiles import Tile
from cityleague.engine.protocol import OptionsError

SEATS = range(1, 6)
GENERATIONS, ROUNDS = 3, 7
"""The generations of a game, and the rounds of a generation."""
DRAFT = 3
"""The number of anchors that everyone drafts."""
HAND = 8
"""The tiles that everyone is dealt in a generation, with three players or more."""

# The stages of a game until it is over; views show these names. At the first four a draw is due.
BOARDS, ANCHORS, DEALING, SWAPPING = "boards", "anchors", "dealing", "swapping"
DRAFTING, PICKING, ACTING, DISASTER = "drafting", "picking", "acting", "disaster"

NOT_SEEN = 0
"""The number in place of a tile that nobody saw (`engine.unseen`)."""

Due = Literal["", "pick", "act", "swap", "suffer"]
"""What a seat still has to decide."""
_DUE: dict[str, Due] = {DRAFTING: "pick", PICKING: "pick", ACTING: "act", SWAPPING: "act", DISASTER: "suffer"}

SYMBOLS = {"1+": 1, "4+": 4, "5+": 5}


def turn_of(number: int) -> int:
    """The number of a round within its generation, from 1."""
    return (number - 1) % ROUNDS + 1


class NeomTable(Table):
    """A game's data."""

    shared = (
        "box",
        "disaster",  # the disaster tile that strikes; None: none
        "first",  # the seat that picks first in this round (two players)
        "generation",
        "held",  # by pick of the draft: by seat, the anchors that it picks from (three players or more)
        "many",  # whether three players or more play: they have hands, and decide at the same time
        "options",
        "picks",  # by round of this generation: by seat, the tile picked, once it is shown (three players or more)
        "row",  # how many of the draft's picks, or open rows of anchors, are over
        "sold",  # the tiles of this generation that have been sold, ascending
        "solo",  # whether one plays alone
        "struck",  # whether this generation's disaster has struck or was averted (alone)
        "swaps",  # the seats that have to swap anchors, as a set
        "used",  # the trade routes used in this generation: left, right (alone)
    )
    copied = (
        "anchors_left",  # the anchors that have not been drawn
        "answers",  # by seat: its answer to the disaster, until all have answered
        "cities",  # by seat
        "discarded",  # the discarded anchors, ascending
        "final_income",  # by seat
        "gone",  # the tiles of this generation that have lain open, ascending (one or two players)
        "incoming",  # by seat: money that it can use from the next round on
        "money",
        "open",  # the tiles that lie open, ascending (one or two players)
        "picked",  # by seat: the tile picked in this round, 0: none
        "sale",  # by seat: the goods that others can buy of it in this round (three players or more)
    )
    nested = (
        "anchors",  # by seat: the unbuilt ones, ascending
        "hands",  # by seat: tiles to pick from, ascending
    )
    __slots__ = shared + copied + nested

    def __init__(self, options: Options, seats: int, box: Box) -> None:
        super().__init__(seats, SEATS, BOARDS)
        if options.tiles != "1+" and seats > 1:
            raise OptionsError(
                f"tiles={options.tiles} is for one player alone; {seats} play with those of their number"
            )
        self.options, self.box = options, box
        self.solo, self.many = seats == 1, seats > 2
        self.generation = 1
        self.row = self.first = 0
        self.cities: list[City] = [box.blank] * seats
        self.money = [box.basics.money] * seats
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
        self.swaps = 0
        self.disaster: Tile | None = None
        self.answers: list[Pay | Remove | None] = [None] * seats
        self.struck = False
        self.used = (False, False)

    @property
    def turn(self) -> int:
        """The round within its generation, from 1."""
        return turn_of(self.round)

    def stack(self, generation: int | None = None) -> tuple[int, ...]:
        """The tiles of a generation (None: of this one) that are in the game."""
        symbol = SYMBOLS[self.options.tiles] if self.solo else self.seats
        return self.box.stack(generation or self.generation, symbol)

    @property
    def dues(self) -> list[Due]:
        """By seat: what it still has to decide."""
        if not self.due:
            return [""] * self.seats
        due = _DUE.get(self.stage, "")
        if not self.swaps and self.due == set_of(self.seats):
            return [due] * self.seats
        return [
            "" if not self.is_due(seat) else "swap" if self.swaps >> seat & 1 else due for seat in range(self.seats)
        ]

    @property
    def swapper(self) -> int:
        """The first seat that has to swap anchors."""
        return members(self.swaps)[0]

    def plain(self) -> list[object]:
        """All that distinguishes this table from others, as simple values; the order of tiles does not matter.

        Earlier hands, picks and sales are left out: they only decide who knows what, not how the game goes on.
        """
        return [[city.plain() for city in self.cities], self.disaster and self.disaster.number, *_plain_of(self)]


_plain_of = attrgetter(
    "anchors", "anchors_left", "answers", "discarded", "dues", "final_income", "first", "generation", "gone", "hands",
    "incoming", "money", "open", "picked", "round", "row", "sale", "stage", "struck", "used",
)  # fmt: skip
