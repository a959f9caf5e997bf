"""20th Century: placing tiles, citizens and garbage in the administration, and what recycling plants remove."""

from __future__ import annotations

from cityleague.engine.twentieth_century.moves import Options

from ...twentieth_century.by_hand import LAND, figures
from .case import Cases
from .twentieth_century_case import case

UP = "0 choose L1"
"""Seat 0 buys L1 for the minimum, and drops out then."""
EAST = f"{UP}; 0 lay L1 1,0"
"""L1 lies in the east of the start tile: track joins start.b and L1.a."""
SETTLED = f"{EAST}; 0 settle L1.a"
READY = f"{SETTLED}; 0 dump L1"
"""All is placed."""
MINE = "0 buy mine; 0 lay mine -1,0"
"""A facility in the west of the start tile."""
ABSENT = "'L1' has not been laid in the region, which has start"
PLANT = "0 buy worker; 0 worker worker start.c"
"""A citizen works in the plant of the start tile."""
ONE_CITY = figures({"L1": {"cities": LAND["cities"][:1], "track": ["a-W", "a-E"], "spans": []}})
KEPT = '["L1", "a"] is the last free city of L1, whose own citizen has none yet'

CASES: Cases = {
    # -- on which tile
    "CENTURY-LAND-NOT-YOURS": [
        # Garbage on land in the hand.
        case(f"{UP}; 0 dump L1", "tile", "'L1' has not been laid in the region, which has start"),
        # Garbage on the neighbours land.
        case(f"{UP}; 1 choose L2; 1 lay L2 1,1; 0 dump L2", "tile", "'L2' has not been laid in the region"),
        # Garbage where there is nothing.
        case(f"{EAST}; 0 dump L99", "tile", "'L99' has not been laid in the region, which has start, L1"),
        # A citizen on land in the hand.
        case(f"{UP}; 0 settle L1.a", "city/0", "'L1' has not been laid in the region, which has start"),
        # A worker on land that nobody bought.
        case("0 buy worker; 0 worker worker L1.a", "city/0", "'L1' has not been laid in the region, which has start"),
        # A bridge on land in the hand.
        case(
            f"{UP}; 0 buy bridge; 0 bridge bridge L1 N-W",
            "tile",
            "'L1' has not been laid in the region, which has start",
        ),
        # Waste separation elsewhere.
        case(
            "0 buy separation; 0 separate separation L1",
            "tile",
            "'L1' has not been laid in the region, which has start",
        ),
        # Recycling elsewhere.
        case(
            "0 buy recycling; 0 recycle recycling L1", "tile", "'L1' has not been laid in the region, which has start"
        ),
        # Garbage collected from elsewhere.
        case(
            "0 buy collection; 0 collect collection L1 start",
            "tile",
            "'L1' has not been laid in the region, which has start",
        ),
        # Garbage collected for elsewhere.
        case(
            "0 buy collection; 0 collect collection start L1",
            "to",
            "'L1' has not been laid in the region, which has start",
        ),
        # A locomotive from elsewhere.
        case(
            "0 buy locomotive; 0 locomotive locomotive L1.a start.c",
            "city/0",
            "'L1' has not been laid in the region, which has start",
        ),
        # A locomotive to elsewhere.
        case(
            "0 buy locomotive; 0 locomotive locomotive start.a L1.a",
            "to/0",
            "'L1' has not been laid in the region, which has start",
        ),
        # The plant is elsewhere.
        case(f"{PLANT}; 0 clear L1.a start", "plant/0", "'L1' has not been laid in the region, which has start"),
        # The garbage to recycle is elsewhere.
        case(f"{PLANT}; 0 clear start.c L1", "tile", "'L1' has not been laid in the region, which has start"),
    ],
    "CENTURY-FACILITY-GARBAGE": [
        case(f"{UP}; {MINE}; 0 dump mine", "tile", "mine is a facility, not land"),  # Garbage on a facility.
        # Garbage collected for a facility.
        case(
            f"{MINE}; round 2; 0 buy collection; 0 collect collection start mine", "to", "mine is a facility, not land"
        ),
        # Waste separation on a facility.
        case(f"{MINE}; round 2; 0 buy separation; 0 separate separation mine", "tile", "mine is a facility, not land"),
        # A plant clears a facility.
        case(f"{MINE}; round 2; {PLANT}; 0 clear start.c mine", "tile", "mine is a facility, not land"),
    ],
    "CENTURY-CITY-UNKNOWN": [
        case(f"{EAST}; 0 settle L1.c", "city/1", "L1 has no city 'c'; it has a, b"),  # A third city of two.
        # A fork is no city.
        case(
            f"{EAST}; 0 settle L1.x",
            "city/1",
            "L1 has no city 'x'; it has a, b",
            components=figures(
                {"L1": {"forks": [{"node": "x", "at": [1, 1]}], "track": [*LAND["track"], "x-N"], "spans": []}}
            ),
        ),
        # A capital letter.
        case("0 buy worker; 0 worker worker start.C", "city/1", "start has no city 'C'; it has a, b, c"),
        # A locomotive from a port.
        case("0 buy locomotive; 0 locomotive locomotive start.N start.c", "city/1", "start has no city 'N'"),
        # A locomotive to no city.
        case("0 buy locomotive; 0 locomotive locomotive start.b start.", "to/1", "start has no city ''"),
        case(f"{PLANT}; 0 clear start.d start", "plant/1", "start has no city 'd'"),  # A plant in no city.
        # A worker in a mine.
        case(f"{MINE}; round 2; 0 buy worker; 0 worker worker mine.m", "city/0", "mine is a facility"),
        case(f"{MINE}; 0 settle mine.m", "city/0", "mine is a facility"),  # A new citizen in a mine.
    ],
    # -- 4. Administration: tiles
    "CENTURY-LAY-NOT-NEW": [
        case(f"{UP}; 0 lay L2 1,0", "tile", "'L2' is no new tile of seat 0; it has L1"),  # Land that was not bought.
        # Land of the neighbour.
        case("1 choose L2; 0 lay L2 1,0", "tile", "'L2' is no new tile of seat 0; it has none"),
        case(f"{EAST}; 0 lay L1 0,1", "tile", "'L1' is no new tile of seat 0; it has none"),  # Land that lies already.
        # A technology that is no facility.
        case(f"{UP}; 0 buy worker; 0 lay worker 1,0", "tile", "'worker' is no new tile of seat 0; it has L1"),
        # A second start tile.
        case(f"{UP}; 0 buy mine; 0 lay start 1,0", "tile", "'start' is no new tile of seat 0; it has L1, mine"),
    ],
    "CENTURY-LAY-OCCUPIED": [
        case(f"{UP}; 0 lay L1 0,0", "cell", "[0, 0] is taken by start"),  # On the start tile.
        # On land of this round.
        case(f"{UP}; 0 choose L2; 0 lay L1 1,0; 0 lay L2 1,0 2", "cell", "[1, 0] is taken by L1"),
        # On a facility of another round.
        case(f"{MINE}; round 2; 0 choose L9; 0 lay L9 -1,0", "cell", "[-1, 0] is taken by mine"),
    ],
    "CENTURY-LAY-APART": [
        case(f"{UP}; 0 lay L1 2,0", "cell", "[2, 0] touches no tile of the region"),  # Beyond a gap.
        # Beyond a corner.
        case(f"{EAST}; round 2; 0 choose L9; 0 lay L9 -2,-2", "cell", "[-2, -2] touches no tile of the region"),
        # At the tile of the neighbour.
        case(f"{UP}; 1 choose L2; 1 lay L2 1,0; 0 lay L1 2,1", "cell", "[2, 1] touches no tile of the region"),
        # A facility beyond a gap.
        case("0 buy mine; 0 lay mine 0,-2 1", "cell", "[0, -2] touches no tile of the region"),
    ],
    # -- 4. Administration: citizens
    "CENTURY-SETTLE-NONE": [
        # No new citizen on the start tile.
        case(f"{EAST}; 0 settle start.c", "city/0", "no new citizen waits on start"),
        case(f"{SETTLED}; 0 settle L1.b", "city/0", "no new citizen waits on L1"),  # A second citizen for new land.
        # A citizen for land of the round before.
        case(f"{READY}; round 2; 0 settle L1.b", "city/0", "no new citizen waits on L1"),
        # Settled in the same city again. That nobody waits comes before the city.
        case(f"{SETTLED}; 0 settle L1.a", "city/0", "no new citizen waits on L1"),
    ],
    "CENTURY-CITY-TAKEN": [
        # Settled where a worker lives.
        case(
            f"{UP}; 0 buy worker; 0 lay L1 1,0; 0 worker worker L1.b; 0 settle L1.b",
            "city",
            '["L1", "b"] has a citizen',
        ),
        # A worker in a city that has a citizen.
        case("0 buy worker; 0 worker worker start.a", "city", '["start", "a"] has a citizen'),
        # A locomotive to a city that has a citizen.
        case("0 buy locomotive; 0 locomotive locomotive start.a start.b", "to", '["start", "b"] has a citizen'),
        # A locomotive that stays.
        case("0 buy locomotive; 0 locomotive locomotive start.a start.a", "to", '["start", "a"] has a citizen'),
    ],
    "CENTURY-CITY-KEPT": [
        # A worker in the only city of new land.
        case(
            f"{UP}; 0 buy worker; 0 lay L1 1,0; 0 worker worker L1.a",
            "city",
            '["L1", "a"] is the last free city of L1, whose own citizen has none yet',
            components=ONE_CITY,
        ),
        # A locomotive to the only city of new land.
        case(
            f"{UP}; 0 buy locomotive; 0 lay L1 1,0; 0 locomotive locomotive start.b L1.a",
            "to",
            '["L1", "a"] is the last free city of L1, whose own citizen has none yet',
            components=ONE_CITY,
        ),
        # A second worker before the own citizen.
        case(
            f"{UP}; 0 buy worker; 0 lay L1 1,0; 0 worker worker L1.b; 0 locomotive worker start.b L1.a",
            "to",
            '["L1", "a"] is the last free city of L1, whose own citizen has none yet',
            components=figures(technologies={"worker": {"worker": True, "locomotive": True}}),
        ),
    ],
    # -- 4. Administration: garbage, and the end of it
    "CENTURY-DUMP-NONE": [
        case("0 dump start", "type", "seat 0 has no new garbage"),  # No garbage to dump.
        case(f"{READY}; 0 dump L1", "type", "seat 0 has no new garbage"),  # One cube dumped twice.
        # No garbage for nowhere. That there is none comes before where.
        case("0 dump nowhere", "type", "seat 0 has no new garbage"),
        # Garbage of a column only once.
        case(
            "0 contain 0 1; 0 dump start; 0 dump start; 0 dump start",
            "type",
            "seat 0 has no new garbage",
            components=figures(columns=[{"garbage": 2}, {}, {}, {}, {}]),
        ),
    ],
    "CENTURY-DUMP-NEW-LAND": [
        # Garbage on old land by the option.
        case(
            f"{SETTLED}; 0 dump start",
            "tile",
            "new garbage goes on L1 in this round, not on start",
            options=Options(garbage="new_land"),
        ),
        # Garbage before the new land is laid.
        case(
            f"{UP}; 0 dump start",
            "tile",
            "new garbage goes on L1 in this round, not on start",
            options=Options(garbage="new_land"),
        ),
    ],
    "CENTURY-DONE-TOO-EARLY": [
        case(f"{UP}; 0 done", "type", "seat 0 still has to lay L1"),  # Land still in the hand.
        # Land and a facility still in the hand.
        case(f"{UP}; 0 buy mine; 0 done", "type", "seat 0 still has to lay L1, mine"),
        case(f"{EAST}; 0 dump L1; 0 done", "type", "the citizen of L1 has no city yet"),  # A citizen without a city.
        # Garbage that lies nowhere. The first tile brings one cube, the second two.
        case(
            f"{UP}; 0 choose L2; 0 lay L1 1,0; 0 settle L1.a; 0 lay L2 0,1; 0 settle L2.a; 0 done",
            "type",
            "seat 0 still has 3 garbage to place",
        ),
        # Garbage of the damage card.
        case(
            "1 contain 0 1; 1 done",
            "type",
            "still has 1 garbage to place",
            components=figures(columns=[{"garbage": 1}, {}, {}, {}, {}]),
        ),
        # Garbage of a technology.
        case(
            "2 buy life; 2 dump start; 2 done",
            "type",
            "still has 1 garbage to place",
            components=figures(technologies={"life": {"flowers": 1, "garbage": 2}}),
        ),
    ],
}
