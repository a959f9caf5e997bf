"""20th Century: the land auction, technologies, environmental damage."""

from __future__ import annotations

from ...twentieth_century.by_hand import figures
from ..cases import Broken
from .case import RuleCase, register
from .twentieth_century_case import broken

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

UP = (0, "choose", "L1")
"""Seat 0, the start player, puts up L1."""
WON = (UP, (0, "bid", 2), (1, "pass"), (2, "pass"))
"""Seat 0 has L1, and chooses again."""
ALONE = ((0, "drop"), (1, "drop"))
"""Of three players seat 2 is the last one in."""


# -- 2. Landauktion: which land


@breaks("CENTURY-LAND-NOT-OFFERED")
def land_that_has_not_been_drawn() -> Broken:
    return broken(3, (0, "choose", "L6"), blame="tile", says="'L6' is not on offer; on offer: L1, L2, L3, L4, L5")


@breaks("CENTURY-LAND-NOT-OFFERED")
def land_that_is_sold() -> Broken:
    return broken(3, *WON, UP, blame="tile", says="'L1' is not on offer; on offer: L2, L3, L4, L5")


@breaks("CENTURY-LAND-NOT-OFFERED")
def land_that_went_with_its_round() -> Broken:
    return broken(3, ("round", 2), (2, "choose", "L5"), blame="tile", says="'L5' is not on offer; on offer: L6")


@breaks("CENTURY-LAND-NOT-OFFERED")
def land_of_a_later_period() -> Broken:
    return broken(3, (0, "choose", "L17"), blame="tile", says="'L17' is not on offer")


@breaks("CENTURY-LAND-NOT-OFFERED")
def the_start_tile() -> Broken:
    return broken(3, *ALONE, (2, "choose", "start"), blame="tile", says="'start' is not on offer")


@breaks("CENTURY-LAND-NOT-OFFERED")
def a_technology_put_up() -> Broken:
    return broken(4, (3, "choose", "mine"), start=3, blame="tile", says="'mine' is not on offer")


@breaks("CENTURY-LAND-NOT-OFFERED")
def neither_on_offer_nor_to_be_paid() -> Broken:
    """What is on offer comes first."""
    return broken(3, (0, "choose", "L6"), blame="tile", says="'L6' is not on offer", components=figures(coins=1))


@breaks("CENTURY-START-PASS")
def the_start_player_passes() -> Broken:
    return broken(3, (0, "pass"), blame="type", says="chooses land or drops out")


@breaks("CENTURY-START-PASS")
def the_winner_passes() -> Broken:
    return broken(3, UP, (0, "bid", 2), (1, "bid", 3), (1, "pass"), blame="type", says="chooses land or drops out")


@breaks("CENTURY-START-PASS")
def the_next_start_player_passes() -> Broken:
    return broken(3, (0, "drop"), (0, "decline"), (1, "pass"), blame="type", says="chooses land or drops out")


@breaks("CENTURY-START-PASS")
def the_last_one_in_passes() -> Broken:
    return broken(3, *ALONE, (2, "pass"), blame="type", says="chooses land or drops out")


# -- 2. Landauktion: bids


@breaks("CENTURY-BID-MINIMUM")
def one_in_the_first_round() -> Broken:
    return broken(3, UP, (0, "bid", 1), blame="coins", says="1 coins; the minimum is 2")


@breaks("CENTURY-BID-MINIMUM")
def nothing_bid() -> Broken:
    return broken(5, UP, (0, "bid", 0), blame="coins", says="0 coins; the minimum is 2")


@breaks("CENTURY-BID-MINIMUM")
def less_than_nothing() -> Broken:
    return broken(4, UP, (0, "bid", -20), blame="coins", says="-20 coins; the minimum is 2")


@breaks("CENTURY-BID-MINIMUM")
def two_in_the_third_round() -> Broken:
    third = (("round", 3), (1, "choose", "L17"), (1, "bid", 2))
    return broken(3, *third, blame="coins", says="2 coins; the minimum is 3")


@breaks("CENTURY-BID-MINIMUM")
def three_in_the_fifth_round() -> Broken:
    fifth = (("round", 5), (0, "choose", "L33"), (0, "bid", 3))
    return broken(3, *fifth, blame="coins", says="3 coins; the minimum is 4")


@breaks("CENTURY-BID-RAISE")
def as_much_as_the_highest_bid() -> Broken:
    return broken(3, UP, (0, "bid", 2), (1, "bid", 2), blame="coins", says="2 coins; the highest bid is 2")


