"""The 5 x 5 cells of a city as bits, and for each the cells beside, around and near it.

A cell is named by its place, 6 y + x with x and y from 0 to 4, or by the bit of that place. Moves name it [x, y], with
x and y from -2 to 2.
"""

from cityleague.engine.boards.grid import Grid
from cityleague.engine.neom.moves import Cell

SIDE = 5
MIDDLE = SIDE // 2
BOARD = Grid(SIDE, SIDE)
STRIDE = BOARD.stride
PLACES = BOARD.full.bit_length()
"""One more than the largest place; the guard column's places stay empty."""

CELLS: dict[int, Cell] = {y * STRIDE + x: (x - MIDDLE, y - MIDDLE) for y in range(SIDE) for x in range(SIDE)}
"""Place to cell, in reading order."""
PLACE = {cell: place for place, cell in CELLS.items()}
"""Cell to place."""
ORIGIN = PLACE[0, 0]
CENTRE = 1 << ORIGIN
WEST_GATE, EAST_GATE = 1 << PLACE[-2, 0], 1 << PLACE[2, 0]
"""Where the trade routes lead out."""

EDGE = sum(1 << place for place, cell in CELLS.items() if 2 in map(abs, cell))
CORNERS = sum(1 << place for place, cell in CELLS.items() if set(map(abs, cell)) == {2})

ALL = SIDE * STRIDE
"""How many bits a set of cells takes, with the guard column."""
_ANY = (1 << ALL) - 1


def _cells(near: Cell, offsets: list[Cell]) -> int:
    x, y = near
    return sum(1 << PLACE[x + dx, y + dy] for dx, dy in offsets if (x + dx, y + dy) in PLACE)


_CORNER_STEPS = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
_SIDE_STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]

BESIDE = {place: _cells(cell, _SIDE_STEPS) for place, cell in CELLS.items()}
"""By place: the cells that share a side with it."""
DIAGONAL = {place: _cells(cell, _CORNER_STEPS) for place, cell in CELLS.items()}
"""By place: the cells that share only a corner with it."""
AROUND = {place: BESIDE[place] | DIAGONAL[place] for place in CELLS}
"""By place: the cells around it, up to eight."""
NEAR = {place: AROUND[place] | _cells(cell, [(2 * x, 2 * y) for x, y in _SIDE_STEPS]) for place, cell in CELLS.items()}
"""By place: the cells around it, or two cells away in a straight line."""

# The roads of a city are four sets of cells in one number: the cells with an exit to the north, those with one to the
# east, the south and the west, `ALL` bits each. So the exits of a tile meet those of its neighbours in one step.


def _meeting(exits: int, near: Cell) -> int:
    """The roads that meet those of a tile: where an exit leads to a cell, the exit of that cell that leads back."""
    x, y = near
    return sum(
        1 << ALL * ((direction + 2) % 4) + PLACE[x + dx, y + dy]
        for direction, (dx, dy) in enumerate(_SIDE_STEPS)
        if exits >> direction & 1 and (x + dx, y + dy) in PLACE
    )


ENDS = tuple([sum(1 << ALL * way for way in range(4) if exits >> way & 1) for exits in range(16)])
"""By exits, as bits: the roads of such a tile on place 0, to be moved to its own place."""
MEETING = tuple([{place: _meeting(exits, cell) for place, cell in CELLS.items()} for exits in range(16)])
"""By exits and place: the roads that meet those of such a tile there."""
ALL_WAYS = ENDS[15]
"""A set of cells, times this: the roads of cells with exits on all sides."""
WEST_WAY, EAST_WAY = WEST_GATE << 3 * ALL, EAST_GATE << ALL
"""The roads that lead out to the trade routes."""


def leading(roads: int) -> tuple[int, int, int, int]:
    """By direction, N E S W: the cells with an exit there."""
    return roads & _ANY, roads >> ALL & _ANY, roads >> 2 * ALL & _ANY, roads >> 3 * ALL


def cells_with(roads: int) -> int:
    """The cells that have any of these roads."""
    return (roads | roads >> ALL | roads >> 2 * ALL | roads >> 3 * ALL) & _ANY


def spread(roads: int, start: int, seen: int) -> int:
    """The cells that were seen, those of `start`, and all that links join with these through cells not seen before."""
    along = roads >> ALL & roads >> 3 * ALL + 1  # the cells linked with the one to the east
    down = roads >> 2 * ALL & (roads & _ANY) >> STRIDE  # the cells linked with the one to the south
    new = start
    while new:
        seen |= new
        new = ((new & along) << 1 | new >> 1 & along | (new & down) << STRIDE | new >> STRIDE & down) & ~seen
    return seen
