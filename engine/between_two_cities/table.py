"""What lies on the table: the data of a game, which its phases read and change."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from cityleague.engine.between_two_cities.components import EMPTY, Tiles, planes
from cityleague.engine.between_two_cities.moves import Options, Side
from cityleague.engine.course import Table
from cityleague.engine.protocol import OptionsError

SEATS = range(2, 8)
SIDES: tuple[Side, Side] = ("left", "right")


class Round(NamedTuple):
    """One round: its name, whether duplexes are drawn, the tiles in a hand, and where the rest goes (+1: left)."""

    name: str
    duplexes: bool
    hand: int
    passing: int

    @property
    def turns(self) -> int:
        """The number of turns: each takes two tiles from every hand, and one tile is left at the end."""
        return (self.hand - 1) // 2


_ROUNDS = (Round("1", False, 7, +1), Round("2", True, 3, +1), Round("3", False, 7, -1))
COURSE = {False: _ROUNDS, True: tuple(r._replace(name=r.name + half) for r in _ROUNDS for half in "ab")}
"""The rounds of a game; the key says whether it is for two players."""

# The stages of a game until it is over; views show these names. At the first two a draw is due.
SEATING, DRAWING, PICKING, PLACING = "seating", "drawing", "picking", "placing"


class CitiesTable(Table):
    """A game's data.

    Cities are numbered round the table: city i lies to the left of the player in place i. With two players, place
    p owns city 2p to the left and 2p + 1 to the right.
    """

    shared = (
        "home",  # per seat: its city by side
        "ring",  # the seats round the table, each the left neighbour of the one before
        "tiles",  # the components
        "turn",
    )
    copied = (
        "aside",  # per round that is over: the tiles set aside, by place round the table
        "bag",  # the square tiles not drawn yet: how many of each
        "cities",  # each one number: `components` says what is in it
        "picked",  # per seat: the tiles picked in this turn, while they are secret
        "pile",  # the duplex tiles not drawn yet: how many of each
        "revealed",  # by turn, from the first of the game on: by seat, the two tiles that it revealed
        "served",  # per seat: the side that has got its tile in this turn
    )
    nested = (
        "hands",  # per seat: tiles in hand
        "owed",  # per seat: revealed tiles still to be placed
    )
    __slots__ = shared + copied + nested

    def __init__(self, options: Options, seats: int, tiles: Tiles) -> None:
        super().__init__(seats, SEATS, SEATING if options.seating == "drawn" else DRAWING)
        self.turn = 1
        self.tiles = tiles
        for supply, name, duplexes in ((tiles.buildings, "building", False), (tiles.duplexes, "duplex", True)):
            needed = seats * sum([this.hand for this in self.rounds if this.duplexes == duplexes])
            there = sum(supply.values())
            if there < needed:
                raise OptionsError(f"{seats} players need {needed} {name} tiles, the components have {there}")
        self.bag = tiles.buildings.copy()
        self.pile = tiles.duplexes.copy()
        self.revealed: list[tuple[tuple[str, ...], ...]] = []
        self.aside: list[tuple[str, ...]] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.picked: list[tuple[str, str] | None] = [None] * seats
        self.owed: list[list[str]] = [[] for _ in range(seats)]
        self.served: list[Side | None] = [None] * seats
        self.cities = [EMPTY] * (4 if seats == 2 else seats)
        self.sit(range(seats))

    def sit(self, ring: Sequence[int]) -> None:
        """Seat the players in this order, which decides who builds which cities."""
        self.ring = tuple(ring)
        cities = len(self.cities)
        self.home: list[dict[Side, int]] = [{} for _ in ring]
        for place, seat in enumerate(ring):
            left, right = (2 * place, 2 * place + 1) if self.seats == 2 else (place, (place - 1) % cities)
            self.home[seat] = {"left": left, "right": right}

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds of the game."""
        return COURSE[self.seats == 2]

    @property
    def this_round(self) -> Round:
        """The round being played."""
        return self.rounds[self.round - 1]

    @property
    def supply(self) -> dict[str, int]:
        """The tiles that this round draws from: how many of each."""
        return self.pile if self.this_round.duplexes else self.bag

    def plain(self) -> object:
        """All that distinguishes this table from others, as simple values."""
        return (
            self.ring, self.round, self.turn, self.stage, self.bag, self.pile, self.hands,
            [sorted(tiles or ()) for tiles in self.picked], [*map(sorted, self.owed)],
            self.served, [*chain.from_iterable(map(planes, self.cities))],
        )  # fmt: skip
