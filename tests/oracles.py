"""A game checked against an oracle: an independent implementation of the rules, which is told every event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from cityleague.engine.protocol import Draw, State

from .arena import plain
from .oracle_loop import Loop

Engine = TypeVar("Engine", bound=State[Any])
Other = TypeVar("Other", bound=Loop)


def same_due(state: State[Any], oracle: Loop) -> None:
    """Both wait for the same thing."""
    due = state.pending()
    if due is None:
        assert oracle.due() is None
    elif isinstance(due, Draw):
        assert ("draw", due.name, list(due.items), due.take) == oracle.due()
    else:
        assert ("decide", due.kind, due.seats) == oracle.due()


def compare(
    events: Iterable[tuple[Engine, Any]],
    oracle: Other,
    every: int,
    *,
    table: Callable[[Engine, Other], None],
    moves: Callable[[Engine, Other, int], None],
    result: Callable[[Engine, Other], None] = lambda state, oracle: None,
) -> list[Any]:
    """Hold every step of a game against the oracle: what is due and what `table` compares.

    `events`: the state before each event, and the event: a draw's outcome, a seat and its move, or None at the end.
    At every so many steps the legal moves of the seat are compared, and what the game would end with, as at its end.
    Returns the moves.
    """
    made = []
    for step, (state, event) in enumerate(events):
        same_due(state, oracle)
        table(state, oracle)
        if event is None:
            result(state, oracle)
        elif isinstance(event, list):
            oracle.draw(event)
        else:
            seat, move = event
            if step % every == 0:
                moves(state, oracle, seat)
                result(state, oracle)
            oracle.move(seat, plain(move))
            made.append(move)
    return made
