"""A city: its tiles as sets of cells, its goods, its roads and its trade routes."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cityleague.engine.boards.bits import members
from cityleague.engine.neom.board import (
    ALL_WAYS,
    BOARD,
    CENTRE,
    EAST_GATE,
    EAST_WAY,
    ORIGIN,
    PLACES,
    STRIDE,
    WEST_GATE,
    WEST_WAY,
    cells_with,
    leading,
    spread,
)
from cityleague.engine.neom.tiles import EAST, FILLED, NORTH, RESIDENTIAL, SETS, SOUTH, WEST, Tile

_WAYS_OUT = WEST_WAY | EAST_WAY


class City(msgspec.Struct, eq=False, gc=False):
    """A player's city. It is never changed: another tile makes another city, so that copies of a game share cities."""

    origin: Tile
    """The origin printed on the board, as a tile."""
    at: list[Tile | None]
    """By place: the tile, None where there is none."""
    numbers: list[int | None]
    """By place: the number of the tile, None where there is none."""
    cells: list[int]
    """By type, and by what else tiles can be: the cells with such tiles."""
    goods: int = 0
    """The goods that it makes."""
    produced: int = 0
    """The good chosen for a tile that makes a good of choice; 0: none."""
    stand_ins: tuple[int, ...] = ()
    """For each tile that stands in for goods: the set of these goods."""
    left: bool = False
    """Whether the west trade route is active."""
    right: bool = False
    """Whether the east trade route is active."""
    printed: int = 0
    """The points printed on its tiles."""
    insured: int = 0
    """How many tiles halve fines."""
    on_pick: int = 0
    """Money for each tile that is picked."""
    on_build: int = 0
    """Money for each commercial tile that is built."""
    on_link: int = 0
    """Money for each new link with a commercial tile."""

    _roads: int = 0
    """The cells with an exit to the north, to the east, the south and the west, in one number."""
    _joined: int | None = None
    """The cells connected with the centre; None: not computed yet."""
    _apart: dict[int, int] = {}
    """By place, as far as somebody has asked: the cells connected with the centre if it were empty."""
    _approach: tuple[int, int, int, int] | None = None
    """By direction: the cells that a road from the centre reaches from there; None: not computed yet."""
    _homes: list[int] | None = None
    """The residential areas; None: not computed yet."""

    @classmethod
    def on(cls, origin: Tile) -> City:
        """The city without a tile, on a board with this origin."""
        new = cls(origin, [None] * PLACES, [None] * PLACES, [0] * SETS, _joined=CENTRE)
        new._lay(origin, ORIGIN)
        return new

    # -- other cities

    def with_tile(self, tile: Tile, place: int, produced: int = 0) -> City:
        """The city with a tile on a cell; it replaces what lay there. `produced`: the good chosen for it, if any."""
        new = self._copy()
        joined = self._joined  # without the cell
        if (old := new.at[place]) is not None:
            new._lift(old, place)
            joined = self._apart.get(place)
        new._lay(tile, place)
        if new.cells[RESIDENTIAL] == self.cells[RESIDENTIAL] and RESIDENTIAL not in tile.types:
            new._homes = self._homes  # no link between homes has changed
        if produced:
            new.produced = produced
            new.goods |= produced
        if joined is not None:
            links = new._roads & tile.meeting[place]
            met = links & joined * ALL_WAYS
            if met or place == ORIGIN:
                joined |= 1 << place
                if met != links:
                    joined = spread(new._roads, cells_with(links ^ met), joined)
        new._joined = joined
        if new._roads & _WAYS_OUT or self.left or self.right:
            new._route()
        return new

    def without(self, cells: int) -> City:
        """The city without the tiles on these cells. If one lay on the origin, the origin lies open again."""
        new = self._copy()
        for place in members(cells):
            old = new.at[place]
            assert old is not None
            new._lift(old, place)
            if place == ORIGIN:
                new._lay(self.origin, place)
        new._route()
        return new

    def with_routes(self, left: bool, right: bool) -> City:
        """The city whose trade routes, west and east, are active or not."""
        new = self._copy()
        new._joined = self._joined
        new.left, new.right = left, right
        return new

    def _copy(self) -> City:
        """A copy that is changed before anybody else sees it; what depends on the roads is not known."""
        return replace(
            self,
            at=self.at.copy(),
            numbers=self.numbers.copy(),
            cells=self.cells.copy(),
            _joined=None,
            _apart={},
            _approach=None,
            _homes=None,
        )

    def _lay(self, tile: Tile, place: int) -> None:
        self.at[place] = tile
        self.numbers[place] = tile.number
        self._mark(tile, place)
        self.printed += tile.points
        self.goods |= tile.goods
        if tile.lasts:
            self._affect(tile, 1)
            if tile.stands_in:
                self.stand_ins = tuple(sorted([*self.stand_ins, tile.stands_in]))

    def _lift(self, tile: Tile, place: int) -> None:
        self.at[place] = self.numbers[place] = None
        self._mark(tile, place)
        self.printed -= tile.points
        if tile.any_good:
            self.produced = 0
        if tile.goods or tile.any_good:
            self.goods = self.produced
            for other in filter(None, self.at):
                self.goods |= other.goods
        if tile.lasts:
            self._affect(tile, -1)
            if tile.stands_in:
                rest = list(self.stand_ins)
                rest.remove(tile.stands_in)
                self.stand_ins = tuple(rest)

    def _mark(self, tile: Tile, place: int) -> None:
        """Enter a tile in the sets of cells and the roads, or take it out of them: where it is in, it leaves."""
        bit, cells = 1 << place, self.cells
        for number in tile.belongs:
            cells[number] ^= bit
        self._roads ^= tile.ends << place

    def _affect(self, tile: Tile, times: int) -> None:
        """Count what a tile does for as long as it lies there: once, or once less."""
        self.insured += times * tile.insures
        self.on_pick += times * tile.on_pick
        self.on_build += times * tile.on_build
        self.on_link += times * tile.on_link

    def _route(self) -> None:
        """Find out which trade routes are active: an active one stays so while its road leads out of the city."""
        self.left = bool(self._roads & WEST_WAY and (self.left or WEST_GATE & self._all_joined()))
        self.right = bool(self._roads & EAST_WAY and (self.right or EAST_GATE & self._all_joined()))

    # -- roads

    @property
    def roads(self) -> tuple[int, int, int, int]:
        """By direction, N E S W: the cells with an exit there."""
        return leading(self._roads)

    def connected(self, without: int = 0) -> int:
        """The cells connected with the centre, as if the cells of `without` were empty."""
        return spread(self._roads, CENTRE & ~without, without) & ~without

    def _all_joined(self) -> int:
        """The cells connected with the centre."""
        if self._joined is None:
            self._joined = self.connected()
        return self._joined

    def approach(self) -> tuple[int, int, int, int]:
        """By direction, N E S W: the cells that a road from the centre reaches from there."""
        if self._approach is None:
            connected, (north, east, south, west) = self._all_joined(), leading(self._roads)
            self._approach = (
                (connected & south) << STRIDE,
                (connected & west) >> 1,
                (connected & north) >> STRIDE,
                (connected & east) << 1,
            )
        return self._approach

    def openings(self) -> int:
        """The empty cells to which a road from the centre leads."""
        north, east, south, west = self.approach()
        return (north | east | south | west) & BOARD.full & ~self.cells[FILLED]

    def ends(self, cells: int) -> int:
        """The cells to which the roads of these cells lead, some perhaps beyond the board."""
        north, east, south, west = leading(self._roads)
        return (north & cells) >> STRIDE | (south & cells) << STRIDE | (east & cells) << 1 | (west & cells) >> 1

    def _joined_without(self, place: int) -> int:
        """The cells connected with the centre if this one, which has a tile, were empty."""
        joined = self._apart.get(place)
        if joined is None:
            bit, tile = 1 << place, self.at[place]
            assert tile is not None
            links = self._roads & tile.meeting[place]
            cuts = links & links - 1 or place == ORIGIN  # a cell with one link at most joins no others
            joined = self.connected(bit) if cuts else self._all_joined() & ~bit
            self._apart[place] = joined
        return joined

    def fits(self, tile: Tile, place: int) -> bool:
        """Whether a tile on this cell is connected with the centre."""
        links = self._roads & tile.meeting[place]
        if self.at[place] is not None:
            return place == ORIGIN or bool(links & self._joined_without(place) * ALL_WAYS)
        return bool(links & self._all_joined() * ALL_WAYS)

    def room(self, tile: Tile) -> int:
        """The cells where a tile can be built: empty or replaceable, and connected."""
        exits = tile.exits
        north, east, south, west = self.approach()
        led = (
            (north if exits & NORTH else 0)
            | (east if exits & EAST else 0)
            | (south if exits & SOUTH else 0)
            | (west if exits & WEST else 0)
        )
        cells = led & BOARD.full & ~self.cells[FILLED]
        old = 0
        for kind in tile.replaceable:
            old |= self.cells[kind]
        if old & CENTRE:
            cells |= CENTRE
            old ^= CENTRE
        old &= led  # a road that reaches a cell without its tile also reaches it with the tile
        while old:
            bit = old & -old
            old ^= bit
            if self.fits(tile, bit.bit_length() - 1):
                cells |= bit
        return cells

    def links(self, place: int) -> int:
        """The cells linked with this one."""
        tile = self.at[place]
        return cells_with(self._roads & tile.meeting[place]) if tile is not None else 0

    def area(self, start: int, within: int) -> int:
        """The cells of `within` that chains of links through `within` join with those of `start`."""
        return spread(self._roads, start, ~within) & within

    def areas(self, within: int) -> list[int]:
        """The areas into which links join these cells, ordered by their first cells in reading order."""
        areas = []
        while within:
            area = self.area(within & -within, within)
            areas.append(area)
            within &= ~area
        return areas

    @property
    def homes(self) -> list[int]:
        """The residential areas."""
        if self._homes is None:
            self._homes = self.areas(self.cells[RESIDENTIAL])
        return self._homes

    # -- all of it

    @property
    def tiles(self) -> int:
        """The cells with a tile; the open origin does not count."""
        return self.cells[FILLED] if self.at[ORIGIN] is not self.origin else self.cells[FILLED] ^ CENTRE

    def count(self, kind: int) -> int:
        """How many tiles of a type there are; the open origin does not count."""
        return (self.cells[kind] & self.tiles).bit_count()

    def plain(self) -> list[object]:
        """The city as simple values."""
        return [self.origin.goods, self.numbers, self.produced, self.left, self.right]
