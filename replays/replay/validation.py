"""Logs checked against the rules: verdicts in the order of the files, in memory that does not grow with the files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

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
from cityleague.replays.replay.headers import files_of
from cityleague.replays.replay.replay import Replay
from cityleague.replays.replay.report import Verdict, remembered, verdict_of
from cityleague.replays.workers import Workers, local_workers

if TYPE_CHECKING:
    from cityleague.replays.replay.cache import VerdictCache

T = TypeVar("T")

Files = tuple[tuple[str, bytes], ...]

_BATCH = 1 << 18
"""How many bytes of a log a process gets at a time, where it does not read for itself."""
_LEAST = 1 << 10
"""How many bytes a game counts at least, however short: what is found in it takes as many."""
_MOST = 500
"""In how many games of a part a process looks. If there are more, they are so short that they are hostile."""


class _Work(NamedTuple):
    """What a process gets at a time: games of a log, or a part of it that the process reads for itself."""

    file: str
    secrets: Secrets
    games: list[Any]
    """With findings in their places, and what is said already of games that a cache knows or that are not chosen."""
    part: Part | None = None


_Done = tuple[_Work, list[Any], dict[bytes, bytes]]
"""Some work without its games, what is found in each of them, and what a cache is to learn."""

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
    may_lack = ("GAME-TRUNCATED",) if still_running else ()
    with contextlib.closing(Ids()) as ids:
        for verdict in examined(paths, components, jobs, _itself, may_lack, chosen, cache):
            if isinstance(verdict, Finding):
                yield Verdict(verdict.file, None, None, 0, verdict)
            else:
                repeated = ids.repeated(verdict.id, verdict.file, verdict.line, verdict.game)
                yield verdict if verdict.finding or not repeated else verdict._replace(finding=repeated)


def _itself(_raw: RawGame, verdict: Verdict) -> Verdict:
    return verdict


def examined(
    paths: PathLike | Iterable[PathLike],
    components: Mapping[str, bytes] | None,
    jobs: int,
    take: Callable[[RawGame, Verdict], T],
    may_lack: tuple[str, ...] = (),
    chosen: Chosen | None = None,
    cache: VerdictCache | None = None,
) -> Iterator[T | Finding]:
    """What `take`, a function of a module, takes from each game and its verdict; a finding for each unreadable file.

    The arguments are those of `validate`; two games with the same id are no finding here. What a game `may_lack` at its
    end is told by the code that it would give otherwise. Games that are not `chosen` are counted there, and left out.
    """
    given, files = _given(paths, components)
    chosen = chosen or Chosen()
    if cache:
        return _with_cache(given, files, jobs, take, may_lack, chosen, cache)
    return _each_game(given, partial(_prove, files, take, may_lack, chosen.choice), jobs, chosen, secret=True)


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


def each_game(
    paths: Iterable[str],
    examine: Callable[[RawGame, Secrets], T],
    jobs: int = 1,
    chosen: Chosen | None = None,
    *,
    secret: bool = False,
) -> Iterator[T | Finding]:
    """What `examine`, which can be sent to other processes, finds in each game; a finding for each unreadable file.

    Games that are not `chosen` are counted there, and left out. `secret`: whether the secrets of folders are read for
    it. Results come in the order of the games, whatever the number of `jobs`. Raises WorkerError and LogChangedError.
    """
    chosen = chosen or Chosen()
    return _each_game(paths, partial(_examine, examine, chosen.choice), jobs, chosen, secret=secret)


def _each_game(
    paths: Iterable[str], do: Callable[[_Work], _Done], jobs: int, chosen: Chosen, *, secret: bool
) -> Iterator[Any]:
    with local_workers(jobs) as at_work:
        work = _work(logs_of(paths), at_work if jobs > 1 else None, secret=secret)
        empty = broken = False
        for there, found, _ in at_work.map(do, work, size=_size):
            part = there.part
            if part is None:
                yield from _counted(found, chosen)
                continue
            if part.start == 0:
                empty, broken = True, False
            empty = empty and not found
            if not broken:
                yield from _counted(found, chosen)
                rest = islice(read_part(part), _MOST, None) if len(found) == _MOST else iter(())
                last = found
                while games := list(islice(rest, _MOST)):
                    last = do(_Work(there.file, there.secrets, games))[1]
                    yield from _counted(last, chosen)
                end = last[-1] if last else None
                broken = isinstance(end, Finding) and end.code.startswith("IO-")
            if part.end is None and empty:
                yield Problem("LOG-EMPTY", "there is no game in it").at(there.file)


def _with_cache(
    paths: list[str],
    files: Files,
    jobs: int,
    take: Callable[[RawGame, Verdict], T],
    may_lack: tuple[str, ...],
    chosen: Chosen,
    cache: VerdictCache,
) -> Iterator[T | Finding]:
    """As `each_game`, but only what the cache does not know is replayed; the cache has to see each game."""

    def look_up(work: _Work) -> _Work:
        games = [chosen.choice.leaves_out(game) or game if isinstance(game, RawGame) else game for game in work.games]
        asked = [game for game in games if isinstance(game, RawGame)]
        known = cache.find(asked, files, may_lack, work.secrets)
        answers = zip(asked, known, strict=True)
        said = iter([take(game, there) if isinstance(there, Verdict) else there for game, there in answers])
        return work._replace(games=[next(said) if isinstance(game, RawGame) else game for game in games])

    with local_workers(jobs) as at_work:
        work = map(look_up, _work(logs_of(paths), None, secret=True))
        for _, found, values in at_work.map(partial(_prove, files, take, may_lack, Choice()), work, size=_size):
            cache.learn(values)
            yield from _counted(found, chosen)


def _counted(found: Iterable[T | Finding | LeftOut], chosen: Chosen) -> Iterator[T | Finding]:
    """What is found in games that are meant; they are counted, and so are the others."""
    for result in found:
        if isinstance(result, LeftOut):
            chosen.leave_out(result)
            continue
        chosen.taken += not (isinstance(result, Finding) and result.line is None)  # that is no game, but a file
        yield result


def _work(logs: Iterable[str], at_work: Workers | None, *, secret: bool) -> Iterator[_Work]:
    """What there is to do; `at_work` are the processes that can read for themselves, if there are any."""
    for path in logs:
        file = path_text(path)
        secrets: Secrets = {}
        try:
            secrets = secrets_of(path) if secret else {}
        except Problem as problem:
            yield _Work(file, {}, [problem.at(file)])
        parts = parts_of(path, at_work.map) if at_work else None
        if parts:
            yield from (_Work(file, secrets, [], part) for part in parts)  # counted while others are examined
        else:
            yield from _batches(path, file, secrets)


def _batches(path: str, file: str, secrets: Secrets) -> Iterator[_Work]:
    batch: list[Any] = []
    size = 0
    for game in read_games(path):
        batch.append(game.at(file) if isinstance(game, Problem) else game)
        size += _LEAST + (game.size if isinstance(game, RawGame) else 0)
        del game  # it may be long, and is not needed while the next one is being read
        if size >= _BATCH:
            yield _Work(file, secrets, batch)
            batch, size = [], 0
    if batch:
        yield _Work(file, secrets, batch)


def _size(work: _Work) -> int:
    """How many bytes some work takes while it waits for a process."""
    return sum([game.size for game in work.games if isinstance(game, RawGame)])


def _games(work: _Work) -> Iterable[Any]:
    """The games of some work, or the first `_MOST` of a part; findings in their places."""
    return islice(read_part(work.part), _MOST) if work.part else work.games


def _examine(examine: Callable[[RawGame, Secrets], Any], choice: Choice, work: _Work) -> _Done:
    """What is found in some games."""
    found: list[Any] = []
    for game in _games(work):
        if isinstance(game, RawGame):
            found.append(choice.leaves_out(game) or examine(game, work.secrets))
        else:
            found.append(game.at(work.file) if isinstance(game, Problem) else game)
        del game  # likewise
    return work._replace(games=[]), found, {}


def _prove(
    files: Files, take: Callable[[RawGame, Verdict], Any], may_lack: tuple[str, ...], choice: Choice, work: _Work
) -> _Done:
    """What is taken of some games that are replayed; and what a cache is to learn, by the keys that it gave them."""
    found: list[Any] = []
    values: dict[bytes, bytes] = {}
    for game in _games(work):
        if not isinstance(game, RawGame):
            found.append(game.at(work.file) if isinstance(game, Problem) else game)
        elif left_out := choice.leaves_out(game):
            found.append(left_out)
        else:
            verdict = verdict_of(Replay(game, files_of(files), work.secrets).run(may_lack))
            if game.key:
                verdict, values[game.key] = remembered(verdict, game)
            found.append(take(game, verdict))
        del game  # likewise
    return work._replace(games=[]), found, values
