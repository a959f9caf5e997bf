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
    others: list[str]


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
SHIELD, POWER, POLLUTION, ANCHOR, BOLT, CYCLE, SWAP, TRIANGLE = _DRAWN.others
"""A bolt is money at once, a cycle an income, a triangle a disaster on a tile that helps against it."""
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
