"""Who may move, and what: `verify` is the one truth, and `legal` lists what it accepts."""

from __future__ import annotations

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Decision, Setup
from cityleague.engine.rules import TURN_RULES
from cityleague.replays.testing.games import all_moves, course, decisions, refusal


def test_a_seat_that_is_due_has_distinct_legal_moves_in_a_fixed_order(setup: Setup) -> None:
    for seed in ("a", "b"):
        for number, (state, due, listed) in enumerate(decisions(setup, seed)):
            assert list(due.seats) == sorted(set(due.seats))
            assert due.seats
            assert len(due.seats) == 1 or due.kind != "sequential"
            for seat in due.seats:
                legal = listed[seat]
                assert legal
                assert len(set(legal)) == len(legal)
                assert {refusal(state, seat, move) for move in legal} == {None}
                if number % 5 == 0:
                    assert state.legal(seat) == state.copy().legal(seat) == legal


def test_a_seat_that_is_not_due_has_no_move(setup: Setup) -> None:
    pool = all_moves(setup)
    pool = pool[:: 1 + len(pool) // 50]
    turn = {rule.code for rule in TURN_RULES}
    for state, step in course(setup):
        due = step.due.seats if isinstance(step.due, Decision) else ()
        for seat in set(range(setup.seats)) - set(due):
            assert state.legal(seat) == []
            assert {refusal(state, seat, move) for move in pool} <= turn
        if not due:
            code = "TURN-GAME-OVER" if step.due is None else "TURN-CHANCE-DUE"
            assert {refusal(state, 0, move) for move in pool} == {code}


def test_verify_accepts_nothing_that_legal_does_not_list(setup: Setup) -> None:
    common = setup.game.canonical
    pool = all_moves(setup)
    codes = {rule.code for rule in setup.game.catalogue()}
    stream = Stream("pool", setup.game.name)
    for state, due, listed in decisions(setup):
        for seat in due.seats:
            legal, commons = set(listed[seat]), {common(move) for move in listed[seat]}
            for move in stream.draw(pool, min(40, len(pool))):
                code = refusal(state, seat, move)
                if code is None:
                    assert common(move) in commons
                else:
                    assert move not in legal
                    assert code in codes
