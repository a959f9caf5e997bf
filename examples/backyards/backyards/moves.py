"""The moves, the rules that they can break, and the options."""

from typing import Literal

import msgspec

from cityleague.engine.marks import Component
from cityleague.engine.rules import Rule


class Lay(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="lay"):
    """I lay this `tile` from my hand on this `cell` of my yard; cells are numbered from 0 in reading order."""

    tile: Component
    cell: int


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`depth`: how many rows a yard has."""

    depth: Literal[3, 2] = 3


HAND = Rule("BY-HAND", "The tile must be in the hand.", "Course of play")
CELL = Rule("BY-CELL", "The cell must be free; a tile must be beside it, unless the yard is empty.", "Course of play")
RULES = (HAND, CELL)
