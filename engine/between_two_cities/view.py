"""What a seat may know of a game of Between Two Cities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from cityleague.engine.between_two_cities.components import BOARD, KINDS, REACH, Cell, Tiles
from cityleague.engine.between_two_cities.moves import Side
from cityleague.engine.between_two_cities.rounds import COURSE, Round


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
    known: tuple[tuple[str, ...] | None, ...]
    """For each seat, its hand before the picks of this turn, if this seat has held it in this round."""
    revealed: tuple[tuple[tuple[str, ...], ...], ...]
    """For each turn since the game began, and for each seat, the two tiles that it revealed."""
    shown: dict[str, int]
    """The tiles revealed so far: how many of each."""
    aside: tuple[tuple[str | None, ...], ...]
    """For each round that is over, the tiles set aside in the order of the ring, as far as this seat has held them."""


def city_view(builders: Sequence[int], planes: Sequence[int]) -> City:
    """A city whose planes have the cells of each kind of building."""
    buildings = [(y, x, kind) for kind, plane in zip(KINDS, planes, strict=True) for x, y in BOARD.cells(plane)]
    return City(
        tuple(builders),
        tuple([Building((x - REACH, y - REACH), kind) for y, x, kind in sorted(buildings)]),
    )


class Game(Protocol):
    """What a view is made of: the state, whose slots say what these are."""

    aside: list[tuple[str, ...]]
    edge: list[int]
    hands: list[list[str]]
    home: list[dict[Side, int]]
    owed: list[tuple[str, ...]]
    picked: list[tuple[str, str] | None]
    revealed: list[tuple[tuple[str, ...], ...]]
    ring: tuple[int, ...]
    seats: int
    served: list[Side | None]
    stage: str
    tiles: Tiles
    turn: int

    @property
    def this_round(self) -> Round: ...

    def city(self, number: int) -> list[int]: ...


def view_of(state: Game, seat: int | None) -> View:
    """What the seat may know."""
    hands, picked = state.hands, state.picked
    return View(
        seat=seat,
        ring=state.ring,
        round=state.this_round.name,
        turn=state.turn,
        stage=state.stage,
        cities=tuple([city_view(_builders(state, number), state.city(number)) for number in range(len(state.edge))]),
        home=tuple([{str(side): number for side, number in home.items()} for home in state.home]),
        hand=() if seat is None else tuple(hands[seat]),
        picked=() if seat is None else picked[seat] or (),
        ready=tuple([pick is not None for pick in picked]),
        owed=tuple(state.owed),
        served=tuple(state.served),
        hand_sizes=tuple([len(hand) for hand in hands]),
        known=tuple([_known(state, seat, owner) for owner in range(state.seats)]),
        revealed=tuple(state.revealed),
        shown=_shown(state),
        aside=tuple([_known_aside(state, seat, number) for number in range(len(state.aside))]),
    )


def _builders(state: Game, number: int) -> list[int]:
    """The seats that build a city; it lies to the left of the first."""
    places = [number // 2] if state.seats == 2 else [number, (number + 1) % state.seats]
    return [state.ring[place] for place in places]


def _shown(state: Game) -> dict[str, int]:
    """How many of each tile have been revealed so far."""
    shown = dict.fromkeys(state.tiles.rank, 0)
    for turn in state.revealed:
        for tiles in turn:
            for tile in tiles:
                shown[tile] += 1
    return shown


def _has_held(state: Game, seat: int | None, owner: int, passing: int, turns: int) -> bool:
    """Whether the seat has held, in so many turns of a round, the hand that the owner holds in the last of them."""
    if seat is None:
        return False
    steps = state.ring.index(owner) - state.ring.index(seat)
    return steps * passing % state.seats < turns


def _known(state: Game, seat: int | None, owner: int) -> tuple[str, ...] | None:
    """An owner's hand before the picks of this turn, if the seat has held it: what was taken of it since was shown."""
    if not _has_held(state, seat, owner, state.this_round.passing, state.turn):
        return None
    return tuple(sorted([*state.hands[owner], *(state.picked[owner] or ())], key=state.tiles.rank.__getitem__))


def _known_aside(state: Game, seat: int | None, number: int) -> tuple[str | None, ...]:
    """The tiles set aside at the end of a round, as far as the seat has held them."""
    this = COURSE[state.seats == 2][number]
    return tuple([
        tile if _has_held(state, seat, owner, this.passing, this.turns) else None
        for owner, tile in zip(state.ring, state.aside[number], strict=True)
    ])  # fmt: skip
