"""Phases 4 and 5: whose turn it is, yellow cubes, rewards at once, passing, who has passed, and the clean-up."""

from __future__ import annotations

import pytest

from cityleague.engine.city_tycoon.moves import Build, Cell, Cube, Move, Pass, Place, Sell, Supply
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.protocol import Draw
from cityleague.engine.rules import CHANCE_DUE, GAME_OVER, NOT_YOURS, IllegalMove, Rule

from ..rows import rows
from .scenes import LEGAL, D, P, any_kind, building, code, course, demand, do, money, own, plant, points, position

FREE = {"cost": 0, "demands": [demand(yellow=1, money=1)]}
"""A district that a yellow cube supplies."""
SIX = "A A B B C C\n# # . . . .\n# # . . . ."
"""Two districts for each of three seats: [0, 0] to [5, 0] is one row below them."""


def turn(state: TycoonState) -> int:
    """Whose turn it is."""
    due = state.pending()
    assert due is not None
    assert not isinstance(due, Draw)
    assert due.kind == "sequential"
    return due.seats[0]


def six(**details: object) -> TycoonState:
    """Everyone has two districts that can be supplied, and yellow cubes for them."""
    picture = SIX if details.get("seats") != 2 else SIX.replace("C", ".")
    return position(picture, **{"box": own(every=FREE), "yellow": (3, 3, 3), **details})  # type: ignore[arg-type]


def at(x: int) -> Supply:
    """Supplying one of the six."""
    return Supply((x, -1))


# -- turns, passing


def test_supplying_goes_in_turn_order() -> None:
    state = six(order=(2, 0, 1))
    turns = []
    for x in (4, 0, 2, 5, 1):
        turns.append(turn(state))
        do(state, at(x))
    assert turns == [2, 0, 1, 2, 0]
    assert turn(state) == 1


def test_one_demand_of_one_district_a_turn() -> None:
    assert turn(do(six(), at(0))) == 1


def test_only_the_one_in_turn_supplies() -> None:
    state = six()
    assert code(state, at(2), 1) == code(state, Pass(), 2) == NOT_YOURS.code
    assert state.legal(1) == state.legal(2) == []


@rows("passing", ["again", "final"])
def test_passing_is_always_possible(passing: str) -> None:
    state = do(six(passing=passing), Pass())
    assert (turn(state), state.view(None).passed) == (1, (True, False, False))
    assert code(state, at(0), 0) == NOT_YOURS.code
    do(state, Pass())
    assert (turn(state), state.view(None).passed) == (2, (True, True, False))


def test_whoever_passed_is_asked_again_on_the_next_lap_if_somebody_has_supplied() -> None:
    state = do(six(), Pass(), at(2))
    assert (turn(state), state.view(None).passed) == (2, (False, False, False))
    do(state, at(4))
    assert (turn(state), state.legal(0)) == (0, [at(0), at(1), Pass()])
    do(state, at(1), Pass(), at(5))
    assert (turn(state), state.view(None).passed) == (0, (False, False, False))
    do(state, Pass())
    assert (turn(state), state.legal(1)) == (1, [at(3), Pass()])


@rows("moves", [
    (Pass(), Pass(), Pass()),
    (at(0), Pass(), Pass(), Pass()),
    (Pass(), at(2), Pass(), Pass(), Pass()),
    (Pass(), Pass(), at(4), Pass(), Pass(), Pass()),
    (at(0), at(2), at(4), Pass(), Pass(), Pass()),
    (Pass(), at(2), at(4), Pass(), at(3), Pass(), Pass()),
])  # fmt: skip
def test_the_phase_ends_after_a_lap_of_passes(moves: tuple[Move, ...]) -> None:
    """Three passes in a row, or fewer where a player has supplied all, and not before."""
    state = do(six(), *moves[:-1])
    assert state.view(None).stage == "supplying"
    do(state, moves[-1])
    assert state.pending() == Draw("round-2", state.table.box.rounds[2], 18, hidden=True)


def test_a_pass_is_final_for_the_round_if_that_is_the_option() -> None:
    state = do(six(passing="final"), Pass(), at(2), at(4))
    assert (turn(state), state.view(None).passed) == (1, (True, False, False))
    assert code(state, at(0), 0) == NOT_YOURS.code
    do(state, Pass())
    assert (turn(state), state.legal(2)) == (2, [at(5), Pass()])
    do(state, at(5))
    assert isinstance(state.pending(), Draw)