@breaks("CENTURY-BID-RAISE")
def less_than_the_minimum_now() -> Broken:
    return broken(3, UP, (0, "bid", 2), (1, "bid", 1), blame="coins", says="1 coins; the highest bid is 2")


@breaks("CENTURY-BID-RAISE")
def more_than_the_first_bid_only() -> Broken:
    bids = (UP, (0, "bid", 2), (1, "bid", 7), (2, "bid", 5))
    return broken(4, *bids, blame="coins", says="5 coins; the highest bid is 7")


@breaks("CENTURY-BID-RAISE")
def the_own_bid_again() -> Broken:
    bids = (UP, (0, "bid", 5), (1, "pass"), (2, "bid", 6), (0, "bid", 5))
    return broken(3, *bids, blame="coins", says="5 coins; the highest bid is 6")


@breaks("CENTURY-BID-COINS")
def a_first_bid_of_more_than_is_there() -> Broken:
    return broken(3, UP, (0, "bid", 21), blame="coins", says="21 coins; seat 0 holds 20")


@breaks("CENTURY-BID-COINS")
def a_higher_bid_of_more_than_is_there() -> Broken:
    return broken(3, UP, (0, "bid", 20), (1, "bid", 21), blame="coins", says="21 coins; seat 1 holds 20")


@breaks("CENTURY-BID-COINS")
def what_was_paid_for_other_land() -> Broken:
    """20 - 2 = 18."""
    return broken(3, *WON, (0, "choose", "L2"), (0, "bid", 19), blame="coins", says="19 coins; seat 0 holds 18")


@breaks("CENTURY-BID-COINS")
def land_put_up_without_the_minimum() -> Broken:
    box = figures(coins=1)
    return broken(3, UP, blame="tile", says="the minimum is 2 coins; seat 0 holds 1", components=box)


@breaks("CENTURY-BID-COINS")
def the_last_one_in_has_nothing_left() -> Broken:
    """5 - 2 - 2 = 1."""
    bought = ((0, "drop"), (1, "drop"), (2, "drop"), (3, "drop"), (4, "choose", "L1"), (4, "choose", "L2"))
    says = "the minimum is 2 coins; seat 4 holds 1"
    return broken(5, *bought, (4, "choose", "L3"), blame="tile", says=says, components=figures(coins=5))


# -- 2. Landauktion: technologies


@breaks("CENTURY-TECHNOLOGY-NOT-OFFERED")
def a_technology_that_has_not_been_drawn() -> Broken:
    says = "'life' is not on offer; on offer: mine, worker, worker-2, bridge"
    return broken(3, (0, "buy", "life"), blame="technology", says=says)


@breaks("CENTURY-TECHNOLOGY-NOT-OFFERED")
def a_technology_that_is_sold() -> Broken:
    bought = ((0, "buy", "mine"), (1, "buy", "mine"))
    return broken(3, *bought, blame="technology", says="'mine' is not on offer; on offer: worker, worker-2, bridge")


@breaks("CENTURY-TECHNOLOGY-NOT-OFFERED")
def the_own_technology_of_the_round_before() -> Broken:
    bought = ((0, "buy", "mine"), ("round", 2), (0, "buy", "mine"))
    return broken(3, *bought, blame="technology", says="'mine' is not on offer")


@breaks("CENTURY-TECHNOLOGY-NOT-OFFERED")
def a_technology_of_a_later_period() -> Broken:
    return broken(4, (2, "buy", "P13"), blame="technology", says="'P13' is not on offer")


@breaks("CENTURY-TECHNOLOGY-NOT-OFFERED")
def land_bought_as_a_technology() -> Broken:
    return broken(3, (0, "buy", "L1"), blame="technology", says="'L1' is not on offer; on offer: mine")


@breaks("CENTURY-TECHNOLOGY-SCIENCE")
def a_technology_on_the_first_field() -> Broken:
    says = "mine costs 5 science; seat 0 holds 4"
    return broken(3, (0, "buy", "mine"), blame="technology", says=says, components=figures(science=4))


@breaks("CENTURY-TECHNOLOGY-SCIENCE")
def with_four_players_it_costs_more() -> Broken:
    says = "mine costs 6 science; seat 0 holds 5"
    return broken(4, (0, "buy", "mine"), blame="technology", says=says, components=figures(science=5))


