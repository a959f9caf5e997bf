"""What tiles cost and bring, and what disasters do, in plain words: for text and for pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cityleague.engine.neom.components import Box
from cityleague.engine.neom.figures import Disaster, Share, TileFigures
from cityleague.engine.neom.moves import Good
from cityleague.engine.neom.table import ANCHORS, BOARDS, DEALING, NOT_SEEN, SWAPPING, Due
from cityleague.engine.neom.tiles import TYPES, Tile
from cityleague.engine.unseen import UNSEEN

CHANCE = {
    BOARDS: "chance brings the boards",
    ANCHORS: "chance brings anchors",
    DEALING: "chance brings tiles",
    SWAPPING: "chance brings an anchor",
}
"""By stage: what chance does."""
DUE: dict[Due, str] = {
    "pick": "to pick a tile",
    "act": "to act",
    "swap": "to swap anchors",
    "suffer": "to pay or to remove tiles",
}
"""What a seat still has to decide."""
DISASTERS: dict[Disaster, str] = {
    "flood": "pay 1 for each building, or remove one",
    "fire": "pay 1 for each building without fire protection, or remove two tiles",
    "violence": "pay 2 for each residential, commercial or industrial building without police protection, or remove "
    "one of each",
}
_EVENTS = {
    "tile_picked": "when a tile is picked",
    "commercial_built": "when a commercial tile is built",
    "commercial_linked": "for a link with a new commercial tile",
}


_LETTERS = "RCIPE"
"""The types of tiles, in their order."""
_PLANTS = {(False, False): "", (True, False): "~", (False, True): "*", (True, True): "#"}
"""The mark of a tile; the key: whether it is polluted, and whether it makes power."""
_PROTECTS = {(False, False): "", (True, False): "!", (False, True): "§", (True, True): "&"}
"""The mark of a tile; the key: whether it protects from fire, and whether from violence."""


def sign(tile: Tile) -> str:
    """A tile's number and types: `14I`."""
    return f"{tile.number}{''.join([_LETTERS[kind] for kind in tile.types])}"


def label(tile: Tile) -> str:
    """A tile's number and types, and marks for its effects on its neighbours or its city."""
    return f"{sign(tile)}{_PLANTS[tile.polluted, tile.power]}{_PROTECTS[tile.fire, tile.violence]}"


def listed(words: Sequence[str]) -> str:
    """Words with commas and a last "and" between them."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def named(box: Box, number: int) -> str:
    """A tile by its number and its name; one that nobody saw by a question mark."""
    return UNSEEN if number == NOT_SEEN else f"{number} {box.tiles[number].name}"


def good_name(good: Good) -> str:
    """A good in words."""
    return good.replace("_", " ")


def price(figures: TileFigures) -> str:
    """What a tile costs, with its alternatives."""
    costs = [[f"{cost.money} money"] * bool(cost.money) + list(map(good_name, cost.goods)) for cost in figures.cost]
    return " or ".join([listed(parts) if parts else "free" for parts in costs])


def gains(tile: Tile, figures: TileFigures) -> Iterator[str]:
    """What a tile needs in the city, and its effects, each in a few words."""
    yield from [f"needs {count} {kind} tiles" for kind, count in figures.needs.items()]
    if figures.goods:
        yield f"makes {listed(list(map(good_name, figures.goods)))}"
    if figures.any_good:
        yield f"makes a {figures.any_good} good of choice"
    if figures.once:
        yield f"{figures.once} money at once"
    yield from [f"{share.each} money at once {_per(share)}" for share in figures.once_per]
    if any(tile.income):
        yield "income " + "/".join(map(str, tile.income if len(set(tile.income)) > 1 else tile.income[:1]))
    yield from [f"income {share.each} {_per(share)}" for share in figures.income_per]
    if figures.points:
        yield _points(figures.points)
    yield from [f"{_points(share.each)} {_per(share)}" for share in figures.points_per]
    if figures.stands_in:
        yield f"stands in for a {' or '.join(figures.stands_in)} good"
    if figures.swaps:
        yield "swaps anchors"
    if figures.insures:
        yield "halves fines"
    if figures.trigger:
        yield f"{figures.trigger.money} money {_EVENTS[figures.trigger.on]}"


def _points(points: int) -> str:
    return f"{points} point{'s' * (abs(points) != 1)}"


def _per(share: Share) -> str:
    return f"per {share.of.replace('_', ' ')}"


LEGEND = (
    "  ".join([f"{letter} {name}" for letter, name in zip(_LETTERS, TYPES, strict=True)]),
    "~ polluted  * makes power  # both; protection: ! from fire  § by police  & both",
    "─ │ roads  ┤ ├ ┴ ┬ the end of one, at a tile without an exit to it or the edge",
    "· empty cell",
)
"""What letters, marks and lines of boards as text mean."""
