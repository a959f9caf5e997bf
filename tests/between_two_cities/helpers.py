"""Games of Between Two Cities, played at random or brought into a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import pytest

from cityleague.engine.between_two_cities.components import load
from cityleague.engine.between_two_cities.moves import Move, Options, Place, Side
from cityleague.engine.between_two_cities.state import CitiesState, setup
from cityleague.engine.between_two_cities.table import PLACING
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Draw
from cityleague.engine.rules import IllegalMove

from .reference import Cell, City


def new_game(players: int, seating: Literal["given", "drawn"] = "given") -> CitiesState:
    return setup(Options(seating), players, load(None))


def play(state: CitiesState, seed: str) -> Iterator[tuple[int, Move]]:
    """Play on at random, seats in random order; each move is made after it has been looked at."""
    stream = Stream(seed, "players")
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            state.resolve(outcome(seed, due))
        else:
            seat = stream.choice(due.seats)
            move = stream.choice(state.legal(seat))
            yield seat, move
            state.apply(seat, move)


def finished(players: int, seed: str) -> CitiesState:
    """A game played to its end."""
    state = new_game(players)
    for _ in play(state, seed):
        pass
    return state


def city_of(state: CitiesState, number: int) -> dict[Cell, str]:
    """A city as the view shows it."""
    return {building.cell: building.kind for building in state.view(None).cities[number].buildings}


def furnish(state: CitiesState, number: int, city: City) -> None:
    """Build a city of the game, empty so far, building by building (legal or not)."""
    table = state.table
    for cell, kind in city.items():
        table.cities[number] |= table.tiles.footprints[kind][cell].adds


def with_cities(players: int, cities: Sequence[City]) -> CitiesState:
    """A game whose cities look like this."""
    state = new_game(players)
    for number, city in enumerate(cities):
        furnish(state, number, city)
    return state


def placing(city: City, *tiles: str, served: Side | None = None) -> CitiesState:
    """Three players, and player 0 has to place these tiles; this is the city to the left."""
    state = with_cities(3, [city])
    table = state.table
    table.stage, table.due = PLACING, 0b001
    table.hands = [["park"] for _ in table.hands]
    table.owed[0], table.served[0] = list(tiles), served
    return state


def places(state: CitiesState, seat: int) -> list[tuple[str, Side, Cell]]:
    """The legal places of a seat."""
    return [(move.tile, move.city, move.cell) for move in state.legal(seat) if isinstance(move, Place)]


def refusal(state: CitiesState, seat: int, move: Move) -> tuple[str, str | None]:
    """The code of the rule by which the move is refused, and the field to blame."""
    with pytest.raises(IllegalMove) as caught:
        state.verify(seat, move)
    return caught.value.rule.code, caught.value.field


def make(state: CitiesState, seat: int, move: Move) -> None:
    """Make a legal move."""
    state.verify(seat, move)
    state.apply(seat, move)
