"""City Tycoon: meeting demands, and the ways of cubes.

Only a seat that can meet some demand is asked, so a seat that is refused one here could have met another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...by_hand import Event
from ...city_tycoon.by_hand import PLAIN, demand, figures
from ..cases import Broken
from .case import RuleCase, register
from .city_tycoon_case import broken

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

HOME = (0, "build", "I-1", (2, 0))
"""Seat 0's first district, east of the centre."""
OTHER = (1, "build", "I-2", (2, 1))
"""Seat 1's, south of it, and east of the centre too."""
AGAIN = (0, "build", "II-1")
"""Something of round II: round I goes on to its end before."""
SPARE = (0, "build", "I-3", (2, -1))
"""Seat 0's second district, north of the first."""
GOODS = {"cost": 0, "reward": {"yellow": 1}, "demands": [demand(yellow=1)]}
"""A district that brings the yellow cube that it asks for."""
SUPPLY = (0, "supply", (2, 0))
ELECTRIC = (0, 0)
"""The general electric plant."""


def _asks(
    *demands: dict[str, Any],
    cost: int = 2,
    reward: Mapping[str, Any] = {},
    more: Mapping[str, Any] = {},
    **setup: int,
) -> bytes:
    """A component file with these demands on I-1."""
    return figures({"I-1": {"cost": cost, "reward": reward, "demands": [*demands]}, **more}, plant={}, **setup)


# -- which district, which demand


@breaks("CT-SUPPLY-NOT-YOURS")
def nothing_there() -> Broken:
    return broken(2, HOME, (0, "supply", (5, 5)), blame="district")


@breaks("CT-SUPPLY-NOT-YOURS")
def another_ones_district() -> Broken:
    return broken(2, HOME, OTHER, (0, "supply", (2, 1)), blame="district")


@breaks("CT-SUPPLY-NOT-YOURS")
def the_centre() -> Broken:
    return broken(2, HOME, (0, "supply", (1, 0)), blame="district")


@breaks("CT-SUPPLY-NOT-YOURS")
def an_own_plant() -> Broken:
    return broken(2, HOME, (0, "plant", "water", "renewing", (3, 0)), (0, "supply", (3, 0)), blame="district")


@breaks("CT-SUPPLY-NOT-YOURS")
def water() -> Broken:
    return broken(2, HOME, (0, "supply", (0, -1)), blame="district")


@breaks("CT-SUPPLY-ONCE")
def supplied_again() -> Broken:
    """There is another district still, so seat 0 is asked again."""
    return broken(2, HOME, (0, "build", "I-3", (3, 0)), SUPPLY, SUPPLY, blame="district")


@breaks("CT-SUPPLY-ONCE")
def the_other_demand_of_the_district() -> Broken:
    box = _asks(demand(red=1), demand(blue=1))
    told = (HOME, (0, "build", "I-3", (3, 0)), (*SUPPLY, 1), (*SUPPLY, 0))
    return broken(2, *told, blame="district", components=box)


@breaks("CT-SUPPLY-DEMAND")
def the_second_of_one() -> Broken:
    return broken(2, HOME, (*SUPPLY, 1), blame="demand")


@breaks("CT-SUPPLY-DEMAND")
def the_third_of_two() -> Broken:
    return broken(2, HOME, (*SUPPLY, 2), blame="demand", components=_asks(demand(red=1), demand(blue=1)))


@breaks("CT-SUPPLY-DEMAND")
def counted_from_behind() -> Broken:
    return broken(2, HOME, (*SUPPLY, -1), blame="demand", components=_asks(demand(red=1), demand(blue=1)))


# -- what it takes


@breaks("CT-SUPPLY-YELLOW")
def no_goods() -> Broken:
    box = _asks(demand(yellow=2), more={"I-3": GOODS})
    return broken(2, HOME, SPARE, (*SUPPLY, 0), blame="demand", components=box)


@breaks("CT-SUPPLY-YELLOW")
def no_goods_for_the_demand_that_is_not_named() -> Broken:
    """What is left out is demand 0."""
    return broken(2, HOME, SUPPLY, blame="demand", components=_asks(demand(yellow=1), demand(red=1)))


