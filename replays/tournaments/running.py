"""Tournaments: games.jsonl in the tournament's folder is all there is of one, and enough to go on with it."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache, partial
from itertools import chain, count, islice
from pathlib import Path
from typing import IO, NamedTuple

from cityleague.replays.log import decode
from cityleague.replays.log.events import Result, ResultEvent, encode
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.reading import RawGame, games
from cityleague.replays.players.programs import Limits
from cityleague.replays.players.recording import play
from cityleague.replays.players.stdout import hushed
from cityleague.replays.replay.component_files import Library
from cityleague.replays.replay.headers import begin
from cityleague.replays.replay.results import check_result
from cityleague.replays.reports.sheets import remarks
from cityleague.replays.tournaments.pairing import Outcome
from cityleague.replays.tournaments.schedule import Pairing, Tournament, bot_of
from cityleague.replays.workers.processes import Here, Workers

GAMES_FILE = "games.jsonl"


class ResumeError(ValueError):
    """A folder in which this tournament cannot be played: what is in it instead."""


class Progress(NamedTuple):
    """How far a tournament has got."""

    done: int
    total: int
    dropped: int
    """Bytes of an unfinished game that a run before this one left at the end of the file, and that are gone."""
    enough: str = ""
    """Why no more are played."""


class HopelessError(RuntimeError):
    """A bot forfeits so many games that going on makes no sense: which one, and why."""


class Faults:
    """Who forfeits how often. Raises HopelessError when one's share exceeds the limit, after so many games."""

    ENOUGH = 20
    """Games of a bot before its share of forfeits is looked at."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._games: Counter[str] = Counter()
        self._forfeits: Counter[str] = Counter()

    def count(self, players: Sequence[str], result: Result) -> None:
        """Look at a game that has been played."""
        self._games.update(players)
        for lost in result.forfeits:
            name = players[lost.seat]
            self._forfeits[name] += 1
            if self._games[name] >= self.ENOUGH and self._forfeits[name] > self._limit * self._games[name]:
                raise HopelessError(
                    f"{name} has forfeited {self._forfeits[name]} of the {self._games[name]} games that it has played, "
                    f"this one for {lost.kind}: {lost.reason}"
                )


def run(
    tournament: Tournament,
    folder: Path,
    components_file: bytes | None = None,
    workers: Workers | None = None,
    forfeit_limit: float = 1.0,
    enough: Callable[[int], str | None] = lambda _done: None,
    results: list[Outcome] | None = None,
) -> Generator[Progress]:
    """Play what is missing; yields once before the first game, and after each.

    Games are written whole and in the order of the schedule, so that the file's bytes depend on the plan alone,
    not on who plays them, nor on where an earlier run was stopped. Raises ResumeError before anything is played, and
    HopelessError after a game if a bot has forfeited more than `forfeit_limit` of those it has played in this run.
    `enough`, asked with the number of games that are there, can end it early by saying why. Where later rounds depend
    on them, the results of all games, those that are there included, are appended to `results`.
    """
    results = [] if results is None else results
    faults = Faults(forfeit_limit)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / GAMES_FILE) as file:
        done, dropped = _resume(tournament, folder / GAMES_FILE, file, results)
        total = tournament.count()
        reason = enough(done) or ""
        yield Progress(done, total, dropped, reason)
        if reason:
            return
        number = done
        position = count()
        with workers or Here() as at_work:
            for blocks in tournament.rounds(results):
                todo = (one for block in blocks for one in tournament.games(block) if next(position) >= done)
                for log in at_work.map(partial(_play, components_file, tournament.plan.limits), todo):
                    write_all(file, log)
                    number += 1
                    players, result = _ending(log)
                    if tournament.by_results:
                        results.append(Outcome(players, result.ranks, result.scores))
                    faults.count(players, result)
                    reason = enough(number) or ""
                    yield Progress(number, total, dropped, reason)
                    if reason:
                        return


def _ending(log: bytes) -> tuple[Sequence[str], Result]:
    """Players and result of a whole game; raises Problem if it cannot have this result."""
    lines = log.splitlines()
    players = decode.header(lines[0]).players
    event = decode.decoder().event(lines[-1])
    assert isinstance(event, ResultEvent)
    check_result(event.result, len(players))
    return players, event.result


def sample(tournament: Tournament, components_file: bytes | None, games: int) -> Iterator[bytes]:
    """The logs of the first few games, written nowhere."""
    first_round = chain.from_iterable(map(tournament.games, next(tournament.rounds())))
    for pairing in islice(first_round, games):
        yield _play(components_file, tournament.plan.limits, pairing)


def write_all(file: IO[bytes], log: bytes) -> None:
    """Write all of it: a disk may take a part and only then be full."""
    rest = memoryview(log)
    while rest:
        rest = rest[file.write(rest) :]


def _play(components_file: bytes | None, limits: Limits, pairing: Pairing) -> bytes:
    """A game's log."""
    setup, _ = begin(pairing.header, _library(components_file))
    with hushed():
        return _joined(play(setup, pairing.header, [bot_of(spec, setup.game, limits) for spec in pairing.specs]))


