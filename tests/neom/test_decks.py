"""Boards, drafts, deals, piles and hands; whose turn it is; what a game alone is called."""

from __future__ import annotations

from typing import Any

import pytest

from cityleague.engine.neom.moves import Options, Pick, Sell
from cityleague.engine.protocol import Decision, Draw, OptionsError

from ..arena import due_draw
from .helpers import course, do, new, position
from .index import DISASTERS, INDEX
from .scenes import exits


@pytest.mark.parametrize(("seats", "symbol"), [(3, 1), (4, 4), (5, 5)])
def test_the_deal_comes_out_even(seats: int, symbol: int) -> None:
    """Each seat has eight tiles of the generation, and none is left."""
    seen = []
    for state, event in course(seats, {}, "even"):
        due = state.pending()
        if isinstance(due, Draw) and due.name.startswith("generation"):
            generation = int(due.name[-1])
            disaster = next(tile for tile, place in {24: 1, 64: 2, 104: 3}.items() if place == generation)
            tiles_ = [n for n, row in INDEX.items() if row.generation == generation and row.symbol <= symbol]
            assert sorted(due.items) == sorted([*tiles_, disaster])
            assert due.take == len(due.items) == 8 * seats
            assert isinstance(event, list)
            after = state.copy()
            after.resolve(event)
            assert [list(after.view(seat).hand) for seat in range(seats)] == [
                sorted(event[8 * seat : 8 * seat + 8]) for seat in range(seats)
            ]
            seen.append(generation)
    assert seen == [1, 2, 3]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (1, {}), (1, {"tiles": "4+"}), (1, {"tiles": "5+"})])
