"""Cases of NEOM: what a build takes, and where the goods come from.

Seats 0, 1, 2 make coal, ore, wood unless a case says otherwise; everyone has 6 money, and 35 more in each later
generation if he has sold all tiles before. A purchase is good, seller, way.
"""

from __future__ import annotations

from ...neom.by_hand import Rounds
from ..cases import Broken
from .case import RuleCase, register
from .neom_case import broken

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

POST_OFFICE = {0: ("build", 59, (-1, 0))}
"""Stands in for one raw good a build."""
EAST = ({0: ("build", 2, (1, 0))}, {0: ("build", 7, (2, 0))})
"""A trade route out of [2, 0]."""


@breaks("NEOM-BUILD-CHOICE")
def no_good_chosen() -> Broken:
    return broken(3, {}, anchors={0: (137,)}, last=(0, "anchor", 137, (0, 1)), blame="produce")


@breaks("NEOM-BUILD-CHOICE")
def a_raw_good_chosen() -> Broken:
    """137 makes a trade good."""
    last = (0, "anchor", 137, (0, 1), {"produce": "oil"})
    return broken(3, {}, anchors={0: (137,)}, last=last, blame="produce")


@breaks("NEOM-BUILD-CHOICE")
def a_good_chosen_for_a_home() -> Broken:
    return broken(3, {}, last=(0, "build", 2, (1, 0), {"produce": "steel"}), blame="produce")


@breaks("NEOM-BUILD-NEEDS")
def two_homes_of_three() -> Broken:
    rounds: Rounds = ({0: ("build", 84, (1, 0))}, {0: ("build", 85, (0, -1))}, {})
    return broken(3, *rounds, generation=3, last=(0, "build", 83, (-1, 0)), blame="tile")


@breaks("NEOM-BUILD-NEEDS")
def no_industry_at_all() -> Broken:
    """99 itself does not help."""
    return broken(1, {}, generation=3, last=(0, "build", 99, (-1, 0)), blame="tile")


@breaks("NEOM-BUILD-ALTERNATIVE")
def a_third_cost() -> Broken:
    """Beyond coal, 0, and oil, 1."""
    return broken(3, {}, last=(0, "build", 16, (1, 0), {"alternative": 2}), blame="alternative")


@breaks("NEOM-BUILD-ALTERNATIVE")
def below_the_first() -> Broken:
    return broken(3, {}, last=(0, "build", 16, (1, 0), {"alternative": -1}), blame="alternative")


@breaks("NEOM-BUILD-ALTERNATIVE")
def a_second_cost_where_there_is_one() -> Broken:
    return broken(3, {}, last=(0, "build", 6, (1, 0), {"alternative": 1}), blame="alternative")


@breaks("NEOM-BUILD-STAND-IN")
def no_post_office() -> Broken:
    return broken(3, {}, last=(0, "build", 11, (1, 0), {"virtual": ["wood"]}), blame="virtual")


@breaks("NEOM-BUILD-STAND-IN")
def a_trade_good_from_the_post_office() -> Broken:
    last = (0, "build", 60, (1, 0), {"virtual": ["steel"]})
    return broken(3, POST_OFFICE, {}, generation=2, last=last, blame="virtual")


@breaks("NEOM-BUILD-STAND-IN")
def two_goods_from_one_post_office() -> Broken:
    last = (0, "build", 52, (1, 0), {"virtual": ["gas", "oil"]})
    return broken(3, POST_OFFICE, {}, generation=2, last=last, blame="virtual")


@breaks("NEOM-BUILD-STAND-IN")
def what_the_city_makes() -> Broken:
    """51 takes coal and ore; the city makes the coal."""
    last = (0, "build", 51, (1, 0), "ore 1 left", {"virtual": ["coal"]})
    return broken(3, POST_OFFICE, {}, generation=2, last=last, blame="virtual")


