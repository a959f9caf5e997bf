"""City Tycoon: taking turns, the draft, and building."""

from __future__ import annotations

from ...city_tycoon.by_hand import course, figures
from ..cases import Broken
from .case import RuleCase, register
from .city_tycoon_case import broken, broken_log

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

HOME = (0, "build", "I-1", (2, 0))
"""Seat 0's first district, east of the centre."""


# -- taking turns


@breaks("TURN-GAME-OVER")
def game_over() -> Broken:
    """One tile a hand, and nobody builds."""
    box = figures(hand=1)
    return broken_log(2, *course(2, until="over", components=box), (0, "pass"), blame=None, components=box)


@breaks("TURN-CHANCE-DUE")
def before_there_is_an_order() -> Broken:
    return broken_log(2, *course(2), (0, "sell", "I-1"), blame=None)


@breaks("TURN-CHANCE-DUE")
def before_the_tiles_are_dealt() -> Broken:
    """A pick would do: the log may leave out hands that nobody saw."""
    return broken_log(2, ("order", "1 0"), (1, "sell", "I-1"), blame=None)


@breaks("TURN-CHANCE-DUE")
def before_the_second_round() -> Broken:
    """Only seat 0 has a district: with its pass the round is over."""
    return broken_log(2, *course(2, HOME, (0, "pass")), (0, "sell", "II-1"), blame=None)


@breaks("TURN-NOT-YOURS")
def second_pick() -> Broken:
    box = figures(hand=3)
    played = course(2, last=(0, "pick", "I-1"), held={0: "I-1 I-2"}, components=box)
    return broken_log(2, *played, (0, "pick", "I-2"), blame=None, components=box)


@breaks("TURN-NOT-YOURS")
def building_before_the_first_player() -> Broken:
    played = course(2, until="building", held={0: "I-1", 1: "I-2"}, order="1 0")
    return broken_log(2, *played, (0, "sell", "I-1"), blame=None)


@breaks("TURN-NOT-YOURS")
def two_tiles_in_a_row() -> Broken:
    return broken_log(2, *course(2, HOME, held={0: "I-1 I-2"}), (0, "sell", "I-2"), blame=None)


@breaks("TURN-NOT-YOURS")
def placing_for_another() -> Broken:
    return broken_log(2, *course(2, HOME[:3]), (1, "place", (2, 0)), blame=None)


@breaks("TURN-NOT-YOURS")
def supplying_after_a_pass() -> Broken:
    played = course(2, HOME, (1, "build", "I-2", (2, 1)), (0, "pass"))
    return broken_log(2, *played, (0, "supply", (2, 0)), blame=None)


@breaks("TURN-NOT-YOURS")
def supplying_after_the_last_district_was_supplied() -> Broken:
    played = course(2, HOME, (1, "build", "I-2", (2, 1)), (0, "supply", (2, 0)), (0, "cube", (0, 0)))
    return broken_log(2, *played, (0, "pass"), blame=None)


@breaks("TURN-WRONG-MOVE")
def building_in_the_draft() -> Broken:
    return broken_log(2, *course(2, until="drafting", held={0: "I-1"}), (0, "build", "I-1"), blame="type")


@breaks("TURN-WRONG-MOVE")
def picking_after_the_draft() -> Broken:
    return broken_log(2, *course(2, until="building", held={0: "I-1"}), (0, "pick", "I-1"), blame="type")


@breaks("TURN-WRONG-MOVE")
def passing_with_tiles_to_build() -> Broken:
    return broken_log(2, *course(2, until="building"), (0, "pass"), blame="type")


@breaks("TURN-WRONG-MOVE")
def placing_before_it_is_paid() -> Broken:
    return broken_log(2, *course(2, until="building"), (0, "place", (2, 0)), blame="type")


@breaks("TURN-WRONG-MOVE")
def selling_what_is_to_be_placed() -> Broken:
    return broken_log(2, *course(2, HOME[:3]), (0, "sell", "I-1"), blame="type")


@breaks("TURN-WRONG-MOVE")
def selling_with_terrain_to_be_placed() -> Broken:
    box = figures({"I-1": {"reward": {"water": 1}}})
    played = course(2, HOME, held={0: "I-1 I-2"}, components=box)
    return broken_log(2, *played, (0, "sell", "I-2"), blame="type", components=box)


@breaks("TURN-WRONG-MOVE")
def a_cube_without_a_demand() -> Broken:
    return broken_log(2, *course(2, HOME, until="supplying"), (0, "cube", (0, 0)), blame="type")


@breaks("TURN-WRONG-MOVE")
def passing_with_cubes_to_bring() -> Broken:
    return broken_log(2, *course(2, HOME, (0, "supply", (2, 0))), (0, "pass"), blame="type")


# -- 2. Phase


