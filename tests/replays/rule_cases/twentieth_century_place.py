"""20th Century: placing tiles, citizens and garbage in the administration, and what recycling plants remove."""

from __future__ import annotations

from cityleague.engine.twentieth_century.moves import Options

from ...twentieth_century.by_hand import LAND, figures
from ..cases import Broken
from .case import RuleCase, register
from .twentieth_century_case import broken

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

UP = (0, "choose", "L1")
"""Seat 0 buys L1 for the minimum, and drops out then."""
EAST = (UP, (0, "lay", "L1", (1, 0)))
"""L1 lies in the east of the start tile: track joins start.b and L1.a."""
SETTLED = (*EAST, (0, "settle", "L1.a"))
READY = (*SETTLED, (0, "dump", "L1"))
"""All is placed."""
MINE = ((0, "buy", "mine"), (0, "lay", "mine", (-1, 0)))
"""A facility in the west of the start tile."""
ABSENT = "'L1' has not been laid in the region, which has start"
PLANT = ((0, "buy", "worker"), (0, "worker", "worker", "start.c"))
"""A citizen works in the plant of the start tile."""


# -- on which tile


@breaks("CENTURY-LAND-NOT-YOURS")
def garbage_on_land_in_the_hand() -> Broken:
    return broken(3, UP, (0, "dump", "L1"), blame="tile", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def garbage_on_the_neighbours_land() -> Broken:
    bought = (UP, (1, "choose", "L2"), (1, "lay", "L2", (1, 1)))
    return broken(3, *bought, (0, "dump", "L2"), blame="tile", says="'L2' has not been laid in the region")


@breaks("CENTURY-LAND-NOT-YOURS")
def garbage_where_there_is_nothing() -> Broken:
    says = "'L99' has not been laid in the region, which has start, L1"
    return broken(3, *EAST, (0, "dump", "L99"), blame="tile", says=says)


@breaks("CENTURY-LAND-NOT-YOURS")
def a_citizen_on_land_in_the_hand() -> Broken:
    return broken(3, UP, (0, "settle", "L1.a"), blame="city/0", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def a_worker_on_land_that_nobody_bought() -> Broken:
    bought = ((0, "buy", "worker"), (0, "worker", "worker", "L1.a"))
    return broken(3, *bought, blame="city/0", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def a_bridge_on_land_in_the_hand() -> Broken:
    return broken(3, UP, (0, "buy", "bridge"), (0, "bridge", "bridge", "L1", "N-W"), blame="tile", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def waste_separation_elsewhere() -> Broken:
    return broken(3, (0, "buy", "separation"), (0, "separate", "separation", "L1"), blame="tile", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def recycling_elsewhere() -> Broken:
    return broken(3, (0, "buy", "recycling"), (0, "recycle", "recycling", "L1"), blame="tile", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def garbage_collected_from_elsewhere() -> Broken:
    moves = ((0, "buy", "collection"), (0, "collect", "collection", "L1", "start"))
    return broken(3, *moves, blame="tile", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def garbage_collected_for_elsewhere() -> Broken:
    moves = ((0, "buy", "collection"), (0, "collect", "collection", "start", "L1"))
    return broken(3, *moves, blame="to", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def a_locomotive_from_elsewhere() -> Broken:
    moves = ((0, "buy", "locomotive"), (0, "locomotive", "locomotive", "L1.a", "start.c"))
    return broken(3, *moves, blame="city/0", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def a_locomotive_to_elsewhere() -> Broken:
    moves = ((0, "buy", "locomotive"), (0, "locomotive", "locomotive", "start.a", "L1.a"))
    return broken(3, *moves, blame="to/0", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def the_plant_is_elsewhere() -> Broken:
    return broken(3, *PLANT, (0, "clear", "L1.a", "start"), blame="plant/0", says=ABSENT)


@breaks("CENTURY-LAND-NOT-YOURS")
def the_garbage_to_recycle_is_elsewhere() -> Broken:
    return broken(3, *PLANT, (0, "clear", "start.c", "L1"), blame="tile", says=ABSENT)


@breaks("CENTURY-FACILITY-GARBAGE")
def garbage_on_a_facility() -> Broken:
    moves = (UP, *MINE, (0, "dump", "mine"))
    return broken(3, *moves, blame="tile", says="mine is a facility, not land")


@breaks("CENTURY-FACILITY-GARBAGE")
def garbage_collected_for_a_facility() -> Broken:
    moves = (*MINE, ("round", 2), (0, "buy", "collection"), (0, "collect", "collection", "start", "mine"))
    return broken(3, *moves, blame="to", says="mine is a facility, not land")


@breaks("CENTURY-FACILITY-GARBAGE")
def waste_separation_on_a_facility() -> Broken:
    moves = (*MINE, ("round", 2), (0, "buy", "separation"), (0, "separate", "separation", "mine"))
    return broken(3, *moves, blame="tile", says="mine is a facility, not land")


@breaks("CENTURY-FACILITY-GARBAGE")
def a_plant_clears_a_facility() -> Broken:
    moves = (*MINE, ("round", 2), *PLANT, (0, "clear", "start.c", "mine"))
    return broken(3, *moves, blame="tile", says="mine is a facility, not land")


@breaks("CENTURY-CITY-UNKNOWN")
def a_third_city_of_two() -> Broken:
    return broken(3, *EAST, (0, "settle", "L1.c"), blame="city/1", says="L1 has no city 'c'; it has a, b")


@breaks("CENTURY-CITY-UNKNOWN")
def a_fork_is_no_city() -> Broken:
    box = figures({"L1": {"forks": [{"node": "x", "at": [1, 1]}], "track": [*LAND["track"], "x-N"], "spans": []}})
    says = "L1 has no city 'x'; it has a, b"
    return broken(3, *EAST, (0, "settle", "L1.x"), blame="city/1", says=says, components=box)


@breaks("CENTURY-CITY-UNKNOWN")
def a_capital_letter() -> Broken:
    moves = ((0, "buy", "worker"), (0, "worker", "worker", "start.C"))
    return broken(3, *moves, blame="city/1", says="start has no city 'C'; it has a, b, c")


@breaks("CENTURY-CITY-UNKNOWN")
def a_locomotive_from_a_port() -> Broken:
    moves = ((0, "buy", "locomotive"), (0, "locomotive", "locomotive", "start.N", "start.c"))
    return broken(3, *moves, blame="city/1", says="start has no city 'N'")


@breaks("CENTURY-CITY-UNKNOWN")
def a_locomotive_to_no_city() -> Broken:
    moves = ((0, "buy", "locomotive"), (0, "locomotive", "locomotive", "start.b", "start."))
    return broken(3, *moves, blame="to/1", says="start has no city ''")


@breaks("CENTURY-CITY-UNKNOWN")
def a_plant_in_no_city() -> Broken:
    return broken(3, *PLANT, (0, "clear", "start.d", "start"), blame="plant/1", says="start has no city 'd'")


@breaks("CENTURY-CITY-UNKNOWN")
def a_worker_in_a_mine() -> Broken:
    moves = (*MINE, ("round", 2), (0, "buy", "worker"), (0, "worker", "worker", "mine.m"))
    return broken(3, *moves, blame="city/0", says="mine is a facility")


@breaks("CENTURY-CITY-UNKNOWN")
def a_new_citizen_in_a_mine() -> Broken:
    return broken(3, *MINE, (0, "settle", "mine.m"), blame="city/0", says="mine is a facility")


# -- 4. Administration: tiles


@breaks("CENTURY-LAY-NOT-NEW")
def land_that_was_not_bought() -> Broken:
    moves = (UP, (0, "lay", "L2", (1, 0)))
    return broken(3, *moves, blame="tile", says="'L2' is no new tile of seat 0; it has L1")


@breaks("CENTURY-LAY-NOT-NEW")
def land_of_the_neighbour() -> Broken:
    moves = ((1, "choose", "L2"), (0, "lay", "L2", (1, 0)))
    return broken(3, *moves, blame="tile", says="'L2' is no new tile of seat 0; it has none")


@breaks("CENTURY-LAY-NOT-NEW")
def land_that_lies_already() -> Broken:
    return broken(3, *EAST, (0, "lay", "L1", (0, 1)), blame="tile", says="'L1' is no new tile of seat 0; it has none")


@breaks("CENTURY-LAY-NOT-NEW")
def a_technology_that_is_no_facility() -> Broken:
    moves = (UP, (0, "buy", "worker"), (0, "lay", "worker", (1, 0)))
    return broken(3, *moves, blame="tile", says="'worker' is no new tile of seat 0; it has L1")


@breaks("CENTURY-LAY-NOT-NEW")
def a_second_start_tile() -> Broken:
    moves = (UP, *MINE[:1], (0, "lay", "start", (1, 0)))
    return broken(3, *moves, blame="tile", says="'start' is no new tile of seat 0; it has L1, mine")


@breaks("CENTURY-LAY-OCCUPIED")
def on_the_start_tile() -> Broken:
    return broken(3, UP, (0, "lay", "L1", (0, 0)), blame="cell", says="[0, 0] is taken by start")


@breaks("CENTURY-LAY-OCCUPIED")
def on_land_of_this_round() -> Broken:
    moves = (UP, (0, "choose", "L2"), EAST[1], (0, "lay", "L2", (1, 0), 2))
    return broken(3, *moves, blame="cell", says="[1, 0] is taken by L1")


@breaks("CENTURY-LAY-OCCUPIED")
def on_a_facility_of_another_round() -> Broken:
    moves = (*MINE, ("round", 2), (0, "choose", "L9"), (0, "lay", "L9", (-1, 0)))
    return broken(3, *moves, blame="cell", says="[-1, 0] is taken by mine")


@breaks("CENTURY-LAY-APART")
def beyond_a_gap() -> Broken:
    return broken(3, UP, (0, "lay", "L1", (2, 0)), blame="cell", says="[2, 0] touches no tile of the region")


@breaks("CENTURY-LAY-APART")
def beyond_a_corner() -> Broken:
    moves = (*EAST, ("round", 2), (0, "choose", "L9"), (0, "lay", "L9", (-2, -2)))
    return broken(3, *moves, blame="cell", says="[-2, -2] touches no tile of the region")


@breaks("CENTURY-LAY-APART")
def at_the_tile_of_the_neighbour() -> Broken:
    moves = (UP, (1, "choose", "L2"), (1, "lay", "L2", (1, 0)), (0, "lay", "L1", (2, 1)))
    return broken(3, *moves, blame="cell", says="[2, 1] touches no tile of the region")


@breaks("CENTURY-LAY-APART")
def a_facility_beyond_a_gap() -> Broken:
    moves = (MINE[0], (0, "lay", "mine", (0, -2), 1))
    return broken(3, *moves, blame="cell", says="[0, -2] touches no tile of the region")


# -- 4. Administration: citizens


@breaks("CENTURY-SETTLE-NONE")
def no_new_citizen_on_the_start_tile() -> Broken:
    return broken(3, *EAST, (0, "settle", "start.c"), blame="city/0", says="no new citizen waits on start")


@breaks("CENTURY-SETTLE-NONE")
def a_second_citizen_for_new_land() -> Broken:
    return broken(3, *SETTLED, (0, "settle", "L1.b"), blame="city/0", says="no new citizen waits on L1")


@breaks("CENTURY-SETTLE-NONE")
def a_citizen_for_land_of_the_round_before() -> Broken:
    moves = (*READY, ("round", 2), (0, "settle", "L1.b"))
    return broken(3, *moves, blame="city/0", says="no new citizen waits on L1")


@breaks("CENTURY-SETTLE-NONE")
def settled_in_the_same_city_again() -> Broken:
    """That nobody waits comes before the city."""
    return broken(3, *SETTLED, (0, "settle", "L1.a"), blame="city/0", says="no new citizen waits on L1")


@breaks("CENTURY-CITY-TAKEN")
def settled_where_a_worker_lives() -> Broken:
    moves = (UP, (0, "buy", "worker"), EAST[1], (0, "worker", "worker", "L1.b"), (0, "settle", "L1.b"))
    return broken(3, *moves, blame="city", says='["L1", "b"] has a citizen')


@breaks("CENTURY-CITY-TAKEN")
def a_worker_in_a_city_that_has_a_citizen() -> Broken:
    moves = ((0, "buy", "worker"), (0, "worker", "worker", "start.a"))
    return broken(3, *moves, blame="city", says='["start", "a"] has a citizen')


@breaks("CENTURY-CITY-TAKEN")
def a_locomotive_to_a_city_that_has_a_citizen() -> Broken:
    moves = ((0, "buy", "locomotive"), (0, "locomotive", "locomotive", "start.a", "start.b"))
    return broken(3, *moves, blame="to", says='["start", "b"] has a citizen')


@breaks("CENTURY-CITY-TAKEN")
def a_locomotive_that_stays() -> Broken:
    moves = ((0, "buy", "locomotive"), (0, "locomotive", "locomotive", "start.a", "start.a"))
    return broken(3, *moves, blame="to", says='["start", "a"] has a citizen')


ONE_CITY = figures({"L1": {"cities": LAND["cities"][:1], "track": ["a-W", "a-E"], "spans": []}})
KEPT = '["L1", "a"] is the last free city of L1, whose own citizen has none yet'


@breaks("CENTURY-CITY-KEPT")
def a_worker_in_the_only_city_of_new_land() -> Broken:
    moves = (UP, (0, "buy", "worker"), EAST[1], (0, "worker", "worker", "L1.a"))
    return broken(3, *moves, blame="city", says=KEPT, components=ONE_CITY)


@breaks("CENTURY-CITY-KEPT")
def a_locomotive_to_the_only_city_of_new_land() -> Broken:
    moves = (UP, (0, "buy", "locomotive"), EAST[1], (0, "locomotive", "locomotive", "start.b", "L1.a"))
    return broken(3, *moves, blame="to", says=KEPT, components=ONE_CITY)


@breaks("CENTURY-CITY-KEPT")
def a_second_worker_before_the_own_citizen() -> Broken:
    two = figures(technologies={"worker": {"worker": True, "locomotive": True}})
    moves = (UP, (0, "buy", "worker"), EAST[1], (0, "worker", "worker", "L1.b"))
    return broken(3, *moves, (0, "locomotive", "worker", "start.b", "L1.a"), blame="to", says=KEPT, components=two)


# -- 4. Administration: garbage, and the end of it


@breaks("CENTURY-DUMP-NONE")
def no_garbage_to_dump() -> Broken:
    return broken(3, (0, "dump", "start"), blame="type", says="seat 0 has no new garbage")


@breaks("CENTURY-DUMP-NONE")
def one_cube_dumped_twice() -> Broken:
    return broken(3, *READY, (0, "dump", "L1"), blame="type", says="seat 0 has no new garbage")


@breaks("CENTURY-DUMP-NONE")
def no_garbage_for_nowhere() -> Broken:
    """That there is none comes before where."""
    return broken(3, (0, "dump", "nowhere"), blame="type", says="seat 0 has no new garbage")


@breaks("CENTURY-DUMP-NONE")
def garbage_of_a_column_only_once() -> Broken:
    box = figures(columns=[{"garbage": 2}, {}, {}, {}, {}])
    cubes = ((0, "dump", "start"), (0, "dump", "start"), (0, "dump", "start"))
    return broken(3, (0, "contain", 0, 1), *cubes, blame="type", says="seat 0 has no new garbage", components=box)


@breaks("CENTURY-DUMP-NEW-LAND")
def garbage_on_old_land_by_the_option() -> Broken:
    says = "new garbage goes on L1 in this round, not on start"
    return broken(3, *SETTLED, (0, "dump", "start"), blame="tile", says=says, options=Options(garbage="new_land"))


@breaks("CENTURY-DUMP-NEW-LAND")
def garbage_before_the_new_land_is_laid() -> Broken:
    says = "new garbage goes on L1 in this round, not on start"
    return broken(3, UP, (0, "dump", "start"), blame="tile", says=says, options=Options(garbage="new_land"))


@breaks("CENTURY-DONE-TOO-EARLY")
def land_still_in_the_hand() -> Broken:
    return broken(3, UP, (0, "done"), blame="type", says="seat 0 still has to lay L1")


@breaks("CENTURY-DONE-TOO-EARLY")
def land_and_a_facility_still_in_the_hand() -> Broken:
    return broken(3, UP, MINE[0], (0, "done"), blame="type", says="seat 0 still has to lay L1, mine")


@breaks("CENTURY-DONE-TOO-EARLY")
def a_citizen_without_a_city() -> Broken:
    return broken(3, *EAST, (0, "dump", "L1"), (0, "done"), blame="type", says="the citizen of L1 has no city yet")


@breaks("CENTURY-DONE-TOO-EARLY")
def garbage_that_lies_nowhere() -> Broken:
    """The first tile brings one cube, the second two."""
    tiles = (UP, (0, "choose", "L2"), EAST[1], (0, "settle", "L1.a"), (0, "lay", "L2", (0, 1)), (0, "settle", "L2.a"))
    return broken(3, *tiles, (0, "done"), blame="type", says="seat 0 still has 3 garbage to place")


@breaks("CENTURY-DONE-TOO-EARLY")
def garbage_of_the_damage_card() -> Broken:
    box = figures(columns=[{"garbage": 1}, {}, {}, {}, {}])
    moves = ((1, "contain", 0, 1), (1, "done"))
    return broken(3, *moves, blame="type", says="still has 1 garbage to place", components=box)


@breaks("CENTURY-DONE-TOO-EARLY")
def garbage_of_a_technology() -> Broken:
    box = figures(technologies={"life": {"flowers": 1, "garbage": 2}})
    moves = ((2, "buy", "life"), (2, "dump", "start"), (2, "done"))
    return broken(3, *moves, blame="type", says="still has 1 garbage to place", components=box)
