"""A region of the plain reference: the tiles of a player, what lies on them, and where their track leads.

Track is one graph over all tiles of the region. A port is a point of the whole plane: the tile on cell (x, y) covers
the points 4x to 4x + 4 and 4y to 4y + 4, so ports that meet are the same point, and are joined by being it.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

Cell = tuple[int, int]
Point = tuple[int, int]
Figures = dict[str, Any]
City = tuple[str, str]
"""A tile and a letter; buildings and forks are called the same way."""
Stop = City | Point
"""Where a piece of track ends: a node, or a port as a point of the plane."""

PORTS: dict[str, Point] = {
    "N": (2, 0), "E": (4, 2), "S": (2, 4), "W": (0, 2),
    "NE": (4, 0), "SE": (4, 4), "SW": (0, 4), "NW": (0, 0),
}  # fmt: skip
YIELDS = ("coins", "science", "prosperity")
RAISES = {"mine": "coins", "laboratory": "science", "hospital": "prosperity"}


def turned(point: Point, quarters: int) -> Point:
    """A point of a tile when the tile is turned clockwise by so many quarters."""
    x, y = point
    for _ in range(quarters):
        x, y = 4 - y, x
    return x, y


def place_of(figures: Figures, end: str) -> Point:
    """Where a port or a node lies on a tile that is not turned."""
    if end in PORTS:
        return PORTS[end]
    everything = [*figures.get("cities", ()), *figures.get("buildings", ()), *figures.get("forks", ())]
    x, y = next(node["at"] for node in everything if node["node"] == end)
    return x, y


def line_of(figures: Figures, piece: str) -> tuple[Point, Point]:
    """The ends of a piece of track or of a span, on a tile that is not turned."""
    start, other = piece.split("-")
    return place_of(figures, start), place_of(figures, other)


def meet(line: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two straight lines have more in common than an end of both."""
    (ax, ay), (bx, by) = line
    (cx, cy), (dx, dy) = other
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    turn = ux * vy - uy * vx
    if turn == 0:
        if ux * (cy - ay) - uy * (cx - ax) != 0:
            return False
        length = ux * ux + uy * uy
        along = sorted(Fraction((x - ax) * ux + (y - ay) * uy, length) for x, y in other)
        return max(along[0], Fraction(0)) < min(along[1], Fraction(1))
    s = Fraction((cx - ax) * vy - (cy - ay) * vx, turn)
    t = Fraction((cx - ax) * uy - (cy - ay) * ux, turn)
    if not (0 <= s <= 1 and 0 <= t <= 1):
        return False
    return not (s in {0, 1} and t in {0, 1})


