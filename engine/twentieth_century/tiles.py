"""The geometry of a tile: what its track joins, for each rotation and each set of bridges.

A tile is a square of 5 x 5 points. Eight of them are ports, where track leaves the tile: the corners and the middles of
the edges. Cities, buildings and forks lie on inner points. Pieces of track are straight lines between all these.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from cityleague.engine.twentieth_century.figures import (
    BuildingFigures,
    CityFigures,
    FacilityFigures,
    Fork,
    Land,
    Spot,
    StartLand,
)

LAST = 4
"""The last point of a row or a column."""
PORTS: dict[str, Spot] = {
    "N": (2, 0), "NE": (4, 0), "E": (4, 2), "SE": (4, 4), "S": (2, 4), "SW": (0, 4), "W": (0, 2), "NW": (0, 0),
}  # fmt: skip
EDGES = ("N", "E", "S", "W")
"""The ports at which a bridge may end; the others are corners."""

Piece = tuple[Spot, Spot]
"""A straight piece of track, or a bridge."""


def point(x: int, y: int) -> int:
    """A point of a region where tracks can meet, as a number; in half edges from the top left of cell [0, 0]."""
    return x + (y << 16)


def turned(spot: Spot, turn: int) -> Spot:
    """The position of a point of a tile after so many quarter turns clockwise."""
    x, y = spot
    for _ in range(turn):
        x, y = LAST - y, x
    return x, y


def _side(piece: Piece, spot: Spot) -> int:
    """The side of the line through a piece on which a point lies: > 0 or < 0; 0 if it lies on the line."""
    (ax, ay), (bx, by) = piece
    return (bx - ax) * (spot[1] - ay) - (by - ay) * (spot[0] - ax)


def passes(piece: Piece, spot: Spot) -> bool:
    """Whether a point lies on a piece, its ends included."""
    (ax, ay), (bx, by) = piece
    x, y = spot
    return _side(piece, spot) == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


def crosses(piece: Piece, other: Piece) -> bool:
    """Whether two pieces share a point that is not an end of both."""
    ends = [spot for spot in piece if passes(other, spot)] + [spot for spot in other if passes(piece, spot)]
    if ends:
        shared = set(piece) & set(other)
        return len(shared) > 1 or not set(ends) <= shared
    return (
        _side(piece, other[0]) * _side(piece, other[1]) < 0  # no end on the other: both are cut in two, or neither
        and _side(other, piece[0]) * _side(other, piece[1]) < 0
    )


class Net(NamedTuple):
    """A connected part of the track on a tile. Cities end it; it does not go through them."""

    ports: tuple[int, ...]
    """Where it leaves the tile, as `point` numbers that for a tile on cell [0, 0]."""
    cities: int
    """The cities that it reaches, as bits."""
    buildings: int
    """The buildings on it, as bits."""


class Shape:
    """The layout of a land tile or a facility."""

    def __init__(self, name: str, figures: Land | StartLand | FacilityFigures) -> None:
        self.name = name
        self.cities: tuple[CityFigures, ...] = ()
        self.buildings: tuple[BuildingFigures, ...] = ()
        if isinstance(figures, FacilityFigures):
            self.buildings = figures.buildings
        else:
            self.cities = figures.cities
        self.is_land = not self.buildings
        """Whether the tile is land; if not, it is a facility."""
        self.forks: tuple[Fork, ...] = figures.forks
        self.letters = {city.node: number for number, city in enumerate(self.cities)}
        """By letter: the number of the city."""
        self.all_cities = (1 << len(self.cities)) - 1
        self.plants = sum([1 << number for number, city in enumerate(self.cities) if city.recycling])
        """The cities with a recycling plant, as bits."""
        self.nodes: dict[str, Spot] = {
            **{city.node: city.at for city in self.cities},
            **{building.node: building.at for building in self.buildings},
            **{fork.node: fork.at for fork in self.forks},
        }
        spots = PORTS | self.nodes
        self.track: tuple[Piece, ...] = tuple([joined(piece, spots) for piece in figures.track])
        self.spans: tuple[Piece, ...] = tuple([joined(span, spots) for span in figures.spans])
        self.span_numbers = {span: number for number, span in enumerate(figures.spans)}
        """By name: the number of the span."""
        self.conflicts = [
            sum([1 << i for i, other in enumerate(self.spans) if other is span or crosses(span, other)])
            for span in self.spans
        ]
        """By span: the spans that cannot have a bridge at the same time, itself included, as bits."""
        self._nets: dict[tuple[int, int], tuple[Net, ...]] = {}

    def nets(self, turn: int, bridges: int) -> tuple[Net, ...]:
        """The connected parts of the track, after `turn` quarter turns, with bridges over these spans (as bits)."""
        nets = self._nets.get((turn, bridges))
        if nets is None:
            nets = self._nets[turn, bridges] = self._work_out(turn, bridges)
        return nets

    def _work_out(self, turn: int, bridges: int) -> tuple[Net, ...]:
        pieces = [*self.track, *[span for number, span in enumerate(self.spans) if bridges >> number & 1]]
        at_city = {city.at: 1 << number for number, city in enumerate(self.cities)}
        at_building = {building.at: 1 << number for number, building in enumerate(self.buildings)}
        nets: list[Net] = []
        groups: list[set[Spot]] = []  # connected points, without cities
        for piece in pieces:
            ends = {spot for spot in piece if spot not in at_city}
            if not ends:
                nets.append(Net((), at_city[piece[0]] | at_city[piece[1]], 0))
                continue
            for group in [group for group in groups if group & ends]:
                groups.remove(group)
                ends |= group
            groups.append(ends)
        for group in groups:
            cities = 0
            for start, other in pieces:
                if start in group or other in group:
                    cities |= at_city.get(start, 0) | at_city.get(other, 0)
            buildings = sum([at_building.get(spot, 0) for spot in group])
            ports = [turned(spot, turn) for spot in PORTS.values() if spot in group]
            nets.append(Net(tuple([point(x // 2, y // 2) for x, y in ports]), cities, buildings))
        return tuple(nets)


def joined(piece: str, spots: dict[str, Spot]) -> Piece:
    """The piece of track between two named ends; raises KeyError or ValueError if the text names none."""
    start, other = piece.split("-")
    return spots[start], spots[other]


def flaw(shape: Shape) -> str | None:
    """The first error in the geometry of a tile, in words; None if there is none."""
    spots = list(shape.nodes.values())
    for node, (x, y) in shape.nodes.items():
        if not (0 < x < LAST and 0 < y < LAST):
            return f"{node}: [{x}, {y}] is not inside the tile, 1 to {LAST - 1}"
    if len(set(spots)) < len(spots):
        return "two nodes lie on the same point"
    for kind, pieces in (("track", shape.track), ("spans", shape.spans)):
        for piece in pieces:
            if error := _misplaced(piece, spots):
                return f"{kind}: {_end_names(shape, piece)}: {error}"
    for piece, other in combinations(shape.track, 2):
        if crosses(piece, other):
            return f"track: {_end_names(shape, piece)} and {_end_names(shape, other)} meet between their ends"
    for span in shape.spans:
        for piece in shape.track:
            if crosses(span, piece):
                return f"spans: {_end_names(shape, span)} crosses the track {_end_names(shape, piece)}"
        if set(span) & {PORTS[name] for name in PORTS if name not in EDGES}:
            return f"spans: {_end_names(shape, span)}: a bridge does not end at a corner"
    return None


def _misplaced(piece: Piece, spots: Sequence[Spot]) -> str | None:
    """Why a piece cannot lie as it does, whatever the other pieces; None if it can."""
    (ax, ay), (bx, by) = piece
    if ax != bx and ay != by and abs(ax - bx) != abs(ay - by):
        return "not straight along or across the tile or diagonal"
    if piece[0] == piece[1]:
        return "it joins a point with itself"
    if (ax == bx and ax in {0, LAST}) or (ay == by and ay in {0, LAST}):
        return "it runs along the edge of the tile"
    if any(spot not in piece and passes(piece, spot) for spot in spots):
        return "it runs through a node"
    return None


def _end_names(shape: Shape, piece: Piece) -> str:
    """A piece by the names of its ends."""
    names = {spot: name for name, spot in (PORTS | shape.nodes).items()}
    return "-".join([names[spot] for spot in piece])
