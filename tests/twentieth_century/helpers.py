"""Random games of 20th Century."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Draw
from cityleague.engine.twentieth_century.components import Box, load
from cityleague.engine.twentieth_century.moves import Move, Options
from cityleague.engine.twentieth_century.state import CenturyState, setup


def new(seats: int, box: Box | None = None) -> CenturyState:
    """A game before its first draw."""
    return setup(Options(), seats, box or load(None))


def course(
    seats: int, seed: str, box: Box | None = None
) -> Iterator[tuple[CenturyState, list[Any] | tuple[int, Move] | None]]:
    """A random game: the state before each event, and what chance brings, or a seat's move; None at the end."""
    state, stream = new(seats, box), Stream(seed, "course")
    while (due := state.pending()) is not None:
        if isinstance(due, Draw):
            order = outcome(seed, due)
            yield state, order
            state.resolve(order)
        else:
            seat = stream.choice(due.seats)
            move = stream.choice(state.legal(seat))
            yield state, (seat, move)
            state.apply(seat, move)
    yield state, None


def plain(move: Move) -> dict[str, Any]:
    """A move as it stands in a log."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(move))
    return found
