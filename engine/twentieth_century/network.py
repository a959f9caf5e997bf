"""The connections of the track in a region.

A part is track that is connected without going through a city. A city belongs to every part that reaches it, a building
to one part. Sets of cities and of buildings have `PLACES` bits for each tile; sets of tiles have one.
"""

from __future__ import annotations

from collections.abc import Sequence

from cityleague.engine.twentieth_century.components import MAX_CITIES
from cityleague.engine.twentieth_century.moves import Cell
from cityleague.engine.twentieth_century.tiles import Net, point

PLACES = MAX_CITIES
"""Bits for the cities, and for the buildings, of a tile."""


Part = tuple[int, int, list[int]]
"""Connected track: the cities that it reaches, its tiles, and the points where track can join it.

A plain tuple, since a region has many, and to make one with names takes as long as all else that is done for a net.
"""


class Network:
    """All track of a region."""

    __slots__ = ("_at", "origins")

    def __init__(self) -> None:
        self.origins: list[int] = []
        """By tile: the point at which its ports begin to count."""
        self._at: dict[int, Part] = {}
        """The part at each point where tracks can meet."""

    def add(self, cell: Cell, nets: Sequence[Net]) -> None:
        """Add the track of the next tile; parts that it meets at a point become one with it."""
        at, tile, origin = self._at, len(self.origins), _origin(cell)
        self.origins.append(origin)
        shift, bit = PLACES * tile, 1 << tile
        for ports, own, _ in nets:
            cities, tiles, points = own << shift, bit, []
            for port in ports:
                place = origin + port
                met = at.get(place)
                if met is None:
                    points.append(place)
                elif place not in points:  # if it is, that part has been met before
                    cities |= met[0]
                    tiles |= met[1]
                    points += met[2]
            part = (cities, tiles, points)
            for place in points:
                at[place] = part

    def part(self, tile: int, net: Net) -> Part:
        """The part that a net of a tile belongs to."""
        if net.ports:
            return self._at[self.origins[tile] + net.ports[0]]
        return net.cities << PLACES * tile, 1 << tile, []

    def meets(self, cell: Cell, nets: Sequence[Net]) -> bool:
        """Whether the track of a tile on this cell would meet any of the network."""
        origin = _origin(cell)
        for net in nets:
            for port in net.ports:
                if origin + port in self._at:
                    return True
        return False

    def copy(self) -> Network:
        """An independent copy."""
        new = object.__new__(Network)
        new.origins, new._at = self.origins.copy(), self._at.copy()
        return new


def _origin(cell: Cell) -> int:
    """The point of a region at which the ports of a tile on this cell begin to count."""
    return point(2 * cell[0], 2 * cell[1])
