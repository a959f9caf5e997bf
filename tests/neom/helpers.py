"""Positions of NEOM made by hand, and random games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from cityleague.engine.components import packaged
from cityleague.engine.neom.board import PLACE
from cityleague.engine.neom.components import Box, load
from cityleague.engine.neom.moves import Cell, Good, Move, Options
from cityleague.engine.neom.state import NeomState, setup
from cityleague.engine.neom.table import ACTING
from cityleague.engine.neom.tiles import GOOD
from cityleague.engine.rules import IllegalMove

from .. import arena

USUAL = Options()

Chooser = Callable[[NeomState, int], Move]
"""How a seat chooses its move."""

RAWS = ("coal", "ore", "wood", "stone", "gas", "oil")


@cache
def own(**roads: str) -> Box:
    """The packaged tiles, with four exits each but for those named: own(t9="NS")."""
    file = json.loads(packaged("neom"))
    exits = {number: roads.get(f"t{number}", "NESW") for number in file["roads"]["exits"]}
    return load(json.dumps({"game": "neom", "roads": {"provenance": "house", "exits": exits}}).encode())


def position(
    seats: int = 3,
    *,
    city: Mapping[Cell, int] = {},
    others: Mapping[int, Mapping[Cell, int]] = {},
    raws: Sequence[str] = RAWS,
    money: int = 50,
    picked: int = 24,
    others_picked: Mapping[int, int] = {},
    anchors: Sequence[int] = (),
    discarded: Sequence[int] = (),
    produced: Good | None = None,
    generation: int = 1,
    turn: int = 1,
    options: Options = USUAL,
    box: Box | None = None,
) -> NeomState:
    """A game in which seat 0 has to act with the tile picked, in this city, in this round (`turn`) of the generation.

    All seats have `money`. `others` are the cities of other seats, `others_picked` what they picked, by seat; with
    three players or more those named still have to act; the others have acted, with a tile that is not told. With two
    players seat 1 has had its turn. Every tile has four exits unless `box` says otherwise. Hands hold tiles of the
    generation that are not in a city.
    """
    state = setup(options, seats, box or own())
    state.resolve(list(raws)[:seats])
    table = state.table
    table.generation, table.round = generation, 7 * (generation - 1) + turn
    for seat, tiles in {0: city, **others}.items():
        for cell, number in tiles.items():
            tile = table.box.tiles[number]
            made = GOOD[produced] if produced and tile.any_good else 0
            table.cities[seat] = table.cities[seat].with_tile(tile, PLACE[cell], made)
    table.money = [money] * seats
    table.anchors[0] = sorted(anchors)
    table.discarded = sorted(discarded)
    built = {number for tiles in (city, *others.values()) for number in tiles.values()}
    picks = [picked] + [others_picked.get(seat, 0) for seat in range(1, seats)]
    rest = [n for n in table.stack() if n not in built and n not in picks and not table.box.tiles[n].disaster]
    table.picked = [number or rest.pop() for number in picks]
    table.stage = ACTING
    if seats > 2:
        table.hands = [[rest.pop() for _ in range(8 - turn)] if len(rest) >= 8 - turn else [] for _ in range(seats)]
        table.sale = [city.goods for city in table.cities]
    else:
        table.open, table.gone = rest[:2], rest[:2]
        table.first = seats - 1
    for seat in [0, *others_picked]:
        if not table.box.tiles[table.picked[seat]].disaster and (seats > 2 or seat == 0):
            table.ask(seat)
    return state


def refusal(state: NeomState, move: Move, seat: int = 0) -> tuple[str, str]:
    """The code and the message with which a move is refused; ("", "") if it is legal."""
    try:
        state.verify(seat, move)
    except IllegalMove as error:
        return error.rule.code, error.message
    return "", ""


def do(state: NeomState, *moves: Move, seat: int = 0) -> NeomState:
    """Make legal moves of a seat."""
    for move in moves:
        state.verify(seat, move)
        state.apply(seat, move)
    return state


def points(state: NeomState, seat: int = 0) -> dict[str, int]:
    """The points of each part of a seat's sheet."""
    return {part.title: int(part.points) for part in state.scores()[seat].parts}


def line(state: NeomState, part: str, category: str, seat: int = 0) -> int:
    """The points of a line of a seat's sheet."""
    lines = [
        line.points
        for p in state.scores()[seat].parts
        if p.title == part
        for line in p.lines
        if line.category == category
    ]
    assert len(lines) == 1, (part, category, state.scores()[seat])
    return int(lines[0])


def new(seats: int, options: Mapping[str, Any] = {}, box: Box | None = None) -> NeomState:
    """A game before its first draw."""
    return setup(msgspec.convert(options, Options), seats, box or load(None))


def course(
    seats: int, options: Mapping[str, Any], seed: str, box: Box | None = None, choose: Chooser | None = None
) -> Iterator[tuple[NeomState, list[Any] | tuple[int, Move] | None]]:
    """A game: the state before each event, and what chance brings, or a seat's move; None at the end.

    Seats choose as told, else at random.
    """
    return arena.course(new(seats, options, box), seed, choose)
