"""Random games of 20th Century."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cityleague.engine.twentieth_century.components import Box, load
from cityleague.engine.twentieth_century.moves import Move, Options
from cityleague.engine.twentieth_century.state import CenturyState, setup

from .. import arena
from ..arena import plain

__all__ = ["course", "new", "plain"]


def new(seats: int, box: Box | None = None) -> CenturyState:
    """A game before its first draw."""
    return setup(Options(), seats, box or load(None))


def course(
    seats: int, seed: str, box: Box | None = None
) -> Iterator[tuple[CenturyState, list[Any] | tuple[int, Move] | None]]:
    """A random game as pairs: the state before each event, and the event: a draw or a seat's move; at the end None."""
    return arena.course(new(seats, box), seed)
