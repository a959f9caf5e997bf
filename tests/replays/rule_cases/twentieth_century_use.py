"""20th Century: what technologies do in the administration, and what recycling plants remove."""

from __future__ import annotations

from ...by_hand import Event
from ...twentieth_century.by_hand import figures
from ..cases import Broken
from .case import RuleCase, register
from .twentieth_century_case import broken

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)

UP = (0, "choose", "L1")
"""Seat 0 buys L1 for the minimum, and drops out then."""
EAST = ((0, "lay", "L1", (1, 0)), (0, "settle", "L1.b"), (0, "dump", "L1"))
"""L1 lies in the east of the start tile, with a citizen in b and its garbage; track joins start.b and L1.a."""
SOUTH = ((0, "lay", "L1", (0, 1), 1), (0, "settle", "L1.b"), (0, "dump", "L1"))
"""L1 lies in the south of the start tile, turned so that track joins start.c and L1.a."""


def buys(*technologies: str) -> tuple[Event, ...]:
    """Seat 0 buys these, one a round."""
    events: list[Event] = []
    for number, name in enumerate(technologies, 1):
        events += [("round", number), (0, "buy", name)]
    return tuple(events[1:])


def use(kind: str, technology: str, *given: str) -> Event:
    """Seat 0 uses a technology."""
    return 0, kind, technology, *given


# -- whose, how often, for what


@breaks("CENTURY-USE-NOT-YOURS")
def nothing_was_bought() -> Broken:
    says = "'worker' is no worker of seat 0; it has none"
    return broken(3, use("worker", "worker", "start.c"), blame="technology", says=says)


@breaks("CENTURY-USE-NOT-YOURS")
def the_technology_of_the_neighbour() -> Broken:
    moves = ((1, "buy", "separation"), use("separate", "separation", "start"))
    return broken(3, *moves, blame="technology", says="'separation' is no waste separation of seat 0")


@breaks("CENTURY-USE-NOT-YOURS")
def a_bridge_used_as_a_locomotive() -> Broken:
    moves = (*buys("bridge", "locomotive"), use("locomotive", "bridge", "start.b", "start.c"))
    says = "'bridge' is no locomotive of seat 0; it has locomotive"
    return broken(3, *moves, blame="technology", says=says)


@breaks("CENTURY-USE-NOT-YOURS")
def a_mine_used_as_a_worker() -> Broken:
    moves = (*buys("mine"), use("worker", "mine", "start.c"))
    return broken(3, *moves, blame="technology", says="'mine' is no worker of seat 0; it has none")


@breaks("CENTURY-USE-NOT-YOURS")
def land_is_no_technology() -> Broken:
    return broken(3, UP, use("recycle", "L1", "start"), blame="technology", says="'L1' is no recycling of seat 0")


@breaks("CENTURY-USE-NOT-YOURS")
def a_park_is_of_no_further_use() -> Broken:
    moves = ((0, "buy", "life"), use("improve", "life"))
    says = "'life' is no quality of life of seat 0"
    return broken(3, *moves, blame="technology", says=says, components=figures(technologies={"life": {"flowers": 3}}))


@breaks("CENTURY-USE-NOT-YOURS")
def collection_used_as_recycling() -> Broken:
    moves = (*buys("collection"), use("recycle", "collection", "start"))
    return broken(3, *moves, blame="technology", says="'collection' is no recycling of seat 0")


@breaks("CENTURY-USE-NOT-YOURS")
def remediation_that_is_not_there() -> Broken:
    return broken(3, use("remediate", "remediation"), blame="technology", says="'remediation' is no remediation")


@breaks("CENTURY-USE-AGAIN")
def one_worker_twice() -> Broken:
    moves = (UP, *buys("worker"), *EAST, use("worker", "worker", "start.c"), use("worker", "worker", "L1.a"))
    return broken(3, *moves, blame="technology", says="the worker of worker has been used")


@breaks("CENTURY-USE-AGAIN")
def a_bridge_in_another_round_again() -> Broken:
    moves = (*buys("bridge"), use("bridge", "bridge", "start", "N-E"), ("round", 2))
    return broken(
        3,
        *moves,
        use("bridge", "bridge", "start", "S-W"),
        blame="technology",
        says="the bridge of bridge has been used",
    )


@breaks("CENTURY-USE-AGAIN")
def waste_separation_in_the_last_round_again() -> Broken:
    moves = (*buys("separation"), use("separate", "separation", "start"), ("round", 6))
    says = "the waste separation of separation has been used"
    return broken(3, *moves, use("separate", "separation", "start"), blame="technology", says=says)


@breaks("CENTURY-USE-AGAIN")
def there_and_back_in_a_round() -> Broken:
    there = use("locomotive", "locomotive", "start.b", "start.c")
    back = use("locomotive", "locomotive", "start.c", "start.b")
    says = "the locomotive of locomotive has been used in this round"
    return broken(3, *buys("locomotive"), there, back, blame="technology", says=says)


