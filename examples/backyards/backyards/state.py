"""The course of the game: draw, then lay in turn, until the yards are full."""

from collections.abc import Sequence

from backyards import moves
from backyards.components import Box
from backyards.moves import Cell, Lay, Options
from backyards.scoring import Yard, beside, sheet
from backyards.table import DEALING, FIRST_HAND, LAYING, Table, View, view_of
from cityleague.engine.course import OVER, Action, Course, Stage, of_each_seat
from cityleague.engine.protocol import Draw, Item
from cityleague.engine.rules import refuse
from cityleague.engine.scoring import Sheet


def verify_lay(table: Table, seat: int, move: Lay) -> None:
    """A tile of the hand, on a free cell beside another tile."""
    yard = table.yards[seat]
    if move.tile not in table.hands[seat]:
        refuse(moves.HAND, f"the hand is {', '.join(table.hands[seat])}", "tile")
    if move.cell in yard:
        refuse(moves.CELL, f"a {yard[move.cell]} is there", "cell")
    if move.cell not in table.cells:
        refuse(moves.CELL, "it is not in the yard", "cell")
    if not hangs_together(yard, move.cell):
        refuse(moves.APART, "no tile is beside it", "cell")


def legal_lays(table: Table, seat: int) -> list[Lay]:
    """Each kind of tile in the hand, on each cell that takes one."""
    yard = table.yards[seat]
    takers = [cell for cell in table.cells if cell not in yard and hangs_together(yard, cell)]
    return [Lay(tile, cell) for tile in dict.fromkeys(table.hands[seat]) for cell in takers]


def hangs_together(yard: Yard, cell: Cell) -> bool:
    """Whether a tile on this cell touches another, or is the first."""
    return not yard or bool(beside(yard, cell))


def apply_lay(table: Table, seat: int, move: Lay) -> None:
    """The tile goes from the hand to the yard."""
    table.hands[seat].remove(move.tile)
    table.yards[seat][move.cell] = move.tile
    table.decided(seat)


class BackyardsState(Course[Lay, Table]):
    """A game of Backyards."""

    __slots__ = ()
    stages = {LAYING: Stage("sequential", {Lay: Action(verify_lay, apply_lay)}, legal_lays)}

    def draw(self) -> Draw:
        """Three tiles for everyone in the first round, one in every other."""
        table = self.table
        share = FIRST_HAND if table.round == 1 else 1
        return Draw(f"round-{table.round}", tuple(table.bag), share * table.seats)

    def resolve(self, order: Sequence[Item]) -> None:
        """Everyone takes what was drawn; the first player begins."""
        table = self.table
        for seat, drawn in enumerate(of_each_seat(order, len(order) // table.seats)):
            table.hands[seat] = sorted([*table.hands[seat], *map(str, drawn)])
        for tile in order:
            table.bag.remove(str(tile))
        table.give_turn(table.first, LAYING)

    def advance(self, seat: int) -> None:
        """The next player; after the last, the next round or the end."""
        table = self.table
        following = (seat + 1) % table.seats
        if following != table.first:
            table.give_turn(following, LAYING)
        elif table.round == len(table.cells):
            table.stage = OVER
        else:
            table.round += 1
            table.stage = DEALING

    def view(self, seat: int | None) -> View:
        """What the seat may know."""
        return view_of(self.table, seat)

    def scores(self) -> list[Sheet]:
        """A sheet per seat."""
        return [sheet(yard) for yard in self.table.yards]


def setup(options: Options, seats: int, box: Box) -> BackyardsState:
    """A new game; raises OptionsError."""
    return BackyardsState.at(Table(options, seats, box))
