"""A log that somebody is writing, position by position, as it grows."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping

from cityleague.replays.log import LogError, Part, Problem, RawGame, path_text, read_part, stamp_of
from cityleague.replays.replay.component_files import ComponentFiles
from cityleague.replays.replay.recorded import Position, position_in
from cityleague.replays.replay.replay import Replay


def follow(
    path: str | os.PathLike[str],
    components: Mapping[str, bytes] | None = None,
    *,
    every: float = 0.2,
    patience: float | None = None,
) -> Iterator[Position]:
    """The positions of a log that is being written, as `positions` gives them, and then those that are added to it.

    It looks every so many seconds. Of what was added, each move comes before it is made, and last how the game stands
    then; nothing is replayed twice. A game that was changed, as by an undo, comes anew from its begin. A line counts
    once it has its end. When nothing was added for so many seconds as its `patience`, it ends; without one, never.
    Raises LogError.

    >>> [position.moves for position in follow("examples/by-hand.jsonl", patience=0)][-3:]
    [61, 62, 63]
    """
    game, seen, waited = _Followed(os.fspath(path), ComponentFiles(components)), None, 0.0
    while True:
        try:
            stamp = stamp_of(os.stat(path))
        except OSError:
            stamp = None  # who reads it says why
        if stamp is None or stamp != seen:
            seen = stamp
            for position in game.added():
                waited = 0.0
                yield position
        if patience is not None and waited >= patience:
            return
        time.sleep(every)
        waited += every


class _Followed:
    """The last game of a log, as far as it is replayed."""

    def __init__(self, path: str, files: ComponentFiles) -> None:
        self._path, self._files = path, files
        self._replay: Replay | None = None
        self._known = b""
        """The lines that are replayed."""
        self._start = 0
        """Bytes before them."""

    def added(self) -> Iterator[Position]:
        """The positions that the log has by now, in addition."""
        at, first = (self._start, self._replay.raw.first) if self._replay else (0, 1)
        if at and os.path.getsize(self._path) <= at:  # games were taken away
            at = 0
        for raw in read_part(Part(self._path, at - 1, None, first - 2) if at else Part(self._path, 0, None, 0)):
            if isinstance(raw, Problem):
                if raw.code == "LOG-EMPTY":
                    return
                raise LogError(raw.at(path_text(self._path)))
            lines = raw.data[: raw.data.rfind(b"\n") + 1]
            if self._replay is None or raw.first != self._replay.raw.first or not lines.startswith(self._known):
                self._replay, self._known = Replay(raw, self._files), b""
            self._start, at = at, at + raw.size
            if len(lines) > len(self._known):
                self._known = lines
                yield from self._further(self._replay, raw._replace(pieces=(lines,)))

    def _further(self, replay: Replay, raw: RawGame) -> Iterator[Position]:
        try:
            for seat, move in replay.further(raw):
                yield position_in(replay, seat, move)
        except Problem as problem:
            raise LogError(replay.finding(problem)) from None
        yield position_in(replay, None, None)
