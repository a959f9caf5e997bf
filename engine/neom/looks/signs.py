"""Silhouettes for pictures of NEOM: types of tiles, goods, effects. Each is about 12 units wide, round the origin.

They are parts of the `d` of an SVG path and use nothing but relative steps. So a path can hold many of them: `at` says
where each goes, and one element draws all signs of a tile.
"""

from __future__ import annotations

import re

from cityleague.engine.neom.figures import Disaster, Event, Protection, Type
from cityleague.engine.neom.moves import Good, Level

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

_COUNTED: dict[str, str] = {
    "residential": TYPES["residential"],
    "commercial": TYPES["commercial"],
    "industrial": TYPES["industrial"],
    "public": TYPES["public"],
    "extraction": TYPES["extraction"],
    "polluted": POLLUTION,
    "power": POWER,
    "area": "m-7.5-1l3.5-4 3.5 4v6h-7zm8 0l3.5-4 3.5 4v6h-7z",
    "good": "m0-6l5.5 3v6l-5.5 3-5.5-3v-6z",
    "five": "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0zm4.2 3v-1.5h1.2v-3h-1v-1.3h3v4.3h1.2v1.5z",
    "set": "m-7 2l4-4 4 4h-1v4h-6v-4zm1-8h5v5h-5zm7 0h6v12h-4v-5h-2z",
    "square": "m-6-6h12v12h-12zm2 2v8h8v-8z",
    "corner": "m-6-6h4v12h-4zm8 0h4v12h-4z",
    "building": "m-5-6h10v12h-10z",
    "two": "m-7-3h6v6h-6zm8 0h6v6h-6z",
}
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

GOODS: dict[Good, str] = {
    "coal": "m-4 1l1-3 3-2 3 1 1.5 3-2 3.5h-5z",
    "ore": "m-5 3l2.5-6 2.5 6zm5.5 0l1.7-4 2.3 4z",
    "wood": "m0-5l4 6h-3v3.5h-2v-3.5h-3z",
    "stone": "m-2-3.8h4v3.3h-4zm-2.4 4h4v3.3h-4zm4.8 0h4v3.3h-4z",
    "gas": "m0 4.5c-5 0-4-5-.5-9 0 3 2 3 2 4.5l.8-1.5c2 3 1.2 6-2.3 6z",
    "oil": "m0-5c2 3 3.6 4 3.6 6a3.6 3.6 0 0 1-7.2 0c0-2 1.6-3 3.6-6z",
    "steel": "m-4-4h8v2.4h-2.7v3.2h2.7v2.4h-8v-2.4h2.7v-3.2h-2.7z",
    "lumber": "m-4.5-3.6h9v2h-9zm0 2.6h9v2h-9zm0 2.6h9v2h-9z",
    "glass": "m-4-4h3.5v3.5h-3.5zm4.5 0h3.5v3.5h-3.5zm0 4.5h3.5v3.5h-3.5zm-4.5 0h3.5v3.5h-3.5z",
    "copper": "m-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0zm2.2 0a2 2 0 1 1 4 0a2 2 0 1 1-4 0z",
    "concrete": "m-3.5 4.2q-1.5-4 1.2-5.6l-1.2-2.8h7l-1.2 2.8q2.7 1.6 1.2 5.6z",
    "diamonds": "m-4.8-1.2l2.2-3h5.2l2.2 3-4.8 5.6z",
    "plastic": "m-1.2-4.8h2.4v2l1.5 1.6v5.6h-5.4v-5.6l1.5-1.6z",
    "gold": "m-4.8 3.4l1.4-3.2h6.8l1.4 3.2zm2.6-3.9l1.1-2.7h2.2l1.1 2.7z",
    "sports_cars": "m-5.2 2v-2l2.2-.6 1.6-2.4h3l1.8 2.4 1.9.6v2h-1a1.5 1.5 0 0 1-3 0h-2a1.5 1.5 0 0 1-3 0z",
    "jewellery": "m-3.4 1.6a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0zm1.5 0a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0z"
    "m.1-4.2l1.8 2 1.8-2-1-1.8h-1.6z",
    "electronics": "m-2.8-2.8h1.2v-2h1v2h1.2v-2h1v2h1.2v1.2h2v1h-2v1.2h2v1h-2v1.2h-1.2v2h-1v-2h-1.2v2h-1v-2"
    "h-1.2v-1.2h-2v-1h2v-1.2h-2v-1h2z",
}
"""Of raw goods what they look like; a girder, boards, a pane, a ring of wire, a sack, a gem, a bottle, ingots; a car,
a ring, a chip."""
