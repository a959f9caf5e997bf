"""What a bot says of games that are over: found out in a process of its own, while the server goes on."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from typing import Any

import msgspec

from cityleague.replays.analysis import Analysis, analyses_in, examine, line_of, saying
from cityleague.replays.log import Finding, LogError, RawGame
from cityleague.replays.replay import files_of
from cityleague.replays.workers import partner

Contents = tuple[tuple[str, bytes], ...]
"""Component files, by name."""
_CANDIDATES = 3
"""So many other moves are tried at each choice: without any, the level `quick` would find no mistakes to learn from."""
_MOST = 20
"""What was said is kept of so many games."""


class Analyst:
    """Analyses a game, in a process of its own."""

    def __init__(self, raw: RawGame, contents: Contents) -> None:
        """A game with component files."""
        plan = examine(raw, files := files_of(contents), "quick", candidates=_CANDIDATES)
        self._said = iter([plan]) if isinstance(plan, Finding) else map(line_of, saying(plan, files))

    def line(self) -> Any:
        """The next line that `analyse` writes, empty after the last one; or what is wrong with the game."""
        return next(self._said, b"")

    def close(self) -> None:
        """Nothing is open."""


class Lessons:
    """The analyses of games, one after the other, each kept for whoever asks again. Any thread may ask."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._begun: dict[RawGame, Future[Analysis]] = {}
        self.far: dict[RawGame, tuple[int, int]] = {}
        """How many moves of games have been looked at, and of how many."""
        self._stop: Callable[[], None] | None = None
        self._closed, self._lock = False, threading.Lock()

    def about(self, raw: RawGame, contents: Contents) -> Analysis | None:
        """What is said of a game; None: a bot still looks at it. Raises LogError and WorkerError."""
        with self._lock:
            begun = self._begun.get(raw) or self._pool.submit(self._analyse, raw, contents)
            self._begun[raw] = begun
            if len(self._begun) > _MOST:
                self.far.pop(old := next(iter(self._begun)), None)
                self._begun.pop(old).cancel()
        return begun.result() if begun.done() else None

    def _analyse(self, raw: RawGame, contents: Contents) -> Analysis:
        with contextlib.closing(partner(Analyst, raw, contents)) as analyst:
            self._stop = analyst.interrupt
            if self._closed:
                analyst.interrupt()
            lines, far, moves = [], 0, sum([b'"move":' in line for line in raw.lines])
            while line := analyst.call("line"):
                if isinstance(line, Finding):
                    raise LogError(line)
                lines.append(line)
                far = msgspec.json.decode(line).get("move", far)
                self.far[raw] = far, moves
        return next(analyses_in(raw.file, BytesIO(b"".join(lines))))

    def close(self) -> None:
        """Look at no game any more."""
        self._closed = True
        if self._stop:
            self._stop()
        self._pool.shutdown(cancel_futures=True)