@rows("passing", ["again", "final"])
def test_passes_of_a_round_do_not_count_in_the_next(passing: str) -> None:
    state = do(six(passing=passing), at(0), Pass(), Pass(), Pass())
    assert state.view(None).passed == (False, False, False)


def test_who_has_no_district_left_is_not_asked() -> None:
    """Seat 0 has supplied both, and has not passed: the others go on, then the round is over."""
    state = do(six(), at(0), at(2), at(4), at(1))
    do(state, Pass())
    assert (turn(state), state.view(None).passed) == (2, (False, True, False))
    do(state, at(5))
    assert (turn(state), state.view(None).passed) == (1, (False, False, False))
    do(state, at(3))
    assert state.pending() == Draw("round-2", state.table.box.rounds[2], 18, hidden=True)


def test_who_has_no_district_at_all_is_not_asked() -> None:
    box = own(every={**FREE, "reward": {"yellow": 1}})
    state = building("# #\n# #", box=box, kept={0: ["I-1"], 1: ["I-2"], 2: ["I-3"]})
    do(state, Build("I-1"), Place((2, 0)), Sell("I-2"), Build("I-3"), Place((2, 1)))
    assert (turn(state), state.view(None).passed) == (0, (False, False, False))
    do(state, Pass())
    assert turn(state) == 2


# -- who cannot supply

STREET = """
. . . T
# # B A
# # . C
"""
"""Each district asks for a red cube of the centre, 2 for the bank. Seat 0, at A and T, crosses B, which is seat 1's."""


def street(money: tuple[int, ...], **details: object) -> TycoonState:
    """The build phase ends: seat 1 goes first, then seats 0 and 2. Each has sold its last tile, for nothing."""
    key = {"T": D("I-1", 0), "A": D("I-2", 0), "B": D("I-3", 1), "C": D("I-4", 2)}
    state = building(
        STREET,
        key,
        money=money,
        order=(1, 0, 2),
        kept={0: ["I-7"], 1: ["I-8"], 2: ["I-9"]},
        box=own(start={"sale": 0}),
        **details,
    )
    return do(state, Sell("I-8"), Sell("I-7"), Sell("I-9"))


A_OVER_B = (Supply((3, 0)), Cube((0, 0), ((2, 0),)))
"""Seat 0 pays 2 to the bank and 2 to seat 1."""


def test_who_can_meet_no_demand_is_skipped_without_a_line() -> None:
    state = street(money=(8, 1, 9))
    assert (turn(state), state.view(None).passed, state.legal(1)) == (0, (False, False, False), [])
    with pytest.raises(IllegalMove, match=r"seat 0's turn .*; seat 1 can meet no demand now and is skipped") as refused:
        state.verify(1, Pass())
    assert refused.value.rule == NOT_YOURS


def test_who_was_skipped_is_asked_again_as_soon_as_others_have_paid_him_enough() -> None:
    state = do(street(money=(8, 1, 9)), *A_OVER_B)
    assert (money(state), turn(state)) == ((4, 3, 9), 2)
    do(state, Pass())
    assert turn(state) == 1
    assert state.legal(1) == [Supply((2, 0)), Pass()]
    do(state, Supply((2, 0)), Cube((0, 0)))
    assert (money(state), points(state, 1), turn(state)) == ((4, 1, 9), 1, 0)
    do(state, Supply((3, -1)), Cube((0, 0), ((2, 0), (3, 0))))
    assert money(state) == (0, 3, 9)
    assert isinstance(state.pending(), Draw)


@rows("passing, then", [("again", 1), ("final", 0)])
def test_a_pass_that_was_chosen_is_final_only_as_an_option_whatever_others_pay(passing: str, then: int) -> None:
    state = street(money=(8, 3, 9), passing=passing)
    assert turn(state) == 1
    do(state, Pass(), *A_OVER_B, Pass())
    assert (money(state), turn(state)) == ((4, 5, 9), then)
    with pytest.raises(IllegalMove) as refused:
        state.verify(1 - then, Supply(((3, 0), (2, 0))[1 - then]))
    assert "skipped" not in str(refused.value)