@breaks("CT-PICK-NOT-IN-HAND")
def picked_of_the_neighbours_hand() -> Broken:
    return broken(2, (0, "pick", "I-2"), held={1: "I-2"}, blame="tile")


@breaks("CT-PICK-NOT-IN-HAND")
def picked_what_is_not_dealt() -> Broken:
    return broken(2, (1, "pick", "I-1"), blame="tile")


@breaks("CT-PICK-NOT-IN-HAND")
def picked_of_a_later_round() -> Broken:
    return broken(2, (1, "pick", "II-1"), blame="tile")


@breaks("CT-PICK-NOT-IN-HAND")
def picked_of_the_hand_that_was_passed_on() -> Broken:
    """Of the three tiles of seat 0's hand the third is I-2; all hands have been passed to the right."""
    box = figures(hand=3)
    draws = (("order", "0 1 2"), ("round-1", "I-1 I-3 I-2 I-4 I-5 I-6 I-7 I-8 I-9"))
    picks = ((0, "pick", "I-1"), (1, "pick", "I-4"), (2, "pick", "I-7"))
    return broken_log(3, *draws, *picks, (0, "pick", "I-2"), blame="tile", components=box)


@breaks("CT-PICK-NOT-IN-HAND")
def picked_from_the_left_neighbour_of_the_left() -> Broken:
    """Hands go to the right: seat 0 has now that of seat 1, not that of seat 2."""
    box = figures(hand=3)
    draws = (("order", "0 1 2"), ("round-1", "I-1 I-3 I-2 I-4 I-5 I-6 I-7 I-8 I-9"))
    picks = ((2, "pick", "I-7"), (0, "pick", "I-1"), (1, "pick", "I-4"))
    return broken_log(3, *draws, *picks, (0, "pick", "I-8"), blame="tile", components=box)


# -- 3. Phase: which tile, and its cost


@breaks("CT-BUILD-NOT-IN-HAND")
def sold_another_ones_tile() -> Broken:
    return broken(2, (0, "sell", "I-5"), held={1: "I-5"}, blame="tile")


@breaks("CT-BUILD-NOT-IN-HAND")
def built_what_is_not_dealt() -> Broken:
    return broken_log(2, *course(2, until="building"), (0, "build", "I-1"), blame="tile")


@breaks("CT-BUILD-NOT-IN-HAND")
def built_again() -> Broken:
    return broken(2, HOME, (0, "build", "I-1"), blame="tile")


@breaks("CT-BUILD-NOT-IN-HAND")
def sold_again() -> Broken:
    return broken(2, (0, "sell", "I-1"), (0, "sell", "I-1"), blame="tile")


@breaks("CT-BUILD-NOT-IN-HAND")
def a_plant_for_a_tile_that_is_gone() -> Broken:
    return broken(2, HOME, (0, "plant", "I-1", "water", "renewing"), blame="tile")


@breaks("CT-BUILD-NOT-IN-HAND")
def built_for_too_much_what_is_not_there() -> Broken:
    """The hand comes first."""
    box = figures({"I-5": {"cost": 99}})
    return broken(2, (0, "build", "I-5"), held={1: "I-5"}, blame="tile", components=box)


@breaks("CT-BUILD-MONEY")
def a_district_for_more_than_is_there() -> Broken:
    return broken(2, (0, "build", "I-1"), blame="tile", components=figures({"I-1": {"cost": 21}}))


@breaks("CT-BUILD-MONEY")
def a_second_district() -> Broken:
    """20 - 19 = 1."""
    return broken(2, HOME, (0, "build", "I-2"), blame="tile", components=figures({"I-1": {"cost": 19}}))


@breaks("CT-BUILD-MONEY")
def a_tile_was_sold_for_too_little() -> Broken:
    """20 + 5 = 25."""
    box = figures({"I-2": {"cost": 26}})
    return broken(2, (0, "sell", "I-1"), (0, "build", "I-2"), blame="tile", components=box)


@breaks("CT-BUILD-MONEY")
def a_plant_for_more_than_is_there() -> Broken:
    box = figures(plant={"renewing": {"cost": 21, "cubes": 1}})
    return broken(2, (0, "plant", "I-1", "electric", "renewing"), blame="side", components=box)


@breaks("CT-BUILD-MONEY")
def the_other_side_would_do() -> Broken:
    """After 18 for the district there are 2, enough for an exhausting plant."""
    box = figures({"I-1": {"cost": 18}})
    return broken(2, HOME, (0, "plant", "I-2", "water", "renewing"), blame="side", components=box)


@breaks("CT-BUILD-MONEY")
def the_first_player_has_less() -> Broken:
    """The second player has 22."""
    box = figures({"I-1": {"cost": 21}}, step=2)
    return broken(2, (0, "build", "I-1"), blame="tile", components=box)


