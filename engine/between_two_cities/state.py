"""Between Two Cities: the state of a game, and its course (rulebook: Spielablauf, Zwei-Spieler-Variante).

A round begins with a draw of tiles for all. Then come turns: *pick* (secret), reveal, *place* (open), and pass the
rest on. When only one tile is left in each hand, it is set aside. A game has three rounds; with two players each of
them is played twice.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import msgspec

from cityleague.engine.between_two_cities import picking, placing, scoring
from cityleague.engine.between_two_cities.components import Tiles
from cityleague.engine.between_two_cities.moves import Move, Options, Pick, Place
from cityleague.engine.between_two_cities.table import DRAWING, PICKING, PLACING, SEATING, CitiesTable
from cityleague.engine.between_two_cities.view import View, view_of
from cityleague.engine.course import OVER, Action, Course, Stage
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.scoring import Sheet

_encode = msgspec.msgpack.Encoder().encode


STAGES = {
    PICKING: Stage("secret", {Pick: Action(picking.verify_pick, picking.apply_pick)}, picking.legal_picks),
    PLACING: Stage("open", {Place: Action(placing.verify_place, placing.apply_place)}, placing.legal_places),
}


class CitiesState(Course[Move, CitiesTable]):
    """A game of Between Two Cities: a table, and the course of the game on it."""

    __slots__ = ()
    stages = STAGES

    # -- the course of the game

    def draw(self) -> Draw:
        """The draw that is due: how the players sit, or the tiles of a round."""
        return picking.draw(self.table)

    def resolve(self, order: Sequence[Item]) -> None:
        """Seat the players in this order, or deal these tiles round the table."""
        table = self.table
        if table.stage == SEATING:
            table.sit([int(seat) for seat in order])
            table.stage = DRAWING
        else:
            picking.deal(table, order)
            table.all_decide(PICKING)

    def advance(self, _seat: int) -> None:
        """Go on when all have picked, or all have placed."""
        if self.table.stage == PICKING:
            picking.reveal(self.table)
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        table = self.table
        if len(table.hands[0]) > 1:
            picking.pass_on(table)
            table.turn += 1
            table.all_decide(PICKING)
            return
        picking.set_aside(table)
        if table.round == len(table.rounds):
            table.stage = OVER
        else:
            table.round += 1
            table.turn = 1
            table.stage = DRAWING

    # -- looking at it

    def view(self, seat: int | None) -> View:
        """What the seat may know: the table, its own hand and pick, and what it has seen before."""
        self.require_seat(seat)
        return view_of(self.table, seat)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return scoring.sheets(self.table)

    def digest(self) -> str:
        """A checksum of the whole state in 16 hex digits; the supplies count in the order of the component file."""
        return blake2b(_encode(self.table.plain()), digest_size=8).hexdigest()


def setup(options: Options, seats: int, tiles: Tiles) -> CitiesState:
    """A new game; raises OptionsError."""
    return CitiesState.at(_new_table(options, seats, tiles).copy())


@lru_cache(maxsize=16)  # with picking._items, 3 % of validation
def _new_table(options: Options, seats: int, tiles: Tiles) -> CitiesTable:
    """The table of a new game, to be copied; raises OptionsError."""
    return CitiesTable(options, seats, tiles)
