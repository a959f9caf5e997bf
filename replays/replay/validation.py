"""Logs checked against the rules: verdicts in the order of the files, in memory that does not grow with the files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple, TypeVar

from cityleague.replays.log import (
    Finding,
    Problem,
    RawGame,
    Secrets,
    logs_of,
    path_text,
    quote,
    read_games,
    secrets_of,
)
from cityleague.replays.replay.component_files import ComponentFiles
from cityleague.replays.replay.replay import Replay
from cityleague.replays.replay.report import Report
from cityleague.replays.workers import local_workers

T = TypeVar("T")

_BATCH = 1 << 18
"""How many bytes of a log a worker gets at a time."""


class Verdict(NamedTuple):
    """What validation says of one game, or of a file that holds none or cannot be read to its end."""

    file: str
    line: int | None
    id: str | None
    moves: int
    finding: Finding | None
    game: str | None = None
    """The name of the game that is played, as the header states it."""
    unseen: bool = False
    """Whether the log leaves open what a draw brought, so that this is proven only as far as moves tell it."""


class _Batch(NamedTuple):
    games: list[RawGame]
    secrets: Secrets
    problem: Finding | None
    """What ends the reading of the file after these games, if anything."""


PathLike = str | os.PathLike[str]


def validate(
    paths: PathLike | Iterable[PathLike],
    components: Mapping[str, bytes] | None = None,
    jobs: int = 1,
    *,
    still_running: bool = False,
) -> Iterator[Verdict]:
    """A verdict for each game of these logs, and one for each file that is not readable to its end.

    A path is a file, a tournament's folder, another folder with logs in it or below it, or `-` for standard input; what
    is given twice is read once. Where a folder has the secret of its deals, each game's seed must follow from it.
    `components`: contents of component files by name; raises ComponentsError before anything is read. `jobs`: how many
    processes share the work; a script that uses more than one needs `if __name__ == "__main__":`. `still_running`: a
    game need not have come to its end yet.

    >>> from cityleague.replays import validate
    >>> for verdict in validate("examples/by-hand.jsonl"):
    ...     print(verdict.game, verdict.id, verdict.moves, verdict.finding)
    between_two_cities friday-1 63 None
    """
    with contextlib.closing(_Ids()) as ids:
        may_lack = ("GAME-TRUNCATED",) if still_running else ()
        for one in examined(paths, components, jobs, _verdict, may_lack):
            yield Verdict(one.file, None, None, 0, one) if isinstance(one, Finding) else ids.check(one)


def examined(
    paths: PathLike | Iterable[PathLike],
    components: Mapping[str, bytes] | None,
    jobs: int,
    take: Callable[[Report], T],
    may_lack: tuple[str, ...] = (),
) -> Iterator[T | Finding]:
    """What `take`, a function of a module, takes from the report on each game; a finding for each unreadable file.

    The arguments are those of `validate`; two games with the same id are no finding here. What a game `may_lack` at its
    end is told by the code that it would give otherwise.
    """
    given = [paths] if isinstance(paths, str | os.PathLike) else paths
    logs = logs_of([os.fspath(path) for path in given])
    files = tuple(sorted((components or {}).items()))
    _component_files(files)
    with local_workers(jobs) as at_work:
        for found in at_work.map(partial(_examine_batch, files, take, may_lack), _batches(logs)):
            yield from found


def _verdict(report: Report) -> Verdict:
    return Verdict(report.file, report.line, report.id, report.moves, report.finding, report.game, report.unseen)


def _batches(paths: Iterable[str]) -> Iterator[_Batch]:
    for path in paths:
        secrets: Secrets = {}
        try:
            secrets = secrets_of(path)
        except Problem as problem:
            yield _Batch([], {}, problem.at(path_text(path)))
        batch: list[RawGame] = []
        size = 0
        for game in read_games(path):
            if isinstance(game, Problem):
                yield _Batch(batch, secrets, game.at(path_text(path)))
                batch = []
                break
            batch.append(game)
            size += len(game.data)
            if size >= _BATCH:
                yield _Batch(batch, secrets, None)
                batch, size = [], 0
        if batch:
            yield _Batch(batch, secrets, None)


def _examine_batch(
    files: tuple[tuple[str, bytes], ...], take: Callable[[Report], T], may_lack: tuple[str, ...], batch: _Batch
) -> list[T | Finding]:
    component_files = _component_files(files)
    found: list[T | Finding] = [take(Replay(raw, component_files, batch.secrets).run(may_lack)) for raw in batch.games]
    return [*found, batch.problem] if batch.problem else found


@cache
def _component_files(files: tuple[tuple[str, bytes], ...]) -> ComponentFiles:
    return ComponentFiles(dict(files))


class _Ids:
    """The ids seen so far, in a temporary database that moves to disk when it grows."""

    def __init__(self) -> None:
        import sqlite3  # noqa: PLC0415  (slow to import, and needed here alone)

        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("CREATE TABLE seen (id TEXT PRIMARY KEY, place TEXT) WITHOUT ROWID")
        self._database.execute("BEGIN")

    def close(self) -> None:
        """Forget them."""
        self._database.close()

    def check(self, verdict: Verdict) -> Verdict:
        """The verdict, with a finding if its id was seen before and nothing else is wrong."""
        if verdict.id is None:
            return verdict
        row = (verdict.id, f"{verdict.file}:{verdict.line}")
        if self._database.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", row).rowcount or verdict.finding:
            return verdict
        first = self._database.execute("SELECT place FROM seen WHERE id = ?", row[:1]).fetchone()[0]
        finding = Finding(
            code="LOG-DUPLICATE-ID",
            message=f"a game with the id {quote(verdict.id)} stands at {first} already",
            file=verdict.file,
            line=verdict.line,
            pointer="/id",
            id=verdict.id,
            game=verdict.game,
        )
        return verdict._replace(finding=finding)
