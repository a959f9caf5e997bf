"""A region and technologies for tests of the administration: each technology has something to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cityleague.engine.twentieth_century.moves import (
    Bridge,
    Collect,
    Improve,
    Locomotive,
    Move,
    Recycle,
    Remediate,
    Separate,
    Worker,
)
from cityleague.engine.twentieth_century.state import CenturyState

from .scenes import Json, T, administration, at, building, facility, land, own

LANDS: dict[str, Json] = {
    "one": land("", a=at(2, 2, coins=1)),
    "two": land("a-b", a=at(1, 2, coins=2), b=at(3, 2, science=2)),
    "three": land("a-b b-c", "W-a c-E", a=at(1, 2), b=at(2, 2), c=at(3, 2)),
}
TECHNOLOGIES: dict[str, Json] = {
    "mine": facility("a-N", "W-E", a=building(2, 1)),
    "worker": {"worker": True},
    "bridge": {"bridge": True},
    "sorting": {"waste_separation": True},
    "engine": {"locomotive": True},
    "service": {"garbage_collection": True},
    "recycling": {"recycling": {"coins": 2, "science": 1}},
    "clean-up": {"remediation": {"science": 3}},
    "parties": {"quality_of_life": {"price": {"coins": 4}, "points": 3}},
    "all": {
        "worker": True, "bridge": True, "waste_separation": True, "locomotive": True, "garbage_collection": True,
        "recycling": {"coins": 1}, "remediation": {"science": 1}, "quality_of_life": {"price": {}, "points": 1},
    },
    "park": {"flowers": 1},
}  # fmt: skip
USES = [name for name in TECHNOLOGIES if name not in {"mine", "park"}]
BOX = own(LANDS, TECHNOLOGIES)
REGION = (T("start", (0, 0), 0, "a", 4), T("three", (1, 0), 0, "", 1), T("two", (2, 0), 0, "a"), T("mine", (1, 1)))
"""With every technology, something to do for each."""
MOVES: dict[str, Move] = {
    "worker": Worker("worker", ("three", "a")),
    "bridge": Bridge("bridge", "three", "W-a"),
    "sorting": Separate("sorting", "start"),
    "engine": Locomotive("engine", ("start", "a"), ("start", "b")),
    "service": Collect("service", "start", "two"),
    "recycling": Recycle("recycling", "start"),
    "clean-up": Remediate("clean-up"),
    "parties": Improve("parties"),
}
ONCE = ("worker", "bridge", "sorting")


def scene(*tiles: T, technologies: Sequence[str] = USES, **details: Any) -> CenturyState:
    """An administration phase of seat 0."""
    return administration(tiles or REGION, box=BOX, technologies=technologies, **details)
