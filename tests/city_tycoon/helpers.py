"""Random games of City Tycoon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cityleague.engine.city_tycoon.components import Box, load
from cityleague.engine.city_tycoon.moves import Move, Options
from cityleague.engine.city_tycoon.state import TycoonState, setup

from .. import arena
from ..arena import plain

__all__ = ["DEFAULT", "another_box", "course", "new", "plain"]

DEFAULT = Options()


def another_box(like: Box | None = None) -> Box:
    """These components (None: the packaged ones) once more, to be changed; `copy` gives the very same."""
    box = Box.__new__(Box)
    box.__dict__.update((like or load(None)).__dict__)
    return box


def new(seats: int, box: Box | None = None, options: Options = DEFAULT) -> TycoonState:
    """A game before its first draw."""
    return setup(options, seats, box or load(None))


def course(
    seats: int, seed: str, box: Box | None = None, options: Options = DEFAULT
) -> Iterator[tuple[TycoonState, list[Any] | tuple[int, Move] | None]]:
    """A random game: the state before each event, and what chance brings, or a seat's move; None at the end."""
    return arena.course(new(seats, box, options), seed)
