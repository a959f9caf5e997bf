"""A city as a picture: its tiles by their numbers, and the roads between them as lines."""

from __future__ import annotations

from collections.abc import Iterator

from cityleague.engine.neom.board import MIDDLE, ORIGIN, PLACE
from cityleague.engine.neom.city import City
from cityleague.engine.neom.moves import Cell
from cityleague.engine.neom.tiles import EAST, EXITS, NORTH, SOUTH, TYPES, WEST, Tile, good_names

_LETTERS = "RCIPE"
"""The types of tiles, in their order."""
_PLANTS = {(False, False): "", (True, False): "~", (False, True): "*", (True, True): "#"}
"""The mark of a tile; the key: whether it is polluted, and whether it makes power."""
_PROTECTS = {(False, False): "", (True, False): "!", (False, True): "§", (True, True): "&"}
"""The mark of a tile; the key: whether it protects from fire, and whether from violence."""
_EMPTY = "·"
_LEFT, _RIGHT = "<◄", ">►"
"""A trade route that is not active, and one that is."""
_UNKNOWN = "?"
"""The origin of a board that has not been drawn yet."""

_FORKS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By exits, as bits: north 1, east 2, south 4, west 8."""

_CELL = 7
_TEXT = _CELL - 2
"""A cell's text leaves room for a road on either side."""
_STEM = _CELL // 2
"""The column within a cell where roads to the north and to the south stand, as its text is centred."""
_MARGIN = 2
"""Room for the number of a row."""
WIDTH = _MARGIN + 1 + _CELL * (2 * MIDDLE + 1) + 1
"""The width of a picture, with a trade route on either side."""

_ROAD, _ACTIVE_ROAD = "─", "═"
_LINES = range(-MIDDLE, MIDDLE + 1)

LEGEND = (
    "  ".join([f"{letter} {name}" for letter, name in zip(_LETTERS, TYPES, strict=True)]),
    "~ polluted  * makes power  # both; protection: ! from fire  § by police  & both",
    "─ │ roads  ┤ ├ ┴ ┬ the end of one, at a tile without an exit to it or the edge",
    "· empty cell; trade routes: ◄═ ═► active, < > not active",
)
"""What letters, marks and lines mean."""


def sign(tile: Tile) -> str:
    """A tile's number and types: `14I`."""
    return f"{tile.number}{''.join([_LETTERS[kind] for kind in tile.types])}"


def label(tile: Tile) -> str:
    """A tile's number and types, and marks for its effects on its neighbours or its city."""
    return f"{sign(tile)}{_PLANTS[tile.polluted, tile.power]}{_PROTECTS[tile.fire, tile.violence]}"


def fork(tile: Tile) -> str:
    """A tile's roads as one character."""
    return _FORKS[tile.exits]


def picture(city: City) -> list[str]:
    """The city; columns and rows have the numbers that moves use. Lines are up to `WIDTH` characters long."""
    plan = _Plan(city)
    head = " " * (_MARGIN + 1) + "".join([f"{x:{_STEM + 1}}".ljust(_CELL) for x in _LINES])
    lines = [head, plan.between(-MIDDLE)]
    for y in _LINES:
        lines += [plan.row(y), plan.between(y + 1)]
    return [line.rstrip() for line in lines]


def closed_ends(city: City) -> Iterator[tuple[Cell, str]]:
    """The cells and the sides (N, E, S, W) where a road ends at a tile without an exit to it, or at the edge.

    The ways out of a city to its trade routes are no ends.
    """
    plan = _Plan(city)
    for cell in PLACE:
        yield from [(cell, side) for side in plan.ends(cell)]


class _Plan:
    """Where the roads of a city lead.

    A road ends with a bar at the edge of the city, and at a tile without an exit to it. At an empty cell it ends
    without a bar: the city can grow there.
    """

    def __init__(self, city: City) -> None:
        self._city = city

    def row(self, y: int) -> str:
        """The line with the texts of a row's cells and the roads to the west and to the east."""
        left, right = " ", " "
        if y == 0:
            left, right = _LEFT[self._city.left], _RIGHT[self._city.right]
        return f"{y:{_MARGIN}}{left}{''.join([self._cell((x, y)) for x in _LINES])}{right}"

    def between(self, y: int) -> str:
        """The line above the cells of a row, with the roads to the north and to the south."""
        stems = [self._stem((x, y - 1), (x, y)).center(_CELL) for x in _LINES]
        return " " * (_MARGIN + 1) + "".join(stems)

    def ends(self, cell: Cell) -> Iterator[str]:
        """The sides of a cell on which a road ends with a bar."""
        tile, (x, y) = self._tile(cell), cell
        for i, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            gate = y == 0 and x == dx * MIDDLE
            if tile and tile.exits >> i & 1 and not gate and self._closed((x + dx, y + dy), 1 << (i + 2) % 4):
                yield EXITS[i]

    def _tile(self, cell: Cell) -> Tile | None:
        return self._city.at[PLACE[cell]] if cell in PLACE else None

    def _text(self, cell: Cell) -> str:
        tile = self._tile(cell)
        if tile is None:
            return _EMPTY
        if PLACE[cell] == ORIGIN and tile is self._city.origin:
            return good_names(tile.goods)[0] if tile.goods else _UNKNOWN
        return label(tile)[:_TEXT]

    def _cell(self, cell: Cell) -> str:
        """A cell's text with its roads to the west and to the east."""
        text = self._text(cell)
        west = (_CELL - len(text)) // 2
        return self._arm(cell, -1, west)[::-1] + text + self._arm(cell, 1, _CELL - len(text) - west)

    def _arm(self, cell: Cell, step: int, length: int) -> str:
        """The road to the west (`step` -1) or to the east (1), from the text to the edge of the cell."""
        tile, (x, y) = self._tile(cell), cell
        exit_, back, bar = (EAST, WEST, "┤") if step > 0 else (WEST, EAST, "├")
        if not tile or not tile.exits & exit_:
            return " " * length
        if y == 0 and x == step * MIDDLE:  # the gate of a trade route
            active = self._city.right if step > 0 else self._city.left
            return (_ACTIVE_ROAD if active else _ROAD) * length
        return _ROAD * (length - 1) + (bar if self._closed((x + step, y), back) else _ROAD)

    def _stem(self, upper: Cell, lower: Cell) -> str:
        """The road between a cell and the one south of it, or the part of it that one of the two has."""
        above, below = self._tile(upper), self._tile(lower)
        down, up = bool(above and above.exits & SOUTH), bool(below and below.exits & NORTH)
        if down and up:
            return "│"
        if down:
            return "┴" if self._closed(lower, NORTH) else "╵"
        if up:
            return "┬" if self._closed(upper, SOUTH) else "╷"
        return " "

    def _closed(self, cell: Cell, back: int) -> bool:
        """Whether a road to this cell ends before it for good."""
        if cell not in PLACE:
            return True
        tile = self._tile(cell)
        return tile is not None and not tile.exits & back
