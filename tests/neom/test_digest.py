"""The checksum of a state says what lies on the table, not in which order it was named or came about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from cityleague.engine.neom.moves import Build, Move, Remove, Swap
from cityleague.engine.neom.table import DEALING
from cityleague.engine.protocol import Draw

from .. import by_hand
from .by_hand import course as told_course
from .by_hand import move
from .helpers import course, new

TABLES: list[tuple[int, dict[str, Any]]] = [(seats, {}) for seats in range(1, 6)] + [
    (4, {"beginner": True}),
    (1, {"tiles": "5+"}),
]
every_table = pytest.mark.parametrize(("seats", "options"), TABLES)


def turned_round(made: Move) -> Move:
    """A move with its lists the other way round."""
    if isinstance(made, Build):
        return msgspec.structs.replace(made, buy=made.buy[::-1], virtual=made.virtual[::-1])
    if isinstance(made, Remove):
        return Remove(made.cells[::-1])
    return Swap(made.give[::-1], made.take[::-1]) if isinstance(made, Swap) else made


@every_table
def test_the_order_of_lists_leaves_no_trace(seats: int, options: Mapping[str, Any]) -> None:
    """This holds for lists in moves, and for tiles within the hands and rows that chance deals."""
    mirrored = new(seats, options)
    for state, event in course(seats, options, "digest"):
        assert mirrored.digest() == state.digest()
        assert mirrored.view(0) == state.view(0)
        if isinstance(event, list):
            due = mirrored.pending()
            assert isinstance(due, Draw)
            share = len(event) // seats
            if due.name == "boards" or (due.name == "anchors" and options.get("beginner")):
                mirrored.resolve(event)
            elif due.name in ("swap", "anchors") or state.table.stage == DEALING or seats < 3:
                hands = [event[i : i + share] for i in range(0, len(event), share)] if seats > 2 else [event]
                mirrored.resolve([tile for hand in hands for tile in hand[::-1]])
        elif event is not None:
            seat, made = event
            mirrored.verify(seat, turned_round(made))
            mirrored.apply(seat, turned_round(made))


def test_drafting_the_same_anchors_in_another_order_is_the_same() -> None:
    """Seat 0 takes 121, 122 and 123 of what comes round, in two orders."""
    drafts = []
    for own in ((121, 122, 123), (123, 121, 122)):
        told = told_course(3, {}, anchors={0: own, 1: (124, 125, 126), 2: (127, 128, 129)})
        state = by_hand.after(new(3), told, move, Move)
        drafts.append((state.table.anchors, state.digest()))
    assert drafts[0] == drafts[1]
