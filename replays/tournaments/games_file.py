"""games.jsonl in a tournament's folder: it holds all of the tournament, and is enough to continue it."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator, Sequence
from hashlib import blake2b, file_digest
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import msgspec

from cityleague.replays.log import (
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
    append_alone,
    claim_of,
    decode_header,
    encode,
    path_text,
    quote,
    result_of,
    write_all,
)
from cityleague.replays.tournaments.rounds import Outcome
from cityleague.replays.tournaments.schedule import Pairing, Tournament
from cityleague.replays.tournaments.whole_games import ADVICE, ResumeError, WholeGames

if TYPE_CHECKING:
    from pathlib import Path


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


class Claimed(NamedTuple):
    """A game that has just been played."""

    log: bytes
    players: Sequence[str]
    claim: Claim


def claimed(log: bytes) -> Claimed:
    """A game with its players and who won; its sheets are not read: a fifth of the time of `outcome_of`."""
    players = msgspec.json.decode(log[: log.index(b"\n")], type=Header).players  # cityleague has just written it
    return Claimed(log, players, claim_of(RawGame("", 1, (log,), 0), len(players)))


def resume(tournament: Tournament, path: Path, file: IO[bytes], results: list[Outcome]) -> Resumed:
    """How many games the file holds; an unfinished game at its end is cut off.

    The file must hold the tournament's first games in order. Only the beginning of the next one may be cut off:
    anything else was not written by this tournament and is left alone.
    """
    done = offset = deal = 0
    for pairing, raw in recorded(tournament, path, results):
        done += 1
        offset += raw.size
        deal = pairing.header.commitment.deal if pairing.header.commitment else 0
    dropped = os.fstat(file.fileno()).st_size - offset
    if dropped:
        file.truncate(offset)
    return Resumed(done, dropped, deal)


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
    games = WholeGames(Found(path, path.parent))
    for raw in games:
        pairing = next(planned, None)
        if pairing is None:
            raise ResumeError(f"{path}:{raw.first}: more games than this tournament has; {ADVICE}")
        if not raw.data.startswith(encode(pairing.header) + b"\n"):
            raise ResumeError(f"{path}:{raw.first}: {_why_other(raw.data, pairing.header)}")
        if tournament.by_results:
            results.append(_outcome(raw))
        yield pairing, raw
    if games.rest:
        header = following.header if (following := next(planned, None)) else None
        if not games.next_is(header):
            raise ResumeError(f"{path}:{games.line}: {_why_other(games.rest, header)}")


def _why_other(game: bytes, expected: Header | None) -> str:
    """Why a game is not the one that this tournament has next."""
    with contextlib.suppress(Problem):
        header = decode_header(game.partition(b"\n")[0])
        if expected is None:
            return f"more games than this tournament has; {ADVICE}"
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
    return f"what follows the last whole game is not the next one; {ADVICE}"


def _outcome(raw: RawGame) -> Outcome:
    try:
        return outcome_of(raw)
    except Problem as problem:
        message = f"{raw.file}:{raw.first}: the next round depends on the result of this game: {problem.message}"
        raise ResumeError(message) from None


def outcome_of(raw: RawGame) -> Outcome:
    """Players and result of a whole game; raises Problem if no game can have this result."""
    players = decode_header(raw.data.partition(b"\n")[0]).players
    result = result_of(raw, len(players)).result
    return Outcome(players, result.ranks, result.scores)