@breaks("CT-PLANT-NONE-LEFT")
def a_seventh_electric_plant() -> Broken:
    plants = [(number % 2, "plant", "electric", "exhausting") for number in range(6)]
    box = figures(hand=4)
    return broken(2, *plants, (0, "plant", "I-1", "electric", "exhausting"), blame="kind", components=box)


@breaks("CT-PLANT-NONE-LEFT")
def a_seventh_water_plant() -> Broken:
    """Of the electric ones some are left; both sides are printed on the same plant."""
    sides = ("exhausting", "renewing")
    plants = [(number % 3, "plant", "water", sides[number % 2]) for number in range(6)]
    electric = (0, "plant", "electric", "renewing")
    last = (1, "plant", "I-1", "water", "renewing")
    return broken(3, *plants, electric, last, blame="kind", components=figures(hand=3))


# -- 3. Phase: where


WALLED = figures({"I-1": {"reward": {"meadow": 9}}})
"""With [2, 0] built there is room for five of the nine: on [2, -1], [3, 0], [2, 1], [1, 2] and [0, 2]."""


@breaks("CT-BUILD-NO-ROOM")
def no_district_within_a_ring_of_terrain() -> Broken:
    ring = ((2, -1), (3, 0), (2, 1), (1, 2), (0, 2))
    return broken(2, (*HOME, *ring), (1, "build", "I-2"), blame=None, components=WALLED)


@breaks("CT-BUILD-NO-ROOM")
def no_plant_within_a_ring_of_terrain() -> Broken:
    return broken(2, HOME, (0, "plant", "I-2", "water", "exhausting"), blame=None, components=WALLED)


@breaks("CT-BUILD-NO-ROOM")
def nor_in_the_next_round() -> Broken:
    return broken(2, HOME, (1, "build", "II-2"), blame=None, components=WALLED)


@breaks("CT-BUILD-MONEY")
def neither_money_nor_room() -> Broken:
    """Money comes first."""
    box = figures({"I-1": {"reward": {"meadow": 9}}, "I-2": {"cost": 99}})
    return broken(2, HOME, (1, "build", "I-2"), blame="tile", components=box)


@breaks("CT-PLACE-OCCUPIED")
def on_a_district() -> Broken:
    return broken(2, HOME, (1, "build", "I-2"), (1, "place", (2, 0)), blame="cell")


@breaks("CT-PLACE-OCCUPIED")
def on_the_centre() -> Broken:
    return broken(2, (0, "build", "I-1"), (0, "place", (1, 0)), blame="cell")


@breaks("CT-PLACE-OCCUPIED")
def a_plant_on_a_plant() -> Broken:
    first = (0, "plant", "electric", "exhausting", (0, 2))
    return broken(2, first, (1, "plant", "water", "exhausting"), (1, "place", (0, 2)), blame="cell")


@breaks("CT-PLACE-OCCUPIED")
def on_the_water_north_of_the_centre() -> Broken:
    return broken(3, (0, "build", "I-1"), (0, "place", (1, -1)), blame="cell")


@breaks("CT-PLACE-OCCUPIED")
def on_the_water_west_of_the_centre() -> Broken:
    return broken(2, (0, "build", "I-1"), (0, "place", (-1, 1)), blame="cell")


@breaks("CT-PLACE-OCCUPIED")
def terrain_on_its_district() -> Broken:
    box = figures({"I-1": {"reward": {"meadow": 1}}})
    return broken(2, HOME, (0, "place", (2, 0)), blame="cell", components=box)


@breaks("CT-PLACE-OCCUPIED")
def terrain_on_terrain() -> Broken:
    box = figures({"I-1": {"reward": {"meadow": 2}}})
    return broken(2, (*HOME, (3, 0)), (0, "place", (3, 0)), blame="cell", components=box)


@breaks("CT-PLACE-APART")
def far_away() -> Broken:
    return broken(2, (0, "build", "I-1"), (0, "place", (9, 9)), blame="cell")


@breaks("CT-PLACE-APART")
def corner_to_corner() -> Broken:
    return broken(2, (0, "build", "I-1"), (0, "place", (2, 2)), blame="cell")


@breaks("CT-PLACE-APART")
def beyond_the_water() -> Broken:
    return broken(2, (0, "build", "I-1"), (0, "place", (0, -2)), blame="cell")


@breaks("CT-PLACE-APART")
def a_plant_beyond_a_meadow() -> Broken:
    """The meadow lies on [2, 1], east of the centre; [3, 1] touches nothing else."""
    box = figures({"I-1": {"reward": {"meadow": 1}}})
    first = (0, "build", "I-1", (1, 2), (2, 1))
    return broken(2, first, (1, "plant", "water", "renewing"), (1, "place", (3, 1)), blame="cell", components=box)


@breaks("CT-PLACE-APART")
def terrain_beyond_terrain() -> Broken:
    box = figures({"I-1": {"reward": {"water": 2}}})
    return broken(2, (*HOME, (3, 0)), (0, "place", (4, 0)), blame="cell", components=box)
