"""Boards in letters: cells on a plain grid, with walls between squares or hexagons, or with roads that lead from one to
the next.

A board is read from the pieces of a sheet. A piece whose key ends with a cell, such as `card 2,-1`, stands there; its
text is that of its symbol, unless it has its own. One whose key ends with a cell and a side, such as `border 2,-1 0`,
stands between that cell and its neighbour. Sides are numbered clockwise, from the top or the upper right of a hexagon.
"""

import re
from collections.abc import Iterable, Iterator

from cityleague.engine.looks.picture import Piece, Sheet
from cityleague.engine.looks.text import cut

Cell = tuple[int, int]
_PLACED = re.compile(r".* (-?\d+),(-?\d+)(?: ([0-5NESW]))?")
_NAMES = {"N": 0, "E": 1, "S": 2, "W": 3}
_SQUARE: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
_HEXAGON: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The steps to the neighbours at each side."""
_JOINTS = {
    (False, False): " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    (False, True): " ║╶╙║║╓╟╴╜─╨╖╢╥╫",
    (True, False): " ╵═╘╷│╒╞═╛═╧╕╡╤╪",
    (True, True): " ║═╚║║╔╠═╝═╩╗╣╦╬",
}
"""The character where arms up (1), right (2), down (4) and left (8) meet.