@breaks("CENTURY-USE-AGAIN")
def two_cubes_collected() -> Broken:
    moves = (UP, *buys("collection"), *EAST, use("collect", "collection", "L1", "start"))
    says = "the garbage collection of collection has been used in this round"
    return broken(3, *moves, use("collect", "collection", "start", "L1"), blame="technology", says=says)


@breaks("CENTURY-USE-AGAIN")
def two_cubes_recycled() -> Broken:
    moves = (UP, *buys("recycling"), *EAST, use("recycle", "recycling", "L1"), use("recycle", "recycling", "start"))
    return broken(3, *moves, blame="technology", says="the recycling of recycling has been used in this round")


@breaks("CENTURY-USE-AGAIN")
def two_fields_remediated() -> Broken:
    again = use("remediate", "remediation")
    says = "the remediation of remediation has been used in this round"
    return broken(3, *buys("remediation"), again, again, blame="technology", says=says)


@breaks("CENTURY-USE-AGAIN")
def life_improved_twice() -> Broken:
    again = use("improve", "life")
    says = "the quality of life of life has been used in this round"
    return broken(3, *buys("life"), again, again, blame="technology", says=says)


@breaks("CENTURY-USE-AGAIN")
def one_of_two_uses_twice() -> Broken:
    box = figures(technologies={"life": {"worker": True, "locomotive": True}})
    moves = (UP, *buys("life"), *EAST, use("worker", "life", "start.c"), use("worker", "life", "L1.a"))
    return broken(3, *moves, blame="technology", says="the worker of life has been used", components=box)


@breaks("CENTURY-USE-COST")
def recycling_without_science() -> Broken:
    box = figures(technologies={"recycling": {"recycling": {"science": 16}}})
    moves = (*buys("recycling"), use("recycle", "recycling", "start"))
    says = "the recycling of recycling costs 16 science; seat 0 holds 15"
    return broken(3, *moves, blame="technology", says=says, components=box)


@breaks("CENTURY-USE-COST")
def remediation_without_coins() -> Broken:
    """20, and 4 in compensation for a player who bought no land."""
    box = figures(technologies={"remediation": {"remediation": {"coins": 25}}})
    moves = (*buys("remediation"), use("remediate", "remediation"))
    says = "the remediation of remediation costs 25 coins; seat 0 holds 24"
    return broken(3, *moves, blame="technology", says=says, components=box)


@breaks("CENTURY-USE-COST")
def coins_but_no_science_for_life() -> Broken:
    life = {"quality_of_life": {"price": {"coins": 1, "science": 16}, "points": 1}}
    box = figures(technologies={"life": life})
    says = "the quality of life of life costs 16 science; seat 0 holds 15"
    return broken(3, *buys("life"), use("improve", "life"), blame="technology", says=says, components=box)


@breaks("CENTURY-USE-COST")
def paid_for_another_use() -> Broken:
    """24 - 20 = 4."""
    life = {"quality_of_life": {"price": {"coins": 20}, "points": 1}, "remediation": {"coins": 5}}
    box = figures(technologies={"life": life})
    moves = (*buys("life"), use("improve", "life"), use("remediate", "life"))
    says = "the remediation of life costs 5 coins; seat 0 holds 4"
    return broken(3, *moves, blame="technology", says=says, components=box)


# -- bridges

BRIDGES = buys("bridge", "bridge-2")
STEP = {"cities": [{"node": "a", "at": [1, 1]}, {"node": "b", "at": [1, 3]}], "track": ["a-N", "b-S"]}
"""Two cities in the west; the middle and the east are free."""


@breaks("CENTURY-BRIDGE-SPAN")
def over_track() -> Broken:
    moves = (*buys("bridge"), use("bridge", "bridge", "start", "a-b"))
    says = "start has no span 'a-b'; it has N-E, N-W, S-W, E-S"
    return broken(3, *moves, blame="span", says=says)


@breaks("CENTURY-BRIDGE-SPAN")
def a_span_from_the_other_end() -> Broken:
    """A span has one name."""
    moves = (*buys("bridge"), use("bridge", "bridge", "start", "E-N"))
    return broken(3, *moves, blame="span", says="start has no span 'E-N'; it has N-E")


@breaks("CENTURY-BRIDGE-SPAN")
def a_span_of_another_tile() -> Broken:
    mine = ((0, "buy", "mine"), (0, "lay", "mine", (0, -1)), ("round", 2), (0, "buy", "bridge"))
    says = "mine has no span 'N-W'; it has m-N, m-S"
    return broken(3, *mine, use("bridge", "bridge", "mine", "N-W"), blame="span", says=says)


@breaks("CENTURY-BRIDGE-SPAN")
def a_span_as_it_lies_on_a_turned_tile() -> Broken:
    """What lies from the north to the west then is S-W on the tile as it is printed."""
    box = figures({"L1": {"spans": ["S-W"]}})
    moves = (UP, *buys("bridge"), *SOUTH, use("bridge", "bridge", "L1", "N-W"))
    return broken(3, *moves, blame="span", says="L1 has no span 'N-W'; it has S-W", components=box)