def test_who_could_not_pay_is_asked_although_others_have_passed_since() -> None:
    """Seat 1 had too little until seat 0 paid it; seat 2 has passed before and after that."""
    state = do(street(money=(8, 1, 9)), Pass(), Pass())
    assert isinstance(state.pending(), Draw)
    state = do(street(money=(8, 1, 9)), *A_OVER_B, Pass(), Pass())
    assert (turn(state), state.view(None).passed) == (0, (False, True, True))


def test_the_phase_ends_when_nobody_who_has_not_passed_can_supply() -> None:
    """Seat 1 never passes, and never has the 2 money that it needs; one lap of two passes is enough."""
    state = do(street(money=(8, 1, 9)), Pass(), Pass())
    assert isinstance(state.pending(), Draw)
    assert (money(state), state.round) == ((8, 1, 9), 2)


@rows("number, rule", [(1, CHANCE_DUE), (4, GAME_OVER)])
def test_a_pass_after_the_phase_is_refused_with_the_reason(number: int, rule: Rule) -> None:
    """Somebody who types a log may write a pass for each player."""
    state = do(street(money=(8, 1, 9), number=number), Pass(), Pass())
    reason = "the supply phase is over, because every seat has passed or cannot meet a demand"
    with pytest.raises(IllegalMove, match=reason) as refused:
        state.verify(1, Pass())
    assert refused.value.rule == rule


def test_a_player_is_skipped_when_others_have_taken_the_cubes() -> None:
    """One red cube is left: with it the phase is over, though all have money and districts."""
    state = street(money=(9, 9, 9), general={"electric": 1})
    assert turn(state) == 1
    do(state, Supply((2, 0)), Cube((0, 0)))
    assert isinstance(state.pending(), Draw)


@rows("number, over", [(1, False), (3, False), (4, True)])
def test_there_is_no_supply_phase_if_nobody_can_meet_a_demand(number: int, over: bool) -> None:
    state = street(money=(3, 1, 5), number=number)
    assert (state.pending() is None) == over
    assert money(state) == (3, 1, 5)
    assert state.round == number + (not over)


def test_one_demand_that_can_be_met_is_enough_to_be_asked() -> None:
    """It is the last demand of the last district; the others ask for too much of each colour."""
    dear = {"demands": [demand(red=9), demand(blue=9), demand(yellow=9)]}
    box = own({"I-1": dear, "I-2": {"demands": [*dear["demands"], demand(yellow=1)]}})
    state = position(
        "T U A\n# # B\n# # .", {"T": D("I-1"), "U": D("I-2")}, box=box, seats=2, yellow=(1, 0), order=(1, 0)
    )
    do(state, Supply((2, 0)), Cube((0, 0)))
    assert turn(state) == 0
    assert Supply((1, -1), 3) in state.legal(0)


def test_without_districts_there_is_no_supply_phase() -> None:
    state = building("# #\n# #", kept={0: ["I-1"], 1: ["I-2"], 2: ["I-3"]})
    do(state, Sell("I-1"), Sell("I-2"), Sell("I-3"))
    assert isinstance(state.pending(), Draw)
    assert state.round == 2


def test_the_first_in_order_who_has_a_district_begins() -> None:
    state = building("# #\n# #", order=(2, 0, 1), kept={0: ["I-1"], 1: ["I-2"], 2: ["I-3"]})
    do(state, Sell("I-3"), Build("I-1"), Place((2, 0)), Build("I-2"), Place((2, 1)))
    assert turn(state) == 0


# -- a district once a round


def test_each_district_once_a_round() -> None:
    state = do(six(seats=2, yellow=(9, 9)), at(0), Pass())
    assert code(state, at(0)) == "CT-SUPPLY-ONCE"
    assert state.legal(0) == [at(1), Pass()]
    assert [district.supplied for district in state.view(None).districts] == [True] + [False] * 3


def test_of_two_demands_one_is_met_a_round() -> None:
    box = own({"I-1": {"demands": [demand(red=1, points=2), demand(yellow=1, points=5)]}}, every=FREE)
    state = position(". T\n# #\n# #", {"T": D("I-1")}, box=box, yellow=(2, 0, 0), elsewhere=[0])
    assert state.legal(0)[:2] == [Supply((1, -1)), Supply((1, -1), 1)]
    for number, expected in [(0, 2), (1, 5)]:
        after = do(state.copy(), Supply((1, -1), number), *[Cube((0, 0))] * (number == 0))
        assert points(after) == expected
        assert [district.met for district in after.view(None).districts if district.tile == "I-1"] == [number]
        assert {code(after, Supply((1, -1), demand)) for demand in (0, 1)} == {"CT-SUPPLY-ONCE"}


