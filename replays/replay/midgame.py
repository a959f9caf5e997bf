"""A game of a log up to one of its moves: to ask a bot once more, or to play on in another way."""

from __future__ import annotations

import os
from itertools import islice
from typing import Any, NamedTuple

from cityleague.engine.chance import outcome
from cityleague.engine.protocol import Decision, Draw, Setup, State
from cityleague.replays.log import (
    ChanceEvent,
    Header,
    LogError,
    MoveEvent,
    Problem,
    counted,
    id_of,
    logs_of,
    path_text,
    read_games,
)
from cityleague.replays.replay.headers import ComponentFiles
from cityleague.replays.replay.replay import Replay

_UNFINISHED = ("GAME-TRUNCATED", "RESULT-MISSING")
"""All lines are right, and some are missing."""


class Midgame(NamedTuple):
    """A game after so many moves, which the rules allow; what comes later in the log plays no part."""

    header: Header
    setup: Setup
    state: State[Any]
    past: tuple[ChanceEvent | MoveEvent[Any], ...]
    """What chance brought and what the seats did, in order, without remarks."""
    moves: int
    seat: int | None
    """Who moves next in the log, or could; None if a draw is due that nothing decides."""
    move: Any
    """The move that the log has next; None if it has none."""


def game_after(path: str | os.PathLike[str], files: ComponentFiles, move: int, game_id: str | None = None) -> Midgame:
    """A game of a log after this many moves, and after the draws that follow them: the one with this id, or the first.

    Raises LogError if something is wrong before that, and ValueError if there is no such position to play on from.
    """
    for log in logs_of([os.fspath(path)]):
        for raw in read_games(log):
            if isinstance(raw, Problem):
                raise LogError(raw.at(path_text(log)))
            if game_id is None or id_of(raw) == game_id:
                return _midgame(Replay(raw, files), move)
    raise ValueError(f"no game with the id {game_id}")


def first_rounds(path: str | os.PathLike[str], files: ComponentFiles, most: int) -> list[Midgame]:
    """The first games of a log, each as it stood when its second round had begun.

    Raises LogError if something is wrong before that, and ValueError for a game without a second round.
    """
    games = []
    for raw in islice(read_games(os.fspath(path)), most):
        if isinstance(raw, Problem):
            raise LogError(raw.at(path_text(os.fspath(path))))
        games.append(_midgame(Replay(raw, files), None))
    return games


def _midgame(replay: Replay, number: int | None) -> Midgame:
    """The game after so many moves, or (None) after its first round."""
    made: tuple[int | None, Any] = (None, None)
    past: list[ChanceEvent | MoveEvent[Any]] = []
    drawn = 0
    reached = False
    try:
        for seat, move in replay.walk():
            past += replay.drawn[drawn:]
            drawn = len(replay.drawn)
            reached = replay.moves == number if number is not None else replay.state.round > 1
            if reached:
                made = (seat, move)
                break
            past.append(MoveEvent(seat=seat, move=move))
    except Problem as problem:
        known = number is not None and (replay.moves >= number or problem.code in _UNFINISHED)
        if not replay.begun or not known:
            raise LogError(replay.finding(problem)) from None
    assert replay.header
    past += replay.drawn[drawn:]
    if replay.unseen:
        raise ValueError("the log leaves open what a draw brought: without it, nobody can play on from here")
    state, header = replay.state, replay.header
    if number is None and not reached:
        raise ValueError(f"the game at line {replay.raw.first} is over after its first round")
    if number is not None and replay.moves < number:
        raise ValueError(f"the game has {counted(replay.moves, 'move')}, not {number}")
    while isinstance(draw := state.pending(), Draw) and isinstance(header.seed, str):
        state.resolve(outcome(header.seed, draw))
    pending = state.pending()
    if pending is None:
        raise ValueError(f"the game is over after move {replay.moves}")
    if made[0] is None and isinstance(pending, Decision):
        made = (pending.seats[0], None)
    return Midgame(
        header=header, setup=replay.setup, state=state, past=tuple(past), moves=replay.moves, seat=made[0], move=made[1]
    )