@breaks("CT-SUPPLY-YELLOW")
def one_good_for_two() -> Broken:
    box = _asks(demand(red=1), demand(yellow=2), reward={"yellow": 1})
    return broken(2, HOME, (*SUPPLY, 1), blame="demand", components=box)


@breaks("CT-SUPPLY-YELLOW")
def another_ones_goods() -> Broken:
    box = _asks(demand(yellow=2), more={"I-2": {"reward": {"yellow": 3}}, "I-3": GOODS})
    return broken(2, HOME, OTHER, SPARE, (*SUPPLY, 0), blame="demand", components=box)


@breaks("CT-SUPPLY-YELLOW")
def spent_on_another_district() -> Broken:
    takes = {"demands": [demand(yellow=1)]}
    box = _asks(demand(yellow=1), demand(red=1), reward={"yellow": 1}, more={"I-3": takes})
    return broken(
        2, HOME, (0, "build", "I-3", (3, 0)), (0, "supply", (3, 0)), (*SUPPLY, 0), blame="demand", components=box
    )


@breaks("CT-SUPPLY-YELLOW")
def goods_of_the_last_round() -> Broken:
    box = _asks(demand(yellow=1), reward={"yellow": 3})
    return broken(2, HOME, (0, "pass"), AGAIN, (*SUPPLY, 0), blame="demand", components=box)


@breaks("CT-SUPPLY-SHORT")
def more_cubes_than_there_are() -> Broken:
    """The general plant has a cube for each player."""
    return broken(2, HOME, (*SUPPLY, 0), blame="demand", components=_asks(demand(red=3), demand(red=1)))


@breaks("CT-SUPPLY-SHORT")
def electricity_is_no_water() -> Broken:
    """4 red cubes, and 2 blue ones."""
    plant = (1, "plant", "electric", "exhausting", (2, 1))
    box = _asks(demand(red=1, blue=3), demand(red=1))
    return broken(2, HOME, plant, (*SUPPLY, 0), blame="demand", components=box)


@breaks("CT-SUPPLY-SHORT")
def others_were_first() -> Broken:
    box = _asks(demand(red=2), more={"I-2": {"demands": [demand(red=1), demand(blue=1)]}})
    told = (HOME, OTHER, (0, "supply", (2, 0)), (1, "supply", (2, 1), 0))
    return broken(2, *told, blame="demand", components=box)


@breaks("CT-SUPPLY-SHORT")
def an_exhausted_plant() -> Broken:
    """2 cubes of the plant and 1 of the centre in round I; the centre has 2 again in round II."""
    plant = (0, "plant", "electric", "exhausting", (3, 0))
    cubes = ((0, "cube", (3, 0)), (0, "cube", (3, 0)), (0, "cube", ELECTRIC))
    box = _asks(demand(red=3))
    return broken(2, HOME, plant, SUPPLY, *cubes, AGAIN, (*SUPPLY, 0), blame="demand", components=box)


@breaks("CT-SUPPLY-SHORT")
def no_money_for_a_general_plant() -> Broken:
    box = _asks(demand(red=1), demand(yellow=1), cost=20, reward={"yellow": 1}, sale=1)
    return broken(2, HOME, (*SUPPLY, 0), blame="demand", components=box)


@breaks("CT-SUPPLY-SHORT")
def the_own_plant_has_too_few() -> Broken:
    """20 - 17 - 3 = 0: the plant's cube is free, the centre's costs 2."""
    plant = (0, "plant", "electric", "renewing", (3, 0))
    box = _asks(demand(red=2), demand(red=1), cost=17)
    return broken(2, HOME, plant, (*SUPPLY, 0), blame="demand", components=box)


@breaks("CT-SUPPLY-SHORT")
def no_money_for_a_crossing() -> Broken:
    """Seat 1's tile lies between the centre and the district: 2 + 2; there are 20 - 18 + 1."""
    told = ((0, "sell", "I-3"), (1, "build", "I-2", (2, 0)), (0, "build", "I-1", (3, 0)))
    box = _asks(demand(red=1), demand(yellow=1), cost=18, reward={"yellow": 1}, sale=1)
    return broken(2, *told, (0, "supply", (3, 0), 0), blame="demand", components=box)


