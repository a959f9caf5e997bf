"""The component file checked, and the tiles made of it."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import get_args

import msgspec

from cityleague.engine.components import (
    FromFile,
    Json,
    Listed,
    each_once,
    in_range,
    loader,
    names,
    packaged,
    to_fill_in,
)
from cityleague.engine.neom.city import City
from cityleague.engine.neom.counting import COUNTERS
from cityleague.engine.neom.figures import OF_MONEY, Basics, Goods, NeomFile, Ratings, Roads, Stack, TileFigures
from cityleague.engine.neom.moves import LEVELS, Raw
from cityleague.engine.neom.tiles import ANCHOR, EXITS, GOODS, LEVEL_OF, STACKS, Tile, origin
from cityleague.engine.protocol import Item
from cityleague.engine.words import abridged, quote

NAME = "neom"

MAX_FIGURE = 1000
"""The largest figure of a component file."""
SEVERAL = 5
"""The largest number of goods, of alternatives and of counts that a tile may have."""
NAME_LENGTH = 60
TILES = 150
COUNTS: dict[tuple[Stack, int | None], int] = {
    ("I", 1): 24, ("I", 4): 8, ("I", 5): 8,
    ("II", 1): 24, ("II", 4): 8, ("II", 5): 8,
    ("III", 1): 24, ("III", 4): 8, ("III", 5): 8,
    ("anchor", None): 30,
}  # fmt: skip
"""How many tiles there are of each stack and symbol."""
BOARDS = 5
"""One for each of the five players at most."""


class Box(FromFile):
    """The checked component file: what is in the box."""

    def __init__(self, roads: Roads, rest: NeomFile, digest: str) -> None:
        assert rest.setup
        assert rest.goods
        assert rest.ratings
        assert rest.tiles
        self.hash = digest
        self.basics: Basics = rest.setup
        self.goods: Goods = rest.goods
        self.ratings: Ratings = rest.ratings
        self.prices = tuple([self.goods.of(LEVEL_OF[good]).price for good in GOODS])
        """By good, in the order of GOODS."""
        figures = sorted(rest.tiles.list, key=lambda tile: tile.number)
        self.figures = {tile.number: tile for tile in figures}
        self.tiles = {tile.number: Tile(tile, roads.exits.get(str(tile.number), "")) for tile in figures}
        """By number, ascending."""
        self.anchors = tuple([tile.number for tile in self.tiles.values() if tile.stack == ANCHOR])
        self.boards: dict[Item, City] = {raw: City.on(origin(raw)) for raw in get_args(Raw)}
        """By raw material: the city without a tile."""
        self.blank = City.on(origin())
        """The same on a board that has not been drawn yet."""
        self.disasters = {tile.number: tile for tile in self.tiles.values() if tile.disaster}
        """By number."""
        self._stacks: dict[tuple[int, int], tuple[int, ...]] = {}

    def stack(self, generation: int, symbol: int) -> tuple[int, ...]:
        """The tiles of a generation whose symbols are at most this number of players."""
        numbers = self._stacks.get((generation, symbol))
        if numbers is None:
            tiles = self.tiles.values()
            numbers = tuple([tile.number for tile in tiles if tile.stack == generation and tile.players <= symbol])
            self._stacks[generation, symbol] = numbers
        return numbers


def _call(file: Json) -> Iterator[str]:
    yield from each_once("tiles", names(file, "tiles", "list"), [str(number) for number in range(1, TILES + 1)])
    if "tiles" not in file:
        there = names(file, "roads", "exits")
        wanted = _with_roads()
        yield from each_once("roads: exits", there and [name for name in there if name in wanted], wanted)


def _check_roads(roads: Roads, tiles: dict[int, TileFigures]) -> Iterator[str]:
    for number, tile in tiles.items():
        exits = roads.exits.get(str(number), "")
        where = f"roads: exits: {number} ({tile.name})"
        if len(set(exits)) < len(exits) or not set(exits) <= set(EXITS):
            yield f"{where}: {quote(exits)}; different ones of N, E, S, W will do"
        elif exits and tile.disaster:
            yield f"{where}: it is a disaster and has none"
    without = [tile for number, tile in tiles.items() if not tile.disaster and not roads.exits.get(str(number))]
    if without:
        listed = abridged([f"{tile.number} ({tile.name})" for tile in without], SEVERAL)
        yield f"roads: exits: none for {listed}; every tile but the disasters has one to four"
    numbers = set(map(str, tiles))
    if strange := [quote(name) for name in roads.exits if name not in numbers]:
        yield f"roads: exits: no tile has the number {abridged(strange, SEVERAL)}"


def _check_tiles(tiles: tuple[TileFigures, ...]) -> Iterator[str]:
    for tile in tiles:
        yield from _check_tile(tile)
    counts: Counter[tuple[Stack, int | None]] = Counter([(tile.stack, tile.players) for tile in tiles])
    for (stack, symbol), wanted in COUNTS.items():
        if counts[stack, symbol] != wanted:
            there = counts[stack, symbol]
            what = f"{stack} with the symbol {symbol}+" if symbol else f"{stack} without a symbol"
            yield f"tiles: {wanted} tiles are of the stack {what}, not {there}"
    for what, several in (
        ("make a good of choice", [tile.number for tile in tiles if tile.any_good is not None]),
        ("swap anchors", [tile.number for tile in tiles if tile.swaps]),
    ):
        if len(several) > 1:
            yield f"tiles: only one tile can {what}, not {', '.join(map(str, several))}"
    for stack in STACKS[1:]:
        disasters = [tile for tile in tiles if tile.stack == stack and tile.disaster]
        if len(disasters) != 1 or disasters[0].players != 1:
            yield f"tiles: stack {stack} has one disaster, with the symbol 1+"


def _check_tile(tile: TileFigures) -> Iterator[str]:
    where = f"tiles: {tile.number}"
    for text in (tile.name, tile.gloss):
        if not (1 <= len(text) <= NAME_LENGTH and text.isprintable()):
            yield f"{where}: a name is 1 to {NAME_LENGTH} printable characters long"
            return
    where = f"{where} ({tile.name})"
    if (tile.players is None) != (tile.stack == "anchor"):
        yield f"{where}: every tile but an anchor has a number of players"
    if tile.disaster:
        if tile.stack == "anchor":
            yield f"{where}: no anchor is a disaster"
        if tile != TileFigures(tile.number, tile.stack, tile.name, tile.gloss, tile.players, disaster=tile.disaster):
            yield f"{where}: a disaster has no types, costs or effects"
        return
    if not 1 <= len(set(tile.types)) == len(tile.types) <= 2:
        yield f"{where}: a tile has one or two types"
    for what, several in (("makes", tile.goods), ("protects from", tile.protects), ("stands in for", tile.stands_in)):
        if len(set(several)) < len(several):
            yield f"{where}: something stands twice in what it {what}"
    incomes = tile.income if isinstance(tile.income, tuple) else (tile.income,)
    for name, value in [("once", tile.once), ("points", tile.points), *[("income", income) for income in incomes]]:
        yield from in_range(f"{where}: {name}", value, 0, MAX_FIGURE)
    for kind, count in tile.needs.items():
        yield from in_range(f"{where}: needs {kind}", count, 1, 24)
    if tile.trigger:
        yield from in_range(f"{where}: trigger", tile.trigger.money, 0, MAX_FIGURE)
    yield from _check_cost(where, tile)
    yield from _check_shares(where, tile)


def _check_cost(where: str, tile: TileFigures) -> Iterator[str]:
    yield from in_range(f"{where}: alternatives of its cost", len(tile.cost), 1, SEVERAL)
    for cost in tile.cost:
        yield from in_range(f"{where}: cost", cost.money, 0, MAX_FIGURE)
        yield from in_range(f"{where}: goods of its cost", len(cost.goods), 0, SEVERAL)
        if len(set(cost.goods)) < len(cost.goods):
            yield f"{where}: a good stands twice in its cost"


def _check_shares(where: str, tile: TileFigures) -> Iterator[str]:
    money = tile.once_per + tile.income_per
    for shares in (tile.points_per, tile.once_per, tile.income_per):
        yield from in_range(f"{where}: counts", len(shares), 0, SEVERAL)
    for share in tile.points_per + money:
        if share.of not in COUNTERS:
            yield f"{where}: nothing is counted as {quote(share.of)}; there are {', '.join(COUNTERS)}"
        yield from in_range(f"{where}: each", share.each, -MAX_FIGURE, MAX_FIGURE)
    if any(share.each < 0 for share in money):
        yield f"{where}: a tile takes no money away"
    if any(share.of in OF_MONEY for share in money):
        yield f"{where}: money counts only for points"


def _check(file: NeomFile) -> Iterator[str]:
    if file.tiles:
        yield from _check_tiles(file.tiles.list)
    yield from _check_roads(file.roads, {tile.number: tile for tile in (file.tiles or _tiles()).list})
    if file.setup:
        yield from in_range("setup: money", file.setup.money, 0, MAX_FIGURE)
        yield from in_range("setup: sale", file.setup.sale, 0, MAX_FIGURE)
        boards = file.setup.boards
        if len(set(boards)) < len(boards) or len(boards) < BOARDS:
            yield f"setup: boards: {BOARDS} or more boards have raw materials of their own"
    if file.goods:
        for level in LEVELS:
            value = file.goods.of(level)
            yield from in_range(f"goods: {level}: price", value.price, 1, MAX_FIGURE)
            yield from in_range(f"goods: {level}: points", value.points, 0, MAX_FIGURE)
    if file.ratings:
        titles = len(file.ratings.titles)
        for name, bounds in (("1+", file.ratings.from_1), ("4+", file.ratings.from_4), ("5+", file.ratings.from_5)):
            if len(bounds) != titles - 1 or list(bounds) != sorted(set(bounds)):
                yield f"ratings: {name}: {titles} titles take {titles - 1} ascending numbers of points"


@cache
def _published() -> NeomFile:
    """The packaged file, which supplies what another file leaves out."""
    return msgspec.json.decode(packaged(NAME), type=NeomFile)


def _tiles() -> Listed[TileFigures]:
    """The packaged tiles."""
    tiles = _published().tiles
    assert tiles
    return tiles


@cache
def _with_roads() -> tuple[str, ...]:
    """The numbers of the packaged tiles that have roads."""
    return tuple([str(tile.number) for tile in _tiles().list if not tile.disaster])


def _make(file: NeomFile, digest: str) -> Box:
    """The box of a file; what it leaves out comes from the packaged file."""
    if not (file.setup and file.goods and file.ratings and file.tiles):
        base = _published()
        file = NeomFile(
            game=NAME,
            roads=file.roads,
            setup=file.setup or base.setup,
            goods=file.goods or base.goods,
            ratings=file.ratings or base.ratings,
            tiles=file.tiles or base.tiles,
        )
    return Box(file.roads, file, digest)


def template() -> Json:
    """The roads, which only the owner's copy shows; all the rest is in the packaged file."""
    return {"game": NAME, "roads": to_fill_in(exits=dict.fromkeys(_with_roads()))}


load = loader(NAME, NeomFile, _check, _make, _call)
"""The tiles of a component file (None: the packaged one); raises ComponentsError."""
