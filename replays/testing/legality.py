"""Who may move, and what: `verify` is the one truth, and `legal` lists what it accepts."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Decision, Setup, State
from cityleague.engine.rules import TURN_RULES, IllegalMove
from cityleague.replays.testing.games import all_moves, course, decisions, refusal, view_bytes


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
    for state, step in course(setup, some=100):
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
                    assert common(move) in commons, f"verify accepts {move} of seat {seat}; legal does not list it"
                else:
                    assert move not in legal, f"verify refuses {move} of seat {seat}; legal lists it"
                    assert code in codes


def test_apply_makes_what_verify_accepts_and_nothing_else(setup: Setup) -> None:
    pool = all_moves(setup)
    stream = Stream("play", setup.game.name)
    for state, due, listed in decisions(setup, some=12):
        legal = listed[due.seats[0]]
        made = state.copy()
        kept = made.legal(due.seats[0])
        made.apply(due.seats[0], legal[0])
        assert list(kept) == legal, "a list of legal moves changes with the state"
        for number, move in enumerate([*stream.draw(legal, min(3, len(legal))), *stream.draw(pool, min(5, len(pool)))]):
            for seat in (due.seats[0], setup.seats - 1 - due.seats[0]):
                verified, applied, played = state.copy(), state.copy(), state.copy()
                said = _refusal(verified.verify, seat, move)
                if number % 2:
                    applied.legal(seat)  # a state may remember what it has listed, and make a move in another way then
                assert _looks(verified, setup) == _looks(state, setup), "verify changes the state"
                assert _refusal(applied.apply, seat, move) == said
                assert _refusal(played.play, seat, move) == said
                assert _looks(applied, setup) == _looks(played, setup)
                assert (applied.digest() == state.digest()) == (said is not None)
                if said is not None:
                    assert _looks(applied, setup) == _looks(state, setup), "a move that is refused changes the state"


def _refusal(do: Callable[[int, Any], None], seat: int, move: Any) -> tuple[str | None, ...] | None:
    """What is said against a move; None: nothing."""
    try:
        do(seat, move)
    except IllegalMove as error:
        return error.rule.code, error.message, error.field
    return None


def _looks(state: State[Any], setup: Setup) -> list[object]:
    """All that anybody can know of a state: digests leave out what only views show."""
    seats = range(setup.seats)
    return [
        state.digest(),
        view_bytes(state, None),
        [(view_bytes(state, seat), list(state.legal(seat))) for seat in seats],
    ]


def test_verify_bears_absurd_values(setup: Setup) -> None:
    pool = all_moves(setup)
    codes = {rule.code for rule in setup.game.catalogue()}
    absurd = [move for legal_move in pool[:: 1 + len(pool) // 40] for move in _absurd(legal_move, setup.game.moves)]
    for state, due, _ in decisions(setup, some=12):
        for move in absurd:
            code = refusal(state, due.seats[0], move)
            assert code is None or code in codes


def _absurd(move: Any, kind: Any) -> Iterator[Any]:
    """The move with one of its values changed to one that hardly makes sense."""
    for plain in _changed(msgspec.to_builtins(move)):
        try:
            yield msgspec.convert(plain, kind)
        except msgspec.ValidationError:  # the type does not allow it
            continue


def _changed(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key in value:
            yield from ({**value, key: other} for other in _changed(value[key]))
    elif isinstance(value, list | tuple):
        yield from ([], [*value, *value])
        for at in range(len(value)):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in _changed(value[at]))
    else:
        yield from (-1, 10**18, "", "x" * 1000)
