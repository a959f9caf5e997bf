"""20th Century: what technologies do in the administration, and what recycling plants remove."""

from __future__ import annotations

from ...twentieth_century.by_hand import figures
from .case import Cases
from .twentieth_century_case import case

UP = "0 choose L1"
"""Seat 0 buys L1 for the minimum, and drops out then."""
EAST = "0 lay L1 1,0; 0 settle L1.b; 0 dump L1"
"""L1 lies in the east of the start tile, with a citizen in b and its garbage; track joins start.b and L1.a."""
SOUTH = "0 lay L1 0,1 1; 0 settle L1.b; 0 dump L1"
"""L1 lies in the south of the start tile, turned so that track joins start.c and L1.a."""
BRIDGES = "0 buy bridge; round 2; 0 buy bridge-2"
STEP = {"cities": [{"node": "a", "at": [1, 1]}, {"node": "b", "at": [1, 3]}], "track": ["a-N", "b-S"]}
"""Two cities in the west; the middle and the east are free."""

CASES: Cases = {
    # -- whose, how often, for what
    "CENTURY-USE-NOT-YOURS": [
        # Nothing was bought.
        case("0 worker worker start.c", "technology", "'worker' is no worker of seat 0; it has none"),
        # The technology of the neighbour.
        case(
            "1 buy separation; 0 separate separation start",
            "technology",
            "'separation' is no waste separation of seat 0",
        ),
        # A bridge used as a locomotive.
        case(
            "0 buy bridge; round 2; 0 buy locomotive; 0 locomotive bridge start.b start.c",
            "technology",
            "'bridge' is no locomotive of seat 0; it has locomotive",
        ),
        # A mine used as a worker.
        case("0 buy mine; 0 worker mine start.c", "technology", "'mine' is no worker of seat 0; it has none"),
        case(f"{UP}; 0 recycle L1 start", "technology", "'L1' is no recycling of seat 0"),  # Land is no technology.
        # A park is of no further use.
        case(
            "0 buy life; 0 improve life",
            "technology",
            "'life' is no quality of life of seat 0",
            components=figures(technologies={"life": {"flowers": 3}}),
        ),
        # Collection used as recycling.
        case("0 buy collection; 0 recycle collection start", "technology", "'collection' is no recycling of seat 0"),
        # Remediation that is not there.
        case("0 remediate remediation", "technology", "'remediation' is no remediation"),
    ],
    "CENTURY-USE-AGAIN": [
        # One worker twice.
        case(
            f"{UP}; 0 buy worker; {EAST}; 0 worker worker start.c; 0 worker worker L1.a",
            "technology",
            "the worker of worker has been used",
        ),
        # A bridge in another round again.
        case(
            "0 buy bridge; 0 bridge bridge start N-E; round 2; 0 bridge bridge start S-W",
            "technology",
            "the bridge of bridge has been used",
        ),
        # Waste separation in the last round again.
        case(
            "0 buy separation; 0 separate separation start; round 6; 0 separate separation start",
            "technology",
            "the waste separation of separation has been used",
        ),
        # There and back in a round.
        case(
            "0 buy locomotive; 0 locomotive locomotive start.b start.c; 0 locomotive locomotive start.c start.b",
            "technology",
            "the locomotive of locomotive has been used in this round",
        ),
        # Two cubes collected.
        case(
            f"{UP}; 0 buy collection; {EAST}; 0 collect collection L1 start; 0 collect collection start L1",
            "technology",
            "the garbage collection of collection has been used in this round",
        ),
        # Two cubes recycled.
        case(
            f"{UP}; 0 buy recycling; {EAST}; 0 recycle recycling L1; 0 recycle recycling start",
            "technology",
            "the recycling of recycling has been used in this round",
        ),
        # Two fields remediated.
        case(
            "0 buy remediation; 0 remediate remediation; 0 remediate remediation",
            "technology",
            "the remediation of remediation has been used in this round",
        ),
        # Life improved twice.
        case(
            "0 buy life; 0 improve life; 0 improve life",
            "technology",
            "the quality of life of life has been used in this round",
        ),
        # One of two uses twice.
        case(
            f"{UP}; 0 buy life; {EAST}; 0 worker life start.c; 0 worker life L1.a",
            "technology",
            "the worker of life has been used",
            components=figures(technologies={"life": {"worker": True, "locomotive": True}}),
        ),
    ],
    "CENTURY-USE-COST": [
        # Recycling without science.
        case(
            "0 buy recycling; 0 recycle recycling start",
            "technology",
            "the recycling of recycling costs 16 science; seat 0 holds 15",
            components=figures(technologies={"recycling": {"recycling": {"science": 16}}}),
        ),
        # Remediation without coins. 20, and 4 in compensation for a player who bought no land.
        case(
            "0 buy remediation; 0 remediate remediation",
            "technology",
            "the remediation of remediation costs 25 coins; seat 0 holds 24",
            components=figures(technologies={"remediation": {"remediation": {"coins": 25}}}),
        ),
        # Coins but no science for life.
        case(
            "0 buy life; 0 improve life",
            "technology",
            "the quality of life of life costs 16 science; seat 0 holds 15",
            components=figures(
                technologies={"life": {"quality_of_life": {"price": {"coins": 1, "science": 16}, "points": 1}}}
            ),
        ),
        # Paid for another use. 24 - 20 = 4.
        case(
            "0 buy life; 0 improve life; 0 remediate life",
            "technology",
            "the remediation of life costs 5 coins; seat 0 holds 4",
            components=figures(
                technologies={
                    "life": {"quality_of_life": {"price": {"coins": 20}, "points": 1}, "remediation": {"coins": 5}}
                }
            ),
        ),
    ],
    # -- bridges
    "CENTURY-BRIDGE-SPAN": [
        # Over track.
        case("0 buy bridge; 0 bridge bridge start a-b", "span", "start has no span 'a-b'; it has N-E, N-W, S-W, E-S"),
        # A span from the other end. A span has one name.
        case("0 buy bridge; 0 bridge bridge start E-N", "span", "start has no span 'E-N'; it has N-E"),
        # A span of another tile.
        case(
            "0 buy mine; 0 lay mine 0,-1; round 2; 0 buy bridge; 0 bridge bridge mine N-W",
            "span",
            "mine has no span 'N-W'; it has m-N, m-S",
        ),
        # A span as it lies on a turned tile. What lies from the north to the west then is S-W on the tile as it is
        # printed.
        case(
            f"{UP}; 0 buy bridge; {SOUTH}; 0 bridge bridge L1 N-W",
            "span",
            "L1 has no span 'N-W'; it has S-W",
            components=figures({"L1": {"spans": ["S-W"]}}),
        ),
        # A tile without spans.
        case(
            f"{UP}; 0 buy bridge; {EAST}; 0 bridge bridge L1 N-E",
            "span",
            "L1 has no span 'N-E'; it has none",
            components=figures({"L1": {"spans": []}}),
        ),
    ],
    "CENTURY-BRIDGE-CROSSING": [
        # On a span with a bridge.
        case(
            "0 buy bridge; 0 bridge bridge start N-E; round 2; 0 buy bridge-2; 0 bridge bridge-2 start N-E",
            "span",
            "another bridge on start is in the way of N-E",
        ),
        # Across a bridge.
        case(
            f"{UP}; 0 buy bridge; {EAST}; 0 bridge bridge L1 N-S; round 2; 0 buy bridge-2; 0 bridge bridge-2 L1 E-W",
            "span",
            "another bridge on L1 is in the way of E-W",
            components=figures({"L1": {**STEP, "spans": ["N-S", "E-W"]}}),
        ),
        # Across a bridge between points. A diagonal and what comes from the north meet in the middle of the tile.
        case(
            f"{UP}; 0 buy bridge; {EAST}; 0 bridge bridge L1 N-S; round 2; 0 buy bridge-2; 0 bridge bridge-2 L1 a-b",
            "span",
            "another bridge on L1 is in the way of a-b",
            components=figures(
                {
                    "L1": {
                        "cities": [{"node": "a", "at": [3, 1]}, {"node": "b", "at": [1, 3]}],
                        "track": ["a-NE", "b-SW"],
                        "spans": ["a-b", "N-S"],
                    }
                }
            ),
        ),
    ],
    # -- garbage
    "CENTURY-GARBAGE-NONE": [
        # Waste separation on clean land.
        case(
            f"{UP}; 0 buy separation; 0 lay L1 1,0; 0 settle L1.b; 0 separate separation L1",
            "tile",
            "no garbage lies on L1",
        ),
        # Garbage still in the hand recycled.
        case(f"{UP}; 0 buy recycling; 0 lay L1 1,0; 0 recycle recycling L1", "tile", "no garbage lies on L1"),
        # Garbage collected from clean land.
        case(
            f"{UP}; 0 buy collection; 0 lay L1 1,0; 0 settle L1.b; 0 collect collection L1 start",
            "tile",
            "no garbage lies on L1",
        ),
        # The only cube recycled twice.
        case(
            "0 buy recycling; 0 recycle recycling start; 0 separate recycling start",
            "tile",
            "no garbage lies on start",
            components=figures(technologies={"recycling": {"recycling": {}, "waste_separation": True}}),
        ),
        # A plant clears clean land.
        case(
            f"{UP}; 0 buy worker; 0 lay L1 0,1 1; 0 settle L1.b; 0 dump start; 0 worker worker start.c; "
            "0 clear start.c L1",
            "tile",
            "no garbage lies on L1",
        ),
    ],
    "CENTURY-COLLECT-ELSEWHERE": [
        # Garbage collected where it lies.
        case("0 buy collection; 0 collect collection start start", "to", "start is where the garbage lies"),
        # Collected where it lies with other land beside.
        case(f"{UP}; 0 buy collection; {EAST}; 0 collect collection L1 L1", "to", "L1 is where the garbage lies"),
    ],
    # -- the pollution track
    "CENTURY-REMEDIATE-END": [
        # Remediation at the end of the track.
        case(
            "0 buy remediation; 0 remediate remediation",
            "technology",
            "the marker of seat 0 is at the right end",
            components=figures(technologies={"remediation": {"flowers": 2, "remediation": {}}}),
        ),
        # One field too many. On a track of three fields, with a price that can be paid.
        case(
            "0 buy remediation; 0 remediate remediation; round 2; 0 remediate remediation",
            "technology",
            "the marker of seat 0 is at the right end",
            components=figures(values=(-1, 0, 1)),
        ),
    ],
}
