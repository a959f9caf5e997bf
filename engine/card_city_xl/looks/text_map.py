"""Maps of cells as text: squares in a grid, hexagons in offset rows, with walls between cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum

from cityleague.engine.card_city_xl.moves import Cell


class Wall(IntEnum):
    """What there is between two cells."""

    NONE = 0
    LINE = 1
    BORDER = 2
    GATE = 3
    """A border that a district goes across."""


Walls = Callable[[Cell, Cell], Wall]
"""The wall between two cells that touch; either may lie beyond the edge."""

_VERTICAL, _HORIZONTAL = " │║┊", " ─═┈"
_JOINTS = {
    (False, False): " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    (False, True): " ║╶╙║║╓╟╴╜─╨╖╢╥╫",
    (True, False): " ╵═╘╷│╒╞═╛═╧╕╡╤╪",
    (True, True): " ║═╚║║╔╠═╝═╩╗╣╦╬",
}
"""The character where arms up (1), right (2), down (4) and left (8) meet.

The key: whether the horizontal arms are borders, and whether the vertical ones are.
"""

_FALLING, _RISING = ("", "\\", "\\\\", ".."), ("", "/", "//", "..")
"""Walls of a hexagon that run down and up to the right."""
_HEXAGON = (
    ((1, -1), (1, -1), _FALLING),
    ((1, 0), (2, 0), _VERTICAL),
    ((0, 1), (1, 1), _RISING),
    ((-1, 1), (-1, 1), _FALLING),
    ((-1, 0), (-2, 0), _VERTICAL),
    ((0, -1), (-1, -1), _RISING),
)
"""For each side: the step to the neighbour, the wall's offset from the middle of the cell, and its characters."""

_TEXT = 3
"""Width of what stands in a cell."""
PITCH = _TEXT + 1
"""Columns from one cell to the next."""


class Canvas:
    """Characters by column and row; both numbers may be negative."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], str] = {}

    def put(self, column: int, row: int, text: str) -> None:
        """Write a text, which begins in this column; spaces leave what is there."""
        self._marks.update({(column + i, row): mark for i, mark in enumerate(text) if mark != " "})

    def lines(self) -> list[str]:
        """All that has been written, without empty margins."""
        columns, rows = [column for column, _ in self._marks], [row for _, row in self._marks]
        across = range(min(columns), max(columns) + 1)
        return [
            "".join([self._marks.get((column, row), " ") for column in across]).rstrip()
            for row in range(min(rows), max(rows) + 1)
        ]


def squares(texts: Mapping[Cell, str], walls: Walls) -> list[str]:
    """A map of square cells, with the numbers of its columns and rows; a text has up to three characters."""
    canvas = Canvas()
    columns, rows = _extent(x for x, _ in texts), _extent(y for _, y in texts)
    for x in range(columns.start, columns.stop + 1):
        for y in range(rows.start, rows.stop + 1):
            canvas.put(PITCH * x, 2 * y, _joint(walls, x, y))
            canvas.put(PITCH * x + 1, 2 * y, _HORIZONTAL[walls((x, y - 1), (x, y))] * _TEXT)
            canvas.put(PITCH * x, 2 * y + 1, _VERTICAL[walls((x - 1, y), (x, y))])
            canvas.put(PITCH * x + 1, 2 * y + 1, texts.get((x, y), "").center(_TEXT))
    for x in columns:
        canvas.put(PITCH * x + 1, 2 * rows.start - 1, f"{x:2}")
    for y in rows:
        canvas.put(PITCH * columns.start - _TEXT, 2 * y + 1, f"{y:2}")
    head, edge, *lines = canvas.lines()
    return [head, edge, *lines] if edge else [head, *lines]


def _extent(numbers: Iterable[int]) -> range:
    distinct = set(numbers)
    return range(min(distinct), max(distinct) + 1)


def _joint(walls: Walls, x: int, y: int) -> str:
    """What stands at the top left corner of a cell."""
    up, down = walls((x - 1, y - 1), (x, y - 1)), walls((x - 1, y), (x, y))
    left, right = walls((x - 1, y - 1), (x - 1, y)), walls((x, y - 1), (x, y))
    arms = sum([1 << i for i, wall in enumerate((up, right, down, left)) if wall in (Wall.LINE, Wall.BORDER)])
    if not arms:
        return _VERTICAL[max(up, down)] if up or down else _HORIZONTAL[max(left, right)]
    return _JOINTS[Wall.BORDER in (left, right), Wall.BORDER in (up, down)][arms]


def hexagons(texts: Mapping[Cell, str], walls: Walls) -> list[str]:
    """A map of hexagonal cells, with the first and the last cell of each row."""
    canvas = Canvas()
    for (x, y), text in texts.items():
        column, row = PITCH * x + PITCH // 2 * y, 2 * y
        canvas.put(column - 1, row, text.center(_TEXT))
        for (dx, dy), (right, down), marks in _HEXAGON:
            canvas.put(column + right, row + down, marks[walls((x, y), (x + dx, y + dy))])
    for y in _extent(y for _, y in texts):
        across = _extent(x for x, row in texts if row == y)
        first, last = f"[{across.start},{y}]", f"[{across.stop - 1},{y}]"
        canvas.put(PITCH * across.start + PITCH // 2 * y - 3 - len(first), 2 * y, first)
        canvas.put(PITCH * (across.stop - 1) + PITCH // 2 * y + 4, 2 * y, last)
    return canvas.lines()
