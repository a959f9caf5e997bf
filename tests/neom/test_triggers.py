"""Triggers and choices where they meet other rules: 132, 137, 141, 146, 150, and what picks tell."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cityleague.engine.neom.moves import Anchor, Cell, Pay, Pick, Remove, Sell
from cityleague.engine.neom.state import NeomState
from cityleague.engine.protocol import Decision, Draw

from ..rows import rows
from .helpers import do, new, position
from .scenes import code, cost_of, exits, facing, money, put, tiles

# -- 141


def next_round(state: NeomState, *shown: int) -> NeomState:
    """The open tiles of the next round."""
    draw = state.pending()
    assert isinstance(draw, Draw)
    rest = [number for number in draw.items if number not in shown]
    state.resolve([*shown, *rest][: draw.take])
    return state


def test_alone_the_investment_company_pays_for_each_pick() -> None:
    state = next_round(do(position(1, city={(0, 1): 141}, picked=6, money=0), Sell()), 9)
    assert money(state) == 5
    assert money(do(state, Pick(9))) == 6


def test_it_pays_for_a_disaster_that_is_picked() -> None:
    state = next_round(do(position(1, city={(0, 1): 141}, picked=6, money=0), Sell()), 24)
    assert money(do(state, Pick(24))) == 6


def test_between_two_it_pays_its_owner_only() -> None:
    state = next_round(do(position(2, city={(0, 1): 141}, picked=6, money=0), Sell()), 9, 8)
    do(state, Pick(9))
    assert (money(state), money(state, 1)) == (6, 0)
    do(state, Sell())
    do(state, Pick(8), seat=1)
    assert (money(state), money(state, 1)) == (11, 0)


def test_its_money_buys_the_tile_picked() -> None:
    state = next_round(do(position(2, city={(0, 1): 141}, picked=17, money=0), put(17, (1, 0))), 1)
    assert money(state) == 0
    do(state, Pick(1))
    assert money(do(state, put(1, (0, -1)))) == 0


def test_it_pays_no_more_when_it_is_gone() -> None:
    state = do(position(2, city={(0, 1): 141}, picked=6, others_picked={1: 24}, money=0), Sell(), Remove(((0, 1),)))
    assert money(do(next_round(state, 9), Pick(9))) == 5
    over = next_round(do(position(2, city={(0, 1): 141}, picked=17, money=0), put(17, (0, 1))), 9)
    assert money(do(over, Pick(9))) == 0


# -- 132, 146 and 150

City = dict[Cell, int]
PUBLIC: City = {(0, -1): 150, (1, -1): 6, (-1, -1): 7}
ORIGIN: City = {(0, 1): 6, (1, 0): 7, (-1, 0): 8, (2, 2): 150}
BOTH: City = {(0, -1): 132, (0, 1): 6, (2, 2): 150}
PAIR: City = {(2, 2): 6, (1, 2): 11}
OTHERS: dict[int, City] = {1: {(0, 1): 132}, 2: {(0, 1): 150, (1, 1): 6}}


@rows(
    "tile, cell, city, more, cost",
    [
        (141, (0, 1), {}, {}, 5),  # nothing for the pick with which it is built
        # what the new tile replaces reacts no more: a public tile over the tourist office
        (17, (0, -1), PUBLIC, {}, 0),
        (17, (0, 1), {**PUBLIC, (1, 1): 8}, {}, -2),
        # a commercial tile replaced by the new one does not count
        (8, (0, 1), {(0, 1): 6, (0, -2): 150}, {}, 0),
        (8, (0, 1), {(0, 1): 6, (0, -1): 132}, {}, -1),
        # the origin replaced beside commercial tiles
        (33, (0, 0), ORIGIN, {}, -6),
        (33, (0, 0), ORIGIN, {"box": exits(t33="N")}, 0),
        # both react to one tile
        (48, (1, 1), BOTH, {"generation": 2}, -(1 + 1 + 2)),
        (121, (1, 1), BOTH, {"generation": 3}, -(1 + 1 + 2)),
        # tiles that are cut off react, and those of others do not
        (8, (0, 1), {(2, 2): 132}, {"box": exits(t132="E")}, -1),
        (8, (0, 1), {}, {"others": OTHERS}, 0),
        # the trade office over another tile
        *[(146, (0, 1), {**PAIR, **over}, {}, -2) for over in ({(0, 1): 32}, {(0, 1): 17}, {})],
    ],
)
def test_which_tiles_react_to_a_new_one(tile: int, cell: Cell, city: City, more: dict[str, Any], cost: int) -> None:
    assert cost_of(put(tile, cell), city, **more) == cost


def test_the_trade_office_pays_once() -> None:
    state = do(position(city={(0, 1): 146, (1, 1): 6}, picked=13, raws=("ore", "coal", "gas")), put(13, (1, 0)))
    assert money(state) == 50


# -- 137


def test_all_goods_that_can_be_chosen_are_listed() -> None:
    state = facing(137)
    listed = [(move.cell, move.produce) for move in state.legal(0) if isinstance(move, Anchor)]
    trade = {"steel", "lumber", "glass", "copper", "concrete", "diamonds", "plastic", "gold"}
    assert set(listed) == {
        (cell, good) for cell in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] for good in trade
    }  # fmt: skip
    assert len(listed) == 5 * 8


# -- picking


def test_picks_are_secret_until_all_have_picked() -> None:
    state = new(3, {"beginner": True}, exits())
    for order in (["coal", "ore", "wood"], [121, 122, 123], list(range(1, 25))):
        state.resolve(order)
    other = state.copy()
    do(state, Pick(1))
    do(other, Pick(5))
    for seat in (1, 2, None):
        assert msgspec.json.encode(state.view(seat)) == msgspec.json.encode(other.view(seat))
        assert state.view(seat).picked == (None, None, None)
    assert state.pending() == Decision("secret", (1, 2))
    assert code(state, Pick(1), 1) == "NEOM-PICK-NOT-THERE"
    do(state, Pick(9), seat=1)
    assert state.view(2).picked == (None, None, None)
    do(state, Pick(17), seat=2)
    assert state.view(None).picked == (1, 9, 17)
    assert state.pending() == Decision("open", (0, 1, 2))


@pytest.mark.parametrize("tile", [0, -1, 9, 24, 121, 151, 10**9])
def test_only_tiles_of_the_hand_are_picked(tile: int) -> None:
    state = new(3, {"beginner": True}, exits())
    for order in (["coal", "ore", "wood"], [121, 122, 123], list(range(1, 25))):
        state.resolve(order)
    assert code(state, Pick(tile)) == "NEOM-PICK-NOT-THERE"
    assert code(state, Pick(8)) == ""


def test_all_act_in_any_order() -> None:
    for first, second in ((0, 1), (1, 0)):
        state = position(picked=6, others_picked={1: 8})
        assert state.pending() == Decision("open", (0, 1))
        do(state, Sell(), seat=first)
        assert state.pending() == Decision("open", (second,))
        do(state, Sell(), seat=second)
        assert state.view(None).round == 2


def test_the_last_round_ends_with_the_fine_and_then_the_income() -> None:
    """Tile 8 brings 3, too late for the fine of 2, which nobody could pay without a sale."""
    state = do(
        position(city={(0, 1): 8, (1, 0): 1}, picked=33, others_picked={1: 24}, money=0, turn=7), put(33, (0, -1))
    )
    assert code(state, Pay()) == "NEOM-DISASTER-PAY"
    do(state, Remove(((1, 0),)))
    assert money(state) == 3
    assert tiles(state) == {(0, 1): 8, (0, -1): 33}
