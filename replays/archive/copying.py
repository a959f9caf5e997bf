"""Games copied byte for byte, in the order of the input, into one log or into several."""

import contextlib
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from cityleague.replays.archive.duplicates import Duplicates, How
from cityleague.replays.archive.outputs import Outputs
from cityleague.replays.log import (
    Chosen,
    Finding,
    Header,
    Problem,
    RawGame,
    counted,
    header_of,
    logs_of,
    path_text,
    read_games,
)

By = Literal["player", "game", "date"]


class Copied(msgspec.Struct):
    """How much was copied."""

    games: int = 0
    files: int = 0
    duplicates: int = 0
    """How many were left out because they stood there before."""

    def __str__(self) -> str:
        files = f" in {self.files} files" if self.files > 1 else ""
        twice = f", {counted(self.duplicates, 'duplicate')} left out" if self.duplicates else ""
        return f"{counted(self.games, 'game')}{files}{twice}"


def copy_games(
    paths: Iterable[str],
    output: str,
    chosen: Chosen,
    *,
    dedupe: How | None = None,
    split: int = 0,
    split_by: By | None = None,
) -> Iterator[Finding | Copied]:
    """Copy the chosen games to a path, `-` being standard output, or beside it; say at the end what was copied.

    Before that comes a finding for each file that cannot be read to its end, and for each game that would spoil a log:
    its header cannot be read, or it is too long. It is not copied. The files get their names when all are whole, and no
    game is none. `dedupe`: of games that are alike in this, only the first is copied. `split`: so many games are in a
    file; `split_by`: those that are alike in this. Raises OverInputError and OSError.
    """
    logs = logs_of(paths)
    copied = Copied()
    with contextlib.closing(Duplicates(dedupe)) as duplicates, contextlib.closing(Outputs(output, logs)) as outputs:
        for raw in _chosen(logs, chosen):
            if isinstance(raw, Finding):
                yield raw
                continue
            try:
                if raw.dropped:
                    raise Problem("LOG-GAME-TOO-LONG", "the game is too long to be read as a whole, and is not copied")
                header = header_of(raw)
            except Problem as problem:
                yield problem.at(raw.file, raw.first)
                continue
            if duplicates.has(raw, header):
                copied.duplicates += 1
                continue
            parts = [f"{copied.games // split + 1:04}"] if split else _parts(header, split_by)
            for part in parts:
                outputs.write(part, raw.data)
            if split and not (copied.games + 1) % split:
                outputs.finish(parts[0])
            copied.games += 1
        copied.files = outputs.keep()
    yield copied


def _chosen(logs: Iterable[str], chosen: Chosen) -> Iterator[RawGame | Finding]:
    for path in logs:
        for raw in read_games(path):
            if isinstance(raw, Problem):
                yield raw.at(path_text(path))
            elif chosen.takes(raw):
                yield raw


def _parts(header: Header, by: By | None) -> list[str]:
    """What the files are called in which a game belongs: each of its players has one, or else there is one."""
    if by == "player":
        return list(dict.fromkeys(header.players))
    if by == "date":
        return [header.date[: len("2026-11-23")] if header.date else "undated"]
    return [header.game] if by else [""]
