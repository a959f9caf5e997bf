"""Phase 3: bids of science for the columns of the damage card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.twentieth_century.moves import Bid, Buy, Choose, Contain, Drop, Pass

from ..rows import rows
from .helpers import course
from .scenes import LEGAL, OUT, actor, auction, damage, do, draw, finish, own, players, refusal, science, seats, stage

SEATS = pytest.mark.parametrize("count", [3, 4, 5])
Chain = Sequence[tuple[int, int, int]]
"""Seat, column, science."""


# -- whose turn it is


@SEATS
def test_the_player_who_dropped_out_last_begins_and_play_goes_clockwise(count: int) -> None:
    for last in range(count):
        state = damage(count, last=last)
        for step in range(count):
            assert (stage(state), actor(state)) == ("containing", (last + step) % count)
            do(state, Contain(step, 0))
        assert seats(state) == tuple(range(count))
        assert stage(state) == "administering"


def test_the_last_player_to_drop_out_begins_after_sales_too() -> None:
    """Seat 2 buys, and drops out after the others; then the same, but seat 2 drops out before the highest bidder."""
    state = do(auction(first=2), Choose("L1"), Bid(2), *OUT * 3)
    assert (stage(state), actor(state)) == ("containing", 2)
    state = do(auction(first=2), Choose("L1"), Bid(2), Bid(3), Drop(), Buy("T1"), Pass())
    assert actor(do(state, *OUT * 2)) == 2


def test_the_highest_bidder_of_a_column_is_not_asked() -> None:
    state = do(damage(), Contain(0, 1), Contain(1, 0), Contain(0, 2), Contain(0, 3))
    assert actor(state) == 2
    assert [player.figure for player in players(state)] == [(0, 3), (1, 0), None]


CHAINS: dict[str, tuple[int, Chain]] = {
    "nobody is outbid": (3, [(0, 0, 5), (1, 2, 0), (2, 1, 3)]),
    "the first one at once": (3, [(0, 0, 0), (1, 0, 1), (2, 1, 0), (0, 2, 0)]),
    "in turn, not at once": (4, [(0, 0, 0), (1, 0, 1), (2, 1, 0), (3, 2, 0), (0, 3, 0)]),
    "by the last one": (3, [(0, 0, 0), (1, 1, 0), (2, 1, 1), (1, 2, 0)]),
    "the same column again": (3, [(0, 0, 0), (1, 0, 1), (2, 0, 2), (0, 0, 3), (1, 0, 4), (2, 1, 0), (0, 2, 0)]),
    "two and two": (4, [(0, 1, 0), (1, 3, 0), (2, 1, 1), (3, 3, 1), (0, 1, 2), (1, 0, 0), (2, 2, 0)]),
    "others are passed over": (5, [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 2, 1), (2, 0, 1), (0, 4, 0)]),
    "round and round": (
        5,
        [(0, 4, 1), (1, 3, 1), (2, 2, 1), (3, 1, 1), (4, 4, 2), (0, 3, 2), (1, 2, 2), (2, 1, 2), (3, 4, 3), (4, 0, 0)],
    ),
    "up to the limit": (3, [(0, 0, 24), (1, 0, 25), (2, 1, 25), (0, 2, 25)]),
}


@rows("name", CHAINS)
@rows("turned", [0, 1, 2])
def test_figures_that_are_outbid_in_a_chain_all_find_a_column(name: str, turned: int) -> None:
    """Wherever the chain begins, all end up in a column each, and pay their last bids."""
    count, chain = CHAINS[name]
    state = damage(count, last=turned, science=[30] * count)
    bids = [0] * count
    for seat, column, bid in chain:
        player = (seat + turned) % count
        assert (stage(state), actor(state)) == ("containing", player)
        do(state, Contain(column, bid))
        bids[player] = bid
    assert stage(state) == "administering"
    assert science(state) == [30 - bid for bid in bids]


@rows("count", [3, 4, 5])
def test_the_next_player_to_the_left_without_a_column_bids_until_all_columns_are_taken(count: int) -> None:
    for number in range(100):
        bid_until_all_columns_are_taken(count, Stream(f"{number}", "columns"))


def bid_until_all_columns_are_taken(count: int, stream: Stream) -> None:
    state = damage(count, last=stream.below(count), science=[30] * count)
    bidder, standing, bids = actor(state), dict[int, tuple[int, int]](), [0] * count
    while len(standing) < count:
        assert actor(state) == bidder
        column = stream.below(count)
        if column in standing and standing[column][1] == 25:
            continue
        bid = standing[column][1] + 1 if column in standing else stream.below(4)
        do(state, Contain(column, bid))
        standing[column] = (bidder, bid)
        bids[bidder] = bid
        waiting = [(bidder + step) % count for step in range(1, count + 1)]
        bidder = next((seat for seat in waiting if seat not in [holder for holder, _ in standing.values()]), -1)
    assert stage(state) == "administering"
    assert science(state) == [30 - bid for bid in bids]


# -- what can be bid


@SEATS
def test_there_are_as_many_columns_as_players(count: int) -> None:
    state = damage(count)
    refusals = [refusal(state, 0, Contain(column, 0)) for column in range(-1, 7)]
    assert refusals == ["CENTURY-DAMAGE-COLUMN"] + [LEGAL] * count + ["CENTURY-DAMAGE-COLUMN"] * (7 - count)


ENOUGH = [30] * 3


@rows(
    "science, before, bids, answers",
    [
        (ENOUGH, [], [(1, -1), (1, 0), (1, 1), (1, 25), (1, 26)], ["LIMIT", LEGAL, LEGAL, LEGAL, "LIMIT"]),
        # a bid is higher than the one in its column
        (ENOUGH, [(0, 0)], [(0, 0), (0, 1), (1, 0)], ["RAISE", LEGAL, LEGAL]),
        (ENOUGH, [(0, 7)], [(0, 7), (0, 8), (1, 0)], ["RAISE", LEGAL, LEGAL]),
        (ENOUGH, [(0, 24)], [(0, 24), (0, 25), (1, 0)], ["RAISE", LEGAL, LEGAL]),
        (ENOUGH, [(0, 25)], [(0, 24), (0, 25), (0, 26)], ["RAISE", "RAISE", "LIMIT"]),
        # nobody bids more than he holds; without science a player takes a free column
        ([4, 9, 9], [], [(0, 4), (0, 5), (0, 6)], [LEGAL, "SCIENCE", "SCIENCE"]),
        ([4, 5, 9], [(1, 3)], [(0, 4), (0, 5), (0, 6)], [LEGAL, LEGAL, "SCIENCE"]),
        ([10, 0, 10], [(0, 0)], [(0, 0), (0, 1), (1, 0), (2, 0)], ["RAISE", "SCIENCE", LEGAL, LEGAL]),
    ],
)
def test_bids_go_from_0_to_25_rise_in_each_column_and_are_covered(
    science: list[int], before: list[tuple[int, int]], bids: list[tuple[int, int]], answers: list[str]
) -> None:
    """Columns and science, and the code for each bid of the seat whose turn it is."""
    state = do(damage(3, science=science), *[Contain(*bid) for bid in before])
    said = [refusal(state, actor(state), Contain(*bid)).removeprefix("CENTURY-DAMAGE-") for bid in bids]
    assert said == answers


def test_bids_are_paid_once_at_the_end() -> None:
    """Seat 0 is outbid twice: it need not hold the sum of its bids, and pays the last one."""
    state = do(damage(3, science=[9] * 3), Contain(0, 8), Contain(0, 9), Contain(1, 3))
    assert science(state) == [9, 9, 9]
    assert science(do(state, Contain(1, 9), Contain(2, 1))) == [0, 0, 8]


def test_only_bids_are_legal_and_only_in_turn() -> None:
    state = damage()
    assert [refusal(state, 0, move) for move in (Pass(), Drop(), Bid(1))] == ["TURN-WRONG-MOVE"] * 3
    assert refusal(state, 1, Contain(0, 0)) == "TURN-NOT-YOURS"


# -- what columns do

COLUMNS = [{"garbage": 1, "skulls": 2}, {}, {"skulls": 13}, {"garbage": 3}, {"garbage": 2, "skulls": 1}]


@SEATS
def test_each_player_suffers_what_his_column_says(count: int) -> None:
    state = damage(count, last=1, box=own(columns=COLUMNS))
    for column in range(count):
        assert [player.new_garbage for player in players(state)] == [0] * count
        do(state, Contain(column, 0))
    suffered = [(player.new_garbage, player.pollution) for player in players(state)]
    assert suffered == [[(1, -2), (0, 0), (0, -6), (3, 0), (2, -1)][(seat - 1) % count] for seat in range(count)]


def test_garbage_of_a_column_is_added_to_that_of_land_and_technologies() -> None:
    box = own(technologies={"Dirty": {"garbage": 2, "skulls": 1, "worker": True}}, columns=COLUMNS)
    state = do(auction(box=box), Choose("L1"), Bid(2), Pass(), Pass(), Choose("L2"), Bid(2), Pass(), Pass())
    do(state, Drop(), Buy("Dirty"), *OUT * 2, Contain(1, 0), Contain(0, 0), Contain(2, 0))
    assert [(player.new_garbage, player.pollution) for player in players(state)] == [(6, -3), (0, -6), (0, 0)]


@SEATS
def test_the_player_in_the_left_column_starts_the_next_round(count: int) -> None:
    for left in range(count):
        state = damage(count, last=count - 1)
        for step in range(count):
            do(state, Contain((step - 1 - left) % count, 0))  # seat `left` takes column 0
        draw(finish(state))
        assert (state.round, stage(state), actor(state), state.view(None).start_player) == (2, "choosing", left, left)


def test_a_player_who_was_outbid_in_the_left_column_does_not_start_the_next_round() -> None:
    state = do(damage(3), Contain(0, 0), Contain(0, 1), Contain(2, 0), Contain(1, 0))
    assert actor(draw(finish(state))) == 1


def test_no_figure_stands_on_the_next_card() -> None:
    state = damage(3)
    do(state, *[Contain(column, 9 - column) for column in range(3)])
    draw(finish(state))
    do(state, *OUT * 3)
    assert [player.figure for player in players(state)] == [None] * 3
    assert [refusal(state, actor(state), Contain(column, 0)) for column in range(3)] == [LEGAL] * 3


def test_columns_without_damage_do_nothing() -> None:
    state = do(damage(3, box=own(columns=[{}] * 5)), *[Contain(column, 0) for column in range(3)])
    assert [(player.new_garbage, player.pollution) for player in players(state)] == [(0, 0)] * 3


@rows("seats", [3, 4, 5])
def test_figures_and_markers_go_back_before_anything_is_laid_out(seats: int) -> None:
    draws = [state.copy() for state, event in course(seats, "back") if isinstance(event, list) and state.round > 1]
    assert len(draws) == 3 * 4
    for state in draws:
        view = state.view(None)
        assert {player.figure for player in view.players} == {None}
        assert view.marker == state.table.box.offers[seats].field
        assert view.price == state.table.box.strips[state.table.period][view.marker - 1]
