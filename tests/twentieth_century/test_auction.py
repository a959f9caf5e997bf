"""Phase 2: the land auction, dropping out and compensation, and technologies."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cityleague.engine.protocol import Draw
from cityleague.engine.twentieth_century.moves import Bid, Buy, Choose, Decline, Drop, Move, Pass
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.table import Sale

from ..rows import daily, rows
from .scenes import (
    LEGAL,
    OUT,
    STRIPS,
    actor,
    auction,
    coins,
    do,
    draw,
    facility,
    finish,
    own,
    players,
    refusal,
    science,
    stage,
)
from .scenes import building as built

LAND = {3: 5, 4: 6, 5: 8}
"""On offer, by number of players."""


def sold(name: str, price: int, others: Sequence[Move] = (Pass(), Pass())) -> list[Move]:
    """The start player buys land that nobody else wants."""
    return [Choose(name), Bid(price), *others]


def alone(seats: int = 3, coins: Sequence[int] = ()) -> CenturyState:
    """All have dropped out but seat 0, which has just bought L1 for 2."""
    return do(auction(seats, coins=coins), *sold("L1", 2, OUT * (seats - 1)))


# -- choosing and bidding


@rows("seats, first", [(3, 0), (3, 2), (4, 3), (5, 4)])
def test_the_player_who_is_drawn_starts_and_chooses_any_land(seats: int, first: int) -> None:
    state = auction(seats, first=first)
    assert (stage(state), actor(state), state.view(None).start_player) == ("choosing", first, first)
    assert [refusal(state, first, Choose(f"L{n}")) == LEGAL for n in range(1, 17)] == [
        n <= LAND[seats] for n in range(1, 17)
    ]


@rows("name", ["L6", "M1", "start", "T1", ""])
def test_only_land_on_offer_can_be_chosen(name: str) -> None:
    assert refusal(auction(), 0, Choose(name)) == "CENTURY-LAND-NOT-OFFERED"


def test_land_that_was_sold_is_not_on_offer() -> None:
    assert refusal(do(auction(), *sold("L1", 2)), 0, Choose("L1")) == "CENTURY-LAND-NOT-OFFERED"


def test_the_start_player_cannot_pass() -> None:
    assert refusal(auction(), 0, Pass()) == "CENTURY-START-PASS"


def test_the_player_who_chose_land_bids_for_it() -> None:
    state = do(auction(), Choose("L3"))
    assert actor(state) == 0
    assert [refusal(state, 0, move) for move in (Pass(), Drop(), Choose("L1"))] == ["TURN-WRONG-MOVE"] * 3


@rows("number, minimum", [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4)])
def test_the_first_bid_is_the_minimum_or_more(number: int, minimum: int) -> None:
    state = auction(number=number)
    do(state, Choose(state.view(None).land[0]))
    answers = {bid: refusal(state, 0, Bid(bid)) for bid in (-1, 0, minimum - 1, minimum, minimum + 3)}
    assert [bid for bid, answer in answers.items() if answer == LEGAL] == [minimum, minimum + 3]
    assert set(answers.values()) == {LEGAL, "CENTURY-BID-MINIMUM"}


@rows("held, code", [(0, "CENTURY-BID-COINS"), (1, "CENTURY-BID-COINS"), (2, LEGAL), (3, LEGAL)])
def test_choosing_takes_the_minimum(held: int, code: str) -> None:
    state = auction(coins=[held, 10, 10])
    assert (refusal(state, 0, Choose("L1")), refusal(state, 0, Drop())) == (code, LEGAL)


@rows("first", [2, 4])
def test_a_further_bid_is_higher(first: int) -> None:
    state = do(auction(), Choose("L1"), Bid(first))
    assert [refusal(state, 1, Bid(bid)) for bid in (-1, 0, first - 1, first)] == ["CENTURY-BID-RAISE"] * 4
    assert [refusal(state, 1, Bid(bid)) for bid in (first + 1, 10)] == [LEGAL] * 2


def test_nobody_can_bid_more_than_he_holds() -> None:
    """The same bids are legal for a player who holds the coins."""
    state = do(auction(coins=[10, 4, 12]), Choose("L1"))
    assert [refusal(state, 0, Bid(bid)) for bid in (10, 11)] == [LEGAL, "CENTURY-BID-COINS"]
    do(state, Bid(3))
    assert [refusal(state, 1, Bid(bid)) for bid in (4, 5, 11)] == [LEGAL, "CENTURY-BID-COINS", "CENTURY-BID-COINS"]
    do(state, Bid(4))
    assert [refusal(state, 2, Bid(bid)) for bid in (5, 11, 12, 13)] == [LEGAL] * 3 + ["CENTURY-BID-COINS"]


def test_a_player_who_cannot_raise_passes_or_drops_out() -> None:
    state = do(auction(coins=[10, 4, 10]), Choose("L1"), Bid(4))
    assert [refusal(state, 1, move) for move in (Bid(5), Pass(), Drop())] == ["CENTURY-BID-COINS", LEGAL, LEGAL]


@rows("seats, first", [(3, 1), (4, 2), (5, 0), (5, 3)])
def test_bids_go_clockwise_until_all_others_have_passed(seats: int, first: int) -> None:
    """The second one passes at once, and is not asked again."""
    state = do(auction(seats, first=first), Choose("L1"), Bid(2))
    order = [(first + step) % seats for step in range(seats)]
    for step, seat in enumerate(order[1:]):
        assert actor(state) == seat
        do(state, Pass() if seat == order[1] else Bid(3 + step))
    for seat in [bidder for bidder in order[:-1] if bidder != order[1]]:
        assert actor(state) == seat
        do(state, Pass())
    assert actor(state) == order[-1]
    assert coins(state)[order[-1]] == 10 - (seats + 1)
    assert players(state)[order[-1]].new_tiles == ("L1",)


def test_the_highest_bidder_pays_and_starts_the_next_auction() -> None:
    state = do(auction(), Choose("L2"), Bid(2), Bid(5), Pass(), Pass())
    assert coins(state) == [10, 5, 10]
    assert [player.new_tiles for player in players(state)] == [(), ("L2",), ()]
    assert state.view(None).land == ("L1", "L3", "L4", "L5")
    assert (stage(state), actor(state), state.view(None).start_player) == ("choosing", 1, 1)


def test_everybody_hears_who_paid_what() -> None:
    """Sales are listed in order, and stay listed when the next auction or another round has begun."""
    state = do(auction(3), Choose("L1"), Bid(2), Bid(3), Pass(), Pass())
    for watcher in (None, 0, 1, 2):
        assert state.view(watcher).sales == (Sale(1, "L1", 1, 3),)
    do(state, Choose("L3"), Bid(4), Drop(), Buy("T2"), Pass())
    bought = (Sale(1, "L1", 1, 3), Sale(1, "T2", 2, 6), Sale(1, "L3", 1, 4))
    assert [state.view(watcher).sales for watcher in (None, 0, 1, 2)] == [bought] * 4
    assert [player.spent for player in players(state)] == [(0, 0), (7, 0), (-4, 6)]
    later = finish(state)
    assert later.round == 2
    assert later.view(0).sales == bought


def test_a_pass_lasts_for_one_auction() -> None:
    state = do(auction(), *sold("L1", 2), Choose("L2"), Bid(2))
    assert refusal(state, 1, Bid(3)) == LEGAL
    assert refusal(do(state, Pass()), 2, Bid(3)) == LEGAL


def test_the_nth_tile_in_a_round_brings_n_cubes() -> None:
    state = auction()
    for bought, garbage in ((1, 1), (2, 3), (3, 6)):
        do(state, *sold(f"L{bought}", 2))
        assert (players(state)[0].new_garbage, players(state)[0].bought) == (garbage, bought)
    do(state, Choose("L4"), Bid(2), Bid(3), Pass(), Pass())
    assert [player.new_garbage for player in players(state)] == [6, 1, 0]


def test_only_the_player_whose_turn_it_is_moves() -> None:
    state = auction()
    assert [refusal(state, seat, Drop()) for seat in (1, 2)] == ["TURN-NOT-YOURS"] * 2
    do(state, Choose("L1"), Bid(2))
    assert [refusal(state, seat, Bid(3)) for seat in (0, 1, 2)] == ["TURN-NOT-YOURS", LEGAL, "TURN-NOT-YOURS"]


# -- dropping out


@rows("seats, first", [(3, 0), (3, 2), (4, 2), (5, 3)])
def test_if_the_start_player_drops_out_the_next_to_the_left_starts(seats: int, first: int) -> None:
    state = auction(seats, first=first)
    for step in range(seats):
        seat = (first + step) % seats
        assert (stage(state), actor(state), state.view(None).start_player) == ("choosing", seat, seat)
        do(state, Drop())
        assert (stage(state), actor(state)) == ("buying", seat)
        do(state, Decline())
    assert stage(state) == "containing"
    assert coins(state) == [14] * seats
    assert len(state.view(None).land) == LAND[seats]


def test_a_player_who_has_dropped_out_is_passed_over() -> None:
    """Seats 1 and 3 drop out of the first auction; 2 buys and drops out: 4 is next, not 3."""
    state = do(auction(5, first=1), *OUT, Choose("L1"), Bid(2), *OUT, Pass(), Pass(), *OUT)
    assert actor(state) == 4
    do(state, Choose("L2"), Bid(2))
    assert actor(state) == 0
    assert (actor(do(state, Bid(3))), stage(state)) == (4, "bidding")


def test_dropping_out_does_not_end_an_auction() -> None:
    """The auction goes on with the next to the left, and for all others as before."""
    state = do(auction(4), Choose("L1"), Bid(2), Bid(3), Drop())
    assert (stage(state), actor(state)) == ("buying", 2)
    do(state, Buy("T1"))
    assert (stage(state), actor(state), state.view(None).highest, state.view(None).leader) == ("bidding", 3, 3, 1)
    do(state, Pass(), Bid(4), Drop(), Decline())
    assert (stage(state), actor(state), coins(state)) == ("choosing", 0, [6, 14, 14, 10])


def test_a_player_who_bid_and_then_dropped_out_does_not_pay() -> None:
    state = do(auction(), Choose("L1"), Bid(5), Bid(6), Pass(), *OUT)
    assert coins(state) == [14, 4, 10]


def test_when_the_last_of_the_others_drops_out_the_highest_bid_stands() -> None:
    """The player who is left pays his bid; the next land costs him the minimum."""
    state = do(auction(), Choose("L1"), Bid(6), *OUT, *OUT)
    assert (coins(state), actor(state)) == ([4, 14, 14], 0)
    assert coins(do(state, Choose("L2"))) == [2, 14, 14]


@rows("number, paid", [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6)])
def test_compensation_is_the_minimum_bid_plus_two(number: int, paid: int) -> None:
    assert coins(do(auction(number=number), Drop())) == [10 + paid, 10, 10]


def test_a_player_who_bought_land_gets_no_compensation() -> None:
    state = do(auction(), *sold("L1", 3), Drop())
    assert coins(state) == [7, 10, 10]


def test_compensation_is_paid_once() -> None:
    state = do(auction(), *OUT, *OUT, *OUT)
    assert (coins(state), stage(state)) == ([14] * 3, "containing")


def test_compensation_comes_after_the_bids_of_the_auction() -> None:
    """It cannot be bid: a player who drops out bids no more."""
    state = do(auction(coins=[10, 3, 10]), Choose("L1"), Bid(3), Drop(), Decline(), Bid(4))
    assert (actor(state), coins(state)) == (0, [10, 7, 10])


# -- the last one in


@rows("seats", [3, 4, 5])
def test_the_last_player_left_buys_at_once_without_a_bid(seats: int) -> None:
    state = alone(seats, coins=[20] * seats)
    for bought in range(2, LAND[seats] + 1):
        assert (stage(state), actor(state), coins(state)[0]) == ("choosing", 0, 20 - 2 * (bought - 1))
        do(state, Choose(f"L{bought}"))
        assert players(state)[0].new_garbage == sum(range(1, bought + 1))
    assert (stage(state), actor(state), coins(state)[0]) == ("buying", 0, 20 - 2 * LAND[seats])


def test_the_last_player_left_stops_buying_when_he_likes() -> None:
    state = do(alone(), Choose("L3"))
    assert [refusal(state, 0, move) for move in (Pass(), Drop())] == ["CENTURY-START-PASS", LEGAL]
    assert (stage(do(state, *OUT)), coins(state)) == ("containing", [6, 14, 14])


def test_the_last_player_left_buys_only_what_he_can_pay() -> None:
    state = do(alone(coins=[5, 10, 10]), Choose("L2"))
    assert (coins(state)[0], refusal(state, 0, Choose("L3")), refusal(state, 0, Drop())) == (
        1,
        "CENTURY-BID-COINS",
        LEGAL,
    )


def test_the_last_player_left_need_not_have_bought_before() -> None:
    state = do(auction(number=3), *OUT, *OUT, Choose("M2"))
    assert (coins(state), players(state)[2].new_tiles, stage(state)) == ([15, 15, 7], ("M2",), "choosing")
    assert coins(do(state, *OUT)) == [15, 15, 7]


# -- land running out


@rows("seats, buyer", [(3, 0), (4, 2), (5, 4)])
def test_when_no_land_is_left_all_drop_out_from_the_start_player_on(seats: int, buyer: int) -> None:
    """The buyer of the last land is start player; the player to his right drops out last and bids for damage first."""
    state = auction(seats, first=buyer, coins=[20] * seats)
    for number in range(1, LAND[seats] + 1):
        assert stage(state) == "choosing"
        do(state, *sold(f"L{number}", 2, [Pass()] * (seats - 1)))
    order = [(buyer + step) % seats for step in range(seats)]
    for seat in order:
        assert (stage(state), actor(state)) == ("buying", seat)
        do(state, Decline())
    assert (stage(state), actor(state)) == ("containing", order[-1])
    assert state.view(None).start_player == order[-1]
    assert coins(state) == [20 - 2 * LAND[seats] if seat == buyer else 24 for seat in range(seats)]


def test_a_player_who_dropped_out_before_is_not_asked_again() -> None:
    """Seat 1 drops out first; seats 2 and 0 share the land, 0 buys the last of it."""
    state = do(auction(first=1, coins=[20] * 3), Drop(), Buy("T1"), *sold("L1", 2, [Pass()]), *sold("L2", 2, [Pass()]))
    do(state, *sold("L3", 2, [Pass()]), *sold("L4", 2, [Pass()]), Choose("L5"), Bid(2), Bid(3), Pass())
    assert (stage(state), actor(state)) == ("buying", 0)
    assert (stage(do(state, Decline())), actor(state)) == ("buying", 2)
    assert (stage(do(state, Decline())), actor(state)) == ("containing", 2)
    assert coins(state) == [17, 24, 12]


def test_technologies_are_bought_one_after_the_other_when_land_runs_out() -> None:
    """They cost the price of the field on which the marker stands in the end; what one player buys is gone."""
    state = auction(coins=[20] * 3)
    for number in range(1, 6):
        do(state, *sold(f"L{number}", 2))
    assert state.view(None).price == STRIPS["I-II"][-1]
    do(state, Buy("T2"))
    assert refusal(state, 1, Buy("T2")) == "CENTURY-TECHNOLOGY-NOT-OFFERED"
    do(state, Buy("T1"), Buy("T4"))
    assert (science(state), state.view(None).technologies) == ([5, 5, 5], ("T3",))


# -- technologies


@rows("seats, field", [(3, 2), (4, 1), (5, 1)])
@rows("number, period", [(1, "I-II"), (2, "I-II"), (3, "III-IV"), (4, "III-IV"), (5, "V")])
def test_the_marker_begins_on_the_field_for_the_number_of_players(
    seats: int, field: int, number: int, period: str
) -> None:
    view = auction(seats, number=number).view(None)
    assert (view.marker, view.price, len(view.technologies)) == (field, STRIPS[period][field - 1], seats + 1)


def test_each_sale_moves_the_marker_and_on_the_last_field_it_stays() -> None:
    state = auction(4, coins=[20] * 4)
    prices = [state.view(None).price]
    for number in range(1, 6):
        do(state, *sold(f"L{number}", 2, [Pass()] * 3))
        prices.append(state.view(None).price)
    assert prices == [8, 7, 6, 5, 5, 5]


def test_dropping_out_does_not_move_the_marker() -> None:
    state = do(auction(), *OUT, Drop(), Buy("T1"))
    assert state.view(None).price == 7


def test_what_is_bought_is_paid_and_kept() -> None:
    box = own(technologies={"Mill": facility("a-N", a=built(2, 2)), "Loco": {"locomotive": True}})
    state = do(auction(box=box), Drop(), Buy("Loco"), Drop(), Buy("Mill"))
    assert science(state) == [3, 3, 10]
    names = [[owned.technology for owned in player.technologies] for player in players(state)]
    assert names == [["Loco"], ["Mill"], []]
    assert [player.new_tiles for player in players(state)] == [(), ("Mill",), ()]
    assert state.view(None).technologies == ("T1", "T2")


@rows("name", ["T5", "U1", "L1", ""])
def test_only_a_technology_on_offer_can_be_bought(name: str) -> None:
    assert refusal(do(auction(), Drop()), 0, Buy(name)) == "CENTURY-TECHNOLOGY-NOT-OFFERED"


@rows("held, code", [(0, "CENTURY-TECHNOLOGY-SCIENCE"), (6, "CENTURY-TECHNOLOGY-SCIENCE"), (7, "")])
def test_a_player_without_enough_science_is_asked_and_declines(held: int, code: str) -> None:
    state = do(auction(science=[held, 10, 10]), Drop())
    assert (stage(state), actor(state)) == ("buying", 0)
    assert [refusal(state, 0, move) for move in (Buy("T1"), Decline())] == [code, LEGAL]
    assert (science(do(state, Decline())), actor(state)) == ([held, 10, 10], 1)


def test_a_player_buys_only_one_technology() -> None:
    state = do(auction(science=[30] * 3), Drop(), Buy("T1"))
    assert refusal(state, 0, Buy("T2")) == "TURN-NOT-YOURS"


@pytest.mark.parametrize("examples", daily([30, 100]))
def test_skulls_go_left_before_flowers_go_right(examples: int) -> None:
    numbers = st.integers(-6, 6), st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)
    settings(deadline=None, max_examples=examples)(given(*numbers)(skulls_go_before_flowers))()


def skulls_go_before_flowers(marker: int, skulls: int, flowers: int, garbage: int) -> None:
    box = own(technologies={"Both": {"skulls": skulls, "flowers": flowers, "garbage": garbage, "worker": True}})
    state = auction(box=box)
    state.table.pollution[0] += marker
    do(state, Drop(), Buy("Both"))
    player = players(state)[0]
    assert (player.pollution, player.new_garbage) == (min(6, max(-6, marker - skulls) + flowers), garbage)
    assert [(player.pollution, player.new_garbage) for player in players(state)[1:]] == [(0, 0)] * 2


@rows("seats", [3, 4, 5])
def test_nothing_is_on_offer_twice(seats: int) -> None:
    """That holds for sold and unsold things; each period begins with everything of its own."""
    state, seen = auction(seats), set[str]()
    for number, letters in enumerate(["LT", "LT", "MU", "MU", "NV"], 1):
        view = state.view(None)
        assert state.round == number
        assert {name[0] for name in (*view.land, *view.technologies)} == set(letters)
        assert (len(view.land), len(view.technologies)) == (LAND[seats], seats + 1)
        assert seen.isdisjoint({*view.land, *view.technologies, f"{view.damage}"})
        seen |= {*view.land, *view.technologies, f"{view.damage}"}
        state = draw(finish(do(state, Choose(view.land[0]), Bid(4), *[Pass()] * (seats - 1))))


@rows("letter, what", [("L", "land"), ("T", "technologies"), ("D", "damage")])
def test_round_two_draws_what_its_period_has_left(letter: str, what: str) -> None:
    """The draw is from everything of the period that has not been on offer, in the order of the file."""
    state = finish(auction(4))
    draws = []
    while isinstance(due := state.pending(), Draw):
        draws.append(due)
        state.resolve(list(due.items)[: due.take])
    (draw,) = [due for due in draws if due.name == f"{what}-2"]
    numbers = {"land": range(7, 17), "technologies": range(6, 13), "damage": range(1, 3)}[what]
    assert list(draw.items) == [f"{letter}{number}" for number in numbers]