class Region:
    """All tiles of a player.

    `cells` and `turns` say how tiles lie, `garbage` how many cubes lie on land, `people` which cities have citizens,
    `bridges` the spans that have one, by tile, `waiting` the land whose own citizen has not settled.
    """

    def __init__(self, start: Figures) -> None:
        self.figures: dict[str, Figures] = {}
        self.cells: dict[str, Cell] = {}
        self.turns: dict[str, int] = {}
        self.garbage: dict[str, int] = {}
        self.people: set[City] = set()
        self.bridges: dict[str, list[str]] = {}
        self.waiting: set[str] = set()
        self._cities: list[tuple[City, Figures]] = []
        self._ways: dict[Stop, list[tuple[Stop, str]]] = {}
        self.lay("start", start, (0, 0), 0)
        self.people |= {("start", node) for node in start["citizens"]}
        self.garbage["start"] = start["garbage"]

    # -- tiles

    def lay(self, tile: str, figures: Figures, cell: Cell, quarters: int) -> None:
        """A tile goes on a cell; on land there can be garbage from now on."""
        assert tile not in self.cells
        assert cell not in self.cells.values()
        self.figures[tile], self.cells[tile], self.turns[tile] = figures, cell, quarters
        self.bridges[tile] = []
        if "cities" in figures:
            self.garbage[tile] = 0
            self._cities += [((tile, city["node"]), city) for city in figures["cities"]]
        self._ways = {}

    def may_lay(self, cell: Cell) -> bool:
        """Whether a cell is free and touches a tile."""
        taken = self.cells.values()
        return cell not in taken and any(near in taken for near in around(cell))

    def free_cells(self) -> list[Cell]:
        """All cells on which a tile can be laid."""
        return sorted({near for cell in self.cells.values() for near in around(cell) if self.may_lay(near)})

    def touch(self, tile: str, other: str) -> bool:
        """Whether two tiles have an edge or a corner in common."""
        return self.cells[other] in around(self.cells[tile])

    def is_land(self, tile: str) -> bool:
        """Whether this is land of the region, not a facility."""
        return tile in self.garbage

    # -- cities

    def cities(self) -> list[tuple[City, Figures]]:
        """All cities with their figures."""
        return self._cities

    def is_city(self, stop: Stop) -> bool:
        """Whether there is such a city."""
        return any(city == stop for city, _ in self.cities())

    def may_move_in(self, city: City, leaving: City | None = None) -> bool:
        """Whether a citizen of other land may come here: the city is free, and one is left for the land's own."""
        if not self.is_city(city) or city in self.people:
            return False
        people = (self.people | {city}) - {leaving}
        left = [other for other, _ in self.cities() if other[0] == city[0] and other not in people]
        return city[0] not in self.waiting or bool(left)

    def may_settle(self, city: City) -> bool:
        """Whether the land's own citizen may come here."""
        return city[0] in self.waiting and self.is_city(city) and city not in self.people

    # -- bridges

    def may_bridge(self, tile: str, span: str) -> bool:
        """Whether a bridge can lie here."""
        if tile not in self.figures or span not in self.figures[tile].get("spans", ()):
            return False
        figures = self.figures[tile]
        line = line_of(figures, span)
        others = self.bridges[tile]
        return span not in others and not any(meet(line, line_of(figures, other)) for other in others)

    def bridge(self, tile: str, span: str) -> None:
        """Lay a bridge here; it is track from now on."""
        self.bridges[tile].append(span)
        self._ways = {}

    # -- track

    def stop(self, tile: str, end: str) -> Stop:
        """The name in the graph of an end of a piece of track."""
        if end not in PORTS:
            return tile, end
        (x, y), (column, row) = turned(PORTS[end], self.turns[tile]), self.cells[tile]
        return 4 * column + x, 4 * row + y

    def ways(self) -> dict[Stop, list[tuple[Stop, str]]]:
        """All track: from each stop the stops to which a piece leads, with the tile on which the piece lies."""
        if not self._ways:
            for tile, figures in self.figures.items():
                for piece in [*figures["track"], *self.bridges[tile]]:
                    start, other = (self.stop(tile, end) for end in piece.split("-"))
                    self._ways.setdefault(start, []).append((other, tile))
                    self._ways.setdefault(other, []).append((start, tile))
        return self._ways

    def joined(self, origin: City) -> tuple[set[Stop], set[str]]:
        """The stops and tiles to which track leads from a city or building through no other city."""
        ways, cities = self.ways(), {city for city, _ in self.cities()}
        stops: set[Stop] = {origin}
        tiles: set[str] = set()
        ahead: list[Stop] = [origin]
        while ahead:
            here = ahead.pop(0)
            for there, tile in ways.get(here, ()):
                tiles.add(tile)
                if there not in stops:
                    stops.add(there)
                    if there not in cities:
                        ahead.append(there)
        return stops - {origin}, tiles

    def may_travel(self, city: City, to: City) -> bool:
        """Whether a locomotive can bring the citizen of one city to another."""
        return city in self.people and self.may_move_in(to, leaving=city) and to in self.joined(city)[0]

    # -- yield

    def production(self) -> tuple[int, int, int]:
        """Coins, science and prosperity of all cities with citizens, facilities included."""
        total: Counter[str] = Counter()
        for city, figures in self.cities():
            if city in self.people:
                total.update({good: figures.get(good, 0) for good in YIELDS})
        for tile, figures in self.figures.items():
            for building in figures.get("buildings", ()):
                stops, _ = self.joined((tile, building["node"]))
                for city, _ in self.cities():
                    if city in self.people and city in stops and self.touch(tile, city[0]):
                        total[RAISES[building["kind"]]] += building["bonus"]
        return total["coins"], total["science"], total["prosperity"]

    def plants(self) -> list[City]:
        """The recycling plants with a citizen."""
        return [city for city, figures in self.cities() if figures.get("recycling") and city in self.people]

    def within_reach(self, plant: City) -> set[str]:
        """The land from which a recycling plant can remove garbage, if there is any."""
        _, tiles = self.joined(plant)
        return {tile for tile in self.garbage if tile == plant[0] or (tile in tiles and self.touch(plant[0], tile))}

    def clearable(self, plant: City) -> list[str]:
        """The land from which a recycling plant can remove garbage now."""
        return [tile for tile in sorted(self.within_reach(plant)) if self.garbage[tile]]

    def clean(self) -> int:
        """How many land tiles have no garbage."""
        return sum(cubes == 0 for cubes in self.garbage.values())


def around(cell: Cell) -> list[Cell]:
    """The eight cells that share an edge or a corner with it."""
    x, y = cell
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
