"""Logs checked against the rules: verdicts in the order of the files, in memory that does not grow with the files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from cityleague.replays.log import Finding, Problem, RawGame, logs_of, path_text, quote, read_games
from cityleague.replays.replay.component_files import ComponentFiles
from cityleague.replays.replay.replay import Replay
from cityleague.replays.workers import local_workers

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


class _Batch(NamedTuple):
    games: list[RawGame]
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
    is given twice is read once.
    `components`: contents of component files by name; raises ComponentsError before anything is read. `jobs`: how many
    processes share the work; a script that uses more than one needs `if __name__ == "__main__":`. `still_running`: a
    game need not have come to its end yet.

    >>> from cityleague.replays import validate
    >>> for verdict in validate("examples/by-hand.jsonl"):
    ...     print(verdict.game, verdict.id, verdict.moves, verdict.finding)
    between_two_cities friday-1 63 None
    """
    given = [paths] if isinstance(paths, str | os.PathLike) else paths
    logs = logs_of([os.fspath(path) for path in given])
    files = tuple(sorted((components or {}).items()))
    _component_files(files)
    with contextlib.closing(_Ids()) as ids, local_workers(jobs) as at_work:
        for verdicts in at_work.map(partial(_validate_batch, files, still_running), _batches(logs)):
            for verdict in verdicts:
                yield ids.check(verdict)


def _batches(paths: Iterable[str]) -> Iterator[_Batch]:
    for path in paths:
        batch: list[RawGame] = []
        size = 0
        for game in read_games(path):
            if isinstance(game, Problem):
                yield _Batch(batch, game.at(path_text(path)))
                batch = []
                break
            batch.append(game)
            size += len(game.data)
            if size >= _BATCH:
                yield _Batch(batch, None)
                batch, size = [], 0
        if batch:
            yield _Batch(batch, None)


def _validate_batch(files: tuple[tuple[str, bytes], ...], still_running: bool, batch: _Batch) -> list[Verdict]:
    component_files = _component_files(files)
    may_lack = ("GAME-TRUNCATED",) if still_running else ()
    verdicts = []
    for raw in batch.games:
        report = Replay(raw, component_files).run(may_lack)
        verdicts.append(Verdict(report.file, report.line, report.id, report.moves, report.finding, report.game))
    if batch.problem:
        verdicts.append(Verdict(batch.problem.file, None, None, 0, batch.problem))
    return verdicts


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
