"""20th Century: taking turns."""

from __future__ import annotations

from ...twentieth_century.by_hand import course
from ..cases import Broken
from .case import RuleCase, register
from .twentieth_century_case import broken_log

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

UP = (0, "choose", "L1")
"""Seat 0, the start player, puts up L1."""
WON = (UP, (0, "bid", 2), (1, "pass"), (2, "pass"))
"""Seat 0 has L1, and chooses again."""


@breaks("TURN-GAME-OVER")
def game_over() -> Broken:
    return broken_log(3, *course(3, until="over"), (0, "drop"), blame=None, says="the game is over")


@breaks("TURN-CHANCE-DUE")
def before_there_is_a_start_player() -> Broken:
    return broken_log(3, (0, "choose", "L1"), blame=None, says="start must be drawn")


@breaks("TURN-CHANCE-DUE")
def before_the_second_bonus_card() -> Broken:
    return broken_log(3, ("start", "1"), ("bonus-2", "B2"), (1, "drop"), blame=None, says="bonus-4 must be drawn")


@breaks("TURN-CHANCE-DUE")
def before_technologies_are_on_offer() -> Broken:
    return broken_log(3, *course(3, UP)[:4], UP, blame=None, says="technologies-1 must be drawn")


@breaks("TURN-CHANCE-DUE")
def before_the_second_round() -> Broken:
    played = course(3, (0, "done"), (1, "done"), (2, "done"))
    return broken_log(3, *played, (0, "choose", "L6"), blame=None, says="land-2 must be drawn")


@breaks("TURN-NOT-YOURS")
def not_the_start_player() -> Broken:
    return broken_log(3, *course(3, until="choosing"), (1, "choose", "L1"), blame=None, says="it is seat 0's turn")


@breaks("TURN-NOT-YOURS")
def bidding_before_who_chose() -> Broken:
    return broken_log(3, *course(3, UP), (1, "bid", 2), blame=None, says="it is seat 0's turn (opening)")


@breaks("TURN-NOT-YOURS")
def raising_the_own_bid() -> Broken:
    return broken_log(3, *course(3, UP, (0, "bid", 2)), (0, "bid", 3), blame=None, says="it is seat 1's turn (bidding)")


@breaks("TURN-NOT-YOURS")
def bidding_after_a_pass() -> Broken:
    """It goes to and fro between seats 0 and 2."""
    played = course(3, UP, (0, "bid", 2), (1, "pass"), (2, "bid", 3), (0, "bid", 4))
    return broken_log(3, *played, (1, "bid", 9), blame=None, says="it is seat 2's turn")


@breaks("TURN-NOT-YOURS")
def a_technology_for_who_is_still_in() -> Broken:
    return broken_log(3, *course(3, (0, "drop")), (1, "buy", "mine"), blame=None, says="it is seat 0's turn (buying)")


@breaks("TURN-NOT-YOURS")
def damage_counter_clockwise() -> Broken:
    """Seat 2 dropped out last, so seat 0 comes next."""
    played = course(3, (2, "contain", 0, 0))
    return broken_log(3, *played, (1, "contain", 1, 0), blame=None, says="it is seat 0's turn (containing)")


@breaks("TURN-NOT-YOURS")
def damage_for_whose_figure_stands_highest() -> Broken:
    played = course(3, (2, "contain", 0, 0), (0, "contain", 0, 1))
    return broken_log(3, *played, (0, "contain", 1, 1), blame=None, says="it is seat 1's turn")


@breaks("TURN-NOT-YOURS")
def a_technology_used_after_it_is_done() -> Broken:
    played = course(3, (0, "buy", "worker"), (0, "done"))
    says = "seat 0 has nothing more to decide"
    return broken_log(3, *played, (0, "worker", "worker", "start.c"), blame=None, says=says)


@breaks("TURN-NOT-YOURS")
def done_twice() -> Broken:
    return broken_log(3, *course(3, (1, "done")), (1, "done"), blame=None, says="seat 1 has nothing more to decide")


@breaks("TURN-NOT-YOURS")
def recycling_without_a_plant() -> Broken:
    played = course(3, (0, "buy", "worker"), (0, "worker", "worker", "start.c"), until="recycling")
    return broken_log(
        3, *played, (1, "clear", "start.c", "start"), blame=None, says="seat 1 has nothing more to decide"
    )


@breaks("TURN-WRONG-MOVE")
def bidding_without_land_put_up() -> Broken:
    return broken_log(3, *course(3, until="choosing"), (0, "bid", 2), blame="type", says="choose or drop is due")


@breaks("TURN-WRONG-MOVE")
def passing_on_the_first_bid() -> Broken:
    return broken_log(3, *course(3, UP), (0, "pass"), blame="type", says="bid is due")


@breaks("TURN-WRONG-MOVE")
def dropping_out_on_the_first_bid() -> Broken:
    return broken_log(3, *course(3, UP), (0, "drop"), blame="type", says="bid is due")


@breaks("TURN-WRONG-MOVE")
def choosing_other_land_in_place_of_a_bid() -> Broken:
    played = course(3, UP, (0, "bid", 2))
    return broken_log(3, *played, (1, "choose", "L2"), blame="type", says="bid or pass or drop is due")


@breaks("TURN-WRONG-MOVE")
def passing_a_technology() -> Broken:
    return broken_log(3, *course(3, (0, "drop")), (0, "pass"), blame="type", says="buy or decline is due")


@breaks("TURN-WRONG-MOVE")
def declining_damage() -> Broken:
    return broken_log(3, *course(3, until="containing"), (2, "decline"), blame="type", says="contain is due")


@breaks("TURN-WRONG-MOVE")
def laying_before_the_damage_is_contained() -> Broken:
    played = course(3, *WON, until="containing")
    return broken_log(3, *played, (2, "lay", "L1", (1, 0)), blame="type", says="contain is due")


@breaks("TURN-WRONG-MOVE")
def recycling_before_the_yield() -> Broken:
    played = course(3, (0, "buy", "worker"), (0, "worker", "worker", "start.c"))
    return broken_log(3, *played, (0, "clear", "start.c", "start"), blame="type", says="done is due")


@breaks("TURN-WRONG-MOVE")
def not_recycling() -> Broken:
    """A plant must remove what it can."""
    played = course(3, (0, "buy", "worker"), (0, "worker", "worker", "start.c"), until="recycling")
    return broken_log(3, *played, (0, "done"), blame="type", says="clear is due")