def test_piles(seats: int, options: dict[str, Any]) -> None:
    """As many tiles lie open in the rounds as the piles hold, none of them twice in a generation."""
    expected = {(2, 24): [4, 4, 4, 3, 3, 3, 3], (1, 24): [5, 4, 4, 3, 3, 2, 2], (1, 32): [6, 5, 5, 4, 4, 3, 3],
                (1, 40): [7, 6, 6, 5, 5, 4, 4]}  # fmt: skip
    sizes: list[int] = []
    deck = {"1+": 24, "4+": 32, "5+": 40}[options.get("tiles", "1+")]
    seen: set[Any] = set()
    for state, event in course(seats, options, "piles"):
        due = state.pending()
        if isinstance(due, Draw) and due.name.startswith("round"):
            assert int(due.name.split("-")[1]) == len(sizes) + 1
            seen = set() if len(sizes) % 7 == 0 else seen
            assert len(due.items) == deck - len(seen)
            assert isinstance(event, list)
            assert seen.isdisjoint(event)
            assert sorted([*seen, *due.items]) == sorted(tile for tile in numbers(len(sizes) // 7 + 1, options))
            seen |= set(event)
            sizes.append(due.take)
    assert sizes == expected[seats, deck] * 3


def numbers(generation: int, options: dict[str, Any]) -> list[int]:
    """The generation's tiles that are in a game for one or two."""
    symbol = int(options.get("tiles", "1+")[0])
    disaster = [tile for tile, place in zip(DISASTERS, (1, 2, 3), strict=True) if place == generation]
    return disaster + [n for n, row in INDEX.items() if row.generation == generation and row.symbol <= symbol]


def test_the_draft_of_three_goes_to_the_left() -> None:
    """Three picks of four; the left neighbour of a seat is the next one; the last goes to the discarded."""
    state = new(3)
    state.resolve(["coal", "ore", "wood"])
    state.resolve(list(range(121, 133)))
    assert [state.view(seat).hand for seat in range(3)] == [
        (121, 122, 123, 124),
        (125, 126, 127, 128),
        (129, 130, 131, 132),
    ]
    assert state.pending() == Decision("secret", (0, 1, 2))
    for tile, seat in zip((121, 125, 129), range(3), strict=True):
        do(state, Pick(tile), seat=seat)
    assert [state.view(seat).hand for seat in range(3)] == [(130, 131, 132), (122, 123, 124), (126, 127, 128)]
    for tile, seat in zip((130, 122, 126), range(3), strict=True):
        do(state, Pick(tile), seat=seat)
    assert [state.view(seat).hand for seat in range(3)] == [(127, 128), (131, 132), (123, 124)]
    assert state.view(1).anchors[0] == ()
    for tile, seat in zip((127, 131, 123), range(3), strict=True):
        do(state, Pick(tile), seat=seat)
    assert [set(anchors) for anchors in state.view(1).anchors] == [{121, 127, 130}, {122, 125, 131}, {123, 126, 129}]
    assert set(state.view(None).discarded) == {124, 128, 132}


def test_hands_are_passed_to_the_left_after_each_round() -> None:
    state = new(3, {"beginner": True}, exits())
    for order in (["coal", "ore", "wood"], [121, 122, 123], list(range(1, 25))):
        state.resolve(order)
    for first in (1, 2, 3):
        for seat in range(3):
            do(state, Pick(state.view(seat).hand[0]), seat=seat)
        for seat in range(3):
            if state.view(seat).due[seat] == "act":
                do(state, Sell(), seat=seat)
        assert len(state.view(0).hand) == 8 - first
    assert [state.view(seat).hand for seat in range(3)] == [(4, 5, 6, 7, 8), (12, 13, 14, 15, 16), (20, 21, 22, 23, 24)]


def test_two_pick_in_turn() -> None:
    """Seat 0 begins with the first three anchors and the last, so seat 1 with the first tiles; then they alternate."""
    order: list[tuple[str, int]] = []
    for state, event in course(2, {}, "order"):
        if isinstance(event, tuple) and isinstance(event[1], Pick):
            order.append((state.view(None).stage, event[0]))
    draft = [seat for stage, seat in order if stage == "drafting"]
    play = [seat for stage, seat in order if stage == "picking"]
    assert draft == [0, 1, 1, 0, 0, 1]
    assert play == ([1, 0, 0, 1] * 11)[:42]


@pytest.mark.parametrize("options", [{}, {"tiles": "4+"}, {"tiles": "5+"}])
def test_titles(options: dict[str, Any]) -> None:
    """The title at each limit, and one point below it."""
    names = ["trainee", "labourer", "foreman", "engineer", "master builder", "star architect"]
    limits = {"1+": [80, 100, 110, 120, 125], "4+": [85, 105, 115, 125, 130], "5+": [90, 110, 120, 130, 135]}
    steps = limits[options.get("tiles", "1+")]
    for points_ in sorted({step + change for step in steps for change in (-1, 0, 1)} | {0, 79, 300}):
        state = position(1, picked=6, money=2 * (points_ + 14), raws=("coal",), options=Options(**options))
        (sheet,) = state.scores()
        assert sheet.total == points_
        assert sheet.title == names[sum(points_ >= step for step in steps)]


def test_there_is_a_title_alone_only() -> None:
    assert all(not sheet.title for sheet in position(3, picked=6, money=400).scores())


def test_solo_drafts_of_four_three_and_two() -> None:
    state = new(1)
    state.resolve(["coal"])
    shown: list[int] = []
    for size in (4, 3, 2):
        due = due_draw(state)
        assert due.take == size
        assert sorted([*due.items, *shown]) == list(range(121, 151))
        taken = [int(item) for item in due.items[:size]]
        state.resolve(taken)
        moves = state.legal(0)
        assert set(moves) == {Pick(tile) for tile in taken}
        do(state, Pick(taken[-1]))
        shown += taken
    assert len(state.view(0).anchors[0]) == 3
    assert len(state.view(0).discarded) == 6


def test_drafts_of_two() -> None:
    """Three times three anchors lie open; the one that is left is discarded."""
    state = new(2)
    state.resolve(["coal", "ore"])
    for row, first in enumerate((0, 1, 0)):
        due = due_draw(state)
        assert (due.name, due.take, len(due.items)) == (f"anchors-{row + 1}", 3, 30 - 3 * row)
        shown = list(range(121 + 3 * row, 124 + 3 * row))
        state.resolve(shown)
        for seat in (first, 1 - first):
            assert state.pending() == Decision("sequential", (seat,))
            do(state, Pick(shown.pop()), seat=seat)
    assert state.view(None).anchors == ((123, 125, 129), (122, 126, 128))
    assert state.view(None).discarded == (121, 124, 127)
    assert due_draw(state).name == "round-1"


@pytest.mark.parametrize("seats", range(1, 6))
def test_all_begin_with_six_money_and_the_good_of_their_board(seats: int) -> None:
    state = new(seats)
    state.resolve(["gas", "oil", "wood", "coal", "ore"][:seats])
    view = state.view(None)
    assert view.money == (6,) * seats
    assert [city.goods for city in view.cities] == [("gas",), ("oil",), ("wood",), ("coal",), ("ore",)][:seats]


@pytest.mark.parametrize(("seats", "options"), [(0, {}), (6, {}), (2, {"tiles": "4+"}), (3, {"tiles": "5+"})])
def test_impossible_options_are_refused(seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(OptionsError):
        new(seats, options)


@pytest.mark.parametrize("seats", range(1, 6))
def test_beginners_get_one_anchor_and_do_not_draft(seats: int) -> None:
    state = new(seats, {"beginner": True})
    state.resolve(["gas", "oil", "wood", "coal", "ore"][:seats])
    due = due_draw(state)
    assert (due.name, due.take, len(due.items)) == ("anchors", seats, 30)
    state.resolve(list(range(150, 150 - seats, -1)))
    assert state.view(None).anchors == tuple((150 - seat,) for seat in range(seats))
    due = due_draw(state)
    assert due.name == ("generation-1" if seats > 2 else "round-1")
    if seats == 2:
        state.resolve([1, 2, 3, 4])
        assert state.pending() == Decision("sequential", (0,))


def test_the_rules_are_for_one_to_five() -> None:
    for seats in range(1, 6):
        draw = due_draw(new(seats))
        assert (draw.name, draw.take, sorted(draw.items)) == (
            "boards", seats, sorted(["coal", "ore", "wood", "stone", "gas", "oil"])
        )  # fmt: skip