def test_both_demands_may_be_met_in_different_rounds() -> None:
    box = own({"I-1": {"demands": [demand(red=1, points=2), demand(blue=1, points=5)]}})
    for number in (0, 1):
        state = position(". T\n# #\n# #", {"T": D("I-1")}, box=box, number=2, elsewhere=[1])
        do(state, Supply((1, -1), number), Cube(((0, 0), (1, 1))[number]), Pass())
        assert isinstance(state.pending(), Draw)
        assert [district.supplied for district in state.view(None).districts] == [False, False]


# -- yellow cubes, rewards


def test_yellow_cubes_go_at_once_and_cost_nothing() -> None:
    box = own({"I-1": {"demands": [demand(red=1, yellow=2)]}})
    state = position(". T\n# #\n# #", {"T": D("I-1")}, box=box, yellow=(3, 1, 1))
    do(state, Supply((1, -1)))
    assert (state.view(None).yellow, money(state)) == ((1, 1, 1), (50, 50, 50))


def test_yellow_cubes_alone_are_a_demand() -> None:
    """It needs neither a plant nor a way."""
    box = own({"I-1": {"demands": [demand(yellow=2, money=7, points=1)]}})
    state = position("# # w T\n# # . .", {"T": D("I-1")}, box=box, yellow=(2, 0, 0), money=(0, 0, 0), elsewhere=[0])
    do(state, Supply((3, 0)))
    assert (state.view(None).yellow, money(state), points(state)) == ((0, 0, 0), (7, 0, 0), 1)


def test_the_reward_is_paid_at_once_and_used_in_the_same_round() -> None:
    """Seat 0 has nothing: the yellow cubes and the money of its first district supply the second one."""
    box = own({
        "I-1": {"demands": [demand(red=1, money=3, points=1, goods=2)]},
        "I-2": {"demands": [demand(blue=1, yellow=2, points=4)]},
    })  # fmt: skip
    picture = "p T U\n# # .\n# # ."
    state = position(
        picture, {"p": P(), "T": D("I-1"), "U": D("I-2")}, seats=2, money=(0, 0), box=box, elsewhere=[0, 1]
    )
    assert code(state, Supply((2, -1))) == "CT-SUPPLY-YELLOW"
    do(state, Supply((1, -1)), Cube((0, -1)))
    assert (money(state), points(state), state.view(None).yellow) == ((3, 0), 1, (2, 0))
    do(state, Pass(), Supply((2, -1)), Cube((1, 1), ((1, -1),)))
    assert (money(state), points(state), state.view(None).yellow) == ((1, 0), 5, (0, 0))


def test_money_got_for_crossings_is_used_in_the_same_round() -> None:
    """Seat 1 has nothing until seat 0 crosses its tile."""
    key = {"T": D("I-1", 0), "U": D("I-2", 1)}
    state = position(". . T\n# # U\n# # .", key, seats=2, money=(4, 0))
    do(state, Supply((2, -1)), Cube((0, 0), ((2, 0),)))
    assert money(state) == (0, 2)
    assert code(state, Supply((2, 0))) == LEGAL


# -- clean-up


def test_yellow_cubes_do_not_outlast_the_round() -> None:
    state = do(six(seats=2, yellow=(5, 4)), Pass(), Pass())
    assert state.view(None).yellow == (0, 0)


PLANTS: dict[str, D | P] = {
    "e": P("electric", 0, 1, "exhausting"),
    "r": P("electric", 0, 2, "renewing"),
    "f": P("water", 1, 1, "exhausting"),
    "s": P("water", 1, 2, "renewing"),
    "T": D("I-1", 0),
}


