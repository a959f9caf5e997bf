"""A log that somebody is writing, position by position, as it grows."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping

from cityleague.replays.log import LogError, Part, Problem, path_text, read_part, stamp_of
from cityleague.replays.replay.headers import ComponentFiles
from cityleague.replays.replay.recorded import Position, positions_in
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
    path, files = os.fspath(path), ComponentFiles(components)
    replay: Replay | None = None
    seen, known, start, waited = None, b"", 0, 0.0  # `known` lines begin after `start` bytes
    while True:
        try:
            stamp = stamp_of(os.stat(path))
        except OSError:
            stamp = None  # who reads it says why
        at = start if stamp and stamp.size > start else 0
        part = Part(path, at - 1, None, replay.raw.first - 2) if replay and at else Part(path, 0, None, 0)
        for raw in read_part(part) if stamp is None or stamp != seen else ():
            if isinstance(raw, Problem):
                if raw.code == "LOG-EMPTY":
                    break
                raise LogError(raw.at(path_text(path)))
            lines = raw.data[: raw.data.rfind(b"\n") + 1]
            if replay is None or raw.first != replay.raw.first or not lines.startswith(known):
                replay, known = Replay(raw, files), b""
            start, at = at, at + raw.size
            if len(lines) > len(known):
                known, waited = lines, 0.0
                yield from positions_in(replay, raw._replace(pieces=(lines,)))
        seen = stamp
        if patience is not None and waited >= patience:
            return
        time.sleep(every)
        waited += every
