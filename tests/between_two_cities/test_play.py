"""Moves made at once (`CitiesState.play`) are the moves that `verify` accepts, made as `apply` makes them."""

from __future__ import annotations

import pytest

from cityleague.engine.between_two_cities.moves import Move, Pick, Place
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Draw, State
from cityleague.engine.rules import IllegalMove
from cityleague.engine.unseen import UNSEEN

from .helpers import finished, new_game, play


def told(state: CitiesState, seat: int, move: Move, *, quick: bool) -> tuple[object, ...]:
    """What `play`, or the plain way, says of a move, and what is there afterwards."""
    after, said = state.copy(), None
    try:
        after.play(seat, move) if quick else State.play(after, seat, move)
    except IllegalMove as error:
        said = (error.rule.code, error.message, error.field)
    return said, after.table.plain(), after.table.revealed, after.table.aside, after.table.due


def same_both_ways(state: CitiesState, seat: int, move: Move) -> bool:
    """Whether the move is legal; both ways of making it agree."""
    told_quickly = told(state, seat, move, quick=True)
    assert told_quickly == told(state, seat, move, quick=False)
    return told_quickly[0] is None


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("hidden", [False, True])
def test_a_move_made_at_once_is_verified_and_applied(players: int, hidden: bool) -> None:
    pool: list[Move] = [move for _, move in play(new_game(players), "pool")]
    pool += [
        Pick((UNSEEN, UNSEEN)),
        Pick(("shop", UNSEEN)),
        Place(UNSEEN, "left", (0, 0)),
        Place("shop", "left", (9, 9)),
    ]
    state, stream = new_game(players), Stream(f"{players}", "moves")
    legal = 0
    while (due := state.pending()) is not None:
        tried = stream.draw(pool, 3)
        if isinstance(due, Draw):
            assert not any(same_both_ways(state, seat, move) for seat in range(players) for move in tried)
            order = outcome("moves", due)
            state.resolve([UNSEEN if hidden and number % 4 == 0 else item for number, item in enumerate(order)])
            continue
        seat = stream.choice(due.seats)
        listed = state.legal(seat)
        legal += sum([same_both_ways(state, seat, move) for move in stream.draw(listed, min(2, len(listed)))])
        for one in range(players + 1):  # the last one is no seat of the game
            for move in tried:
                same_both_ways(state, one, move)
        state.apply(seat, stream.choice(listed))
    assert legal > 100
    over = finished(players, "over")
    assert not any(same_both_ways(over, seat, move) for seat in range(players) for move in pool[::9])
