"""Words and groups of stages that the text of a game and its pictures share."""

from __future__ import annotations

from cityleague.engine.scoring import Points
from cityleague.engine.twentieth_century import table
from cityleague.engine.twentieth_century.figures import Counted

CHANCE = {
    table.STARTING: "chance brings the start player",
    table.BONUS: "chance brings a bonus card",
    table.LAND: "chance brings land",
    table.TECHNOLOGIES: "chance brings technologies",
    table.DAMAGE: "chance brings a damage card",
}
AUCTION = (table.CHOOSING, table.OPENING, table.BIDDING, table.BUYING)
ON_OFFER = (table.TECHNOLOGIES, table.DAMAGE, *AUCTION)
"""The stages in which the offer can still be bought."""
COUNTED: dict[Counted, str] = {
    "coins": "coin yielded",
    "science": "science yielded",
    "prosperity": "prosperity yielded",
    "points": "point so far",
    "clean land": "clean land",
    "clean land by pollution": "point that clean land is worth",
    "garbage": "cube of garbage",
    "plants": "recycling plant with a citizen",
    "flowers": "point of a flower field",
}


def counted(count: Points, word: str) -> str:
    """`1 coin`, `2 coins`."""
    return f"{count} {word if word in {'science', 'prosperity', 'garbage'} or abs(count) == 1 else f'{word}s'}"


def effects(garbage: int, skulls: int, flowers: int) -> str:
    """What something does to the environment, in words."""
    counts = ((garbage, "garbage"), (skulls, "skull"), (flowers, "flower"))
    return ", ".join([counted(n, word) for n, word in counts if n])
