"""What players can say, which rules it can break, and how a game can be set up."""

from typing import Literal

import msgspec
from cityleague.engine.rules import Rule

Cell = tuple[int, int]
"""Column and row."""


class Lay(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="lay"):
    """I lay this tile of my hand on this cell of my yard."""

    tile: Literal["rose", "pond", "tree"]
    cell: Cell


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`depth`: how many rows a yard has."""

    depth: Literal[3, 2] = 3


HAND = Rule("BY-HAND", "The tile must be in the hand.", "Course of play")
CELL = Rule("BY-CELL", "The cell must lie in the yard and be free.", "Course of play")
APART = Rule("BY-APART", "Every tile but the first must share a side with another.", "Course of play")
RULES = (HAND, CELL, APART)
