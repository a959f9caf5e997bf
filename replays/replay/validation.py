"""Logs checked against the rules: verdicts in the order of the files, in memory that does not grow with the files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from cityleague.replays.log import (
    Choice,
    Chosen,
    Finding,
    Ids,
    LeftOut,
    Part,
    Problem,
    RawGame,
    Secrets,
    logs_of,
    parts_of,
    path_text,
    read_games,
    read_part,
    secrets_of,
)
from cityleague.replays.replay.component_files import files_of
from cityleague.replays.replay.proofs import Learnt, Proof, Unknown, Verdict, proof_of, remembered
from cityleague.replays.replay.replay import Replay
from cityleague.replays.workers import LocalWorkers, local_workers

if TYPE_CHECKING:
    from cityleague.replays.replay.cache import VerdictCache

T = TypeVar("T")

Files = tuple[tuple[str, bytes], ...]

_BATCH = 1 << 18
"""How many bytes of a log a process gets at a time, where it does not read for itself."""
_LEAST = 1 << 10
"""How many bytes a game counts at least, however short: what is found in it takes as many."""
_MOST = 500
"""In how many games of a share a process looks. If there are more, they are so short that they are hostile."""


class _Task(NamedTuple, Generic[T]):
    """What is done with every game."""

    examine: Callable[[Any, Secrets], T]
    """It gets a game, or one that is unknown to a cache."""
    choice: Choice
    secret: bool
    """Whether it takes the secrets of the logs' folders."""


class _Memory(NamedTuple):
    """A cache, and what it is asked with."""

    cache: VerdictCache
    files: Files
    may_lack: tuple[str, ...]
    take: Callable[[RawGame, Proof], Any]


class _Batch(NamedTuple):
    """Games that were read for the process that examines them, or what is said of them already."""

    games: list[Any]
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
    cache: VerdictCache | None = None,
) -> Iterator[Verdict]:
    """A verdict for each game of these logs, and one for each file that is not readable to its end.

    A path is a file, a tournament's folder, another folder with logs in it or below it, or `-` for standard input; what
    is given twice is read once; what is found in a folder must be a file of it. Where a folder has the secret of its
    deals, each game's seed must follow from it. `components`: contents of component files by name; raises
    ComponentsError before anything is read. `jobs`: how many processes share the work; a script that uses more than one
    needs `if __name__ == "__main__":`. Then LogChangedError is raised if somebody changes a log meanwhile.
    `still_running`: a game need not have come to its end yet. Games that are not `chosen` are counted there, and left
    out. `cache`: where verdicts are found again, and kept.

    >>> from cityleague.replays import validate
    >>> for verdict in validate("examples/by-hand.jsonl"):
    ...     print(verdict.game, verdict.id, verdict.moves, verdict.finding)
    between_two_cities friday-1 63 None
    """
    with contextlib.closing(Ids()) as ids:
        may_lack = ("GAME-TRUNCATED",) if still_running else ()
        for one in examined(paths, components, jobs, _verdict, may_lack, chosen, cache):
            if isinstance(one, Finding):
                yield Verdict(one.file, None, None, 0, one)
            else:
                repeated = ids.repeated(one.id, one.file, one.line, one.game)
                yield one if one.finding or not repeated else one._replace(finding=repeated)


def examined(
    paths: PathLike | Iterable[PathLike],
    components: Mapping[str, bytes] | None,
    jobs: int,
    take: Callable[[RawGame, Proof], T],
    may_lack: tuple[str, ...] = (),
    chosen: Chosen | None = None,
    cache: VerdictCache | None = None,
) -> Iterator[T | Finding]:
    """What `take`, a function of a module, takes from each game and its proof; a finding for each unreadable file.

    The arguments are those of `validate`; two games with the same id are no finding here. What a game `may_lack` at its
    end is told by the code that it would give otherwise. Games that are not `chosen` are counted there, and left out.
    """
    given, files = _given(paths, components)
    prove: Callable[[Any, Secrets], Any] = partial(_proven, files, take, may_lack)
    memory = _Memory(cache, files, may_lack, take) if cache else None
    return each_game(given, prove, jobs, chosen, secret=True, memory=memory)


def _given(paths: PathLike | Iterable[PathLike], components: Mapping[str, bytes] | None) -> tuple[list[str], Files]:
    """Paths and component files; raises ComponentsError."""
    files = tuple(sorted((components or {}).items()))
    files_of(files)
    return [os.fspath(path) for path in ([paths] if isinstance(paths, str | os.PathLike) else paths)], files


def replayed(
    paths: PathLike | Iterable[PathLike],
    components: Mapping[str, bytes] | None,
    jobs: int,
    take: Callable[[Replay], T],
    chosen: Chosen | None = None,
) -> Iterator[T | Finding]:
    """As `examined`, where `take` replays each game itself."""
    given, files = _given(paths, components)
    return each_game(given, partial(_replay, files, take), jobs, chosen, secret=True)