def _joined(lines: list[bytes]) -> bytes:
    return b"".join([line + b"\n" for line in lines])


@cache
def _library(components_file: bytes | None) -> Library:
    return Library({} if components_file is None else {"components": components_file})


def single(planned: Tournament) -> tuple[bytes, str]:
    """The log of one game between the bots of a plan as they are listed, and its outcome in a line."""
    pairing = planned.pairing(planned.entrants, planned.plan.seed)
    setup = planned.setup
    with hushed():
        lines = play(setup, pairing.header, [bot_of(spec, setup.game, planned.plan.limits) for spec in pairing.specs])
    event = decode.decoder(setup.game).event(lines[-1])
    assert isinstance(event, ResultEvent)
    players, result = pairing.header.players, event.result
    assert isinstance(result.sheets, tuple)
    places = sorted(zip(result.ranks, players, result.scores, map(remarks, result.sheets), strict=True))
    outcome = ", ".join(
        f"{rank}. {player} {score}" + (f" ({said})" if said else "") for rank, player, score, said in places
    )
    lost = "".join(f"; {players[one.seat]} forfeited ({one.kind}: {one.reason})" for one in result.forfeits)
    return _joined(lines), outcome + lost


@contextlib.contextmanager
def locked(path: Path) -> Iterator[IO[bytes]]:
    """The file, unbuffered, for this process alone."""
    with open(path, "ab", buffering=0) as file:
        try:
            import fcntl  # noqa: PLC0415  (there is none on Windows)

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError:
            raise ResumeError(f"{path} is being written by another run") from None
        yield file


def _resume(tournament: Tournament, path: Path, file: IO[bytes], results: list[Outcome]) -> tuple[int, int]:
    """How many games are there, and how many bytes of an unfinished one were cut off at the end.

    The file must hold the tournament's first games in their order, and what may be cut off must be the beginning of
    the next one: whatever else is there was not written by this tournament, and is left alone.
    """
    size = os.fstat(file.fileno()).st_size
    done = offset = 0
    planned = tournament.pairings(results)
    for raw in games(str(path)):
        if isinstance(raw, Problem):
            if not size:
                break
            raise ResumeError(f"{path}: {raw.message}")
        if done == 0 and raw.first != 1:
            raise ResumeError(f"{path} begins with blank lines; it is not as it was written")
        pairing = next(planned, None)
        if pairing is None:
            raise ResumeError(f"{path}:{raw.first}: more games than this tournament has; {ADVICE}")
        header = encode(pairing.header) + b"\n"
        if not raw.data.startswith(header) and not header.startswith(raw.data):
            raise ResumeError(f"{path}:{raw.first}: not game {pairing.header.id} of this tournament; {ADVICE}")
        whole = whole_length(raw)
        if whole < len(raw.data) and offset + len(raw.data) < size:
            raise ResumeError(f"{path}:{raw.first}: this game is unfinished, and is not the last; {ADVICE}")
        if whole:
            done += 1
            offset += whole
            if tournament.by_results:
                results.append(_outcome(raw, whole))
        if whole and whole < len(raw.data):
            following = next(planned, None)
            begun = encode(following.header) + b"\n" if following else b""
            if not begun.startswith(raw.data[whole:]):
                raise ResumeError(f"{path}: what follows game {pairing.header.id} is not the next one; {ADVICE}")
    if offset < size:
        file.truncate(offset)
    return done, size - offset


def _outcome(raw: RawGame, whole: int) -> Outcome:
    try:
        players, result = _ending(raw.data[:whole])
    except Problem as problem:
        message = f"{raw.file}:{raw.first}: the next round depends on the result of this game: {problem.message}"
        raise ResumeError(message) from None
    return Outcome(players, result.ranks, result.scores)


ADVICE = "give the options it was begun with, or another folder"


def whole_length(raw: RawGame) -> int:
    """The bytes of a game up to the end of its first result line; 0 if it has not been written so far."""
    result = raw.data.find(b'\n{"result":')
    end = raw.data.find(b"}\n", result) + 2 if result >= 0 else 0
    return end if end >= 2 and not raw.dropped else 0