@breaks("CT-SUPPLY-SHORT")
def no_money_for_all_of_them() -> Broken:
    """20 - 17 = 3; 2 for the red cube, 2 for the blue one."""
    box = _asks(demand(money=9, red=1, blue=1), demand(red=1), cost=17, hand=1)
    return broken(2, HOME, (*SUPPLY, 0), blame="demand", components=box)


# -- which plant


def _cube(*told: Event, blame: str, components: bytes = PLAIN) -> Broken:
    """Seat 0's district, and what else is told; it is supplied, and the last cube is wrong."""
    cubes = [event for event in told if event[1] == "cube"]
    others = [event for event in told if event[1] != "cube"]
    return broken(2, HOME, *others, SUPPLY, *cubes, blame=blame, components=components)


@breaks("CT-CUBE-PLANT")
def of_a_district() -> Broken:
    return _cube(OTHER, (0, "cube", (2, 1)), blame="plant")


@breaks("CT-CUBE-PLANT")
def of_a_general_tile_without_a_plant() -> Broken:
    return _cube((0, "cube", (1, 0)), blame="plant")


@breaks("CT-CUBE-PLANT")
def of_a_free_cell() -> Broken:
    return _cube((0, "cube", (3, 0)), blame="plant")


@breaks("CT-CUBE-PLANT")
def of_water_that_is_terrain() -> Broken:
    return _cube((0, "cube", (1, -1)), blame="plant")


@breaks("CT-CUBE-COLOUR")
def water_in_place_of_electricity() -> Broken:
    return _cube((0, "cube", (1, 1)), blame="plant")


@breaks("CT-CUBE-COLOUR")
def electricity_in_place_of_water() -> Broken:
    plant = (0, "plant", "electric", "renewing", (3, 0))
    return _cube(plant, (0, "cube", (3, 0)), blame="plant", components=_asks(demand(blue=1)))


@breaks("CT-CUBE-COLOUR")
def one_red_cube_too_many() -> Broken:
    """The blue one is missing."""
    cube = (0, "cube", ELECTRIC)
    return _cube(cube, cube, blame="plant", components=_asks(demand(red=1, blue=1)))


@breaks("CT-CUBE-EMPTY")
def a_third_cube_of_two() -> Broken:
    cube = (0, "cube", (3, 0))
    plant = (0, "plant", "electric", "exhausting", (3, 0))
    return _cube(plant, cube, cube, cube, blame="plant", components=_asks(demand(red=3)))


@breaks("CT-CUBE-EMPTY")
def of_a_general_plant_that_others_emptied() -> Broken:
    """Seat 0 takes both cubes of the centre; seat 1 has a plant of its own."""
    plant = (1, "plant", "electric", "renewing", (3, 1))
    told = (HOME, OTHER, plant, SUPPLY, (0, "cube", ELECTRIC), (0, "cube", ELECTRIC), (1, "supply", (2, 1)))
    return broken(2, *told, (1, "cube", ELECTRIC), blame="plant", components=_asks(demand(red=2)))


@breaks("CT-CUBE-EMPTY")
def of_a_plant_that_was_exhausted_a_round_ago() -> Broken:
    plant = (0, "plant", "electric", "exhausting", (3, 0))
    cube = (0, "cube", (3, 0))
    box = _asks(demand(red=2))
    return broken(2, HOME, plant, SUPPLY, cube, cube, AGAIN, SUPPLY, cube, blame="plant", components=box)


# -- which way


def _way(*path: tuple[int, int], plant: tuple[int, int] = ELECTRIC, own: Any = ((3, 0), (3, 1))) -> Broken:
    """A cube for [2, 0] on this way; seat 0 also owns what lies on `own`, seat 1 has [2, 1], the plant is on [0, 2]."""
    tiles = [(0, "build", f"I-{number}", cell) for number, cell in enumerate(own, 3)]
    told = [HOME, OTHER, tiles[0], (1, "plant", "electric", "renewing", (0, 2)), *tiles[1:]]
    box = figures(hand=1 + len(own))
    return broken(2, *told, SUPPLY, (0, "cube", plant, *path), blame="path" if path else "plant", components=box)


@breaks("CT-CUBE-PATH")
def no_way_from_a_plant_that_does_not_touch() -> Broken:
    return _way(plant=(0, 2))


