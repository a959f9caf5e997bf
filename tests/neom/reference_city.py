"""A city of NEOM straight from RULES.md: its roads, what it makes, its trade routes; slow, plain, independent."""

from __future__ import annotations

from collections import Counter
from typing import Any

Cell = tuple[int, int]
Tile = dict[str, Any]

ORIGIN: Cell = (0, 0)
BOARD: list[Cell] = [(x, y) for x in range(-2, 3) for y in range(-2, 3)]
SIDES: dict[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
BUILDINGS = {"residential", "commercial", "industrial", "public"}


def book_of(components: dict[str, Any]) -> dict[int, Tile]:
    """The tiles by their numbers, each with its `exits`."""
    exits = components["roads"]["exits"]
    return {
        tile["number"]: {**tile, "exits": exits.get(str(tile["number"]), "")} for tile in components["tiles"]["list"]
    }


def types_of(tile: Tile) -> set[str]:
    return set(tile.get("types", ()))


def neighbour(cell: Cell, side: str) -> Cell:
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]


def beside(cell: Cell) -> list[Cell]:
    """The cells that share a side with it."""
    return [neighbour(cell, side) for side in SIDES if neighbour(cell, side) in BOARD]


def around(cell: Cell) -> list[Cell]:
    """The cells that share a side or a corner with it."""
    return [(x, y) for x, y in BOARD if max(abs(x - cell[0]), abs(y - cell[1])) == 1]


class City:
    """The tiles by their cells; the good chosen for 137; whether the trade routes are active."""

    def __init__(self, book: dict[int, Tile], raw: str | None) -> None:
        self.book = book
        self.raw = raw
        self.tiles: dict[Cell, int] = {}
        self.produced: str | None = None
        self.left = False
        self.right = False

    # -- what is there

    @property
    def origin_open(self) -> bool:
        return ORIGIN not in self.tiles

    @property
    def goods(self) -> set[str]:
        """What the tiles make, connected or not, and the origin while it lies open."""
        made: set[str] = set()
        for number in self.tiles.values():
            tile = self.book[number]
            made.update(tile.get("goods", ()))
            if "any_good" in tile and self.produced is not None:
                made.add(self.produced)
        if self.origin_open and self.raw is not None:
            made.add(self.raw)
        return made

    def tile(self, cell: Cell) -> Tile:
        """What the component file says of the tile there; of an empty cell and of the origin nothing."""
        return self.book[self.tiles[cell]] if cell in self.tiles else {}

    def types(self, cell: Cell) -> set[str]:
        """The types of the tile there; the origin is no tile."""
        return types_of(self.tile(cell))

    def cells(self, of_type: str) -> list[Cell]:
        """Where tiles of this type are."""
        return [cell for cell in sorted(self.tiles) if of_type in self.types(cell)]

    def buildings(self) -> list[Cell]:
        return [cell for cell in sorted(self.tiles) if self.types(cell) & BUILDINGS]

    def numbers_with(self, word: str) -> list[int]:
        """The tiles of which the component file says something under this word."""
        return [number for number in self.tiles.values() if self.book[number].get(word)]

    def anchors(self) -> int:
        return sum(self.book[number]["stack"] == "anchor" for number in self.tiles.values())

    def meets(self, needs: dict[str, int]) -> bool:
        """Whether there are so many tiles of the types."""
        number = Counter(kind for cell in self.tiles for kind in self.types(cell))
        return all(number[kind] >= least for kind, least in needs.items())

    # -- roads

    def exits(self, cell: Cell) -> str:
        if cell in self.tiles:
            return str(self.tile(cell)["exits"])
        return "NESW" if cell == ORIGIN else ""

    def linked(self, cell: Cell) -> list[Cell]:
        """The cells beside it that have an exit to it, as it has one to them."""
        return [
            neighbour(cell, side) for side in self.exits(cell) if OPPOSITE[side] in self.exits(neighbour(cell, side))
        ]

    def connected(self) -> set[Cell]:
        """The cells that a chain of links joins with the origin or what replaced it, itself included."""
        reached, queue = {ORIGIN}, [ORIGIN]
        while queue:
            for cell in self.linked(queue.pop(0)):
                if cell not in reached:
                    reached.add(cell)
                    queue.append(cell)
        return reached

    def areas(self, of_type: str) -> list[int]:
        """How many tiles each area of this type has: tiles that links join, without a way over others."""
        left = set(self.cells(of_type))
        sizes = []
        while left:
            queue = [left.pop()]
            size = 0
            while queue:
                size += 1
                for cell in self.linked(queue.pop(0)):
                    if cell in left:
                        left.remove(cell)
                        queue.append(cell)
            sizes.append(size)
        return sorted(sizes)

    # -- building and removing

    def with_tile(self, number: int, cell: Cell) -> City:
        """The city as it would be with this tile there."""
        new = City(self.book, self.raw)
        new.tiles = {**self.tiles, cell: number}
        return new

    def takes(self, number: int, cell: Cell) -> bool:
        """Whether this tile may be there: what it replaces, and that it is connected."""
        if cell not in BOARD:
            return False
        if cell in self.tiles:
            old, new = self.types(cell), types_of(self.book[number])
            if "extraction" not in old and not old & new:
                return False
        return cell in self.with_tile(number, cell).connected()

    def build(self, number: int, cell: Cell, produce: str | None) -> None:
        """The old tile goes, the new one is there."""
        self.remove([cell] if cell in self.tiles else [], and_routes=False)
        self.tiles[cell] = number
        if "any_good" in self.book[number]:
            self.produced = produce
        self._look_at_routes()

    def remove(self, cells: list[Cell], and_routes: bool = True) -> None:
        """These tiles go at once; the origin lies open again if one was on it."""
        for cell in cells:
            if "any_good" in self.tile(cell):
                self.produced = None
            del self.tiles[cell]
        if and_routes:
            self._look_at_routes()

    def _look_at_routes(self) -> None:
        """Trade routes are established by a connected tile with an exit to them, and stay as long as one has it."""
        connected = self.connected()
        west, east = (-2, 0), (2, 0)
        self.left = "W" in self.exits(west) and (self.left or west in connected)
        self.right = "E" in self.exits(east) and (self.right or east in connected)
