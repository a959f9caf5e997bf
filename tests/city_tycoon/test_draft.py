"""Setup and phases 1 and 2: water beside the centre, money to begin with, turn order, and the draft."""

from __future__ import annotations

import pytest

from cityleague.engine.chance import outcome
from cityleague.engine.city_tycoon.moves import Cell, Options, Pass, Pick, Sell
from cityleague.engine.city_tycoon.state import TycoonState, setup
from cityleague.engine.protocol import Draw, OptionsError

from ..rows import rows
from .scenes import NAMES, code, do, kept, money, own, position

PLAYERS = [2, 3, 4, 5]
AROUND = {(0, -1), (1, -1), (2, 0), (2, 1), (1, 2), (0, 2), (-1, 1), (-1, 0)}
"""The cells around the centre."""


def new(seats: int) -> TycoonState:
    """A game before its first draw."""
    return setup(Options(), seats, own())


def dealt(seats: int, seed: str = "cards") -> TycoonState:
    """A game whose order is that of the seats, and whose first districts are dealt."""
    state = new(seats)
    state.resolve(list(range(seats)))
    due = state.pending()
    assert isinstance(due, Draw)
    state.resolve(outcome(seed, due))
    return state


def hands(state: TycoonState) -> list[tuple[str, ...]]:
    """What everyone holds."""
    return [state.view(seat).hand for seat in range(state.seats)]


# -- setup


@rows("seats, water", [(2, {(0, -1), (1, -1), (-1, 0), (-1, 1)}), (3, {(0, -1), (1, -1)}), (4, set()), (5, set())])
def test_water_beside_the_centre(seats: int, water: set[Cell]) -> None:
    """It lies north and west with 2 players, north with 3, and is taken from the terrain tiles."""
    state = new(seats)
    view = state.view(None)
    assert {(tile.cell, tile.terrain) for tile in view.terrain} == {(cell, "water") for cell in water}
    assert view.terrain_left == 32 - len(water)
    assert set(state.table.town.free) == AROUND - water


@rows("seats", [0, 1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(OptionsError):
        new(seats)


@rows("order", [[0, 1, 2, 3, 4], [4, 2, 0, 1, 3], [1, 0], [2, 1, 0]])
def test_the_first_has_20_money_and_each_further_one_2_more(order: list[int]) -> None:
    state = new(len(order))
    assert state.pending() == Draw("order", range(len(order)), len(order))
    state.resolve(order)
    assert [money(state)[seat] for seat in order] == [20, 22, 24, 26, 28][: len(order)]
    assert state.view(None).order == tuple(order)


# -- order


@rows(
    "before, have, after",
    [
        ((0, 1, 2), (30, 20, 10), (2, 1, 0)),
        ((2, 0, 1), (10, 10, 10), (2, 0, 1)),
        ((2, 0, 1), (10, 11, 11), (0, 2, 1)),
        ((1, 2, 0), (10, 11, 11), (0, 1, 2)),
        ((3, 1, 0, 2), (5, 7, 5, 7), (0, 2, 3, 1)),
        ((4, 3, 2, 1, 0), (0, 9, 0, 9, 0), (4, 2, 0, 3, 1)),
    ],
)
def test_least_money_goes_first_and_ties_keep_the_order(
    before: tuple[int, ...], have: tuple[int, ...], after: tuple[int, ...]
) -> None:
    everyone = range(len(have))
    for number in (1, 2, 3):
        state = position(seats=len(have), money=have, order=before, number=number, elsewhere=everyone)
        for _ in everyone:
            do(state, Pass())
        assert state.view(None).order == after
        assert state.round == number + 1


# -- draft


@rows("seats", PLAYERS)
def test_everyone_gets_six_of_the_rounds_districts(seats: int) -> None:
    state = new(seats)
    state.resolve(list(range(seats)))
    due = state.pending()
    assert isinstance(due, Draw)
    assert (due.name, list(due.items), due.take) == ("round-1", list(NAMES[:30]), 6 * seats)
    order = outcome("some", due)
    state.resolve(order)
    assert [set(hand) for hand in hands(state)] == [set(order[6 * seat : 6 * seat + 6]) for seat in range(seats)]


@rows("number", [2, 3, 4])
def test_each_round_has_its_own_districts(number: int) -> None:
    state = do(position(number=number - 1, elsewhere=[0]), Pass())
    due = state.pending()
    assert isinstance(due, Draw)
    assert (due.name, list(due.items)) == (f"round-{number}", list(NAMES[30 * number - 30 : 30 * number]))


@rows("seats", PLAYERS)
def test_the_draft_passes_to_the_right_and_the_last_tile_is_kept_without_a_move(seats: int) -> None:
    state = dealt(seats)
    draft_to_the_right(state)
    due = state.pending()
    assert due
    assert due[:2] == ("sequential", (0,))


@rows("seats", PLAYERS)
def test_the_draft_passes_to_the_right_in_all_four_rounds(seats: int) -> None:
    """Whoever goes first: after the draft all tiles are sold, and who is richest when the next round begins varies."""
    state = dealt(seats)
    for number in (1, 2, 3, 4):
        assert (state.round, state.view(None).stage) == (number, "drafting")
        state.table.money = [(7 * seat + 5 * number) % 11 for seat in range(seats)]
        draft_to_the_right(state)
        while state.view(None).stage == "building":
            seat = state.table.actor
            do(state, Sell(state.view(seat).kept[0]))
        if isinstance(due := state.pending(), Draw):
            state.resolve(outcome("cards", due))
    assert state.pending() is None


def draft_to_the_right(state: TycoonState) -> None:
    """Draft six tiles each; the right neighbour is the seat before, and the sixth tile is the one passed last."""
    seats = state.seats
    start = hands(state)
    expected: list[list[str]] = [[] for _ in range(seats)]
    stacks = [list(hand) for hand in start]
    for time in range(5):
        due = state.pending()
        assert due
        assert due[:2] == ("secret", tuple(range(seats)))
        assert [len(hand) for hand in hands(state)] == [6 - time] * seats
        for seat in reversed(range(seats)):
            tile = stacks[seat].pop(0)
            expected[seat].append(tile)
            state.verify(seat, Pick(tile))
            state.apply(seat, Pick(tile))
        stacks = [stacks[(seat + 1) % seats] for seat in range(seats)]
        if time < 4:
            assert [set(hand) for hand in hands(state)] == [set(stack) for stack in stacks]
    assert [set(tiles) for tiles in kept(state)] == [{*expected[seat], *stacks[seat]} for seat in range(seats)]
    assert [len(tiles) for tiles in kept(state)] == [6] * seats


def test_only_tiles_of_the_hand_are_picked() -> None:
    state = dealt(3)
    mine, other = hands(state)[0], hands(state)[1]
    assert state.legal(0) == [Pick(tile) for tile in sorted(mine, key=NAMES.index)]
    for tile in [*other, "II-1", "I-31", ""]:
        assert code(state, Pick(tile), 0) == "CT-PICK-NOT-IN-HAND"
    state.apply(0, Pick(mine[0]))
    assert code(state, Pick(mine[1]), 0) == "TURN-NOT-YOURS"
    assert state.legal(0) == []
