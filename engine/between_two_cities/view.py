"""What a seat may know of a game of Between Two Cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cityleague.engine.between_two_cities.components import BOARD, KINDS, REACH, Cell

if TYPE_CHECKING:
    from cityleague.engine.between_two_cities.state import CitiesState


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


def look(state: CitiesState, seat: int | None) -> View:
    """The state as a seat sees it."""
    return View(
        seat=seat,
        ring=state.ring,
        round=state.this_round.name,
        turn=state.turn,
        stage=state.stage,
        cities=tuple([_city(state, number) for number in range(len(state.edge))]),
        home=tuple([{str(side): city for side, city in home.items()} for home in state.home]),
        hand=() if seat is None else tuple(state.hands[seat]),
        picked=() if seat is None else state.picked[seat] or (),
        ready=tuple([pick is not None for pick in state.picked]),
        owed=tuple(state.owed),
        served=tuple(state.served),
        hand_sizes=tuple([len(hand) for hand in state.hands]),
    )


def _city(state: CitiesState, number: int) -> City:
    places = [number // 2] if state.seats == 2 else [number, (number + 1) % state.seats]
    buildings = [
        (y, x, kind) for kind, plane in zip(KINDS, state.city(number), strict=True) for x, y in BOARD.cells(plane)
    ]
    return City(
        tuple([state.ring[place] for place in places]),
        tuple([Building((x - REACH, y - REACH), kind) for y, x, kind in sorted(buildings)]),
    )
