"""What a seat may know of a game of Between Two Cities."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cityleague.engine.between_two_cities.components import BOARD, KINDS, REACH, Cell


class Building(msgspec.Struct, frozen=True, gc=False):
    """A building on a cell of a city."""

    cell: Cell
    kind: str


class City(msgspec.Struct, frozen=True, gc=False):
    """A city: the seats that build it (it lies to the left of the first), and its buildings in reading order."""

    builders: tuple[int, ...]
    buildings: tuple[Building, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as one seat sees it; a spectator (`seat` None) sees neither hand nor pick."""

    seat: int | None
    ring: tuple[int, ...]
    """The seats round the table, each the left neighbour of the one before."""
    round: str
    turn: int
    stage: str
    cities: tuple[City, ...]
    home: tuple[dict[str, int], ...]
    """For each seat, which city lies to its left and right."""
    hand: tuple[str, ...]
    """The tiles in the own hand."""
    picked: tuple[str, ...]
    """The own pick, until it is revealed."""
    ready: tuple[bool, ...]
    """Who has picked."""
    owed: tuple[tuple[str, ...], ...]
    """For each seat, the revealed tiles it has yet to place."""
    served: tuple[str | None, ...]
    """For each seat, the side that has got its tile this turn."""
    hand_sizes: tuple[int, ...]


def city_view(builders: Sequence[int], planes: Sequence[int]) -> City:
    """A city whose planes have the cells of each kind of building."""
    buildings = [(y, x, kind) for kind, plane in zip(KINDS, planes, strict=True) for x, y in BOARD.cells(plane)]
    return City(
        tuple(builders),
        tuple([Building((x - REACH, y - REACH), kind) for y, x, kind in sorted(buildings)]),
    )
