"""The connections of the track in a region.

A part is track that is connected without going through a city. A city belongs to every part that reaches it, a building
to one part. Sets of cities and of buildings have `PLACES` bits for each tile; sets of tiles have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cityleague.engine.twentieth_century.components import MAX_CITIES
from cityleague.engine.twentieth_century.moves import Cell
from cityleague.engine.twentieth_century.tiles import Net, point

PLACES = MAX_CITIES
"""Bits for the cities, and for the buildings, of a tile."""


class Part(NamedTuple):
    """Connected track: the cities that it reaches, its buildings, its tiles, and the points where track can join it."""

    cities: int
    buildings: int
    tiles: int
    points: tuple[int, ...]


class Network:
    """All track of a region."""

    __slots__ = ("_at", "_made", "_parts")

    def __init__(self) -> None:
        self._parts: dict[int, Part] = {}
        self._at: dict[int, int] = {}
        """The part at each point where tracks can meet."""
        self._made = 0

    @property
    def parts(self) -> Sequence[Part]:
        """The parts of the track."""
        return [*self._parts.values()]

    def add(self, tile: int, cell: Cell, nets: Sequence[Net]) -> None:
        """Add the track of a tile; parts that it meets at a point become one with it."""
        origin = point(2 * cell[0], 2 * cell[1])
        shift = PLACES * tile
        at, parts = self._at, self._parts
        for net in nets:
            cities, buildings, tiles = net.cities << shift, net.buildings << shift, 1 << tile
            points = tuple([origin + port for port in net.ports])
            for number in {at[place] for place in points if place in at}:
                other = parts.pop(number)
                cities |= other.cities
                buildings |= other.buildings
                tiles |= other.tiles
                points += other.points
            self._made += 1
            parts[self._made] = Part(cities, buildings, tiles, points)
            for place in points:
                at[place] = self._made

    def meets(self, cell: Cell, nets: Sequence[Net]) -> bool:
        """Whether the track of a tile on this cell would meet any of the network."""
        origin = point(2 * cell[0], 2 * cell[1])
        for net in nets:
            for port in net.ports:
                if origin + port in self._at:
                    return True
        return False

    def copy(self) -> Network:
        """An independent copy."""
        new = object.__new__(Network)
        new._parts, new._at, new._made = self._parts.copy(), self._at.copy(), self._made
        return new