@breaks("NEOM-BUILD-STAND-IN")
def stood_in_for_twice() -> Broken:
    last = (0, "build", 53, (1, 0), {"virtual": ["ore", "ore"]})
    return broken(3, POST_OFFICE, {}, generation=2, last=last, blame="virtual")


# -- purchases


@breaks("NEOM-BUY-NOT-NEEDED")
def a_home_takes_no_ore() -> Broken:
    return broken(3, {}, last=(0, "build", 2, (1, 0), "ore 1 left"), blame="buy/0")


@breaks("NEOM-BUY-NOT-NEEDED")
def bought_what_the_city_makes() -> Broken:
    """As does the bank."""
    return broken(2, {}, last=(0, "build", 14, (1, 0), "coal"), blame="buy/0")


@breaks("NEOM-BUY-NOT-NEEDED")
def bought_twice() -> Broken:
    return broken(3, {}, last=(0, "build", 11, (1, 0), "wood 2 left, wood 2 right"), blame="buy/1")


@breaks("NEOM-BUY-NOT-NEEDED")
def bought_what_the_post_office_brings() -> Broken:
    last = (0, "build", 53, (1, 0), "ore 1 left", {"virtual": ["ore"]})
    return broken(3, POST_OFFICE, {}, generation=2, last=last, blame="buy/0")


@breaks("NEOM-BUY-NOT-NEEDED")
def bought_for_the_other_cost() -> Broken:
    """The second cost of 16 is oil."""
    last = (1, "build", 16, (1, 0), "coal 0 right", {"alternative": 1})
    return broken(3, {}, last=last, blame="buy/0")


@breaks("NEOM-BUY-LEVEL")
def a_trade_good_in_the_first_generation() -> Broken:
    return broken(1, {}, last=(0, "build", 5, (0, 1), "lumber"), blame="buy/0/good")


@breaks("NEOM-BUY-LEVEL")
def by_a_trade_route() -> Broken:
    """It makes goods cheaper, but brings no others."""
    last = (0, "build", 9, (0, -1), "gold right")
    return broken(1, *EAST, {}, last=last, blame="buy/0/good")


@breaks("NEOM-BUY-SELLER")
def from_the_bank_among_three() -> Broken:
    return broken(3, {}, last=(0, "build", 11, (1, 0), "wood left"), blame="buy/0/seller")


@breaks("NEOM-BUY-SELLER")
def from_a_seat_that_makes_something_else() -> Broken:
    return broken(3, {}, last=(0, "build", 11, (1, 0), "wood 1 left"), blame="buy/0/seller")


@breaks("NEOM-BUY-SELLER")
def from_oneself() -> Broken:
    return broken(3, {}, last=(0, "build", 11, (1, 0), "wood 0 left"), blame="buy/0/seller")


@breaks("NEOM-BUY-SELLER")
def the_second_of_two_purchases() -> Broken:
    """Seat 3 makes gas, nobody oil."""
    last = (0, "build", 52, (1, 0), "gas 3 right, oil 3 right")
    return broken(4, {}, generation=2, boards="coal ore wood gas", last=last, blame="buy/1/seller")


@breaks("NEOM-BUY-SELLER")
def what_is_made_only_since_this_round() -> Broken:
    """Seat 1 builds a rainforest in the same round."""
    round_ = {1: ("build", 20, (-1, 0))}
    last = (0, "build", 11, (1, 0), "wood 1 left")
    return broken(3, round_, boards="coal ore stone", last=last, blame="buy/0/seller")


@breaks("NEOM-BUY-SELLER")
def from_the_bank_though_the_other_makes_it() -> Broken:
    return broken(2, {}, boards="coal wood", last=(0, "build", 11, (1, 0), "wood"), blame="buy/0/seller")


@breaks("NEOM-BUY-SELLER")
def from_the_other_who_does_not_make_it() -> Broken:
    return broken(2, {}, last=(0, "build", 11, (1, 0), "wood 1"), blame="buy/0/seller")