def _replay(files: Files, take: Callable[[Replay], T], game: RawGame, secrets: Secrets) -> T:
    return take(Replay(game, files_of(files), secrets))


def _proven(
    files: Files,
    take: Callable[[RawGame, Proof], T],
    may_lack: tuple[str, ...],
    game: RawGame | Unknown,
    secrets: Secrets,
) -> T | Learnt:
    raw = game.game if isinstance(game, Unknown) else game
    proof = proof_of(Replay(raw, files_of(files), secrets).run(may_lack))
    if not isinstance(game, Unknown):
        return take(raw, proof)
    proof, value = remembered(proof, raw)
    return Learnt(take(raw, proof), game.key, value)


def each_game(
    paths: Iterable[str],
    examine: Callable[[Any, Secrets], T],
    jobs: int = 1,
    chosen: Chosen | None = None,
    *,
    secret: bool = False,
    memory: _Memory | None = None,
) -> Iterator[T | Finding]:
    """What `examine`, which can be sent to other processes, finds in each game; a finding for each unreadable file.

    Games that are not `chosen` are counted there, and left out. `secret`: whether the secrets of folders are read for
    it. Results come in the order of the games, whatever the number of `jobs`. Raises WorkerError and LogChangedError.
    """
    chosen = chosen or Chosen()
    for one in _results(_Task(examine, chosen.choice, secret), logs_of(paths), jobs, memory):
        if isinstance(one, LeftOut):
            chosen.leave_out(one)
            continue
        chosen.taken += not (isinstance(one, Finding) and one.line is None)  # that is no game, but a file
        yield one


def _results(task: _Task[T], logs: list[str], jobs: int, memory: _Memory | None) -> Iterator[T | Finding | LeftOut]:
    with local_workers(jobs) as at_work:
        work = _work(logs, at_work if jobs > 1 and not memory else None, secret=task.secret)
        if memory:  # it has to see each game
            work = (_looked_up(task.choice, batch, memory) for batch in work if isinstance(batch, _Batch))
        empty = broken = False
        for share, found in at_work.map(partial(_examine, task), work, size=_size):
            if share is None:
                yield from memory.cache.learnt(found) if memory else found
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


def _verdict(_raw: RawGame, proof: Proof) -> Verdict:
    return proof.verdict


def _looked_up(choice: Choice, batch: _Batch, memory: _Memory) -> _Batch:
    """The batch, with what is taken from a game that the cache knows in the place of the game."""
    chosen = [choice.leaves_out(game) or game if isinstance(game, RawGame) else game for game in batch.games]
    games = [game for game in chosen if isinstance(game, RawGame)]
    known = memory.cache.find(games, memory.files, memory.may_lack, batch.secrets)

    def said(game: RawGame) -> Any:
        return one if isinstance(one := next(known), Unknown) else memory.take(game, one)

    return batch._replace(games=[said(game) if isinstance(game, RawGame) else game for game in chosen])


def _is_unreadable(found: object) -> bool:
    return isinstance(found, Finding) and found.code.startswith("IO-")


def _work(logs: Iterable[str], at_work: LocalWorkers | None, *, secret: bool) -> Iterator[_Batch | _Share]:
    """What there is to do; `at_work` are the processes that can read for themselves, if there are any."""
    for path in logs:
        file = path_text(path)
        secrets: Secrets = {}
        try:
            secrets = secrets_of(path) if secret else {}
        except Problem as problem:
            yield _Batch([problem.at(file)], file, {})
        parts = parts_of(path, at_work.map) if at_work else None
        if parts:
            yield from (_Share(part, file, secrets) for part in parts)  # counted while others are examined
        else:
            yield from _batches(path, file, secrets)


def _batches(path: str, file: str, secrets: Secrets) -> Iterator[_Batch]:
    batch: list[Any] = []
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
    raw = [game.game if isinstance(game, Unknown) else game for game in games]
    return sum([game.size for game in raw if isinstance(game, RawGame)])


def _examine(task: _Task[T], work: _Batch | _Share) -> tuple[_Share | None, list[T | Finding | LeftOut]]:
    """What is found in a batch, or in a share: in its first `_MOST` games."""
    found = _each(task, work)
    return (None, list(found)) if isinstance(work, _Batch) else (work, list(islice(found, _MOST)))


def _each(task: _Task[T], work: _Batch | _Share, first: int = 0) -> Iterator[T | Finding | LeftOut]:
    """What is found in each game but the first ones."""

    def check_game(game: Any) -> Any:
        if isinstance(game, RawGame):
            return task.choice.leaves_out(game) or task.examine(game, work.secrets)
        if isinstance(game, Unknown):
            return task.examine(game, work.secrets)
        return game.at(work.file) if isinstance(game, Problem) else game

    games: Iterable[Any] = work.games if isinstance(work, _Batch) else read_part(work.part)
    # Unlike a loop, `map` does not hold a game while it reads the next one.
    return map(check_game, islice(games, first, None))
