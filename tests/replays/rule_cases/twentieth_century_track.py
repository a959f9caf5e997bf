"""20th Century: where track leads: locomotives and recycling plants."""

from __future__ import annotations

from ...twentieth_century.by_hand import LAND, START, figures
from ..cases import Broken
from .case import RuleCase, register
from .twentieth_century_case import broken
from .twentieth_century_use import EAST, SOUTH, UP, buys, use

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

GO = "locomotive"
WORKS = (*buys("worker"), use("worker", "worker", "start.c"))
"""A citizen works in the plant of the start tile; without more it removes garbage from there."""
PLANTS = figures(
    {"L1": {"cities": [{**city, "recycling": True} for city in LAND["cities"]]}},
    {"worker-2": {"worker": True, "locomotive": True}},
)
"""L1 has plants in both cities."""


# -- locomotives


@breaks("CENTURY-LOCOMOTIVE-CITIZEN")
def out_of_an_empty_city() -> Broken:
    moves = (UP, *buys(GO), *EAST, use(GO, GO, "L1.a", "start.c"))
    return broken(3, *moves, blame="city", says='["L1", "a"] has no citizen')


@breaks("CENTURY-LOCOMOTIVE-CITIZEN")
def the_citizen_has_left() -> Broken:
    first, *second = buys(GO, "locomotive-2")
    moves = (first, use(GO, GO, "start.b", "start.c"), *second, use(GO, "locomotive-2", "start.b", "start.c"))
    return broken(3, *moves, blame="city", says='["start", "b"] has no citizen')


@breaks("CENTURY-LOCOMOTIVE-CITIZEN")
def the_new_citizen_has_no_city_yet() -> Broken:
    moves = (UP, *buys(GO), EAST[0], use(GO, GO, "L1.b", "L1.a"))
    return broken(3, *moves, blame="city", says='["L1", "b"] has no citizen')


@breaks("CENTURY-LOCOMOTIVE-TRACK")
def through_another_city() -> Broken:
    moves = (*buys(GO), use(GO, GO, "start.a", "start.c"))
    says = 'no track leads from ["start", "a"] to ["start", "c"] without crossing another city'
    return broken(3, *moves, blame="to", says=says)


@breaks("CENTURY-LOCOMOTIVE-TRACK")
def through_a_city_without_a_citizen() -> Broken:
    """Nobody lives in L1.a, and all the same it stands between start.b and L1.b."""
    box = figures({"L1": {"cities": [*LAND["cities"], {"node": "c", "at": [2, 1]}], "track": [*LAND["track"], "c-N"]}})
    moves = (UP, *buys(GO), EAST[0], (0, "settle", "L1.c"), use(GO, GO, "start.b", "L1.b"))
    return broken(3, *moves, blame="to", says='to ["L1", "b"] without crossing another city', components=box)


@breaks("CENTURY-LOCOMOTIVE-TRACK")
def across_a_common_edge_without_track() -> Broken:
    """Laid straight in the south, L1 has no track in the north."""
    moves = (UP, *buys(GO), (0, "lay", "L1", (0, 1)), (0, "settle", "L1.b"), use(GO, GO, "start.b", "L1.a"))
    return broken(3, *moves, blame="to", says='no track leads from ["start", "b"] to ["L1", "a"]')


@breaks("CENTURY-LOCOMOTIVE-TRACK")
def across_a_common_corner_without_track() -> Broken:
    moves = (UP, *buys(GO), (0, "lay", "L1", (1, 1)), (0, "settle", "L1.b"), use(GO, GO, "start.b", "L1.a"))
    return broken(3, *moves, blame="to", says='no track leads from ["start", "b"] to ["L1", "a"]')


@breaks("CENTURY-LOCOMOTIVE-TRACK")
def over_a_bridge_that_is_not_there() -> Broken:
    """In the north of the start tile there is no track but over the bridge N-E."""
    moves = (UP, *buys(GO), (0, "lay", "L1", (0, -1), 1), (0, "settle", "L1.a"), use(GO, GO, "start.b", "L1.b"))
    return broken(3, *moves, blame="to", says='no track leads from ["start", "b"] to ["L1", "b"]')


