"""Logs that leave open what a hidden draw brought: moves tell as much of it as the game needs."""

from typing import Any

import msgspec

from cityleague.engine.looks.painter import paint
from cityleague.engine.looks.text import WIDTH
from cityleague.engine.protocol import Draw, Setup
from cityleague.replays.log import ChanceEvent, MoveEvent, RawGame, encode
from cityleague.replays.players import make_header
from cityleague.replays.replay import ComponentFiles, Replay, Report
from cityleague.replays.testing.games import course, full_table, refusal, steps, unseen_moves

_LEFT_OUT, _ALL_OPEN, _HALF_OPEN = "left out", "all null", "every other item null"


def _hidden(setup: Setup) -> bool:
    return any(isinstance(step.due, Draw) and step.due.hidden for step in steps(setup, "a"))


def _replayed(setup: Setup, how: str) -> Report:
    """The report on a random game, written down like this by somebody who did not see what was hidden."""
    header = msgspec.structs.replace(
        make_header(setup, [f"p{seat}" for seat in range(setup.seats)], specs=["random"] * setup.seats, seed="a"),
        seed=msgspec.UNSET,
    )
    lines = [encode(header)]
    for step in steps(setup, "a"):
        if isinstance(step.due, Draw):
            if not step.due.hidden:
                lines.append(encode(ChanceEvent(chance=step.due.name, order=tuple(step.event))))
            elif how != _LEFT_OUT:
                shown = [item if how == _HALF_OPEN and i % 2 else None for i, item in enumerate(step.event)]
                lines.append(encode(ChanceEvent(chance=step.due.name, order=tuple(shown))))
        elif step.due is not None:
            seat, move = step.event
            lines.append(encode(MoveEvent(seat=seat, move=move)))
    log = b"".join([line + b"\n" for line in lines])
    return Replay(RawGame("log", 1, (log,), 0), ComponentFiles()).run(["RESULT-MISSING"])


def test_a_log_that_leaves_hidden_draws_open_has_the_same_scores(setup: Setup) -> None:
    if not _hidden(setup):
        return
    *_, (end, _) = course(setup, some=1)
    for how in (_LEFT_OUT, _ALL_OPEN, _HALF_OPEN) if setup is full_table(setup.game.name) else (_HALF_OPEN,):
        report = _replayed(setup, how)
        assert report.finding is None, f"hidden draws {how}"
        assert report.standing is not None
        assert report.unseen
        assert report.over
        assert report.standing.result.sheets == tuple(end.scores()), f"hidden draws {how}"


def test_a_state_that_leaves_hidden_draws_open_can_be_played_and_looked_at_as_ever(setup: Setup) -> None:
    if not _hidden(setup):
        return
    canonical = setup.game.canonical
    for number, state, seat, move in unseen_moves(setup):
        assert refusal(state, seat, move) is None
        if number % 15 == 0:
            _look(setup, state)
            listed = state.legal(seat)
            assert canonical(move) in set(map(canonical, listed)), "a move that may have been made is not listed"
            assert len(set(listed)) == len(listed), "a move is listed twice"
            assert not [move for move in listed[:: len(listed) // 20 + 1] if refusal(state, seat, move)]


def _look(setup: Setup, state: Any) -> None:
    for seat in (None, *range(setup.seats)):
        view = state.view(seat)
        assert msgspec.json.encode(view)
        assert max(map(len, paint(setup, view).splitlines())) <= WIDTH