@breaks("NEOM-BUY-SELLER")
def from_a_seat_alone() -> Broken:
    return broken(1, {}, last=(0, "build", 11, (1, 0), "wood 0"), blame="buy/0/seller")


@breaks("NEOM-BUY-WAY")
def no_way_among_three() -> Broken:
    return broken(3, {}, last=(0, "build", 11, (1, 0), "wood 2"), blame="buy/0/way")


@breaks("NEOM-BUY-WAY")
def both_ways_at_once() -> Broken:
    return broken(3, {}, last=(0, "build", 11, (1, 0), "wood 2 both"), blame="buy/0/way")


@breaks("NEOM-BUY-WAY")
def a_way_between_two() -> Broken:
    return broken(2, {}, boards="coal wood", last=(0, "build", 11, (1, 0), "wood 1 left"), blame="buy/0/way")


@breaks("NEOM-BUY-WAY")
def a_trade_route_that_is_not_there() -> Broken:
    return broken(1, {}, last=(0, "build", 11, (1, 0), "wood left"), blame="buy/0/way")


@breaks("NEOM-BUY-WAY")
def one_trade_route_of_both() -> Broken:
    """Only the right one is active."""
    return broken(1, *EAST, {}, last=(0, "build", 11, (0, 1), "wood both"), blame="buy/0/way")


@breaks("NEOM-BUY-WAY")
def a_trade_route_twice_in_a_generation() -> Broken:
    rounds: Rounds = (*EAST, {0: ("build", 11, (0, 1), "wood right")}, {})
    return broken(1, *rounds, last=(0, "build", 12, (0, -1), "stone right"), blame="buy/0/way")


@breaks("NEOM-BUY-WAY")
def a_trade_route_twice_in_a_build() -> Broken:
    rounds: Rounds = ({0: ("build", 42, (1, 0))}, {0: ("build", 48, (2, 0))}, {})
    last = (0, "build", 52, (-1, 0), "gas right, oil right")
    return broken(1, *rounds, generation=2, last=last, blame="buy/1/way")


@breaks("NEOM-BUILD-GOOD")
def without_the_wood() -> Broken:
    return broken(3, {}, last=(0, "build", 11, (1, 0)), blame="buy")


@breaks("NEOM-BUILD-GOOD")
def one_good_of_two() -> Broken:
    last = (0, "build", 52, (1, 0), "gas 2 right")
    return broken(3, {}, generation=2, boards="coal ore gas", last=last, blame="buy")


@breaks("NEOM-BUILD-GOOD")
def a_good_lost_with_its_tile() -> Broken:
    """Fire takes the abandoned quarry, and with it the wood for the sawmill."""
    rounds: Rounds = ({0: ("build", 62, (1, 0))}, {0: ("remove", [(1, 0)]), 1: ("pick", 64)}, {})
    return broken(3, *rounds, generation=2, boards="coal ore gas", last=(0, "build", 55, (0, 1)), blame="buy")


@breaks("NEOM-BUILD-MONEY")
def eight_of_six() -> Broken:
    return broken(3, {}, anchors={0: (129,)}, last=(0, "anchor", 129, (0, 1)), blame="tile")


@breaks("NEOM-BUILD-MONEY")
def wood_for_the_last_coin() -> Broken:
    """26 and 4 cost 3 and 2 of 6 money; wood costs 2, with seat 3 between 3."""
    rounds: Rounds = ({0: ("build", 26, (1, 0))}, {0: ("build", 4, (0, -1))}, {})
    last = (0, "build", 11, (0, 1), "wood 2 right")
    return broken(4, *rounds, last=last, blame="buy")


@breaks("NEOM-BUILD-MONEY")
def with_the_price_of_a_good_sold_in_this_round() -> Broken:
    """6, and 2 from seat 1 for wood: only from the next round on there are 8."""
    round_ = {1: ("build", 11, (1, 0), "wood 0 right")}
    last = (0, "anchor", 129, (0, 1))
    return broken(3, round_, boards="wood ore coal", anchors={0: (129,)}, last=last, blame="tile")
