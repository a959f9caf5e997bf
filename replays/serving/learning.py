"""What a bot says of games that are over: found out in a process of its own, while the server goes on."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO

from cityleague.replays.analysis import Analysis, analyse, analyses_in, line_of
from cityleague.replays.log import Finding, LogError, RawGame
from cityleague.replays.replay import RecordedGame, files_of
from cityleague.replays.workers import partner

Contents = tuple[tuple[str, bytes], ...]
"""Component files, by name."""
_CANDIDATES = 3
"""So many other moves are tried at each choice: without any, the level `quick` would find no mistakes to learn from."""
_MOST = 20
"""What was said is kept of so many games."""


class Analyst:
    """Analyses games, in a process of its own."""

    def said(self, raw: RawGame, contents: Contents) -> bytes | Finding:
        """What there is to say of a game, as `analyse` writes it, or what is wrong with it."""
        try:
            game = RecordedGame(raw, files_of(contents))
            return b"".join(map(line_of, analyse(game, "quick", candidates=_CANDIDATES)))
        except LogError as error:
            return error.finding

    def close(self) -> None:
        """Nothing is open."""


class Lessons:
    """The analyses of games, one after the other, each kept for whoever asks again. Any thread may ask."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._begun: dict[RawGame, Future[Analysis]] = {}
        self._stop: Callable[[], None] | None = None
        self._closed, self._lock = False, threading.Lock()

    def about(self, raw: RawGame, contents: Contents) -> Analysis | None:
        """What is said of a game; None: a bot still looks at it. Raises LogError and WorkerError."""
        with self._lock:
            begun = self._begun.get(raw) or self._pool.submit(self._analyse, raw, contents)
            self._begun[raw] = begun
            if len(self._begun) > _MOST:
                self._begun.pop(next(iter(self._begun))).cancel()
        return begun.result() if begun.done() else None

    def _analyse(self, raw: RawGame, contents: Contents) -> Analysis:
        with contextlib.closing(partner(Analyst)) as analyst:
            self._stop = analyst.interrupt
            if self._closed:
                analyst.interrupt()
            said = analyst.call("said", raw, contents)
        if isinstance(said, Finding):
            raise LogError(said)
        return next(analyses_in(raw.file, BytesIO(said)))

    def close(self) -> None:
        """Look at no game any more."""
        self._closed = True
        if self._stop:
            self._stop()
        self._pool.shutdown(cancel_futures=True)
