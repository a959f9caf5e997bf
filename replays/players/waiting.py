"""Programs that wait for their next game."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from cityleague.replays.players.trace import unheard

if TYPE_CHECKING:
    from cityleague.replays.players.program import Launch, Program

PATIENCE = 30.0
"""Seconds for which a program waits for its next game; a worker of a cluster does not know when there are no more."""

_lock = threading.Lock()
_idle: dict[Launch, list[tuple[float, Program]]] = {}
"""With the time when each began to wait."""


def leave(program: Program) -> None:
    """Let a program wait for the next game."""
    program.note = unheard
    with _lock:
        _idle.setdefault(program.launch, []).append((time.monotonic(), program))
    timer = threading.Timer(PATIENCE, end_idle, [PATIENCE])
    timer.daemon = True
    timer.start()


def fetch(launch: Launch) -> Program | None:
    """A program that was started like this and waits, if there is one that still lives."""
    while True:
        with _lock:
            waiting = _idle.get(launch)
            if not waiting:
                return None
            _, program = waiting.pop()
        if program.alive:
            return program
        program.close()


def end_idle(longer: float = 0.0) -> None:
    """End the programs that have waited for at least so many seconds."""
    before = time.monotonic() - longer
    with _lock:
        ended = [program for waiting in _idle.values() for since, program in waiting if since <= before]
        for launch, waiting in _idle.items():
            _idle[launch] = [(since, program) for since, program in waiting if since > before]
    for program in ended:
        program.close()
