"""What technologies do in the administration, and how often."""

from __future__ import annotations

from msgspec import structs

from cityleague.engine.twentieth_century.moves import (
    Bridge,
    Buy,
    Collect,
    Contain,
    Drop,
    Improve,
    Locomotive,
    Move,
    Recycle,
    Remediate,
    Separate,
    Worker,
)

from ..rows import rows
from .scenes import (
    HOME,
    LEGAL,
    OUT,
    T,
    auction,
    by,
    close,
    coins,
    do,
    draw,
    finish,
    lines,
    own,
    players,
    refusal,
    science,
    stage,
    tile,
)
from .workshop import MOVES, ONCE, USES, scene


@rows("name", MOVES)
def test_each_use_comes_once_in_a_round_and_some_only_once_in_the_game(name: str) -> None:
    state = scene(number=1)
    by(state, 0, MOVES[name])
    assert refusal(state, 0, MOVES[name]) == "CENTURY-USE-AGAIN"
    state.table.regions[0] = scene().table.regions[0]
    do(draw(close(state)), *OUT * 3, Contain(1, 0), Contain(2, 0), Contain(0, 0))
    assert (state.round, stage(state)) == (2, "administering")
    assert refusal(state, 0, MOVES[name]) == ("CENTURY-USE-AGAIN" if name in ONCE else LEGAL)


def test_each_technology_does_what_it_says() -> None:
    state = scene()
    by(state, 0, *[MOVES[name] for name in MOVES])
    region = {tile.tile: (tile.citizens, tile.garbage, tile.bridges) for tile in players(state)[0].region}
    assert region == {
        "start": (("b",), 1, ()),
        "three": (("a",), 1, ("W-a",)),
        "two": (("a",), 1, ()),
        "mine": ((), 0, ()),
    }
    assert (coins(state)[0], science(state)[0], players(state)[0].pollution, players(state)[0].points) == (14, 16, 1, 3)
    assert (lines(state, "prosperity")["round I"], coins(state)[1]) == (3, 20)


def test_a_technology_that_combines_several_has_each_use() -> None:
    state = scene()
    moves = (
        Worker("all", ("three", "a")), Bridge("all", "mine", "W-E"), Separate("all", "start"),
        Locomotive("all", ("three", "a"), ("three", "b")), Collect("all", "three", "start"),
        Recycle("all", "start"), Remediate("all"), Improve("all"),
    )  # fmt: skip
    by(state, 0, *moves)
    assert {refusal(state, 0, move) for move in moves} == {"CENTURY-USE-AGAIN"}
    assert (coins(state)[0], science(state)[0], players(state)[0].points) == (19, 19, 1)
    assert [refusal(state, 0, MOVES[name]) for name in ("sorting", "clean-up", "parties")] == [LEGAL] * 3


@rows("name", MOVES)
def test_only_your_own_technologies_can_be_used_and_only_for_their_uses(name: str) -> None:
    assert refusal(scene(technologies=["park"]), 0, MOVES[name]) == "CENTURY-USE-NOT-YOURS"
    assert refusal(scene(technologies=[other for other in USES if other != name]), 0, MOVES[name]) == (
        "CENTURY-USE-NOT-YOURS"
    )
    other = structs.replace(MOVES[name], technology="park")
    assert refusal(scene(technologies=[*USES, "park"]), 0, other) == "CENTURY-USE-NOT-YOURS"
    assert refusal(scene(), 1, MOVES[name]) == "CENTURY-USE-NOT-YOURS"


def test_technologies_serve_from_the_round_in_which_they_are_bought() -> None:
    box = own(technologies={"parties": {"quality_of_life": {"price": {"coins": 5}, "points": 2}}})
    state = do(auction(box=box), Drop(), Buy("parties"), *OUT * 2)
    do(state, Contain(0, 0), Contain(1, 0), Contain(2, 0))
    assert refusal(state, 0, Improve("parties")) == LEGAL


@rows(
    "move, held, code",
    [
        (MOVES["recycling"], (2, 1), LEGAL),
        (MOVES["recycling"], (1, 9), "CENTURY-USE-COST"),
        (MOVES["recycling"], (9, 0), "CENTURY-USE-COST"),
        (MOVES["clean-up"], (0, 3), LEGAL),
        (MOVES["clean-up"], (9, 2), "CENTURY-USE-COST"),
        (MOVES["parties"], (4, 0), LEGAL),
        (MOVES["parties"], (3, 9), "CENTURY-USE-COST"),
        (Improve("all"), (0, 0), LEGAL),
    ],
)
def test_what_a_technology_asks_for_is_paid(move: Move, held: tuple[int, int], code: str) -> None:
    assert refusal(scene(coins=(held[0], 9, 9), science=(held[1], 9, 9)), 0, move) == code


@rows("marker, code", [(-6, LEGAL), (0, LEGAL), (5, LEGAL), (6, "CENTURY-REMEDIATE-END")])
def test_a_marker_at_the_right_end_is_not_remediated(marker: int, code: str) -> None:
    assert refusal(scene(pollution=(marker, 0, 0)), 0, MOVES["clean-up"]) == code


def test_garbage_is_taken_from_land_where_some_lies() -> None:
    """Cubes that have not been placed cannot be removed."""
    state = scene(T("start"), T("one", (1, 0), garbage=1), garbage=3)
    moves = (Separate("sorting", "start"), Recycle("recycling", "start"), Collect("service", "start", "one"))
    assert [refusal(state, 0, move) for move in moves] == ["CENTURY-GARBAGE-NONE"] * 3
    assert refusal(state, 0, Separate("sorting", "one")) == LEGAL
    assert refusal(state, 0, Separate("sorting", "two")) == "CENTURY-LAND-NOT-YOURS"


def test_collected_garbage_goes_to_other_land_near_or_far() -> None:
    state = scene(T("start", garbage=1), T("one", (1, 1)), T("two", (2, 2)))
    codes = {"start": "CENTURY-COLLECT-ELSEWHERE", "one": LEGAL, "two": LEGAL, "three": "CENTURY-LAND-NOT-YOURS"}
    assert {to: refusal(state, 0, Collect("service", "start", to)) for to in codes} == codes


@rows("city", [("start", "b"), ("three", "c"), ("two", "b")])
def test_a_worker_goes_to_any_free_city(city: tuple[str, str]) -> None:
    state = by(scene(), 0, Worker("worker", city))
    assert city[1] in tile(state, city[0]).citizens
    assert refusal(state, 0, Worker("all", city)) == "CENTURY-CITY-TAKEN"
    assert refusal(scene(), 0, Worker("worker", ("start", "x"))) == "CENTURY-CITY-UNKNOWN"
    assert refusal(scene(), 0, Worker("worker", ("one", "a"))) == "CENTURY-LAND-NOT-YOURS"


def test_a_worker_of_an_earlier_round_still_waits() -> None:
    state = scene(T("start", garbage=0), technologies=["worker"])
    draw(finish(state))
    do(state, *OUT * 3, Contain(1, 0), Contain(0, 0), Contain(2, 0))
    assert state.round == 2
    by(state, 0, Worker("worker", ("start", "a")))
    assert players(state)[0].production == (HOME["cities"][0]["coins"], 0, 0)