@breaks("CENTURY-LOCOMOTIVE-TRACK")
def on_a_turned_tile_the_other_city_is_near() -> Broken:
    """Turned by half, L1 has b in the west."""
    moves = (UP, *buys(GO), (0, "lay", "L1", (1, 0), 2), (0, "settle", "L1.b"), use(GO, GO, "start.b", "L1.a"))
    return broken(3, *moves, blame="to", says='to ["L1", "a"] without crossing another city')


# -- recycling plants


@breaks("CENTURY-CLEAR-PLANT")
def a_city_without_a_plant() -> Broken:
    return broken(
        3, *WORKS, (0, "clear", "start.a", "start"), blame="plant", says='["start", "a"] has no recycling plant'
    )


@breaks("CENTURY-CLEAR-PLANT")
def a_plant_without_a_citizen() -> Broken:
    moves = (UP, *WORKS[:1], *EAST, *WORKS[1:], (0, "clear", "L1.a", "L1"))
    return broken(3, *moves, blame="plant", says='["L1", "a"] has no citizen', components=PLANTS)


@breaks("CENTURY-CLEAR-PLANT")
def a_plant_that_has_removed_garbage() -> Broken:
    """The plant of L1 can still remove something, so seat 0 is asked again."""
    moves = (UP, *WORKS[:1], *EAST, *WORKS[1:], (0, "clear", "start.c", "start"), (0, "clear", "start.c", "start"))
    says = 'the plant of ["start", "c"] has removed garbage in this round'
    return broken(3, *moves, blame="plant", says=says, components=PLANTS)


@breaks("CENTURY-CLEAR-PLANT")
def a_plant_whose_citizen_left() -> Broken:
    """He works in the plant of L1 now."""
    moves = (UP, *buys("worker-2"), EAST[0], (0, "settle", "L1.b"), (0, "dump", "L1"))
    box = figures(
        {"L1": {"cities": [{**city, "recycling": True} for city in LAND["cities"]]}},
        {"worker-2": {"locomotive": True}},
        start={"cities": [{**city, "recycling": True} for city in START["cities"]]},
    )
    left = (0, "locomotive", "worker-2", "start.b", "L1.a")
    says = '["start", "b"] has no citizen'
    return broken(3, *moves, left, (0, "clear", "start.b", "start"), blame="plant", says=says, components=box)


@breaks("CENTURY-CLEAR-REACH")
def land_that_does_not_touch() -> Broken:
    """L2 lies in the south of L1."""
    tiles = (UP, (0, "choose", "L2"), *WORKS[:1], *SOUTH, (0, "lay", "L2", (0, 2), 1), (0, "settle", "L2.a"))
    moves = (*tiles, (0, "dump", "L2"), (0, "dump", "L2"), *WORKS[1:], (0, "clear", "start.c", "L2"))
    says = 'the plant of ["start", "c"] does not reach L2: it does not touch the tile of the plant'
    return broken(3, *moves, blame="tile", says=says)


@breaks("CENTURY-CLEAR-REACH")
def land_that_touches_without_track() -> Broken:
    moves = (UP, *WORKS[:1], (0, "lay", "L1", (0, 1)), *SOUTH[1:], *WORKS[1:], (0, "clear", "start.c", "L1"))
    says = 'the plant of ["start", "c"] does not reach L1: no track leads there without crossing another city'
    return broken(3, *moves, blame="tile", says=says)


@breaks("CENTURY-CLEAR-REACH")
def land_behind_another_city() -> Broken:
    """From start.c track leads to the east only through start.b."""
    moves = (UP, *WORKS[:1], *EAST, *WORKS[1:], (0, "clear", "start.c", "L1"))
    says = "does not reach L1: no track leads there without crossing another city"
    return broken(3, *moves, blame="tile", says=says)


@breaks("CENTURY-CLEAR-REACH")
def the_start_tile_behind_a_city() -> Broken:
    """From L1.b track leads to the west only through L1.a."""
    moves = (UP, *EAST, (0, "clear", "L1.b", "start"))
    return broken(3, *moves, blame="tile", says='the plant of ["L1", "b"] does not reach start', components=PLANTS)
