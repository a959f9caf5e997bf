"""What people at a table are told of what has happened: no more than each may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cityleague.engine.protocol import Setup
from cityleague.replays.log import ChanceEvent, ForfeitEvent, MoveEvent, printable
from cityleague.replays.people.menu import move_in_words
from cityleague.replays.people.steps import Step


class News(NamedTuple):
    """Something that has happened."""

    seat: int | None
    """Whose doing it was; None: chance's."""
    words: str
    move: Any
    """The move, if it is one whose whole content is told."""


def news_of(setup: Setup, step: Step, names: Sequence[str], to: int | None) -> News | None:
    """What the person at a seat (None: who only looks on) is told of a step; None of what only the log tells."""
    event = step.event
    if isinstance(event, ForfeitEvent):
        forfeit, name = event.forfeit, with_seat(names, event.forfeit.seat)
        why = f" ({forfeit.kind}: {printable(forfeit.reason)})"
        return News(forfeit.seat, f"{name} has forfeited{why}. A stand-in makes random moves for it.", None)
    if isinstance(event, ChanceEvent):
        return News(None, f"Chance: {printable(event.chance)}.", None)
    if not isinstance(event, MoveEvent):
        return None
    seat, move, before = event.seat, event.move, step.before
    if seat == to or not setup.game.conceals(before.pending(), move):
        return News(seat, f"{with_seat(names, seat)} {move_in_words(setup, before.view(seat), move, names)}.", move)
    if isinstance(move, setup.game.private):
        tag = str(move.__struct_config__.tag)
        return News(seat, f"{with_seat(names, seat)}: {tag} (the boards show what you may know of it).", None)
    return News(seat, f"{with_seat(names, seat)} has decided in secret.", None)


def with_seat(names: Sequence[str], seat: int) -> str:
    """A player, with the seat, as others are told."""
    return f"{names[seat]} (seat {seat})"
