"""Words and groups of stages that the text of a game and its pictures share."""

from __future__ import annotations

from cityleague.engine.twentieth_century.figures import Counted
from cityleague.engine.twentieth_century.table import (
    BIDDING,
    BONUS,
    BUYING,
    CHOOSING,
    DAMAGE,
    LAND,
    OPENING,
    STARTING,
    TECHNOLOGIES,
)

CHANCE = {
    STARTING: "chance brings the start player",
    BONUS: "chance brings a bonus card",
    LAND: "chance brings land",
    TECHNOLOGIES: "chance brings technologies",
    DAMAGE: "chance brings a damage card",
}
AUCTION = (CHOOSING, OPENING, BIDDING, BUYING)
ON_OFFER = (TECHNOLOGIES, DAMAGE, *AUCTION)
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
