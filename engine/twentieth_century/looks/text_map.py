"""A region in letters, cut into strips if it is too wide: between neighbours in a row or a column there is room for a
line, between diagonal ones for a slash, and tiles that touch share their border.
"""

from collections.abc import Iterator, Mapping, Sequence

from cityleague.engine.looks.text import stacked, strips
from cityleague.engine.twentieth_century.looks.sheet import track_ends
from cityleague.engine.twentieth_century.moves import Cell
from cityleague.engine.twentieth_century.tiles import LAST, Piece, Shape, turned
from cityleague.engine.twentieth_century.view import Placed

_ACROSS, _DOWN = 4, 2
"""Columns and rows of text from one point to the next."""
_WIDTH, _HEIGHT = LAST * _ACROSS, LAST * _DOWN
"""The size of a tile, with one of its two borders in each direction."""
_TEXT = LAST // 2 * _ACROSS - 1
"""The room for text on either side of the middle of a border, in columns."""

_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Indexed by the borders that meet at a corner, as bits: north 1, east 2, south 4, west 8."""
_EAST_WEST, _NORTH_SOUTH = "─", "│"
_TRACK = ("-", "|", "\\", "/")
"""East-west, north-south, falling to the east, rising to the east."""
_BRIDGE = ("═", "║", "\\\\", "//")
_OPEN, _JOINED = "○", "●"
"""An end of track at a border: open, or joined to track of another tile."""
_CUT = "…"

LEGEND = (
    "[A] city a, with a citizen  [b] city without  <m> building  other letters: forks",
    f"{' '.join(_TRACK)} track  {' '.join(_BRIDGE)} bridge  {_JOINED} joined to another tile  {_OPEN} open end",
)
"""The meaning of letters, signs and lines."""


def tile_label(name: str) -> str:
    """The name of a tile; a long one is cut to its beginning and its end."""
    half = _TEXT // 2
    return name if len(name) <= _TEXT else name[:half] + _CUT + name[-half:]


def in_letters(region: Sequence[Placed], shapes: Mapping[str, Shape], width: int) -> list[str]:
    """The picture of these tiles, with the column and row numbers that moves use."""
    columns = [placed.cell[0] for placed in region]
    rows = [placed.cell[1] for placed in region]
    margin = max([len(str(y)) for y in rows]) + 1
    across = range(min(columns), max(columns) + 1)
    ends = track_ends(region, shapes)
    parts = []
    for part in strips(across, (width - margin - 1) // _WIDTH):
        strip = _Strip(part, range(min(rows), max(rows) + 1), ends)
        own = [placed for placed in region if placed.cell[0] in part]
        for placed in own:
            strip.border(placed.cell)
        for placed in own:  # after all borders, as texts on them must stay
            strip.fill(placed, shapes[placed.tile])
        parts.append(strip.lines(margin))
    return stacked(parts)


def _pieces(placed: Placed, shape: Shape) -> Iterator[tuple[Piece, bool]]:
    """The track of a tile as it lies, then its bridges; each piece with whether it is a bridge."""
    bridges = [shape.spans[shape.span_numbers[span]] for span in placed.bridges]
    for pieces, bridge in ((shape.track, False), (bridges, True)):
        for start, other in pieces:
            yield (turned(start, placed.turn), turned(other, placed.turn)), bridge


class _Strip:
    """One strip of a region, drawn on a sheet of characters."""

    def __init__(self, columns: range, rows: range, ends: Mapping[Cell, int]) -> None:
        self._columns, self._rows, self._ends = columns, rows, ends
        self._sheet = [[" "] * (len(columns) * _WIDTH + 1) for _ in range(len(rows) * _HEIGHT + 1)]
        self._arms: dict[tuple[int, int], int] = {}
        """By position on the sheet: the borders that meet at a corner."""
        self._filled: set[int] = set()
        """The rows in which there is a tile."""

    def lines(self, margin: int) -> Iterator[str]:
        """The drawn lines, with column and row numbers. Rows without tiles shrink to one empty line."""
        yield (" " * margin + "".join([str(x).center(_WIDTH + 1)[:_WIDTH] for x in self._columns])).rstrip()
        middles = {_HEIGHT * (y - self._rows[0]) + _HEIGHT // 2: y for y in self._rows if y in self._filled}
        drawn = gap = False
        for number, row in enumerate(self._sheet):
            start = str(middles[number]).rjust(margin - 1) if number in middles else ""
            line = (start.ljust(margin) + "".join(row)).rstrip()
            if line:
                if gap:
                    yield ""
                yield line
                drawn, gap = True, False
            else:
                gap = drawn

    def border(self, cell: Cell) -> None:
        """Draw the four sides of a tile."""
        left, top = self._corner(cell)
        right, bottom = left + _WIDTH, top + _HEIGHT
        self._filled.add(cell[1])
        for row in (top, bottom):
            self._put(left + 1, row, _EAST_WEST * (_WIDTH - 1))
        for row in range(top + 1, bottom):
            self._put(left, row, _NORTH_SOUTH)
            self._put(right, row, _NORTH_SOUTH)
        for column, row, arms in ((left, top, 6), (right, top, 12), (right, bottom, 9), (left, bottom, 3)):
            met = self._arms[column, row] = self._arms.get((column, row), 0) | arms
            self._put(column, row, _CORNERS[met])

    def fill(self, placed: Placed, shape: Shape) -> None:
        """Draw the contents of a tile."""
        x, y = placed.cell
        left, top = self._corner(placed.cell)
        self._put(left + 1, top, tile_label(placed.tile).center(_TEXT, _EAST_WEST))
        if placed.garbage:
            self._put(left + _WIDTH // 2 + 1, top, f"{placed.garbage}g".center(_TEXT, _EAST_WEST))
        for piece, bridge in _pieces(placed, shape):
            self._line(left, top, piece, _BRIDGE if bridge else _TRACK)
            for px, py in piece:
                if tiles := self._ends.get((LAST * x + px, LAST * y + py)):
                    self._put(left + _ACROSS * px, top + _DOWN * py, _JOINED if tiles > 1 else _OPEN)
        texts = {fork.node: fork.node for fork in shape.forks}
        texts |= {building.node: f"<{building.node}>" for building in shape.buildings}
        # a city with a citizen is a capital letter
        names = [(city.node, city.node.upper() if city.node in placed.citizens else city.node) for city in shape.cities]
        texts |= {node: f"[{letter}]" for node, letter in names}
        for node, text in texts.items():
            px, py = turned(shape.nodes[node], placed.turn)
            self._put(left + _ACROSS * px - len(text) // 2, top + _DOWN * py, text)

    def _corner(self, cell: Cell) -> tuple[int, int]:
        """The position of the top left corner of a tile on the sheet."""
        return _WIDTH * (cell[0] - self._columns[0]), _HEIGHT * (cell[1] - self._rows[0])

    def _put(self, column: int, row: int, text: str) -> None:
        for i, character in enumerate(text):
            self._sheet[row][column + i] = character

    def _line(self, left: int, top: int, piece: Piece, kinds: Sequence[str]) -> None:
        """Draw a piece of track, without its ends."""
        (ax, ay), (bx, by) = sorted(piece, key=lambda spot: (spot[1], spot[0]))
        along, across, falling, rising = kinds
        if ay == by:
            self._put(left + _ACROSS * ax + 1, top + _DOWN * ay, along * (_ACROSS * (bx - ax) - 1))
            return
        step = (bx > ax) - (bx < ax)
        for i in range(1, _DOWN * (by - ay)):
            column = left + _ACROSS * ax + step * i * _ACROSS // _DOWN
            self._put(column, top + _DOWN * ay + i, (across, falling, rising)[step])
