"""The tiles, what each covers where it is placed, and the cities to which they are added."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from struct import Struct

import msgspec

from cityleague.engine.boards.grid import Grid
from cityleague.engine.components import ComponentFile, FromFile, Json, Provenance, in_range, loader, plain_packaged
from cityleague.engine.unseen import UNSEEN
from cityleague.engine.words import quote

NAME = "between_two_cities"

KINDS = ("shop", "factory", "tavern-food", "tavern-drink", "tavern-music", "tavern-bed", "office", "park", "house")
"""The kinds of building, in the order of the reference card; a city has a plane of bits for each."""
PLANE = {kind: plane for plane, kind in enumerate(KINDS)}

Cell = tuple[int, int]
"""Column and row relative to the city's first tile: x grows to the right, y downwards."""

MAX_COUNT = 1000
"""The largest number of tiles of one kind in a component file."""

SIDE = 4
"""A finished city is SIDE x SIDE buildings."""
REACH = SIDE - 1
BOARD = Grid(2 * SIDE - 1, 2 * SIDE - 1)
"""Every cell a city can ever cover, with the first tile in the middle."""
ORIGIN = BOARD.bit(REACH, REACH)
CELL_OF = {BOARD.bit(x, y): (x - REACH, y - REACH) for x in range(BOARD.width) for y in range(BOARD.height)}

LAYER = 64
"""A city is one number, so that a tile is added in one step (`Footprint.adds`). It consists of layers: so many bits for
the cells of each.
"""
EDGE, BLOCKED, ACROSS, DOWN, BUILDINGS = range(0, 5 * LAYER, LAYER)
"""Where layers begin: the cells that touch a building; those where no tile can lie; those whose tile goes on to the
right, and below; from the last one on, a plane for each kind of building.
"""
BEYOND_EDGE = 1 << LAYER
"""Numbers below this one have bits in the first layer alone."""
EMPTY = ORIGIN << EDGE
"""A city without tiles; the first one lies on the origin."""
_SIZE = (BUILDINGS + LAYER * len(KINDS)) // 8
_KINDS = Struct(f"<{BUILDINGS // 8}x{len(KINDS)}Q")


class Buildings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The square tiles: how many of each kind."""

    provenance: Provenance
    tiles: dict[str, int]


class Duplexes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The double tiles, which are never rotated: `top/bottom` and `left|right`."""

    provenance: Provenance
    vertical: tuple[str, ...]
    horizontal: tuple[str, ...]


class TileFile(ComponentFile, frozen=True, forbid_unknown_fields=True):
    """The component file of Between Two Cities."""

    buildings: Buildings
    duplexes: Duplexes


class Footprint(msgspec.Struct, frozen=True, gc=False):
    """A tile at a cell."""

    mask: int
    """The cells it covers."""
    asked: int
    """Its cells as edge, of which a city must have some, and as blocked, of which it must have none.

    The tile fits if the city has some of these bits, and none of them beyond the edge.
    """
    adds: int
    """What becomes part of a city: buildings, edge and blocked cells, and how a double tile is joined."""


class Tiles(FromFile):
    """The checked component file, in the form that the game uses."""

    def __init__(self, file: TileFile, digest: str) -> None:
        self.hash = digest
        self.buildings = {kind: file.buildings.tiles.get(kind, 0) for kind in KINDS}
        """How many square tiles of each kind."""
        self.duplexes = dict(Counter(file.duplexes.vertical + file.duplexes.horizontal))
        """How many duplex tiles of each name."""
        rank = {name: i for i, name in enumerate([*self.buildings, *self.duplexes])}
        self.rank = rank | {UNSEEN: len(rank)}
        """A tile's position in the fixed order of all tiles; one that nobody saw comes last."""
        self.footprints = {name: _footprints(name) for name in rank}
        """By tile and cell; a cell without an entry lies outside every possible frame."""
        self.shapes = {name: shape(name) for name in rank}


def halves(tile: str) -> tuple[tuple[str, int, int], ...]:
    """The buildings of a tile as (kind, x, y); the only, top or left one lies on the tile's cell, at (0, 0).

    >>> halves("park/house")
    (('park', 0, 0), ('house', 0, 1))
    """
    for mark, (x, y) in (("/", (0, 1)), ("|", (1, 0))):
        if mark in tile:
            first, second = tile.split(mark)
            return (first, 0, 0), (second, x, y)
    return ((tile, 0, 0),)


