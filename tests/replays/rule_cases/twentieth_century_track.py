"""20th Century: where track leads: locomotives and recycling plants."""

from __future__ import annotations

from ...twentieth_century.by_hand import LAND, START, figures
from .case import Cases
from .twentieth_century_case import case
from .twentieth_century_use import EAST, SOUTH, UP

GO = "locomotive"
WORKS = "0 buy worker; 0 worker worker start.c"
"""A citizen works in the plant of the start tile; without more it removes garbage from there."""
PLANTS = figures(
    {"L1": {"cities": [{**city, "recycling": True} for city in LAND["cities"]]}},
    {"worker-2": {"worker": True, "locomotive": True}},
)
"""L1 has plants in both cities."""

CASES: Cases = {
    # -- locomotives
    "CENTURY-LOCOMOTIVE-CITIZEN": [
        # Out of an empty city.
        case(
            f"{UP}; 0 buy locomotive; {EAST}; 0 locomotive locomotive L1.a start.c",
            "city",
            '["L1", "a"] has no citizen',
        ),
        # The citizen has left.
        case(
            "0 buy locomotive; 0 locomotive locomotive start.b start.c; round 2; 0 buy locomotive-2; "
            "0 locomotive locomotive-2 start.b start.c",
            "city",
            '["start", "b"] has no citizen',
        ),
        # The new citizen has no city yet.
        case(
            f"{UP}; 0 buy locomotive; 0 lay L1 1,0; 0 locomotive locomotive L1.b L1.a",
            "city",
            '["L1", "b"] has no citizen',
        ),
    ],
    "CENTURY-LOCOMOTIVE-TRACK": [
        # Through another city.
        case(
            "0 buy locomotive; 0 locomotive locomotive start.a start.c",
            "to",
            'no track leads from ["start", "a"] to ["start", "c"] without crossing another city',
        ),
        # Through a city without a citizen. Nobody lives in L1.a, and all the same it stands between start.b and L1.b.
        case(
            f"{UP}; 0 buy locomotive; 0 lay L1 1,0; 0 settle L1.c; 0 locomotive locomotive start.b L1.b",
            "to",
            'to ["L1", "b"] without crossing another city',
            components=figures(
                {"L1": {"cities": [*LAND["cities"], {"node": "c", "at": [2, 1]}], "track": [*LAND["track"], "c-N"]}}
            ),
        ),
        # Across a common edge without track. Laid straight in the south, L1 has no track in the north.
        case(
            f"{UP}; 0 buy locomotive; 0 lay L1 0,1; 0 settle L1.b; 0 locomotive locomotive start.b L1.a",
            "to",
            'no track leads from ["start", "b"] to ["L1", "a"]',
        ),
        # Across a common corner without track.
        case(
            f"{UP}; 0 buy locomotive; 0 lay L1 1,1; 0 settle L1.b; 0 locomotive locomotive start.b L1.a",
            "to",
            'no track leads from ["start", "b"] to ["L1", "a"]',
        ),
        # Over a bridge that is not there. In the north of the start tile there is no track but over the bridge N-E.
        case(
            f"{UP}; 0 buy locomotive; 0 lay L1 0,-1 1; 0 settle L1.a; 0 locomotive locomotive start.b L1.b",
            "to",
            'no track leads from ["start", "b"] to ["L1", "b"]',
        ),
        # On a turned tile the other city is near. Turned by half, L1 has b in the west.
        case(
            f"{UP}; 0 buy locomotive; 0 lay L1 1,0 2; 0 settle L1.b; 0 locomotive locomotive start.b L1.a",
            "to",
            'to ["L1", "a"] without crossing another city',
        ),
    ],
    # -- recycling plants
    "CENTURY-CLEAR-PLANT": [
        # A city without a plant.
        case(f"{WORKS}; 0 clear start.a start", "plant", '["start", "a"] has no recycling plant'),
        # A plant without a citizen.
        case(
            f"{UP}; 0 buy worker; {EAST}; 0 worker worker start.c; 0 clear L1.a L1",
            "plant",
            '["L1", "a"] has no citizen',
            components=PLANTS,
        ),
        # A plant that has removed garbage. The plant of L1 can still remove something, so seat 0 is asked again.
        case(
            f"{UP}; 0 buy worker; {EAST}; 0 worker worker start.c; 0 clear start.c start; 0 clear start.c start",
            "plant",
            'the plant of ["start", "c"] has removed garbage in this round',
            components=PLANTS,
        ),
        # A plant whose citizen left. He works in the plant of L1 now.
        case(
            f"{UP}; 0 buy worker-2; {EAST}; 0 locomotive worker-2 start.b L1.a; 0 clear start.b start",
            "plant",
            '["start", "b"] has no citizen',
            components=figures(
                {"L1": {"cities": [{**city, "recycling": True} for city in LAND["cities"]]}},
                {"worker-2": {"locomotive": True}},
                start={"cities": [{**city, "recycling": True} for city in START["cities"]]},
            ),
        ),
    ],
    "CENTURY-CLEAR-REACH": [
        # Land that does not touch. L2 lies in the south of L1.
        case(
            f"{UP}; 0 choose L2; 0 buy worker; {SOUTH}; 0 lay L2 0,2 1; 0 settle L2.a; 0 dump L2; 0 dump L2; "
            "0 worker worker start.c; 0 clear start.c L2",
            "tile",
            'the plant of ["start", "c"] does not reach L2: it does not touch the tile of the plant',
        ),
        # Land that touches without track.
        case(
            f"{UP}; 0 buy worker; 0 lay L1 0,1; 0 settle L1.b; 0 dump L1; 0 worker worker start.c; 0 clear start.c L1",
            "tile",
            'the plant of ["start", "c"] does not reach L1: no track leads there without crossing another city',
        ),
        # Land behind another city. From start.c track leads to the east only through start.b.
        case(
            f"{UP}; 0 buy worker; {EAST}; 0 worker worker start.c; 0 clear start.c L1",
            "tile",
            "does not reach L1: no track leads there without crossing another city",
        ),
        # The start tile behind a city. From L1.b track leads to the west only through L1.a.
        case(
            f"{UP}; {EAST}; 0 clear L1.b start",
            "tile",
            'the plant of ["L1", "b"] does not reach start',
            components=PLANTS,
        ),
    ],
}
