"""games.jsonl in a tournament's folder: it holds all of the tournament, and is enough to continue it."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator, Sequence
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import IO, Any, NamedTuple

from cityleague.replays.log import (
    BLANK,
    GAMES_FILE,
    REVEALED_FILE,
    SECRET_FILE,
    Claim,
    Found,
    Header,
    InUseError,
    LogChangedError,
    Problem,
    RawGame,
    Result,
    ResultEvent,
    append_alone,
    check_result,
    claim_of,
    decode_header,
    decoder,
    encode,
    path_text,
    quote,
    read_games,
)
from cityleague.replays.tournaments.deals import ResumeError
from cityleague.replays.tournaments.schedule import Pairing, Tournament
from cityleague.replays.tournaments.standing import Outcome

ADVICE = "give the options it was begun with, or another folder"


def refuse_compressed(path: Path) -> None:
    """Raise ResumeError if the games are there in a compressed file alone: a run would begin anew beside it."""
    if path.exists() and path.stat().st_size:
        return
    for packed, command in ((f"{path}.gz", "gunzip"), (f"{path}.zst", "unzstd")):
        if os.path.exists(packed):
            shown = path_text(packed)
            raise ResumeError(f"{shown}: the games are compressed: unpack them first ({command} {shlex.quote(shown)})")


@contextlib.contextmanager
def locked(path: Path) -> Iterator[IO[bytes]]:
    """The file, unbuffered, for this process alone; raises OSError, and ResumeError if another one has it."""
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(append_alone(str(path.parent), path.name))
        except InUseError as error:
            raise ResumeError(str(error)) from None
        yield file


def write_all(file: IO[bytes], log: bytes) -> None:
    """Write all of the log: a disk that becomes full may take only a part at first."""
    rest = memoryview(log)
    while rest:
        rest = rest[file.write(rest) :]


class UnreadableError(ValueError):
    """A folder whose games cannot be read."""


class Watched:
    """The log of a run, locked and read: what is in it stays as it is, and games are added.

    A lock keeps out other runs, but not an editor or a synchronised folder. Raises LogChangedError where the file
    is not as this run left it.
    """

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._path, self._file = path, file
        self._digest = self._digested()
        self._left = os.fstat(file.fileno())

    def add(self, log: bytes) -> None:
        """Write a game behind the others."""
        self.check()
        write_all(self._file, log)
        self._digest.update(log)
        self._left = os.fstat(self._file.fileno())

    def check(self) -> None:
        """Look whether the file is still there and as it was; its content is read only if it was written to."""
        left = self._left
        try:
            there = os.stat(self._path)
        except OSError as error:
            raise self._changed(f"is gone ({error.strerror})") from None
        if (there.st_dev, there.st_ino) != (left.st_dev, left.st_ino):
            raise self._changed("is another file now")
        if there.st_size != left.st_size:
            raise self._changed(f"has {there.st_size} bytes, not {left.st_size}")
        if there.st_mtime_ns != left.st_mtime_ns:
            self.prove()

    def prove(self) -> None:
        """Read all of the file again."""
        try:
            same = self._digested().digest() == self._digest.digest()
        except OSError as error:
            raise self._changed(f"cannot be read ({error.strerror})") from None
        if not same:
            raise self._changed("has other bytes than those that were written")

    def _digested(self) -> Any:
        with open(self._path, "rb") as file:
            return file_digest(file, blake2b)

    def _changed(self, how: str) -> LogChangedError:
        return LogChangedError(
            f"{path_text(str(self._path))} was changed by somebody else while games were played: it {how}"
        )


class Resumed(NamedTuple):
    """What a run finds in the folder."""

    done: int
    """Games that are there."""
    dropped: int
    """Bytes of an unfinished game that were cut off."""
    deal: int
    """The deal of the last game, if it follows from a secret; else 0."""


def result_of(log: bytes) -> tuple[Sequence[str], Result]:
    """Players and result of a complete game; raises Problem if no game can have this result."""
    lines = log.strip(BLANK).split(b"\n")
    players = decode_header(lines[0]).players
    event = decoder().event(lines[-1])
    if not isinstance(event, ResultEvent):
        raise Problem("RESULT-MISSING", "the last line of the game is not its result")
    check_result(event.result, len(players))
    return players, event.result


class Claimed(NamedTuple):
    """A game that has just been played."""

    log: bytes
    players: Sequence[str]
    claim: Claim


def claimed(log: bytes) -> Claimed:
    """A game with its players and who won; its sheets are not read: a fifth of the time of `result_of`."""
    players = decode_header(log[: log.index(b"\n")]).players
    return Claimed(log, players, claim_of(RawGame("", 1, (log,), 0), len(players)))


def resume(tournament: Tournament, path: Path, file: IO[bytes], results: list[Outcome]) -> Resumed:
    """How many games the file holds; an unfinished game at its end is cut off.

    The file must hold the tournament's first games in order. Only the beginning of the next game may be cut off:
    anything else was not written by this tournament and is left alone.
    """
    size = os.fstat(file.fileno()).st_size
    done = offset = deal = 0
    try:
        for pairing, raw in recorded(tournament, path, results) if size else ():
            done += 1
            offset += raw.size
            deal = pairing.header.commitment.deal if pairing.header.commitment else 0
    except UnreadableError as error:
        raise ResumeError(str(error)) from None
    if offset < size:
        file.truncate(offset)
    return Resumed(done, size - offset, deal)


def log_in(folder: Path) -> Path:
    """The games in a folder, which may be compressed when the tournament is over."""
    names = (GAMES_FILE, f"{GAMES_FILE}.gz", f"{GAMES_FILE}.zst")
    return next((folder / name for name in names if (folder / name).exists()), folder / GAMES_FILE)


def recorded(tournament: Tournament, path: Path, results: list[Outcome]) -> Iterator[tuple[Pairing, RawGame]]:
    """The whole games of a log, each with what the tournament says of it; the beginning of one more may be at the end.

    Where later rounds depend on results, these are appended to `results`. Raises UnreadableError, and ResumeError if
    the log holds anything but the tournament's first games, in order.
    """
    planned = tournament.pairings(results)
    first, unfinished, rest = True, 0, b""
    for raw in read_games(Found(path, path.parent)):
        if isinstance(raw, Problem):
            raise UnreadableError(f"{path}: {raw.message}")
        if unfinished:
            raise ResumeError(f"{path}:{unfinished}: this game is unfinished, and is not the last; {ADVICE}")
        if first and raw.first != 1:
            raise ResumeError(f"{path} begins with blank lines; it is not as it was written")
        first = False
        pairing = next(planned, None)
        if pairing is None:
            raise ResumeError(f"{path}:{raw.first}: more games than this tournament has; {ADVICE}")
        data, header = raw.data, encode(pairing.header) + b"\n"
        if data[: len(header)] != header[: len(data)]:
            raise ResumeError(f"{path}:{raw.first}: {_why_other(raw, pairing.header)}")
        whole = whole_length(raw)
        if whole < len(data):
            unfinished = raw.first
        if whole:
            rest = data[whole:]
            if tournament.by_results:
                results.append(_outcome(raw, whole))
            yield pairing, raw._replace(pieces=(data[:whole],))
    if rest:
        following = next(planned, None)
        if not (encode(following.header) + b"\n" if following else b"").startswith(rest):
            raise ResumeError(f"{path}: what follows the last whole game is not the next one; {ADVICE}")


def _why_other(raw: RawGame, expected: Header) -> str:
    """Why a game is not the one that this tournament has next."""
    with contextlib.suppress(Problem):
        header = decode_header(raw.lines[0])
        there = header.commitment
        if header.rules != expected.rules:
            return (
                f"played by version {quote(header.rules)} of the rules, and new games are by version "
                f"{quote(expected.rules)}: give another folder (`validate`, `table` and `report` still read this one)"
            )
        if header.components != expected.components:
            figures = (
                f"played with the component file {quote(header.components)}, not with {quote(expected.components)}"
            )
            return f"{figures}; {ADVICE}"
        if there and expected.commitment and there.hash != expected.commitment.hash:
            return (
                f"this game follows from a secret that is not in the folder: put its {SECRET_FILE} or {REVEALED_FILE} "
                "back, or give another folder"
            )
    return f"not game {expected.id} of this tournament; {ADVICE}"


def _outcome(raw: RawGame, whole: int) -> Outcome:
    try:
        players, result = result_of(raw.data[:whole])
    except Problem as problem:
        message = f"{raw.file}:{raw.first}: the next round depends on the result of this game: {problem.message}"
        raise ResumeError(message) from None
    return Outcome(players, result.ranks, result.scores)


def whole_length(raw: RawGame) -> int:
    """The bytes of a game up to the end of its first result line; 0 if there is none yet."""
    result = raw.data.find(b'\n{"result":')
    end = raw.data.find(b"}\n", result) + 2 if result >= 0 else 0
    return end if end >= 2 and not raw.dropped else 0