def shape(tile: str) -> int:
    """How far a tile's second building is shifted from its first on the board; 0 if there is only one."""
    _, x, y = halves(tile)[-1]
    return y * BOARD.stride + x


def takers(shift: int, room: int, edge: int) -> int:
    """The cells where a tile of this shape fits: all of it lies in the room, and some of it on the edge."""
    return room & room >> shift & (edge | edge >> shift)


@lru_cache(maxsize=1 << 14)  # a tenth of `heuristic`: the same cells are covered by other buildings
def room(covered: int) -> int:
    """The cells on which a city can still grow without leaving its frame."""
    if not covered:
        return BOARD.full
    left, top, width, height = BOARD.extent(covered)
    column, row = left + width - SIDE, top + height - SIDE
    return BOARD.rectangle(column, row, 2 * SIDE - width, 2 * SIDE - height) & ~covered


def _footprints(tile: str) -> dict[Cell, Footprint]:
    planes = [BUILDINGS + LAYER * PLANE[kind] for kind, _, _ in halves(tile)]
    first, last = planes[0], planes[-1]
    return {
        cell: Footprint(mask, mask << EDGE | mask << BLOCKED, adds | bit << first | other << last)
        for cell, bit, other, mask, adds in _ground(shape(tile))
    }


@cache
def _ground(shift: int) -> list[tuple[Cell, int, int, int, int]]:
    """The cells where a tile of this shape can lie, each with what all such tiles have in common there.

    That is: the bits of the first and the second building (the same if there is one), both together, and what they
    add to a city besides the buildings.
    """
    ground, ties = [], {0: 0, 1: 1 << ACROSS, BOARD.stride: 1 << DOWN}
    for x, y in product(range(BOARD.width), repeat=2):
        bit = BOARD.bit(x, y)
        if other := bit << shift & BOARD.full:
            mask, frames = bit | other, _frames(bit) & _frames(other)
            adds = BOARD.neighbours(mask) << EDGE | (BOARD.full & ~frames | mask) << BLOCKED | bit * ties[shift]
            ground.append(((x - REACH, y - REACH), bit, other, mask, adds))
    return ground


@cache
def _frames(bit: int) -> int:
    """The cells of all frames that hold a cell of the board."""
    column, row, _, _ = BOARD.extent(bit)
    return BOARD.rectangle(column - REACH, row - REACH, 2 * SIDE - 1, 2 * SIDE - 1)


# -- cities


def planes(city: int) -> tuple[int, ...]:
    """For each kind of building its cells."""
    return _KINDS.unpack(city.to_bytes(_SIZE, "little"))


def covered(city: int) -> int:
    """The cells with a building."""
    return sum(planes(city))  # no two buildings share a cell


def edge(city: int) -> int:
    """The cells that touch a building, and the origin, where the first tile lies."""
    return city >> EDGE & BOARD.full


def free(city: int) -> int:
    """The cells without a building that lie in some frame that holds the city."""
    return ~(city >> BLOCKED) & BOARD.full


def ties(city: int) -> tuple[int, int]:
    """The cells whose tile goes on to the right, and those whose tile goes on below."""
    return city >> ACROSS & BOARD.full, city >> DOWN & BOARD.full


def city_of(buildings: Sequence[int], across: int, down: int) -> int:
    """The city with these planes and ties."""
    built = sum(buildings)
    city = EMPTY | BOARD.neighbours(built) << EDGE | (BOARD.full & ~room(built)) << BLOCKED
    for number, cells in enumerate(buildings):
        city |= cells << BUILDINGS + LAYER * number
    return city | across << ACROSS | down << DOWN


# -- the component file


def _check(file: TileFile) -> Iterator[str]:
    for kind, count in file.buildings.tiles.items():
        if kind not in KINDS:
            yield f"buildings: no kind of building is called {quote(kind)}; there are {', '.join(KINDS)}"
        else:
            yield from in_range(f"buildings: {kind}", count, 0, MAX_COUNT)
    for direction, mark, pairs in (
        ("vertical", "/", file.duplexes.vertical),
        ("horizontal", "|", file.duplexes.horizontal),
    ):
        for name in pairs:
            kinds = name.split(mark)
            if len(kinds) != 2 or not set(kinds) <= set(KINDS):
                yield f"duplexes: {quote(name)} is not two kinds of building joined by '{mark}' ({direction})"


def template() -> Json:
    """The packaged file: everything on the tiles is known."""
    return plain_packaged(NAME)


load = loader(NAME, TileFile, _check, Tiles)
"""The tiles of a component file (None: the packaged one); raises ComponentsError."""