def test_exhausting_plants_keep_what_is_left_and_renewing_ones_are_full() -> None:
    """Plant 1 holds 3 cubes, plant 2 renewing 3, as this file has it; the general ones as many as there are players."""
    box = own({"I-1": {"demands": [demand(4, 3)]}})
    state = position(". e f .\n. T r s\n. # # .\n. # # .", PLANTS, seats=2, box=box)
    do(state, Supply((0, -1)))
    do(state, Cube((0, -2)), Cube((0, -2)), Cube((1, -1)), Cube((0, 0)))
    do(state, Cube((1, -2), ((0, -2),)), Cube((2, -1), ((1, -1),)))
    left = {cell: plant(state, cell).cubes for cell in [(0, -2), (1, -2), (1, -1), (2, -1), (0, 0), (1, 1)]}
    assert left == {(0, -2): 1, (1, -2): 2, (1, -1): 2, (2, -1): 2, (0, 0): 1, (1, 1): 2}
    do(state, Cube((1, 1)))
    assert isinstance(state.pending(), Draw)
    after = {cell: plant(state, cell).cubes for cell in left}
    assert after == {(0, -2): 1, (1, -2): 2, (1, -1): 3, (2, -1): 3, (0, 0): 2, (1, 1): 2}


def test_an_exhausted_plant_stays_empty() -> None:
    box = own({"I-1": {"demands": [demand(3)]}})
    state = position("e T\n# #\n# #", PLANTS, seats=2, box=box)
    do(state, Supply((1, -1)), *[Cube((0, -1))] * 3)
    assert isinstance(state.pending(), Draw)
    assert plant(state, (0, -1)).cubes == 0


@rows("seats", [2, 3, 4, 5])
def test_general_plants_renew_as_many_cubes_as_there_are_players(seats: int) -> None:
    cells: tuple[Cell, ...] = ((0, 0), (1, 1))
    fresh = next(course(seats, "general", own()))
    assert [plant(fresh, cell).cubes for cell in cells] == [seats, seats]
    assert [(plant(fresh, cell).kind, plant(fresh, cell).owner) for cell in cells] == [
        ("electric", None), ("water", None),
    ]  # fmt: skip
    box = own({"I-1": {"demands": [demand(seats, seats)]}})
    state = position(". T\n# #\n# #", {"T": D("I-1")}, seats=seats, box=box, elsewhere=[1])
    do(state, Supply((1, -1)), *[Cube(cell) for cell in cells for _ in range(seats)])
    assert [plant(state, cell).cubes for cell in cells] == [0, 0]
    assert money(state)[0] == 50 - 4 * seats
    do(state, Pass())
    assert [plant(state, cell).cubes for cell in cells] == [seats, seats]


def test_one_cube_more_than_there_are_players_cannot_be_had_of_the_general_plant() -> None:
    box = own({"I-1": {"demands": [demand(4)]}})
    for seats, expected in [(3, "CT-SUPPLY-SHORT"), (4, LEGAL), (5, LEGAL)]:
        state = position(". T\n# #\n# #", {"T": D("I-1")}, seats=seats, box=box)
        assert code(state, Supply((1, -1))) == expected


def test_after_round_four_the_game_is_over_and_nothing_is_cleaned_up() -> None:
    """What was supplied and all cubes that are left, yellow ones too, can still be seen."""
    state = do(six(seats=2, number=4, general={"water": 1}), at(0), Pass(), Pass())
    assert state.pending() is None
    assert code(state, Pass(), 0) == GAME_OVER.code
    view = state.view(None)
    assert [district.supplied for district in view.districts] == [True, False, False, False]
    assert (view.yellow, plant(state, (1, 1)).cubes, view.money) == ((2, 3), 1, (51, 50))


# -- in whole games


@rows("seats", [2, 3, 4, 5])
def test_cubes_and_money_are_never_negative(seats: int) -> None:
    every = {"cost": 2, "demands": [demand(1, 1, money=6, goods=1), demand(yellow=1, money=4)]}
    for seed in ("a", "b"):
        for state in course(seats, seed, own(every=every), any_kind):
            view = state.view(None)
            assert min(*view.money, *view.yellow) >= 0
            assert all(plant.cubes >= 0 for plant in view.plants)


@rows("seats", [2, 3, 4, 5])
def test_whoever_is_asked_to_supply_can(seats: int) -> None:
    asked = 0
    for state in course(seats, "asked", own(every={"cost": 2, "demands": [demand(1, 1, money=6)]}), any_kind):
        if state.view(None).stage == "supplying":
            asked += 1
            assert len(state.legal(turn(state))) > 1
    assert asked > 8
