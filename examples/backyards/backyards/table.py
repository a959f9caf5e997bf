"""What lies on the table, and what a seat may know of it."""

from backyards.components import Box
from backyards.moves import Cell, Lay, Options
from cityleague.engine import course, protocol
from cityleague.engine.protocol import OptionsError

SEATS = range(2, 5)
WIDTH = 3
FIRST_HAND = 3
DEALING, LAYING = "dealing", "laying"


class Table(course.Table):
    """A game's data."""

    shared = ("cells",)  # of a yard, in reading order; there are as many rounds
    copied = ("bag",)  # the tiles not drawn yet
    nested = ("hands", "yards")  # by seat: tiles, sorted; tiles by cell
    __slots__ = shared + copied + nested

    def __init__(self, options: Options, seats: int, box: Box) -> None:
        super().__init__(seats, SEATS, DEALING)
        self.cells = [(x, y) for y in range(options.depth) for x in range(WIDTH)]
        self.bag = list(box.tiles)
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.yards: list[dict[Cell, str]] = [{} for _ in range(seats)]
        needed = seats * (FIRST_HAND + len(self.cells) - 1)
        if len(self.bag) < needed:
            raise OptionsError(f"{seats} players draw {needed} tiles, the components have {len(self.bag)}")

    @property
    def first(self) -> int:
        """Who begins the round."""
        return (self.round - 1) % self.seats

    def plain(self) -> object:
        """All that tells this table from others; what is in the bag follows from it."""
        return [self.stage, self.round, self.actor, self.hands, [sorted(yard.items()) for yard in self.yards]]


class View(protocol.View, frozen=True, gc=False):
    """The table as a seat sees it."""

    round: int
    stage: str
    actor: int
    yards: tuple[tuple[Lay, ...], ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]


def view_of(table: Table, seat: int | None) -> View:
    """What the seat may know: all but the hands of others, and the bag."""
    yards = [tuple([Lay(tile, cell) for cell, tile in sorted(yard.items())]) for yard in table.yards]
    hand = () if seat is None else tuple(table.hands[seat])
    return View(seat, table.round, table.stage, table.actor, tuple(yards), hand, tuple(map(len, table.hands)))


def yard_of(view: View, seat: int | None) -> dict[Cell, str]:
    """The yard of a seat, as a table has it."""
    assert seat is not None
    return {laid.cell: laid.tile for laid in view.yards[seat]}