@breaks("CENTURY-TECHNOLOGY-SCIENCE")
def on_the_last_field_the_marker_stays() -> Broken:
    """With four fields, the second tile that is sold brings it there."""
    sold = [(0, "choose", f"L{number}") for number in range(1, 5)]
    says = "mine costs 3 science; seat 0 holds 2"
    return broken(3, *sold, (0, "buy", "mine"), blame="technology", says=says, components=figures(science=2))


@breaks("CENTURY-TECHNOLOGY-SCIENCE")
def after_paying_for_another_one() -> Broken:
    """9 - 5 - 2 + 2: what it cost, what was bid for a column, and what a city yields."""
    told = ((0, "buy", "mine"), (0, "contain", 0, 2), ("round", 2), (0, "buy", "bridge-2"))
    says = "bridge-2 costs 5 science; seat 0 holds 4"
    return broken(3, *told, blame="technology", says=says, components=figures(science=9))


# -- 3. Umweltschäden


@breaks("CENTURY-DAMAGE-COLUMN")
def a_fourth_column_for_three() -> Broken:
    return broken(3, (2, "contain", 3, 0), blame="column", says="column 3; columns are 0 to 2")


@breaks("CENTURY-DAMAGE-COLUMN")
def the_last_column_for_four() -> Broken:
    return broken(4, (3, "contain", 4, 0), blame="column", says="column 4; columns are 0 to 3")


@breaks("CENTURY-DAMAGE-COLUMN")
def a_sixth_column() -> Broken:
    return broken(5, (4, "contain", 5, 99), blame="column", says="column 5; columns are 0 to 4")


@breaks("CENTURY-DAMAGE-COLUMN")
def a_column_on_the_left_of_the_left_one() -> Broken:
    return broken(3, (2, "contain", -1, 0), blame="column", says="column -1; columns are 0 to 2")


@breaks("CENTURY-DAMAGE-LIMIT")
def beyond_the_scale() -> Broken:
    return broken(3, (2, "contain", 0, 13), blame="science", says="13 science; 0 to 12 can be bid")


@breaks("CENTURY-DAMAGE-LIMIT")
def beyond_the_scale_to_outbid_its_end() -> Broken:
    bids = ((2, "contain", 0, 12), (0, "contain", 0, 13))
    return broken(3, *bids, blame="science", says="13 science; 0 to 12 can be bid")


@breaks("CENTURY-DAMAGE-LIMIT")
def less_than_no_science() -> Broken:
    return broken(3, (2, "contain", 0, -1), blame="science", says="-1 science; 0 to 12 can be bid")


@breaks("CENTURY-DAMAGE-LIMIT")
def beyond_the_scale_and_the_means() -> Broken:
    """The scale comes first."""
    return broken(3, (2, "contain", 1, 21), blame="science", says="21 science; 0 to 12 can be bid")


@breaks("CENTURY-DAMAGE-RAISE")
def nothing_on_nothing() -> Broken:
    bids = ((2, "contain", 0, 0), (0, "contain", 0, 0))
    return broken(3, *bids, blame="science", says="0 science; column 0 stands at 0")


@breaks("CENTURY-DAMAGE-RAISE")
def less_than_the_figure() -> Broken:
    bids = ((3, "contain", 2, 5), (0, "contain", 2, 4))
    return broken(4, *bids, blame="science", says="4 science; column 2 stands at 5")


@breaks("CENTURY-DAMAGE-RAISE")
def outbid_and_no_higher() -> Broken:
    bids = ((2, "contain", 0, 1), (0, "contain", 0, 2), (1, "contain", 1, 0), (2, "contain", 0, 2))
    return broken(3, *bids, blame="science", says="2 science; column 0 stands at 2")


@breaks("CENTURY-DAMAGE-SCIENCE")
def more_science_than_is_there() -> Broken:
    says = "8 science; seat 2 holds 7"
    return broken(3, (2, "contain", 0, 8), blame="science", says=says, components=figures(science=7))


@breaks("CENTURY-DAMAGE-SCIENCE")
def more_than_is_left_after_a_technology() -> Broken:
    """9 - 5 = 4."""
    bids = ((2, "buy", "mine"), (2, "contain", 0, 5))
    return broken(3, *bids, blame="science", says="5 science; seat 2 holds 4", components=figures(science=9))


@breaks("CENTURY-DAMAGE-SCIENCE")
def the_other_one_has_more() -> Broken:
    """Seat 2 has bought a technology, seat 0 has not."""
    bids = ((2, "buy", "mine"), (2, "contain", 1, 4), (0, "contain", 1, 5), (2, "contain", 1, 6))
    return broken(3, *bids, blame="science", says="6 science; seat 2 holds 4", components=figures(science=9))
