"""The sequence of play: all draw, then lay in turn, until the yards are full."""

from collections.abc import Sequence

from backyards.components import Box
from backyards.moves import CELL, HAND, Lay, Options
from backyards.scoring import beside, sheet
from backyards.table import DEALING, FIRST_HAND, LAYING, Table
from backyards.view import View
from cityleague.engine.course import OVER, Action, Course, Stage
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.rules import refuse
from cityleague.engine.scoring import Sheet


def open_cells(table: Table, seat: int) -> list[int]:
    """The cells of a yard that can take a tile."""
    yard = table.yards[seat]
    return [cell for cell, tile in enumerate(yard) if not tile and (any(beside(yard, cell)) or not any(yard))]


def verify_lay(table: Table, seat: int, move: Lay) -> None:
    """Raise IllegalMove unless the tile is in the hand and the cell can take it."""
    if move.tile not in table.hands[seat]:
        refuse(HAND, f"the hand is {', '.join(table.hands[seat])}", "tile")
    if move.cell not in open_cells(table, seat):
        refuse(CELL, f"a tile can go on {', '.join(map(str, open_cells(table, seat)))}", "cell")


def legal_lays(table: Table, seat: int) -> list[Lay]:
    """Each kind of tile in the hand, on each cell that can take it."""
    return [Lay(tile, cell) for tile in dict.fromkeys(table.hands[seat]) for cell in open_cells(table, seat)]


def apply_lay(table: Table, seat: int, move: Lay, _: None) -> None:
    """Move the tile from the hand to the yard."""
    table.hands[seat].remove(move.tile)
    table.yards[seat][move.cell] = move.tile
    table.decided(seat)


class BackyardsState(Course[Lay, Table]):
    """A game of Backyards."""

    __slots__ = ()
    stages = {LAYING: Stage("sequential", {Lay: Action(verify_lay, apply_lay)}, legal_lays)}  # noqa: RUF012

    def draw(self) -> Draw:
        """Three tiles for everyone in the first round, one in each later round."""
        return Draw(f"round-{self.round}", self.table.bag, self.seats * (FIRST_HAND if self.round == 1 else 1))

    def resolve(self, order: Sequence[Item]) -> None:
        """Give everyone the drawn tiles; seat 0 begins."""
        share = len(order) // self.seats
        for seat, hand in enumerate(self.table.hands):
            hand[:] = sorted([*hand, *map(str, order[seat * share : (seat + 1) * share])])
        self.table.give_turn(0, LAYING)

    def advance(self, seat: int) -> None:
        """The next player; after the last, the next round or the end."""
        table = self.table
        if seat + 1 < self.seats:
            table.give_turn(seat + 1, LAYING)
        elif table.round == table.rounds:
            table.stage = OVER
        else:
            table.round += 1
            table.stage = DEALING

    def view(self, seat: int | None) -> View:
        """What the seat may know."""
        table = self.table
        yards, sizes = tuple(map(tuple, table.yards)), tuple(map(len, table.hands))
        hand = () if seat is None else tuple(table.hands[seat])
        return View(seat, table.round, table.stage, table.actor, yards, hand, sizes)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return [sheet(yard) for yard in self.table.yards]


def setup(options: Options, seats: int, box: Box) -> BackyardsState:
    """A new game; raises OptionsError."""
    return BackyardsState.at(Table(options, seats, box))
