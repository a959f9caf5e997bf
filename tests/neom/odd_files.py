"""Component files that are valid, and like nothing that was ever printed."""

from __future__ import annotations

import copy
from typing import Any

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.components import packaged
from cityleague.engine.neom.counting import COUNTERS
from cityleague.engine.neom.moves import LEVELS
from cityleague.engine.neom.tiles import GOODS, TYPES

BASE: dict[str, Any] = msgspec.json.decode(packaged("neom"))
COUNTS = list(COUNTERS)
NOT_MONEY = [word for word in COUNTS if not word.startswith("five")]


def odd_file(stream: Stream) -> dict[str, Any]:
    """The packaged file with many figures changed."""
    file = copy.deepcopy(BASE)
    tiles = [tile for tile in file["tiles"]["list"] if not tile.get("disaster")]
    some = stream.draw
    file["setup"] |= {"money": stream.choice([0, 6, 30, 100]), "sale": stream.choice([0, 5, 20])}
    for level in LEVELS:
        file["goods"][level] = {"price": stream.choice([1, 2, 3, 5]), "points": stream.choice([0, 1, 7])}
    for number in file["roads"]["exits"]:
        file["roads"]["exits"][number] = "".join(some("NESW", 1 + stream.below(4)))
    for tile in some(tiles, 60):
        tile["cost"] = [_cost(stream) for _ in range(1 + stream.below(3))]
    for tile in some(tiles, 5):
        tile["needs"] = {stream.choice(TYPES): 1 + stream.below(2)}
    for tile in some(tiles, 12):
        tile["stands_in"] = some(list(LEVELS), 1 + stream.below(3))
    for tile in some(tiles, 50):
        tile["points_per"] = _shares(stream, COUNTS, [-3, -1, 1, 2, 5])
    for tile in some(tiles, 20):
        tile["income_per"] = _shares(stream, NOT_MONEY, [0, 1, 2])
    for tile in some(tiles, 20):
        tile["once_per"] = _shares(stream, NOT_MONEY, [0, 1, 2])
    for tile in some(tiles, 20):
        event = stream.choice(["tile_picked", "commercial_built", "commercial_linked"])
        tile["trigger"] = {"on": event, "money": 1 + stream.below(2)}
    for tile in some(tiles, 10):
        tile |= {"insures": True, "protects": some(["fire", "violence"], 1 + stream.below(2)), "power": True}
    for tile in some(tiles, 60):
        tile |= {"types": some(TYPES, 1 + stream.below(2)), "polluted": bool(stream.below(2))}
    for tile in some(tiles, 20):
        tile |= {"goods": some(GOODS, stream.below(4)), "income": stream.choice([3, [0, 1, 9]])}
    for tile in tiles:
        tile.pop("any_good", None)
        tile.pop("swaps", None)
    stream.choice(tiles)["any_good"] = stream.choice(list(LEVELS))
    stream.choice(tiles)["swaps"] = True
    return file


def _cost(stream: Stream) -> dict[str, Any]:
    return {"money": stream.choice([0, 0, 1, 3]), "goods": stream.draw(GOODS, stream.below(5))}


def _shares(stream: Stream, words: list[str], figures: list[int]) -> list[dict[str, Any]]:
    return [{"each": stream.choice(figures), "of": stream.choice(words)} for _ in range(1 + stream.below(3))]
