"""Logs checked against the rules: verdicts in the order of the files, in memory that does not grow with the files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from msgspec import UNSET

from cityleague.replays.log import (
    Choice,
    Chosen,
    Finding,
    LeftOut,
    Part,
    Problem,
    RawGame,
    Secrets,
    Seen,
    logs_of,
    parts_of,
    path_text,
    read_games,
    read_part,
    repeated_id,
    secrets_of,
)
from cityleague.replays.replay.component_files import files_of
from cityleague.replays.replay.replay import Replay
from cityleague.replays.replay.report import Report
from cityleague.replays.workers import LocalWorkers, local_workers

T = TypeVar("T")

_BATCH = 1 << 18
"""How many bytes of a log a process gets at a time, where it does not read for itself."""
_LEAST = 1 << 10
"""How many bytes a game counts at least, however short: what is found in it takes as many."""
_MOST = 500
"""In how many games of a share a process looks. If there are more, they are so short that they are hostile."""


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
    seeded: bool = True
    """False where a header states no seed: nothing proves the draws of this game to be chance."""


class _Task(NamedTuple, Generic[T]):
    """What is done with every game."""

    files: tuple[tuple[str, bytes], ...]
    take: Callable[[Replay], T]
    choice: Choice


class _Batch(NamedTuple):
    """Games that were read for the process that examines them."""

    games: list[RawGame | Finding]
    file: str
    secrets: Secrets


class _Share(NamedTuple):
    """Part of a plain log, which the process that examines it reads for itself."""

    part: Part
    file: str
    secrets: Secrets


PathLike = str | os.PathLike[str]


def validate(
    paths: PathLike | Iterable[PathLike],
    components: Mapping[str, bytes] | None = None,
    jobs: int = 1,
    *,
    still_running: bool = False,
    chosen: Chosen | None = None,
) -> Iterator[Verdict]:
    """A verdict for each game of these logs, and one for each file that is not readable to its end.

    A path is a file, a tournament's folder, another folder with logs in it or below it, or `-` for standard input; what
    is given twice is read once; what is found in a folder must be a file of it. Where a folder has the secret of its
    deals, each game's seed must follow from it. `components`: contents of component files by name; raises
    ComponentsError before anything is read. `jobs`: how many processes share the work; a script that uses more than one
    needs `if __name__ == "__main__":`. Then LogChangedError is raised if somebody changes a log meanwhile.
    `still_running`: a game need not have come to its end yet. Games that are not `chosen` are counted there, and left
    out.

    >>> from cityleague.replays import validate
    >>> for verdict in validate("examples/by-hand.jsonl"):
    ...     print(verdict.game, verdict.id, verdict.moves, verdict.finding)
    between_two_cities friday-1 63 None
    """
    with contextlib.closing(_Ids()) as ids:
        may_lack = ("GAME-TRUNCATED",) if still_running else ()
        for one in examined(paths, components, jobs, _verdict, may_lack, chosen):
            yield Verdict(one.file, None, None, 0, one) if isinstance(one, Finding) else ids.check(one)


def examined(
    paths: PathLike | Iterable[PathLike],
    components: Mapping[str, bytes] | None,
    jobs: int,
    take: Callable[[RawGame, Report], T],
    may_lack: tuple[str, ...] = (),
    chosen: Chosen | None = None,
) -> Iterator[T | Finding]:
    """What `take`, a function of a module, takes from each game and its report; a finding for each unreadable file.

    The arguments are those of `validate`; two games with the same id are no finding here. What a game `may_lack` at its
    end is told by the code that it would give otherwise. Games that are not `chosen` are counted there, and left out.
    """
    return replayed(paths, components, jobs, partial(_run, take, may_lack), chosen)


def _run(take: Callable[[RawGame, Report], T], may_lack: tuple[str, ...], replay: Replay) -> T:
    return take(replay.raw, replay.run(may_lack))


def replayed(
    paths: PathLike | Iterable[PathLike],
    components: Mapping[str, bytes] | None,
    jobs: int,
    take: Callable[[Replay], T],
    chosen: Chosen | None = None,
) -> Iterator[T | Finding]:
    """The same where `take` replays each game itself."""
    given = [paths] if isinstance(paths, str | os.PathLike) else paths
    logs = logs_of([os.fspath(path) for path in given])
    chosen = chosen or Chosen()
    task = _Task(tuple(sorted((components or {}).items())), take, chosen.choice)
    files_of(task.files)
    for one in _results(task, logs, jobs):
        if isinstance(one, LeftOut):
            chosen.leave_out(one)
            continue
        chosen.taken += not (isinstance(one, Finding) and one.line is None)  # that is no game, but a file
        yield one


def _results(task: _Task[T], logs: list[str], jobs: int) -> Iterator[T | Finding | LeftOut]:
    with local_workers(jobs) as at_work:
        work = _work(logs, at_work if jobs > 1 else None)
        empty = broken = False
        for share, found in at_work.map(partial(_examine, task), work, size=_size):
            if share is None:
                yield from found
                continue
            if share.part.start == 0:
                empty, broken = True, False
            empty = empty and not found
            if not broken:
                yield from found
                if len(found) == _MOST:
                    yield from _each(task, share, _MOST)
            broken = broken or (bool(found) and _is_unreadable(found[-1]))
            if share.part.end is None and empty:
                yield Problem("LOG-EMPTY", "there is no game in it").at(share.file)


def _verdict(_raw: RawGame, report: Report) -> Verdict:
    seeded = report.header is None or report.header.seed is not UNSET
    whose = (report.file, report.line, report.id)
    return Verdict(*whose, report.moves, report.finding, report.game, report.unseen, seeded)


def _is_unreadable(found: object) -> bool:
    return isinstance(found, Finding) and found.code.startswith("IO-")


def _work(logs: Iterable[str], at_work: LocalWorkers | None) -> Iterator[_Batch | _Share]:
    """What there is to do; `at_work` are the processes that can read for themselves, if there are any."""
    for path in logs:
        file = path_text(path)
        secrets: Secrets = {}
        try:
            secrets = secrets_of(path)
        except Problem as problem:
            yield _Batch([problem.at(file)], file, {})
        parts = parts_of(path, at_work.map) if at_work else None
        if parts:
            yield from (_Share(part, file, secrets) for part in parts)  # counted while others are examined
        else:
            yield from _batches(path, file, secrets)


def _batches(path: str, file: str, secrets: Secrets) -> Iterator[_Batch]:
    batch: list[RawGame | Finding] = []
    size = 0
    for game in read_games(path):
        batch.append(game.at(file) if isinstance(game, Problem) else game)
        size += _LEAST + (game.size if isinstance(game, RawGame) else 0)
        del game  # it may be long, and is not needed while the next one is being read
        if size >= _BATCH:
            yield _Batch(batch, file, secrets)
            batch, size = [], 0
    if batch:
        yield _Batch(batch, file, secrets)


def _size(work: _Batch | _Share) -> int:
    """How many bytes some work takes while it waits for a process."""
    games = work.games if isinstance(work, _Batch) else ()
    return sum([game.size for game in games if isinstance(game, RawGame)])


def _examine(task: _Task[T], work: _Batch | _Share) -> tuple[_Share | None, list[T | Finding | LeftOut]]:
    """What is found in a batch, or in a share: in its first `_MOST` games."""
    found = _each(task, work)
    return (None, list(found)) if isinstance(work, _Batch) else (work, list(islice(found, _MOST)))


def _each(task: _Task[T], work: _Batch | _Share, first: int = 0) -> Iterator[T | Finding | LeftOut]:
    """What is found in each game but the first ones."""
    component_files = files_of(task.files)

    def check_game(game: RawGame | Problem | Finding) -> T | Finding | LeftOut:
        if isinstance(game, Problem):
            return game.at(work.file)
        if isinstance(game, Finding):
            return game
        if why := task.choice.leaves_out(game):
            return why
        return task.take(Replay(game, component_files, work.secrets))

    games: Iterable[RawGame | Problem | Finding] = work.games if isinstance(work, _Batch) else read_part(work.part)
    # Unlike a loop, `map` does not hold a game while it reads the next one.
    return map(check_game, islice(games, first, None))


class _Ids:
    """The ids seen so far."""

    def __init__(self) -> None:
        self._seen = Seen()

    def close(self) -> None:
        """Forget them."""
        self._seen.close()

    def check(self, verdict: Verdict) -> Verdict:
        """The verdict, with a finding if its id was seen before and nothing else is wrong."""
        if verdict.id is None:
            return verdict
        first = self._seen.first(verdict.id, f"{verdict.file}:{verdict.line}")
        if first is None or verdict.finding:
            return verdict
        return verdict._replace(finding=repeated_id(verdict.id, first, verdict.file, verdict.line, verdict.game))
