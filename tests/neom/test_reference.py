"""The engine against an independent, slow implementation of the whole game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream
from cityleague.engine.components import packaged
from cityleague.engine.neom import GAME
from cityleague.engine.neom.board import CELLS
from cityleague.engine.neom.city import City
from cityleague.engine.neom.components import load
from cityleague.engine.neom.moves import Build, Move, Pick
from cityleague.engine.neom.scoring import count, points
from cityleague.engine.neom.state import NeomState
from cityleague.engine.neom.table import DRAFTING, SWAPPING
from cityleague.engine.neom.tiles import good_names
from cityleague.engine.protocol import Draw, Setup

from .. import oracles
from ..arena import plain
from ..rows import daily
from .helpers import Chooser, course
from .odd_files import odd_file
from .reference import Reference

COMPONENTS = msgspec.json.decode(packaged("neom"))
SOME, MORE = 7, 4
"""At every so many steps all legal moves are compared: every day, and in the exhaustive run."""
WAYS = [(seats, {"beginner": beginner}) for seats in range(1, 6) for beginner in (False, True)] + [
    (1, {"tiles": "4+"}),
    (1, {"tiles": "5+"}),
]


def same_city(city: City, expected: Any) -> None:
    """The engine and the reference have the same tiles, goods and trade routes."""
    tiles = {CELLS[place]: tile.number for place in CELLS if (tile := city.at[place]) and tile.number}
    assert tiles == expected.tiles
    assert set(good_names(city.goods)) == set(expected.goods)
    assert (city.left, city.right) == (expected.left, expected.right)


def same_table(state: NeomState, reference: Reference) -> None:
    """The engine and the reference have the same on the table."""
    table = state.table
    assert table.money == list(reference.money)
    assert table.incoming == list(reference.incoming)
    if table.stage not in {DRAFTING, SWAPPING}:  # what changes hands there may be on its way
        assert table.anchors == [list(own) for own in reference.anchors]
        assert table.discarded == list(reference.discarded)
    if not isinstance(state.pending(), Draw):  # a round may be said to begin before or after its tiles come
        assert (table.round, table.generation) == (reference.round, reference.generation)
    for city, expected in zip(table.cities, reference.cities, strict=True):
        same_city(city, expected)


def same_result(state: NeomState, reference: Reference) -> None:
    """The scores are the same, part by part, and for each tile whose points vary."""
    table = state.table
    for seat, (sheet, expected) in enumerate(zip(state.scores(), reference.results(), strict=True)):
        assert sheet.total == expected["total"]
        assert {part.title: part.points for part in sheet.parts} == expected["parts"]
        varying = {int(line.category.split()[0]): line.points for line in sheet.parts[0].lines[1:]}
        assert varying == expected["variable"]
        assert sheet.title == expected["title"]
        city, final = table.cities[seat], table.final_income[seat]
        assert points(city, count(city), table.box.goods, table.money[seat], final) == sheet.total


def what(reference: Reference, seat: int, move: dict[str, Any]) -> object:
    """A move as far as its effects go: of two ways to pay the same to the same, one is as good as the other."""
    if move["type"] in {"build", "anchor"}:
        paid = reference.outlays(seat, move)
        return move["type"], move["tile"], tuple(move["cell"]), move.get("produce"), paid
    lists = [tuple(sorted(map(str, move.get(name, ())))) for name in ("give", "take", "cells")]
    return move["type"], move.get("tile"), *lists


def same_moves(state: NeomState, reference: Reference, seat: int) -> None:
    """Both allow the same, each way to pay that no other one undercuts just once."""
    listed = [plain(move) for move in state.legal(seat)]
    assert all(reference.allows(seat, move) for move in listed)
    mine = [what(reference, seat, move) for move in listed]
    theirs = {what(reference, seat, move) for move in reference.legal(seat)}
    assert len(set(mine)) == len(mine)
    assert set(mine) == theirs


def compare(
    seats: int,
    options: dict[str, Any],
    seed: str,
    every: int,
    *,
    choose: Chooser | None = None,
    file: dict[str, Any] = COMPONENTS,
) -> None:
    """Play a game and hold it against the reference."""
    reference, events = (
        Reference(options, seats, file),
        course(seats, options, seed, load(msgspec.json.encode(file)), choose),
    )
    oracles.compare(events, reference, every, table=same_table, moves=same_moves, result=same_result)


@pytest.mark.parametrize(("seed", "every"), daily([(0, SOME), (0, MORE), (1, MORE)]))
@pytest.mark.parametrize(("seats", "options"), daily([*WAYS], 5))
def test_every_game_runs_as_the_reference_says(seats: int, options: dict[str, Any], seed: int, every: int) -> None:
    compare(seats, options, f"reference/{seats}/{seed}", every)


ODD = [*[(number, SOME) for number in range(4)], *[(number, MORE) for number in range(24)]]


@pytest.mark.parametrize(("number", "every"), daily(ODD, 4))
def test_odd_component_files_are_played_as_the_reference_says(number: int, every: int) -> None:
    seats, options = WAYS[number % len(WAYS)]
    compare(seats, options, f"odd/{number}", every, file=odd_file(Stream(f"odd/{number}", "file")))


@pytest.mark.exhaustive
def test_every_tile_is_built_in_some_game() -> None:
    """Good players who take what has not been there before; disasters are picked."""
    seen: set[int] = set()
    setup = Setup(GAME, GAME.options(), GAME.components(None), 5)
    bot = parse("heuristic", GAME).make(setup, Stream("collector", ""))

    def is_new(state: NeomState, move: Move) -> bool:
        if isinstance(move, Pick):
            wanted = state.table.stage == DRAFTING or state.table.box.tiles[move.tile].disaster is not None
            return wanted and move.tile not in seen
        return isinstance(move, Build) and move.tile not in seen

    def collect(state: NeomState, seat: int) -> Move:
        legal = state.legal(seat)
        move: Move = bot.choose(state.view(seat), [move for move in legal if is_new(state, move)] or legal)
        if is_new(state, move) and state.table.stage != DRAFTING:
            assert isinstance(move, Pick | Build)
            seen.add(move.tile)
        return move

    for number in range(8):
        compare(5, {}, f"collector/{number}", MORE, choose=collect)
        if len(seen) == 150:
            break
    assert seen == set(range(1, 151))
