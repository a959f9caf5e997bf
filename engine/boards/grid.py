"""Boards as integers: a cell is a bit, a set of cells is an int, and neighbours are shifts.

Cell (x, y) of a board is bit y * stride + x. The stride is one more than the width: the empty guard column
between the rows catches what a shift pushes over an edge.
"""

from collections.abc import Iterator, Sequence


def place_name(place: Sequence[int | str]) -> str:
    """A cell, or a city of a tile, as moves write it.

    >>> place_name((-1, 2)), place_name(("L3", "a"))
    ('[-1, 2]', '["L3", "a"]')
    """
    return "[" + ", ".join([f'"{part}"' if isinstance(part, str) else f"{part}" for part in place]) + "]"


class Grid:
    """A board of square cells; a cell touches the four that share an edge with it.

    >>> grid = Grid(3, 2)
    >>> sorted(grid.cells(grid.neighbours(grid.bit(0, 0))))
    [(0, 1), (1, 0)]
    """

    __slots__ = ("full", "height", "stride", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.stride = width + 1
        row = (1 << width) - 1
        self.full = sum(row << (y * self.stride) for y in range(height))

    def bit(self, x: int, y: int) -> int:
        """The set of one cell; empty if the cell lies outside the board."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return 1 << (y * self.stride + x)
        return 0

    def rectangle(self, x: int, y: int, width: int, height: int) -> int:
        """The cells of a rectangle with this top left corner that lie on the board."""
        left, right = max(x, 0), min(x + width, self.width)
        top, bottom = max(y, 0), min(y + height, self.height)
        if left >= right or top >= bottom:
            return 0
        row = ((1 << (right - left)) - 1) << left
        return sum(row << (r * self.stride) for r in range(top, bottom))

    def neighbours(self, cells: int) -> int:
        """All cells that touch one of `cells`; some of `cells` may be among them."""
        s = self.stride
        return (cells << 1 | cells >> 1 | cells << s | cells >> s) & self.full

    def reach(self, start: int, within: int) -> int:
        """The cells of `within` that can be reached from those of `start` that lie in it."""
        seen = 0
        new = start & within
        while new:
            seen |= new
            new = self.neighbours(new) & within & ~seen
        return seen

    def groups(self, cells: int) -> list[int]:
        """The connected groups of `cells`, ordered by their first cells in reading order."""
        groups = []
        while cells:
            group = self.reach(cells & -cells, cells)
            groups.append(group)
            cells ^= group
        return groups

    def cells(self, cells: int) -> Iterator[tuple[int, int]]:
        """The coordinates (x, y) of a set of cells, in reading order."""
        while cells:
            low = cells & -cells
            y, x = divmod(low.bit_length() - 1, self.stride)
            yield x, y
            cells ^= low

    def extent(self, cells: int) -> tuple[int, int, int, int]:
        """The smallest rectangle (x, y, width, height) round a non-empty set of cells."""
        top = ((cells & -cells).bit_length() - 1) // self.stride
        height = (cells.bit_length() - 1) // self.stride - top + 1
        columns = 0
        for y in range(top, top + height):
            columns |= cells >> (y * self.stride)
        columns &= (1 << self.width) - 1
        left = (columns & -columns).bit_length() - 1
        return left, top, columns.bit_length() - left, height


class HexGrid(Grid):
    """A board of hexagonal cells in axial coordinates (q, r); a cell touches six.

    Seen with pointy tops, q + 1 is the cell to the right, r + 1 the one below to the right, and the sixth pair
    of neighbours is (q + 1, r - 1) above to the right and (q - 1, r + 1) below to the left. A board of any
    shape is a mask within the rhombus width x height.

    >>> grid = HexGrid(3, 3)
    >>> sorted(grid.cells(grid.neighbours(grid.bit(1, 1))))
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    """

    __slots__ = ()

    def neighbours(self, cells: int) -> int:
        """All cells that touch one of `cells`; some of `cells` may be among them."""
        s = self.stride
        d = s - 1
        steps = cells << 1 | cells >> 1 | cells << s | cells >> s | cells << d | cells >> d
        return steps & self.full