@breaks("CT-CUBE-PATH")
def the_end_is_missing() -> Broken:
    """From [0, 2] by the centre to [2, 1] and [3, 1]; [3, 0] is left out."""
    return _way((0, 1), (2, 1), (3, 1), plant=(0, 2))


@breaks("CT-CUBE-PATH")
def the_beginning_is_missing() -> Broken:
    return _way((2, 1), plant=(0, 2))


@breaks("CT-CUBE-PATH")
def the_wrong_way_round() -> Broken:
    return _way((2, 1), (0, 1), plant=(0, 2))


@breaks("CT-CUBE-PATH")
def over_a_corner() -> Broken:
    """[2, 1] and [3, 2] touch at a corner only."""
    return _way((2, 1), (3, 2), (3, 1), (3, 0), own=((3, 0), (3, 1), (3, 2)))


@breaks("CT-CUBE-PATH")
def over_a_free_cell() -> Broken:
    return _way((2, 1), (2, 2), (3, 2), (3, 1), (3, 0), own=((3, 0), (3, 1), (3, 2)))


@breaks("CT-CUBE-PATH")
def over_water() -> Broken:
    """[1, -1] lies between the centre and the own tile on [2, -1]."""
    return _way((1, -1), (2, -1), own=((2, -1), (3, 0)))


@breaks("CT-CUBE-PATH")
def twice_over_a_tile() -> Broken:
    return _way((2, 1), (3, 1), (2, 1))


@breaks("CT-CUBE-PATH")
def there_and_back_over_the_district() -> Broken:
    return _way((2, 1), (2, 0), (3, 0))


@breaks("CT-CUBE-PATH")
def the_district_is_named() -> Broken:
    return _way((2, 0))


@breaks("CT-CUBE-PATH")
def the_plant_is_named() -> Broken:
    return _way((0, 2), (0, 1), plant=(0, 2))


@breaks("CT-CUBE-PATH")
def a_cube_of_a_general_plant_does_not_cross_the_centre() -> Broken:
    return _way((1, 0))


@breaks("CT-CUBE-PATH")
def two_cells_of_the_centre() -> Broken:
    """They are one tile: one of them is named."""
    return _way((0, 1), (1, 0), plant=(0, 2))


@breaks("CT-CUBE-PATH")
def back_through_the_centre() -> Broken:
    return _way((0, 1), (2, 1), (1, 0), plant=(0, 2))


# -- what it costs


@breaks("CT-CUBE-MONEY")
def a_dear_way() -> Broken:
    """20 - 17 = 3; 2 for the cube and 2 for crossing seat 1's tile."""
    box = _asks(demand(red=1), cost=17, hand=1)
    return _cube(OTHER, (0, "cube", ELECTRIC, (2, 1)), blame="path", components=box)


@breaks("CT-CUBE-MONEY")
def nothing_left_for_the_next_cube() -> Broken:
    """20 - 16 = 4 would be enough for two cubes straight from the centre."""
    box = _asks(demand(red=2), cost=16, hand=1)
    return _cube(OTHER, (0, "cube", ELECTRIC, (2, 1)), blame="path", components=box)


@breaks("CT-CUBE-MONEY")
def the_own_plant_would_be_free() -> Broken:
    """20 - 17 - 3 = 0."""
    plant = (0, "plant", "electric", "renewing", (3, 0))
    return _cube(plant, (0, "cube", ELECTRIC), blame="plant", components=_asks(demand(red=1), cost=17))


@breaks("CT-CUBE-MONEY")
def of_another_ones_plant() -> Broken:
    """It lies behind the centre: 2 for the cube, 2 for the centre; there are 20 - 17."""
    plant = (1, "plant", "electric", "renewing", (0, 2))
    box = _asks(demand(red=1), cost=17, hand=1)
    return _cube(plant, (0, "cube", (0, 2), (0, 1)), blame="path", components=box)


@breaks("CT-CUBE-MONEY")
def the_reward_comes_too_late() -> Broken:
    """20 - 17 = 3: the 50 for the demand are paid with its last cube."""
    box = _asks(demand(money=50, red=1), cost=17, hand=1)
    return _cube(OTHER, (0, "cube", ELECTRIC, (2, 1)), blame="path", components=box)
