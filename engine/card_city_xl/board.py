"""The boards of cities: their cells, who may build where, and the frames that a city must fit into.

Every shape of city is a `Board`: the single city of one player, the united ones for two, three and four players, and
the grid within a ring of suburbs. The rules look up all facts about a shape here.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from operator import and_, or_

from cityleague.engine.boards.bits import members
from cityleague.engine.boards.grid import Grid, HexGrid, place_name
from cityleague.engine.card_city_xl.moves import Cell

_SQUARE = ((0, -1), (1, 0), (0, 1), (-1, 0))
_HEXAGON = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The steps to the neighbours, by side, clockwise (RULES.md)."""

_RING = ("residential", "parking", "commerce")


class Board:
    """The cells of a city as bits; sets of cells are ints."""

    def __init__(
        self,
        grid: Grid,
        origin: Cell,
        lands: Sequence[Iterable[Cell]],
        halls: Sequence[Cell],
        frames: Sequence[Iterable[Cell]] | None = None,
        ring: Sequence[Cell] = (),
    ) -> None:
        """`origin`: the column and row of cell [0, 0] in the grid. Without `frames`, the lands are the only frame."""
        self.grid = grid
        steps = _HEXAGON if isinstance(grid, HexGrid) else _SQUARE
        self.sides = len(steps)
        """How many neighbours a cell has."""
        self.bit = {
            (x - origin[0], y - origin[1]): grid.bit(x, y) for y in range(grid.height) for x in range(grid.width)
        }
        """The bit of a cell."""
        self.cell = {bit: cell for cell, bit in self.bit.items()}
        self.lands = tuple([self._mask(land) for land in lands])
        """By place round the table: the cells on which it builds."""
        self.halls = tuple([self.bit[cell] for cell in halls])
        """By place: where its town hall lies; empty if the player chooses the cell."""
        self.ring = tuple([(self.bit[cell], _RING[i % len(_RING)]) for i, cell in enumerate(ring)])
        """The suburbs: cell and card."""
        self.suburbs = self._mask(ring)
        self.frames = tuple([self._mask(frame) for frame in frames]) if frames else (sum(self.lands),)
        """Every frame that the city may fill in the end. A set of frames is an int, with a bit for each."""
        self.all_frames = (1 << len(self.frames)) - 1
        self.frames_with = {
            bit: sum([1 << i for i, frame in enumerate(self.frames) if frame & bit]) for bit in self.cell
        }
        """By cell: the frames that hold it."""
        self.beside = {
            bit: tuple([self.bit.get((x + dx, y + dy), 0) for dx, dy in steps]) for (x, y), bit in self.bit.items()
        }
        """By cell: its neighbours, by side; 0 beyond the edge."""
        self.halo = {bit: sum(near) for bit, near in self.beside.items()}
        """By cell: the cells that touch it."""
        self.star = {bit: bit | near for bit, near in self.halo.items()}
        """By cell: itself and the cells that touch it."""
        whole = sum(self.lands)
        axes = steps[: len(steps) // 2]
        self.lines = {bit: self._lines(cell, axes, whole) for cell, bit in self.bit.items() if bit & whole}
        """By cell: the others in its row or column (hexagons: in the straight lines through it)."""
        self.rooms = _ByFrames(self._room)
        """By set of frames: the cells that lie in one of them."""
        self.cores = _ByFrames(self._core)
        """By set of frames: the cells that lie in all of them."""
        self.middles = _ByFrames(self._middle)
        """By set of frames: the one that has most of the cells round those which lie in all of them."""
        self.name = {bit: place_name(cell) for bit, cell in self.cell.items()}
        """By cell: its name in messages and score sheets."""
        self.bytes = (grid.full.bit_length() + 7) // 8
        """How many bytes a set of cells takes."""

    def _mask(self, cells: Iterable[Cell]) -> int:
        return sum([self.bit[cell] for cell in cells])

    def _lines(self, cell: Cell, axes: Iterable[Cell], whole: int) -> int:
        cells = 0
        for dx, dy in axes:
            for steps in range(-2 * self.grid.width, 2 * self.grid.width + 1):
                if steps:
                    cells |= self.bit.get((cell[0] + steps * dx, cell[1] + steps * dy), 0)
        return cells & whole

    def _room(self, frames: int) -> int:
        return reduce(or_, [self.frames[i] for i in members(frames)], 0)

    def _core(self, frames: int) -> int:
        return reduce(and_, [self.frames[i] for i in members(frames)], self.grid.full)

    def _middle(self, frames: int) -> int:
        around = self.grid.neighbours(self.cores[frames])
        return max([self.frames[i] for i in members(frames)], key=lambda frame: (frame & around).bit_count())

    def opposite(self, side: int) -> int:
        """The side with which the neighbour across this side touches the cell."""
        return (side + self.sides // 2) % self.sides

    def each(self, cells: int) -> list[int]:
        """The cells of a set one by one, in reading order."""
        bits = []
        while cells:
            low = cells & -cells
            bits.append(low)
            cells ^= low
        return bits

    def cells(self, cells: int) -> list[Cell]:
        """The cells of a set as moves name them, in reading order."""
        return [self.cell[bit] for bit in self.each(cells)]


class _ByFrames(dict[int, int]):
    """By set of frames, what a method finds for it when it is first asked for."""

    def __init__(self, find: Callable[[int], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, frames: int) -> int:
        self[frames] = found = self._find(frames)
        return found


def _block(left: int, top: int, width: int, height: int) -> list[Cell]:
    return [(x, y) for y in range(top, top + height) for x in range(left, left + width)]


@cache
def single(side: int) -> Board:
    """The city of one player: the town hall in the middle, and a frame that floats round it."""
    reach = side - 1
    frames = [_block(x, y, side, side) for y in range(-reach, 1) for x in range(-reach, 1)]
    size = 2 * side - 1
    return Board(Grid(size, size), (reach, reach), [_block(-reach, -reach, size, size)], [(0, 0)], frames)


@cache
def united(players: int, side: int) -> Board:
    """The united city of 2 to 4 players."""
    reach = side - 1
    if players == 2:
        height = 2 * side - 1
        lands = [_block(-reach, -reach, side, height), _block(1, -reach, side, height)]
        frames = [_block(-reach, y, 2 * side, side) for y in range(-reach, 1)]
        return Board(Grid(2 * side, height), (reach, reach), lands, [(0, 0), (1, 0)], frames)
    if players == 3:
        cells = _block(-reach, -reach, 2 * side, 2 * side)
        fits = range(side)
        lands = [
            [(x, y) for x, y in cells if -y in fits and -(x + y) in fits],
            [(x, y) for x, y in cells if x - 1 in fits and x + y - 1 in fits],
            [(x, y) for x, y in cells if -x in fits and y - 1 in fits],
        ]
        return Board(HexGrid(2 * side, 2 * side), (reach, reach), lands, [(0, 0), (1, 0), (0, 1)])
    corners = [(-reach, -reach), (1, -reach), (1, 1), (-reach, 1)]
    lands = [_block(x, y, side, side) for x, y in corners]
    return Board(Grid(2 * side, 2 * side), (reach, reach), lands, [(0, 0), (1, 0), (1, 1), (0, 1)])


@cache
def suburban(side: int) -> Board:
    """The grid within the ring of suburbs, which begins at the top left and goes round clockwise."""
    size = side + 2
    last = size - 1
    ring = [(x, 0) for x in range(size)] + [(last, y) for y in range(1, size)]
    ring += [(x, last) for x in range(last - 1, -1, -1)] + [(0, y) for y in range(last - 1, 0, -1)]
    return Board(Grid(size, size), (0, 0), [_block(1, 1, side, side)], [], ring=ring)
