"""Phase 4: new tiles, citizens and garbage; all players at the same time, in any order."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cityleague.engine.protocol import Decision
from cityleague.engine.twentieth_century.moves import (
    Bid,
    Buy,
    Choose,
    Clear,
    Collect,
    Contain,
    Done,
    Drop,
    Dump,
    Lay,
    Locomotive,
    Move,
    Pass,
    Recycle,
    Separate,
    Settle,
    Worker,
)
from cityleague.engine.twentieth_century.state import CenturyState

from ..rows import rows
from .scenes import LEGAL, OUT, T, administration, at, auction, by, do, land, own, players, refusal, seats, stage, tile
from .workshop import BOX, MOVES, TECHNOLOGIES, scene


def fresh(*bought: str) -> CenturyState:
    """The phase after an auction in which seat 0 bought this land, and nobody anything else."""
    state = auction(box=BOX, coins=[30] * 3)
    do(state, *[move for name in bought for move in (Choose(name), Bid(2), Pass(), Pass())])
    return do(state, *OUT * 3, Contain(1, 0), Contain(0, 0), Contain(2, 0))


def laid(state: CenturyState) -> dict[str, tuple[tuple[int, int], int]]:
    """Where the tiles of seat 0 lie, and how they are turned."""
    return {tile.tile: (tile.cell, tile.turn) for tile in players(state)[0].region}


# -- whose turn


def test_all_players_act_at_the_same_time_until_each_is_done() -> None:
    state = scene(seats=4)
    assert state.pending() == Decision("open", (0, 1, 2, 3))
    by(state, 2, Done())
    by(state, 0, MOVES["sorting"])
    assert seats(state) == (0, 1, 3)
    by(state, 3, Done())
    assert [refusal(state, seat, Done()) for seat in range(4)] == [LEGAL, LEGAL, "TURN-NOT-YOURS", "TURN-NOT-YOURS"]
    by(state, 0, MOVES["service"], Done())
    by(state, 1, Done())
    assert (stage(state), state.round) == ("land", 2)


@rows("order", [*itertools.permutations(range(3))])
def test_the_order_of_the_seats_does_not_matter(order: Sequence[int]) -> None:
    """All place what is new and are done, in any order of seats: the position is the same."""
    state, other = fresh("two"), fresh("two")
    for seats_in_order, branch in ((range(3), state), (order, other)):
        for seat in seats_in_order:
            while todo := [move for move in branch.legal(seat) if isinstance(move, Lay | Settle | Dump)]:
                by(branch, seat, todo[0])
            by(branch, seat, Done())
    assert state.digest() == other.digest()


def test_moves_of_other_phases_are_refused() -> None:
    moves = (Choose("L1"), Bid(2), Pass(), Drop(), Buy("T1"), Contain(0, 0), Clear(("start", "c"), "start"))
    assert [refusal(scene(), 0, move) for move in moves] == ["TURN-WRONG-MOVE"] * len(moves)


@settings(deadline=None)
@given(st.permutations(["lay", "settle", "dump", "dump", "worker", "sorting", "service", "clean-up"]))
def test_any_order_of_small_moves_leads_to_the_same_position(order: list[str]) -> None:
    """Only the citizen of new land must wait until the land is laid."""
    small = MOVES | {"lay": Lay("one", (-1, -1), 3), "settle": Settle(("one", "a")), "dump": Dump("two")}
    state, other = [scene(new=["one"], garbage=2) for _ in range(2)]
    if order.index("settle") < order.index("lay"):
        order.remove("settle")
        order.append("settle")
    by(state, 0, *[small[name] for name in order])
    by(
        other,
        0,
        *[small[name] for name in ("clean-up", "dump", "dump", "service", "sorting", "worker", "lay", "settle")],
    )
    assert state.digest() == other.digest()


# -- laying


@rows("cell", [(x, y) for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2)])
def test_a_tile_touches_the_region_by_an_edge_or_a_corner(cell: tuple[int, int]) -> None:
    state = scene(T("start"), new=["one"])
    far = max(map(abs, cell))
    expected = {0: "CENTURY-LAY-OCCUPIED", 1: LEGAL, 2: "CENTURY-LAY-APART"}[far]
    assert {refusal(state, 0, Lay("one", cell, turn)) for turn in (0, 1, 2, 3)} == {expected}


def test_a_tile_may_touch_one_that_is_new_or_a_facility() -> None:
    state = scene(T("start"), new=["one", "mine", "two"])
    by(state, 0, Lay("mine", (1, 1), 1), Lay("one", (2, 2)), Lay("two", (3, 1), 2))
    assert laid(state) == {"start": ((0, 0), 0), "mine": ((1, 1), 1), "one": ((2, 2), 0), "two": ((3, 1), 2)}


@rows("name", ["three", "start", "worker", "L1", ""])
def test_only_new_tiles_can_be_laid(name: str) -> None:
    assert refusal(scene(T("start"), new=["one"]), 0, Lay(name, (1, 0))) == "CENTURY-LAY-NOT-NEW"


def test_a_tile_is_laid_once() -> None:
    state = by(scene(new=["one"]), 0, Lay("one", (0, 1)))
    assert refusal(state, 0, Lay("one", (0, 2))) == "CENTURY-LAY-NOT-NEW"
    assert players(state)[0].new_tiles == ()


# -- citizens of new land, and garbage


def test_the_citizen_of_new_land_lives_in_a_city_of_it() -> None:
    state = fresh("two")
    assert refusal(state, 0, Settle(("two", "a"))) == "CENTURY-LAND-NOT-YOURS"
    by(state, 0, Lay("two", (1, 1)))
    codes = {"a": LEGAL, "b": LEGAL, "c": "CENTURY-CITY-UNKNOWN", "": "CENTURY-CITY-UNKNOWN"}
    assert {letter: refusal(state, 0, Settle(("two", letter))) for letter in codes} == codes
    by(state, 0, Settle(("two", "b")))
    assert players(state)[0].production == (3, 4, 0)
    assert refusal(state, 0, Settle(("two", "a"))) == "CENTURY-SETTLE-NONE"


def test_old_land_has_no_citizen_to_settle() -> None:
    assert refusal(fresh("two"), 0, Settle(("start", "c"))) == "CENTURY-SETTLE-NONE"


def test_each_tile_has_a_citizen_of_its_own() -> None:
    state = by(fresh("one", "two"), 0, Lay("one", (1, 0)), Lay("two", (0, 1)), Settle(("two", "a")))
    assert [refusal(state, 0, Settle(city)) for city in (("two", "b"), ("one", "a"))] == ["CENTURY-SETTLE-NONE", LEGAL]


def test_a_facility_has_no_citizen_and_no_garbage() -> None:
    state = by(scene(T("start", garbage=1), new=["mine"], garbage=1), 0, Lay("mine", (1, 0)))
    assert not tile(state, "mine").waiting
    assert refusal(state, 0, Dump("mine")) == "CENTURY-FACILITY-GARBAGE"
    assert refusal(state, 0, Settle(("mine", "a"))) != LEGAL
    assert refusal(state, 0, Collect("service", "start", "mine")) == "CENTURY-FACILITY-GARBAGE"
    assert [refusal(state, 0, move) for move in (Separate("sorting", "mine"), Recycle("recycling", "mine"))] == (
        ["CENTURY-FACILITY-GARBAGE"] * 2
    )


def test_a_citizen_finds_no_city_on_a_facility() -> None:
    state = by(scene(T("start"), new=["mine"]), 0, Lay("mine", (1, 0)))
    assert refusal(state, 0, Worker("worker", ("mine", "a"))) == "CENTURY-CITY-UNKNOWN"


def test_garbage_goes_on_any_land_that_has_been_laid() -> None:
    state = fresh("one", "two")
    codes = {"start": LEGAL, "one": "CENTURY-LAND-NOT-YOURS", "two": "CENTURY-LAND-NOT-YOURS"}
    assert {name: refusal(state, 0, Dump(name)) for name in codes} == codes
    by(state, 0, Lay("two", (1, 0)), Dump("two"), Dump("two"), Dump("start"), Dump("two"))
    assert [tile(state, name).garbage for name in ("start", "two")] == [2, 3]
    assert refusal(state, 0, Dump("two")) == "CENTURY-DUMP-NONE"


def test_without_new_garbage_there_is_none_to_lay_out() -> None:
    assert refusal(scene(), 0, Dump("start")) == "CENTURY-DUMP-NONE"


def test_everything_new_is_placed_before_a_player_is_done() -> None:
    todo: list[Move] = [Settle(("one", "a")), Dump("one"), Dump("start")]
    for order in itertools.permutations(todo):
        state = fresh("one")
        for move in (Lay("one", (1, 0)), *order):
            assert refusal(state, 0, Done()) == "CENTURY-DONE-TOO-EARLY"
            by(state, 0, move)
        assert refusal(state, 0, Done()) == LEGAL


@rows("details, rest", [({"new": ["mine"]}, [Lay("mine", (0, 1))]), ({"garbage": 1}, [Dump("two")])])
def test_a_facility_and_a_cube_are_placed_too(details: dict[str, Any], rest: list[Move]) -> None:
    state = scene(**details)
    assert refusal(state, 0, Done()) == "CENTURY-DONE-TOO-EARLY"
    assert refusal(by(state, 0, *rest), 0, Done()) == LEGAL


def test_technologies_need_not_be_used() -> None:
    assert refusal(scene(), 0, Done()) == LEGAL


# -- kept cities


def test_other_citizens_leave_the_last_free_city_to_its_own() -> None:
    tiles = (T("start", citizens="a"), T("three", (1, 0), 0, "a"))
    state = by(scene(*tiles, new=["two", "one"]), 0, Lay("two", (2, 0)), Lay("one", (2, 1)))
    assert refusal(state, 0, Worker("worker", ("one", "a"))) == "CENTURY-CITY-KEPT"
    by(state, 0, Worker("worker", ("two", "a")))
    assert refusal(state, 0, Worker("all", ("two", "b"))) == "CENTURY-CITY-KEPT"
    assert refusal(state, 0, Settle(("two", "b"))) == LEGAL
    by(state, 0, Settle(("one", "a")), Settle(("two", "b")))
    assert refusal(state, 0, Worker("all", ("two", "b"))) == "CENTURY-CITY-TAKEN"
    assert refusal(state, 0, Worker("all", ("three", "b"))) == LEGAL


def test_a_locomotive_leaves_it_too() -> None:
    box = own({"west": land("a-E", a=at(2, 2)), "east": land("W-a", a=at(2, 2)), "fork": land("x-W x-a x-b",
              a=at(3, 1), b=at(3, 3), x=at(2, 2))}, TECHNOLOGIES)  # fmt: skip
    west = T("west", citizens="a")
    move = Locomotive("engine", ("west", "a"), ("east", "a"))
    state = administration([west], box=box, technologies=["engine"], new=["east"])
    by(state, 0, Lay("east", (1, 0)))
    assert refusal(state, 0, move) == "CENTURY-CITY-KEPT"
    state = administration([west], box=box, technologies=["engine"], new=["fork"])
    by(state, 0, Lay("fork", (1, 0)), Locomotive("engine", ("west", "a"), ("fork", "b")))
    assert refusal(state, 0, Settle(("fork", "a"))) == LEGAL
    state = administration([west, T("east", (1, 0))], box=box, technologies=["engine"])
    assert refusal(state, 0, move) == LEGAL
