"""Between Two Cities: the state of a game, and its course (rulebook: Spielablauf, Zwei-Spieler-Variante).

A round is: draw tiles for all; then turns of *pick* (secret), reveal, *place* (open), pass the rest on; until at
most one tile is left in each hand, which is set aside. Three rounds make a game; with two players each of them is
played twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from hashlib import blake2b
from operator import add, or_
from typing import NoReturn

import msgspec

from cityleague.engine.between_two_cities import rules, scoring
from cityleague.engine.between_two_cities.components import (
    BOARD,
    CELL_OF,
    NAME,
    ORIGIN,
    Cell,
    Footprint,
    Tiles,
    takers,
)
from cityleague.engine.between_two_cities.moves import Move, Options, Pick, Place, Side
from cityleague.engine.between_two_cities.rounds import COURSE, DRAWING, OVER, PICKING, PLACING, SEATING, Round
from cityleague.engine.between_two_cities.view import View, view_of
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Decision, Draw, Item, OptionsError, Setup, State
from cityleague.engine.registry import game
from cityleague.engine.rules import CHANCE_DUE, GAME_OVER, NOT_YOURS, WRONG_MOVE, refuse
from cityleague.engine.scoring import Part, Sheet, TieBreak, part

SEATS = range(2, 8)
PLANES = scoring.PLANES
SIDES: tuple[Side, Side] = ("left", "right")


_encode = msgspec.msgpack.Encoder().encode


class CitiesState(State[Move]):
    """A game of Between Two Cities.

    Cities are numbered round the table: city i lies to the left of the player in place i. With two players, place
    p owns city 2p to the left and 2p + 1 to the right.
    """

    __slots__ = (
        "aside",  # per round that is over: the tiles set aside, by place round the table
        "bag",  # the square tiles not drawn yet: how many of each
        "blocked",  # per city: cells with a building, or out of a frame's reach of one
        "edge",  # per city: cells that touch a building, and the origin, where the first tile lies
        "footprints",  # what each tile covers, from the components
        "hands",  # per seat: tiles in hand
        "home",  # per seat: its city by side
        "owed",  # per seat: revealed tiles still to be placed
        "picked",  # per seat: the tiles picked in this turn, while they are secret
        "pile",  # the duplex tiles not drawn yet: how many of each
        "planes",  # per city and kind of building: its cells
        "revealed",  # by turn, from the first of the game on: by seat, the two tiles that it revealed
        "ring",  # the seats round the table, each the left neighbour of the one before
        "round",
        "seats",
        "served",  # per seat: the side that has got its tile in this turn
        "stage",
        "tiles",  # the components
        "turn",
        "waiting",  # how many seats still have to pick, or tiles to be placed
    )

    round: int

    def __init__(self, options: Options, seats: int, tiles: Tiles) -> None:
        if seats not in SEATS:
            raise OptionsError(f"{seats} players; the game is for {SEATS[0]} to {SEATS[-1]}")
        course = COURSE[seats == 2]
        for supply, name, duplexes in (
            (tiles.buildings, "building", False),
            (tiles.duplexes, "duplex", True),
        ):
            needed = seats * sum(r.hand for r in course if r.duplexes == duplexes)
            there = sum(supply.values())
            if there < needed:
                raise OptionsError(f"{seats} players need {needed} {name} tiles, the components have {there}")
        self.tiles = tiles
        self.footprints = tiles.footprints
        self.seats = seats
        self.round = 1
        self.turn = 1
        self.bag = tiles.buildings.copy()
        self.pile = tiles.duplexes.copy()
        self.revealed: list[tuple[tuple[str, ...], ...]] = []
        self.aside: list[tuple[str, ...]] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.picked: list[tuple[str, str] | None] = [None] * seats
        self.owed: list[tuple[str, ...]] = [()] * seats
        self.served: list[Side | None] = [None] * seats
        self.waiting = 0
        cities = 4 if seats == 2 else seats
        self.blocked = [0] * cities
        self.edge = [ORIGIN] * cities
        self.planes = [0] * (cities * PLANES)
        self.sit(range(seats))
        self.stage = SEATING if options.seating == "drawn" else DRAWING

    # -- the course of the game

    def pending(self) -> Draw | Decision | None:
        """What must happen next; None when the game is over."""
        if self.stage == PICKING:
            return Decision("secret", tuple([s for s in range(self.seats) if self.picked[s] is None]))
        if self.stage == PLACING:
            return Decision("open", tuple([s for s in range(self.seats) if self.owed[s]]))
        if self.stage == DRAWING:
            this = self.this_round
            supply = self.pile if this.duplexes else self.bag
            items: list[str] = []
            for tile, count in supply.items():
                items += [tile] * count
            return Draw(f"round-{this.name}", items, this.hand * self.seats)
        if self.stage == SEATING:
            return Draw("seating", range(self.seats), self.seats)
        return None

    @property
    def this_round(self) -> Round:
        """The round being played."""
        return COURSE[self.seats == 2][self.round - 1]

    def resolve(self, order: Sequence[Item]) -> None:
        """Seat the players in this order, or deal these tiles round the table."""
        if self.stage == SEATING:
            self.sit([int(seat) for seat in order])
            self.stage = DRAWING
            return
        this = self.this_round
        supply = self.pile if this.duplexes else self.bag
        tiles = list(map(str, order))
        for tile in tiles:
            supply[tile] -= 1
        for place, seat in enumerate(self.ring):
            self.hands[seat] = tiles[place * this.hand : (place + 1) * this.hand]
        self.turn = 1
        self._begin_picking()

    def sit(self, ring: Sequence[int]) -> None:
        """Let the seats sit round the table like this: which cities are whose."""
        self.ring = tuple(ring)
        cities = len(self.edge)
        self.home: list[dict[Side, int]] = [{} for _ in ring]
        for place, seat in enumerate(ring):
            left, right = (2 * place, 2 * place + 1) if self.seats == 2 else (place, (place - 1) % cities)
            self.home[seat] = {"left": left, "right": right}

    def _begin_picking(self) -> None:
        self.stage = PICKING
        self.waiting = self.seats

    def _reveal(self) -> None:
        self.owed = [tiles or () for tiles in self.picked]
        self.revealed.append(tuple(self.owed))
        self.picked = [None] * self.seats
        self.served = [None] * self.seats
        self.stage = PLACING
        self.waiting = 2 * self.seats

    def _end_turn(self) -> None:
        this = self.this_round
        if len(self.hands[0]) > 1:
            old = [self.hands[seat] for seat in self.ring]
            for place, hand in enumerate(old):
                self.hands[self.ring[(place + this.passing) % self.seats]] = hand
            self.turn += 1
            self._begin_picking()
            return
        self.aside.append(tuple([self.hands[seat][0] for seat in self.ring]))
        for hand in self.hands:
            hand.clear()  # the last tile is set aside unseen and does not return
        self.served = [None] * self.seats
        if self.round == len(COURSE[self.seats == 2]):
            self.stage = OVER
        else:
            self.round += 1
            self.turn = 1
            self.stage = DRAWING

    # -- moves

    def verify(self, seat: int, move: Move) -> None:
        """Raise IllegalMove if the seat may not make this move now."""
        if isinstance(move, Place):
            owed = self.owed[seat]
            if move.tile not in owed:
                if not owed:
                    self._refuse_turn(seat, PLACING)
                refuse(rules.TILE, f"still to be placed: {' and '.join(owed)}", "tile")
            if self.served[seat] == move.city:
                refuse(rules.CITY, f"the {move.city} city has got its tile this turn; the other one is due", "city")
            city = self.home[seat][move.city]
            footprint = self.footprints[move.tile].get(move.cell)
            if footprint is None or (mask := footprint.mask) & self.blocked[city] or not mask & self.edge[city]:
                self._refuse_cell(city, move.cell, footprint)
        else:
            if self.stage != PICKING or self.picked[seat] is not None:
                self._refuse_turn(seat, PICKING)
            first, second = move.tiles
            hand = self.hands[seat]
            if first not in hand or hand.count(second) <= (first == second):
                refuse(rules.PICK, f"the hand is {', '.join(hand)}", "tiles")

    def _refuse_cell(self, city: int, cell: Cell, footprint: Footprint | None) -> NoReturn:
        """Say why a tile cannot lie there."""
        at = f"[{cell[0]}, {cell[1]}]"
        covered = self.covered(city)
        if not covered:
            refuse(rules.FIRST, f"the first tile of a city is its cell [0, 0], not {at}", "cell")
        if footprint is not None and footprint.mask & covered:
            refuse(rules.COVER, f"at {at} it would cover a building", "cell")
        if footprint is None or footprint.mask & self.blocked[city]:
            refuse(rules.FRAME, f"at {at} the city would be more than 4 wide or high", "cell")
        refuse(rules.TOUCH, f"at {at} it would touch no building", "cell")

    def _refuse_turn(self, seat: int, stage: str) -> NoReturn:
        """Say why a seat has nothing to decide at this stage."""
        if self.stage == OVER:
            refuse(GAME_OVER, "the game is over")
        if self.stage in (SEATING, DRAWING):
            due = self.pending()
            refuse(CHANCE_DUE, f"{due.name if isinstance(due, Draw) else ''} must be drawn first")
        if self.stage != stage:
            refuse(
                WRONG_MOVE,
                f"all are {self.stage}: a {'pick' if stage == PLACING else 'place'} is due",
                "type",
            )
        refuse(NOT_YOURS, f"seat {seat} has done its {self.stage}; the others have not")

    def legal(self, seat: int) -> list[Move]:
        """Every legal move; a pick names its two tiles in one order only (`verify` takes either)."""
        if self.stage == PICKING and self.picked[seat] is None:
            return self._legal_picks(self.hands[seat])
        moves: list[Move] = []
        for tile in dict.fromkeys(self.owed[seat]):
            shift = self.tiles.shapes[tile]
            for side in SIDES:
                if side != self.served[seat]:
                    city = self.home[seat][side]
                    room = BOARD.full & ~self.blocked[city]
                    edge = self.edge[city]
                    cells = takers(shift, room, edge)
                    while cells:
                        cell = cells & -cells
                        moves.append(Place(tile, side, CELL_OF[cell]))
                        cells ^= cell
        return moves

    def _legal_picks(self, hand: list[str]) -> list[Move]:
        ordered = sorted(hand, key=self.tiles.rank.__getitem__)
        pairs = dict.fromkeys((first, second) for i, first in enumerate(ordered) for second in ordered[i + 1 :])
        return [Pick(pair) for pair in pairs]

    def apply(self, seat: int, move: Move) -> None:
        """Make a move that `verify` has accepted."""
        self.waiting -= 1
        if isinstance(move, Place):
            city = self.home[seat][move.city]
            _, halo, blocks, writes = self.footprints[move.tile][move.cell]
            self.edge[city] |= halo
            self.blocked[city] |= blocks
            planes, base = self.planes, city * PLANES
            for plane, bit in writes:
                planes[base + plane] |= bit
            owed = self.owed[seat]
            self.owed[seat] = owed[1:] if owed[0] == move.tile else owed[:1]
            self.served[seat] = move.city
            if not self.waiting:
                self._end_turn()
        else:
            first, second = move.tiles
            hand = self.hands[seat]
            hand.remove(first)
            hand.remove(second)
            self.picked[seat] = move.tiles
            if not self.waiting:
                self._reveal()

    # -- looking at it

    def city(self, number: int) -> list[int]:
        """The planes of a city: for each kind of building its cells."""
        return self.planes[number * PLANES : (number + 1) * PLANES]

    def covered(self, number: int) -> int:
        """The cells of a city with a building."""
        return reduce(or_, self.city(number))

    def view(self, seat: int | None) -> View:
        """What the seat may know: the table, its own hand and pick, and what it has seen before."""
        return view_of(self, seat)

    def determinize(self, seat: int, stream: Stream) -> CitiesState:
        """A state in which all that the seat cannot know is drawn from the stream."""
        setup = Setup(game(NAME), Options(), self.tiles, self.seats)
        imagined = setup.game.imagine(setup, self.view(seat), stream)
        assert isinstance(imagined, CitiesState)
        return imagined

    def scores(self) -> list[Sheet]:
        """A sheet per seat: both its cities, and which of them count (rulebook: Spielende, Wertung)."""
        cities = [scoring.corner(self.city(number)) for number in range(len(self.edge))]
        values = scoring.factory_values([planes[scoring.FACTORY].bit_count() for planes in cities])
        parts = [
            part(f"city {number}", scoring.city_lines(planes, value))
            for number, (planes, value) in enumerate(zip(cities, values, strict=True))
        ]
        buildings = [scoring.building_counts(planes) for planes in cities]
        sheets = []
        for home in self.home:
            left, right = home["left"], home["right"]
            counts = map(add, buildings[left], buildings[right])
            ties = tuple([TieBreak(name, count) for name, count in zip(scoring.TYPES, counts, strict=True)])
            judge = _sum_of_cities if self.seats == 2 else _lower_city
            sheets.append(judge(parts[left], parts[right], ties))
        return sheets

    def digest(self) -> str:
        """A checksum of the whole state in 16 hex digits."""
        plain = (
            self.ring, self.round, self.turn, self.stage, self.bag, self.pile, self.hands,
            [sorted(tiles or ()) for tiles in self.picked], [sorted(tiles) for tiles in self.owed],
            self.served, self.planes,
        )  # fmt: skip
        return blake2b(_encode(plain), digest_size=8).hexdigest()

    def copy(self) -> CitiesState:
        """An independent copy."""
        new = object.__new__(CitiesState)
        new.tiles, new.footprints, new.seats = self.tiles, self.footprints, self.seats
        new.round, new.turn = self.round, self.turn
        new.stage, new.waiting, new.ring, new.home = self.stage, self.waiting, self.ring, self.home
        new.bag, new.pile = self.bag.copy(), self.pile.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.picked, new.owed, new.served = self.picked.copy(), self.owed.copy(), self.served.copy()
        new.edge, new.blocked = self.edge.copy(), self.blocked.copy()
        new.planes = self.planes.copy()
        new.revealed, new.aside = self.revealed.copy(), self.aside.copy()
        return new


def _lower_city(left: Part, right: Part, buildings: tuple[TieBreak, ...]) -> Sheet:
    """3 to 7 players: the lower of the two cities; the higher one breaks ties, then the buildings."""
    higher = TieBreak("higher city", max(left.points, right.points))
    if left.points <= right.points:
        return Sheet((left, _not_counting(right)), (higher, *buildings))
    return Sheet((_not_counting(left), right), (higher, *buildings))


def _not_counting(city: Part) -> Part:
    return Part(city.title, city.points, False, city.lines)


def _sum_of_cities(left: Part, right: Part, buildings: tuple[TieBreak, ...]) -> Sheet:
    """2 players: both cities count; the buildings break ties."""
    return Sheet((left, right), buildings)


def setup(options: Options, seats: int, tiles: Tiles) -> CitiesState:
    """A new game; raises OptionsError."""
    return CitiesState(options, seats, tiles)
