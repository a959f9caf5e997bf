"""Cities drawn as pictures, and short questions about positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cityleague.engine.neom.components import Box
from cityleague.engine.neom.moves import Anchor, Build, Cell, Move, Purchase, Sell
from cityleague.engine.neom.state import NeomState

from .helpers import do, own, points, position, refusal
from .index import INDEX, PROVIDERS

LEGAL = ("", "")
HOME: Cell = (0, 1)
"""Where tiles are built in most tests: south of the origin."""


def plan(picture: str) -> dict[Cell, int]:
    """The city of a picture of five rows of five cells: a tile's number, or a dot."""
    rows = [line.split() for line in picture.strip().splitlines()]
    assert [len(row) for row in rows] == [5] * 5, picture
    return {(x - 2, y - 2): int(number) for y, row in enumerate(rows) for x, number in enumerate(row) if number != "."}


def far(tiles: Sequence[int]) -> dict[Cell, int]:
    """Up to five tiles in the northernmost row, far from what lies south of the origin."""
    return {(x - 2, -2): number for x, number in enumerate(tiles)}


def makers(*goods: str) -> dict[Cell, int]:
    """A row of tiles that make these goods."""
    return far([PROVIDERS[good] for good in goods])


def raws_without(*goods: str, seats: int = 3) -> tuple[str, ...]:
    """Boards that make none of these."""
    return tuple(raw for raw in ("coal", "ore", "wood", "stone", "gas", "oil") if raw not in goods)[:seats]


def exits(**roads: str) -> Box:
    """All tiles with four exits, but for those named."""
    return own(**roads)


def put(number: int, cell: Cell = HOME, **details: Any) -> Build:
    """The move that builds this tile, an anchor or not."""
    return (Build if INDEX[number].generation else Anchor)(tile=number, cell=cell, **details)


def buy(good: Any, seller: int | None = None, way: Any = None) -> Purchase:
    """One purchase."""
    return Purchase(good, seller, way)


def facing(number: int, **details: Any) -> NeomState:
    """A position in which this tile can be built: picked, or held as an anchor."""
    if INDEX[number].generation:
        return position(**{"picked": number, "generation": INDEX[number].generation, **details})
    return position(**{"picked": 6, "anchors": [number], **details})


def money(state: NeomState, seat: int = 0) -> int:
    """What a seat has."""
    return int(state.view(None).money[seat])


def goods(state: NeomState, seat: int = 0) -> set[str]:
    """What a city makes."""
    return set(state.view(None).cities[seat].goods)


def tiles(state: NeomState, seat: int = 0) -> dict[Cell, int]:
    """What stands in a city."""
    return {tile.cell: tile.tile for tile in state.view(None).cities[seat].tiles}


def routes(state: NeomState, seat: int = 0) -> tuple[bool, bool]:
    """Whether the trade routes to the left and to the right are active."""
    city = state.view(None).cities[seat]
    return city.left, city.right


def code(state: NeomState, move: Move, seat: int = 0) -> str:
    """The code that refuses a move; nothing if it is legal."""
    return refusal(state, move, seat)[0]


def income(city: Mapping[Cell, int], generation: int = 1, **details: Any) -> int:
    """What the city brings at the end of the generation."""
    state = position(city=city, generation=generation, turn=7, picked={1: 6, 2: 48, 3: 95}[generation], **details)
    before = money(state)
    return money(do(state, Sell())) - before - 5


def extra(city: Mapping[Cell, int], **details: Any) -> int:
    """The points of a city's tiles beyond those printed on them."""
    state = position(city=city, picked=6, **details)
    return points(state)["tiles"] - sum(INDEX[number].points for number in city.values())


def worth(city: Mapping[Cell, int], part: str, **details: Any) -> int:
    """The points of a part of a city's sheet."""
    return points(position(city=city, picked=6, **details))[part]


def cost_of(move: Build, city: Mapping[Cell, int], **details: Any) -> int:
    """What a build costs, purchases included, less what it brings at once."""
    state = facing(move.tile, city=city, **details)
    before = money(state)
    return before - money(do(state, move))
