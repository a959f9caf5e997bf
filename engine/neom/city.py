"""A city: its tiles as sets of cells, its goods, its roads and its trade routes."""

from __future__ import annotations

from cityleague.engine.bits import members
from cityleague.engine.neom.board import BOARD, CENTRE, EAST_GATE, ORIGIN, PLACES, STRIDE, WEST_GATE
from cityleague.engine.neom.tiles import ANCHOR, EAST, NORTH, RESIDENTIAL, SOUTH, TYPES, WEST, Tile

_EXITS = (NORTH, EAST, SOUTH, WEST)


class City:
    """A player's city. It is never changed: another tile makes another city, so that copies of a game share cities."""

    __slots__ = (
        "_approach",  # by direction: the cells that a road from the centre reaches from there; None: not computed yet
        "_gates",  # by place: the directions from which a road from the centre would reach it if it were empty
        "_homes",  # the residential areas; None: not computed yet
        "_joined",  # the cells connected with the centre; None: not computed yet
        "anchors",  # the cells with anchors
        "at",  # by place: the tile, None where there is none
        "filled",  # the cells with a tile or the open origin
        "fire",  # the tiles that protect themselves and all around them from fire
        "goods",  # the goods that it makes
        "insured",  # how many tiles halve fines
        "left",  # whether the west trade route is active
        "numbers",  # by place: the number of the tile, None where there is none
        "on_build",  # money for each commercial tile that is built
        "on_link",  # money for each new link with a commercial tile
        "on_pick",  # money for each tile that is picked
        "origin",  # the origin printed on the board, as a tile
        "polluted",
        "power",
        "printed",  # the points printed on its tiles
        "produced",  # the good chosen for a tile that makes a good of choice; 0: none
        "right",  # whether the east trade route is active
        "roads",  # by direction: the cells with an exit there
        "stand_ins",  # for each tile that stands in for goods: the set of these goods
        "types",  # by type: its cells
        "varying",  # the tiles with points for what they count
        "violence",  # the tiles that protect themselves and all around them from violence
    )

    def __init__(self, origin: Tile) -> None:
        self.origin = origin
        self.at: list[Tile | None] = [None] * PLACES
        self.numbers: list[int | None] = [None] * PLACES
        self.types = [0] * len(TYPES)
        self.roads = [0] * len(_EXITS)
        self.filled = self.polluted = self.power = self.fire = self.violence = self.varying = 0
        self.goods = self.produced = self.anchors = 0
        self.insured = self.on_pick = self.on_build = self.on_link = self.printed = 0
        self.stand_ins: tuple[int, ...] = ()
        self.left = self.right = False
        self._lay(origin, ORIGIN)
        self._joined: int | None = CENTRE
        self._connect()

    # -- other cities

    def with_tile(self, tile: Tile, place: int, produced: int = 0) -> City:
        """The city with a tile on a cell; it replaces what lay there. `produced`: the good chosen for it, if any."""
        new = self._copy()
        before = 0
        if new.at[place] is not None:
            before = self.links(place)
            new._lift(place)
        new._lay(tile, place)
        if produced:
            new.produced = produced
            new.goods |= produced
        if self._joined == self.filled:
            # a city that is all connected stays so where a tile has links, and all those of the tile that it replaces
            links = new.links(place)
            new._joined = new.filled if links and links & before == before else None
        else:
            new._joined = None
        new._connect()
        return new

    def without(self, cells: int) -> City:
        """The city without the tiles on these cells. If one lay on the origin, the origin lies open again."""
        new = self._copy()
        for place in members(cells):
            new._lift(place)
            if place == ORIGIN:
                new._lay(self.origin, place)
        new._joined = None
        new._connect()
        return new

    def with_routes(self, left: bool, right: bool) -> City:
        """The city whose trade routes, west and east, are active or not."""
        new = self._copy()
        new._joined = None
        new._connect()
        new.left, new.right = left, right
        return new

    def _copy(self) -> City:
        """A copy that is changed before anybody else sees it."""
        new = object.__new__(City)
        new.at, new.numbers = self.at.copy(), self.numbers.copy()
        new.types, new.roads = self.types.copy(), self.roads.copy()
        new.origin, new.filled, new.polluted, new.power = self.origin, self.filled, self.polluted, self.power
        new.fire, new.violence, new.varying = self.fire, self.violence, self.varying
        new.goods, new.produced, new.stand_ins = self.goods, self.produced, self.stand_ins
        new.anchors, new.insured, new.printed = self.anchors, self.insured, self.printed
        new.on_pick, new.on_build, new.on_link = self.on_pick, self.on_build, self.on_link
        new.left, new.right = self.left, self.right
        return new

    def _lay(self, tile: Tile, place: int) -> None:
        self.at[place] = tile
        self.numbers[place] = tile.number
        self._mark(tile, 1 << place)
        self.printed += tile.points
        self.goods |= tile.goods
        if tile.lasts:
            self._affect(tile, 1)
            if tile.stands_in:
                self.stand_ins = tuple(sorted([*self.stand_ins, tile.stands_in]))

    def _lift(self, place: int) -> None:
        tile = self.at[place]
        assert tile is not None
        self.at[place] = self.numbers[place] = None
        self._mark(tile, 1 << place)
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

    def _mark(self, tile: Tile, bit: int) -> None:
        """Enter a tile in the sets of cells, or take it out of them: where it is in, it leaves."""
        self.filled ^= bit
        types, roads, exits = self.types, self.roads, tile.exits
        for kind in tile.types:
            types[kind] ^= bit
        if exits & NORTH:
            roads[0] ^= bit
        if exits & EAST:
            roads[1] ^= bit
        if exits & SOUTH:
            roads[2] ^= bit
        if exits & WEST:
            roads[3] ^= bit
        if tile.polluted:
            self.polluted ^= bit
        if tile.stack == ANCHOR:
            self.anchors ^= bit
        if tile.points_per:
            self.varying ^= bit
        if tile.power:
            self.power ^= bit
        if tile.fire:
            self.fire ^= bit
        if tile.violence:
            self.violence ^= bit

    def _affect(self, tile: Tile, times: int) -> None:
        """Count what a tile does for as long as it lies there: once, or once less."""
        self.insured += times * tile.insures
        self.on_pick += times * tile.on_pick
        self.on_build += times * tile.on_build
        self.on_link += times * tile.on_link

    def _connect(self) -> None:
        """Find out what depends on the roads: where they lead, when somebody asks; trade routes at once."""
        self._approach: tuple[int, int, int, int] | None = None
        self._gates: dict[int, int] = {}
        self._homes: list[int] | None = None
        _, east, _, west = self.roads
        self.left = bool(west & WEST_GATE and (self.left or WEST_GATE & self._all_joined()))
        self.right = bool(east & EAST_GATE and (self.right or EAST_GATE & self._all_joined()))

    # -- roads

    def connected(self, without: int = 0) -> int:
        """The cells connected with the centre, as if the cells of `without` were empty."""
        north, east, south, west = self.roads
        seen = without
        new = CENTRE & ~without
        while new:
            seen |= new
            new = (
                (new & north) >> STRIDE & south
                | (new & south) << STRIDE & north
                | (new & east) << 1 & west
                | (new & west) >> 1 & east
            ) & ~seen
        return seen & ~without

    def _all_joined(self) -> int:
        """The cells connected with the centre."""
        if self._joined is None:
            self._joined = self.connected()
        return self._joined

    def approach(self) -> tuple[int, int, int, int]:
        """By direction, N E S W: the cells that a road from the centre reaches from there."""
        if self._approach is None:
            self._approach = self._led_to(self._all_joined())
        return self._approach

    def _led_to(self, connected: int) -> tuple[int, int, int, int]:
        north, east, south, west = self.roads
        return (
            (connected & south) << STRIDE,
            (connected & west) >> 1,
            (connected & north) >> STRIDE,
            (connected & east) << 1,
        )

    def gates(self, place: int) -> int:
        """The directions, as exits, from which a road from the centre would reach a cell if it were empty."""
        directions = self._gates.get(place)
        if directions is None:
            bit = 1 << place
            led = self._led_to(self._joined_without(place)) if self.filled & bit else self.approach()
            directions = self._gates[place] = sum(
                [exit_ for exit_, cells in zip(_EXITS, led, strict=True) if cells & bit]
            )
        return directions

    def _joined_without(self, place: int) -> int:
        """The cells connected with the centre if this one were empty."""
        bit = 1 << place
        links = self.links(place)
        if links & links - 1 or place == ORIGIN:
            return self.connected(bit)
        return self._all_joined() & ~bit  # a cell with one link at most joins no others

    def fits(self, tile: Tile, place: int) -> bool:
        """Whether a tile on this cell is connected with the centre."""
        if self.filled >> place & 1:
            return place == ORIGIN or bool(tile.exits & self.gates(place))
        return bool(self._led(tile.exits) >> place & 1)

    def _led(self, exits: int) -> int:
        """The cells that a road from the centre reaches from one of these directions."""
        north, east, south, west = self._approach or self.approach()
        return (
            (north if exits & NORTH else 0)
            | (east if exits & EAST else 0)
            | (south if exits & SOUTH else 0)
            | (west if exits & WEST else 0)
        )

    def room(self, tile: Tile) -> int:
        """The cells where a tile can be built: empty or replaceable, and connected."""
        exits = tile.exits
        led = self._led(exits)
        cells = led & BOARD.full & ~self.filled
        old = 0
        for kind in tile.replaceable:
            old |= self.types[kind]
        if old & CENTRE:
            cells |= CENTRE
            old ^= CENTRE
        old &= led  # a road that reaches a cell without its tile also reaches it with the tile
        while old:
            bit = old & -old
            old ^= bit
            if exits & self.gates(bit.bit_length() - 1):
                cells |= bit
        return cells

    def links(self, place: int) -> int:
        """The cells linked with this one."""
        north, east, south, west = self.roads
        bit = 1 << place
        return (
            (bit & north) >> STRIDE & south
            | (bit & south) << STRIDE & north
            | (bit & east) << 1 & west
            | (bit & west) >> 1 & east
        )

    def area(self, start: int, within: int) -> int:
        """The cells of `within` that chains of links through `within` join with those of `start`."""
        north, east, south, west = self.roads
        north, east, south, west = north & within, east & within, south & within, west & within
        seen = 0
        new = start
        while new:
            seen |= new
            new = (
                (new & north) >> STRIDE & south
                | (new & south) << STRIDE & north
                | (new & east) << 1 & west
                | (new & west) >> 1 & east
            ) & ~seen
        return seen

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
            self._homes = self.areas(self.types[RESIDENTIAL])
        return self._homes

    # -- all of it

    @property
    def tiles(self) -> int:
        """The cells with a tile; the open origin does not count."""
        return self.filled if self.at[ORIGIN] is not self.origin else self.filled ^ CENTRE

    def count(self, kind: int) -> int:
        """How many tiles of a type there are; the open origin does not count."""
        return (self.types[kind] & self.tiles).bit_count()

    def plain(self) -> list[object]:
        """The city as simple values."""
        return [self.origin.goods, self.numbers, self.produced, self.left, self.right]