@breaks("CENTURY-BRIDGE-SPAN")
def a_tile_without_spans() -> Broken:
    moves = (UP, *buys("bridge"), *EAST, use("bridge", "bridge", "L1", "N-E"))
    says = "L1 has no span 'N-E'; it has none"
    return broken(3, *moves, blame="span", says=says, components=figures({"L1": {"spans": []}}))


@breaks("CENTURY-BRIDGE-CROSSING")
def on_a_span_with_a_bridge() -> Broken:
    moves = (BRIDGES[0], use("bridge", "bridge", "start", "N-E"), *BRIDGES[1:])
    says = "another bridge on start is in the way of N-E"
    return broken(3, *moves, use("bridge", "bridge-2", "start", "N-E"), blame="span", says=says)


@breaks("CENTURY-BRIDGE-CROSSING")
def across_a_bridge() -> Broken:
    box = figures({"L1": {**STEP, "spans": ["N-S", "E-W"]}})
    moves = (UP, BRIDGES[0], *EAST, use("bridge", "bridge", "L1", "N-S"), *BRIDGES[1:])
    says = "another bridge on L1 is in the way of E-W"
    return broken(3, *moves, use("bridge", "bridge-2", "L1", "E-W"), blame="span", says=says, components=box)


@breaks("CENTURY-BRIDGE-CROSSING")
def across_a_bridge_between_points() -> Broken:
    """A diagonal and what comes from the north meet in the middle of the tile."""
    track = {"cities": [{"node": "a", "at": [3, 1]}, {"node": "b", "at": [1, 3]}], "track": ["a-NE", "b-SW"]}
    box = figures({"L1": {**track, "spans": ["a-b", "N-S"]}})
    moves = (UP, BRIDGES[0], *EAST, use("bridge", "bridge", "L1", "N-S"), *BRIDGES[1:])
    says = "another bridge on L1 is in the way of a-b"
    return broken(3, *moves, use("bridge", "bridge-2", "L1", "a-b"), blame="span", says=says, components=box)


# -- garbage


@breaks("CENTURY-GARBAGE-NONE")
def waste_separation_on_clean_land() -> Broken:
    moves = (UP, *buys("separation"), *EAST[:2], use("separate", "separation", "L1"))
    return broken(3, *moves, blame="tile", says="no garbage lies on L1")


@breaks("CENTURY-GARBAGE-NONE")
def garbage_still_in_the_hand_recycled() -> Broken:
    moves = (UP, *buys("recycling"), *EAST[:1], use("recycle", "recycling", "L1"))
    return broken(3, *moves, blame="tile", says="no garbage lies on L1")


@breaks("CENTURY-GARBAGE-NONE")
def garbage_collected_from_clean_land() -> Broken:
    moves = (UP, *buys("collection"), *EAST[:2], use("collect", "collection", "L1", "start"))
    return broken(3, *moves, blame="tile", says="no garbage lies on L1")


@breaks("CENTURY-GARBAGE-NONE")
def the_only_cube_recycled_twice() -> Broken:
    box = figures(technologies={"recycling": {"recycling": {}, "waste_separation": True}})
    moves = (*buys("recycling"), use("recycle", "recycling", "start"), use("separate", "recycling", "start"))
    return broken(3, *moves, blame="tile", says="no garbage lies on start", components=box)


@breaks("CENTURY-GARBAGE-NONE")
def a_plant_clears_clean_land() -> Broken:
    moves = (UP, *buys("worker"), *SOUTH[:2], (0, "dump", "start"), use("worker", "worker", "start.c"))
    return broken(3, *moves, (0, "clear", "start.c", "L1"), blame="tile", says="no garbage lies on L1")


@breaks("CENTURY-COLLECT-ELSEWHERE")
def garbage_collected_where_it_lies() -> Broken:
    moves = (*buys("collection"), use("collect", "collection", "start", "start"))
    return broken(3, *moves, blame="to", says="start is where the garbage lies")


@breaks("CENTURY-COLLECT-ELSEWHERE")
def collected_where_it_lies_with_other_land_beside() -> Broken:
    moves = (UP, *buys("collection"), *EAST, use("collect", "collection", "L1", "L1"))
    return broken(3, *moves, blame="to", says="L1 is where the garbage lies")


# -- the pollution track


@breaks("CENTURY-REMEDIATE-END")
def remediation_at_the_end_of_the_track() -> Broken:
    box = figures(technologies={"remediation": {"flowers": 2, "remediation": {}}})
    says = "the marker of seat 0 is at the right end"
    moves = (*buys("remediation"), use("remediate", "remediation"))
    return broken(3, *moves, blame="technology", says=says, components=box)


@breaks("CENTURY-REMEDIATE-END")
def one_field_too_many() -> Broken:
    """On a track of three fields, with a price that can be paid."""
    again = use("remediate", "remediation")
    says = "the marker of seat 0 is at the right end"
    moves = (*buys("remediation"), again, ("round", 2), again)
    return broken(3, *moves, blame="technology", says=says, components=figures(values=(-1, 0, 1)))
