"""Silhouettes for pictures of NEOM: types of tiles, goods, effects. Each is about 12 units wide, round the origin.

They are parts of the `d` of an SVG path and use nothing but relative steps. So a path can hold many of them: `at` says
where each goes, and one element draws all signs of a tile.
"""

from __future__ import annotations

import re

from msgspec import json

from cityleague.engine.doors import file_in
from cityleague.engine.neom.figures import Disaster, Event, Protection, Type
from cityleague.engine.neom.moves import Good, Level
from cityleague.engine.neom.tiles import GOODS as NAMES

_READ: dict[str, dict[str, str]] = json.decode(file_in("cityleague.engine.neom.looks", "signs.json"))
_START = re.compile(r"m(-?[\d.]+)\s*(-?[\d.]+)")


def at(x: float, y: float, *signs: str) -> str:
    """The part of a path that draws these signs round (x, y)."""

    def moved(step: re.Match[str]) -> str:
        return f"M{round(x + float(step[1]), 1):g} {round(y + float(step[2]), 1):g}"

    return "".join([_START.sub(moved, sign, count=1) for sign in signs])


TYPES: dict[Type, str] = {
    "residential": "m-7 0l7-6 7 6h-2v6h-10v-6z",
    "commercial": "m-6-2h3q3-8 6 0h3l1 8h-14zm4.5 0h3q-1.5-4-3 0z",
    "industrial": "m-7 6v-8l4 3v-3l4 3v-7h5v12z",
    "public": "m-7-2l7-5 7 5v1h-2v4h2v2h-14v-2h2v-4h-2zm4 1v4h2v-4zm4 0v4h2v-4z",
    "extraction": "m-7-1q7-9 14 0q-7-4-14 0zm6-3h2v10h-2z",
}
"""A house, a bag, a factory, a temple, a pickaxe."""

DISASTERS: dict[Disaster, str] = {
    "flood": "m-11-6q5.5-6 11 0t11 0v4q-5.5 6-11 0t-11 0zm0 9q5.5-6 11 0t11 0v4q-5.5 6-11 0t-11 0z",
    "fire": "m0 11c-13 0-10-12-2-21 0 6 5 7 5 11 2-2 2-3 1.5-5 7 7 5.5 15-4.5 15z",
    "violence": "m0-12l3 7 6-4-2 7 6 2-6 3 3 6-7-3-3 6-3-6-7 3 3-6-6-3 6-2-2-7 6 4z",
}
PROTECTIONS: dict[Protection, str] = {
    "fire": "m0 4c-5 0-4-4-.8-8 0 2 2 2.6 2 4l.8-1.5c2 2.5 1.5 5.5-2 5.5z",
    "violence": "m0-4l1.2 2.6 2.8.3-2 2 .5 2.8-2.5-1.4-2.5 1.4.5-2.8-2-2 2.8-.3z",
}
"""What stands on a shield: a flame, a star."""
SHIELD = "m-6-6h12v6q0 5-6 7-6-2-6-7z"

POWER = "m-3-6h2v3h2v-3h2v3h1v2a4 4 0 0 1-3 4v3h-2v-3a4 4 0 0 1-3-4v-2h1z"
POLLUTION = "m-5 4a3 3 0 0 1 0-6 4 4 0 0 1 7-1 3.5 3.5 0 0 1 3 7z"
ANCHOR = (
    "m-2-5a2 2 0 1 0 4 0a2 2 0 1 0-4 0zm1.2 2h1.6v8h-1.6zm-2.2 1h6v1.5h-6z"
    "m-2.5 2.5q0 5.5 5.5 5.5t5.5-5.5l-2 1.2q-.5 2.3-3.5 2.3t-3.5-2.3z"
)
BOLT = "m1-6l-5 7h3l-1 5 5-7h-3z"
"""Money at once."""
CYCLE = "m-5-1a5 5 0 0 1 9-2l1-1v4h-4l1-1a3 3 0 0 0-5 0zm10 2a5 5 0 0 1-9 2l-1 1v-4h4l-1 1a3 3 0 0 0 5 0z"
"""Income."""
SWAP = "m-6-4.5h7v-2l5 3.5-5 3.5v-2h-7zm12 6h-7v-2l-5 3.5 5 3.5v-2h7z"

TRIANGLE = "m0-6l6.5 11.5h-13zm-.8 4v4h1.6v-4zm0 5v1.6h1.6v-1.6z"
"""A disaster, on a tile that helps against it."""
_BUILT = "m-6-2h4v-4h4v4h4l-6 7z"
EVENTS: dict[Event, str] = {
    "tile_picked": _BUILT,
    "commercial_built": TYPES["commercial"],
    "commercial_linked": TYPES["commercial"],
}

_COUNTED: dict[str, str] = _READ["counted"]
"""By a word: what is counted."""


def counted(count: str) -> str:
    """What stands for a count: its name has the words of one that is drawn, in their order."""
    words = count.split("_")
    return next((sign for word, sign in _COUNTED.items() if word in words), _COUNTED["building"])


LEVELS: dict[Level, str] = {
    "raw": "m0-7l7 5-3 8h-8l-3-8z",
    "trade": "m0-7l6 3v8l-6 3-6-3v-8z",
    "luxury": "m-3-7h6l4 4v6l-4 4h-6l-4-4v-6z",
}
"""A pentagon, a hexagon, an octagon."""

GOODS: dict[Good, str] = {good: _READ["goods"][good] for good in NAMES}
"""Of raw goods what they look like; a girder, boards, a pane, a ring of wire, a sack, a gem, a bottle, ingots; a car,
a ring, a chip."""
