"""A city as one number: layers of cells side by side, so that a tile is added in one step (`Footprint.adds`)."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

from cityleague.engine.between_two_cities.components import (
    ACROSS,
    BLOCKED,
    BOARD,
    BUILDINGS,
    DOWN,
    EDGE,
    KINDS,
    LAYER,
    ORIGIN,
    room,
)

EMPTY = ORIGIN << EDGE
"""A city without tiles; the first one lies on the origin."""

_SIZE = (BUILDINGS + LAYER * len(KINDS)) // 8
_KINDS = Struct(f"<{BUILDINGS // 8}x{len(KINDS)}Q")


def planes(city: int) -> tuple[int, ...]:
    """For each kind of building its cells."""
    return _KINDS.unpack(city.to_bytes(_SIZE, "little"))


def covered(city: int) -> int:
    """The cells with a building."""
    return sum(planes(city))  # no two buildings share a cell


def edge(city: int) -> int:
    """The cells that touch a building, and the origin, where the first tile lies."""
    return city >> EDGE & BOARD.full


def free(city: int) -> int:
    """The cells without a building that lie in some frame that holds the city."""
    return ~(city >> BLOCKED) & BOARD.full


def ties(city: int) -> tuple[int, int]:
    """The cells whose tile goes on to the right, and those whose tile goes on below."""
    return city >> ACROSS & BOARD.full, city >> DOWN & BOARD.full


def city_of(buildings: Sequence[int], across: int, down: int) -> int:
    """The city with these planes and ties."""
    built = sum(buildings)
    city = EMPTY | BOARD.neighbours(built) << EDGE | (BOARD.full & ~room(built)) << BLOCKED
    for number, cells in enumerate(buildings):
        city |= cells << BUILDINGS + LAYER * number
    return city | across << ACROSS | down << DOWN
