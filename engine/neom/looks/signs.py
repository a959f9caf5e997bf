"""Silhouettes for pictures of NEOM, about 12 units wide, round the origin: relative steps of an SVG path, so that one
path draws all signs of a tile. `at` says where each goes.
"""

from __future__ import annotations

import re

from msgspec import Struct, json

from cityleague.engine.doors import file_in
from cityleague.engine.neom.figures import Disaster, Event, Protection, Type
from cityleague.engine.neom.moves import Good, Level


class _Drawn(Struct, forbid_unknown_fields=True):
    """The signs that are drawn for one of several."""

    types: dict[Type, str]
    disasters: dict[Disaster, str]
    protections: dict[Protection, str]
    levels: dict[Level, str]
    events: dict[Event, str]
    counted: dict[str, str]
    goods: dict[Good, str]


_DRAWN = json.decode(file_in("cityleague.engine.neom.looks", "signs.json"), type=_Drawn)
_START = re.compile(r"m(-?[\d.]+)\s*(-?[\d.]+)")


def at(x: float, y: float, *signs: str) -> str:
    """The part of a path that draws these signs round (x, y)."""

    def moved(step: re.Match[str]) -> str:
        return f"M{round(x + float(step[1]), 1):g} {round(y + float(step[2]), 1):g}"

    return "".join([_START.sub(moved, sign, count=1) for sign in signs])


TYPES = _DRAWN.types
"""A house, a bag, a factory, a temple, a pickaxe."""

DISASTERS = _DRAWN.disasters
PROTECTIONS = _DRAWN.protections
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
EVENTS = _DRAWN.events

_COUNTED = _DRAWN.counted
"""By a word: what is counted."""


def sign_of(count: str) -> str:
    """What stands for a count: its name has the words of one that is drawn, in their order."""
    words = count.split("_")
    return next((sign for word, sign in _COUNTED.items() if word in words), _COUNTED["building"])


LEVELS = _DRAWN.levels
"""A pentagon, a hexagon, an octagon."""

GOODS = _DRAWN.goods
"""Raw goods as they look; a girder, boards, a pane, wire, a sack, a gem, a bottle, ingots; a car, a ring, a chip."""