The key: whether the horizontal arms are borders, and whether the vertical ones are.
"""
FORKS = _JOINTS[False, False]
"""By sides, as bits: the roads of a tile as one character."""
NONE, LINE, BORDER, GATE = range(4)
"""What there is between two cells; a gate is a border that is open."""
_WALLS = {"open": NONE, "border": BORDER, "gate": GATE}
"""By the text of a piece that stands there."""
_VERTICAL, _HORIZONTAL = " │║┊", " ─═┈"
_FALLING, _RISING = ("", "\\", "\\\\", ".."), ("", "/", "//", "..")
_SLANTED = (
    ((1, -1), _FALLING),
    ((2, 0), _VERTICAL),
    ((1, 1), _RISING),
    ((-1, 1), _FALLING),
    ((-2, 0), _VERTICAL),
    ((-1, -1), _RISING),
)
"""For each side of a hexagon: where its wall stands beside the middle of the cell, and its characters."""
_TEXT = 3
"""The width of what stands between walls."""
_PITCH = _TEXT + 1
_ROAD = 7
"""The width of a cell with roads."""


def _place_in(key: str) -> tuple[Cell, int | None] | None:
    """The cell, and the side of it, that the key of a piece ends with; None if there is none."""
    if not (match := _PLACED.fullmatch(key)):
        return None
    side = match[3]
    return (int(match[1]), int(match[2])), _NAMES.get(side) if side in _NAMES else int(side) if side else None


class Board:
    """What stands in the cells of a sheet and between them."""

    def __init__(self, sheet: Sheet) -> None:
        self.texts: dict[Cell, str] = {}
        self._links: dict[Cell, int] = {}
        self._between: dict[tuple[Cell, int], str] = {}
        self._style, self._blank = sheet.board, sheet.blank
        self._steps = _HEXAGON if sheet.board == "hexagons" else _SQUARE
        firm: set[Cell] = set()
        for piece in sorted(sheet.pieces, key=lambda piece: piece.layer):
            if place := _place_in(piece.key):
                cell, side = place
                if side is None:
                    self._stand(piece, cell, firm)
                elif text := _text(piece):
                    self._between[cell, side] = text
        inner = {cell for cell in self.texts if _near(cell, firm)} if firm else {*self.texts}
        self.texts = {cell: text for cell, text in self.texts.items() if cell in inner}
        self._links = {cell: links for cell, links in self._links.items() if cell in inner}
        self.columns, self.rows = sheet.extent or (_span(x for x, _ in inner), _span(y for _, y in inner))

    def _stand(self, piece: Piece, cell: Cell, firm: set[Cell]) -> None:
        """Put a piece into its cell, and into those below and to the right of it that it covers, too."""
        for y, line in enumerate(_text(piece).split("\n")):
            for x, text in enumerate(line.split("\t")):
                at = cell[0] + x, cell[1] + y
                below = self.texts.get(at, "")
                self.texts[at] = text.replace("{}", below) if text else below
                if piece.layer or piece.symbol.links is not None:
                    firm.add(at)
                if piece.symbol.links is not None:
                    self._links[at] = piece.symbol.links

    def cell(self, piece: Piece) -> Cell | None:
        """The cell that a piece lies in."""
        place = _place_in(piece.key)
        return place[0] if place else None

    def lines(self, width: int) -> list[str]:
        """The board, with the numbers of its columns and rows; cut into strips if there is no room for it."""
        if not self.texts and not self.columns:
            return []
        if self._style == "hexagons":
            return cut(self._hexagons(), width, 0, _PITCH)
        margin = max([len(str(y)) for y in self.rows])
        if self._style == "walls":
            return cut(self._squares(), width, margin + 1, _PITCH)
        if self._style == "roads":
            return list(self._roads(margin + 1))
        pitch = max(3, *[len(text) + 1 for text in self.texts.values()], *[len(str(x)) + 1 for x in self.columns])
        head = " " * margin + "".join([f"{x:>{pitch}}" for x in self.columns])
        rows = [
            f"{y:>{margin}}" + "".join([f"{self.texts.get((x, y), self._blank):>{pitch}}" for x in self.columns])
            for y in self.rows
        ]
        return cut([head, *[row.rstrip() for row in rows]], width, margin, pitch)

    # -- walls

    def _wall(self, cell: Cell, side: int) -> int:
        """What there is at a side of a cell; either may lie beyond the edge."""
        other, back = self._neighbour(cell, side)
        for place in ((cell, side), (other, back)):
            if place in self._between:
                return _WALLS[self._between[place]] if cell in self.texts and other in self.texts else NONE
        here, there = self._links.get(cell), self._links.get(other)
        if here is None or there is None:
            return NONE if here is there else LINE
        return NONE if here >> side & 1 and there >> back & 1 else LINE

    def _neighbour(self, cell: Cell, side: int) -> tuple[Cell, int]:
        """The cell across a side, and the side of it that is the same."""
        dx, dy = self._steps[side]
        return (cell[0] + dx, cell[1] + dy), (side + len(self._steps) // 2) % len(self._steps)

    def _squares(self) -> list[str]:
        canvas = _Canvas()
        for x in range(self.columns.start, self.columns.stop + 1):
            for y in range(self.rows.start, self.rows.stop + 1):
                canvas.put(_PITCH * x, 2 * y, self._joint(x, y))
                canvas.put(_PITCH * x + 1, 2 * y, _HORIZONTAL[self._wall((x, y), 0)] * _TEXT)
                canvas.put(_PITCH * x, 2 * y + 1, _VERTICAL[self._wall((x, y), 3)])
                canvas.put(_PITCH * x + 1, 2 * y + 1, self._short((x, y)))
        for x in self.columns:
            canvas.put(_PITCH * x + 1, 2 * self.rows.start - 1, f"{x:2}")
        for y in self.rows:
            canvas.put(_PITCH * self.columns.start - _TEXT, 2 * y + 1, f"{y:2}")
        head, edge, *lines = canvas.lines()
        return [head, edge, *lines] if edge else [head, *lines]

    def _short(self, cell: Cell) -> str:
        text = self.texts.get(cell, self._blank)
        return (text if len(text) <= _TEXT else f"{text[0]}…").center(_TEXT)

    def _joint(self, x: int, y: int) -> str:
        """What stands at the top left corner of a cell."""
        up, down = self._wall((x, y - 1), 3), self._wall((x, y), 3)
        left, right = self._wall((x - 1, y), 0), self._wall((x, y), 0)
        arms = sum([1 << i for i, wall in enumerate((up, right, down, left)) if wall in (LINE, BORDER)])
        if not arms:
            return _VERTICAL[max(up, down)] if up or down else _HORIZONTAL[max(left, right)]
        return _JOINTS[BORDER in (left, right), BORDER in (up, down)][arms]

    def _hexagons(self) -> list[str]:
        """Hexagons in offset rows, with the first and the last cell of each row."""
        canvas = _Canvas()
        for x, y in self.texts:
            column, row = _PITCH * x + _PITCH // 2 * y, 2 * y
            canvas.put(column - 1, row, self._short((x, y)))
            for side, ((right, down), marks) in enumerate(_SLANTED):
                canvas.put(column + right, row + down, marks[self._wall((x, y), side)])
        for y in self.rows:
            across = _span(x for x, row in self.texts if row == y)
            first, last = f"[{across.start},{y}]", f"[{across.stop - 1},{y}]"
            canvas.put(_PITCH * across.start + _PITCH // 2 * y - 3 - len(first), 2 * y, first)
            canvas.put(_PITCH * (across.stop - 1) + _PITCH // 2 * y + 4, 2 * y, last)
        return canvas.lines()

    # -- roads

    def _roads(self, margin: int) -> Iterator[str]:
        """Cells with their roads to the left and to the right; those up and down stand between the lines."""
        yield (" " * margin + "".join([f"{x:>{_ROAD // 2 + 1}}".ljust(_ROAD) for x in self.columns])).rstrip()
        for y in range(self.rows.start, self.rows.stop + 1):
            yield (" " * margin + "".join([self._stem((x, y)).center(_ROAD) for x in self.columns])).rstrip()
            if y in self.rows:
                yield (f"{y:>{margin - 1}} " + "".join([self._crossed((x, y)) for x in self.columns])).rstrip()

    def _crossed(self, cell: Cell) -> str:
        text = self.texts.get(cell, self._blank)[: _ROAD - 2]
        west = (_ROAD - len(text)) // 2
        return self._arm(cell, 3, "├", west)[::-1] + text + self._arm(cell, 1, "┤", _ROAD - len(text) - west)

    def _arm(self, cell: Cell, side: int, bar: str, length: int) -> str:
        """The road to a side, from the text to the edge of the cell; a piece with a text closes it by a bar."""
        if not self._links.get(cell, 0) >> side & 1:
            return " " * length
        return "─" * (length - 1) + (bar if (cell, side) in self._between else "─")

    def _stem(self, cell: Cell) -> str:
        """The road between a cell and the one above it, or the part of it that one of the two has."""
        above = cell[0], cell[1] - 1
        down, up = self._links.get(above, 0) >> 2 & 1, self._links.get(cell, 0) & 1
        closed = (above, 2) in self._between if down else (cell, 0) in self._between
        return "│" if down and up else " ╵╷┴┬"[down + 2 * up + 2 * closed] if down or up else " "


def _text(piece: Piece) -> str:
    return piece.symbol.text if piece.text is None else piece.text


def _near(cell: Cell, cells: set[Cell]) -> bool:
    """Whether a cell lies in the box round these, or beside it."""
    columns, rows = _span(x for x, _ in cells), _span(y for _, y in cells)
    return columns.start - 1 <= cell[0] <= columns.stop and rows.start - 1 <= cell[1] <= rows.stop


def _span(numbers: Iterable[int]) -> range:
    distinct = set(numbers)
    return range(min(distinct), max(distinct) + 1) if distinct else range(0)


class _Canvas:
    """Characters by column and row; both numbers may be negative."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], str] = {}

    def put(self, column: int, row: int, text: str) -> None:
        """Write a text, which begins in this column; spaces leave what is there."""
        self._marks.update({(column + i, row): mark for i, mark in enumerate(text) if mark != " "})

    def lines(self) -> list[str]:
        """All that has been written, without empty margins."""
        columns, rows = _span(column for column, _ in self._marks), _span(row for _, row in self._marks)
        return ["".join([self._marks.get((column, row), " ") for column in columns]).rstrip() for row in rows]
