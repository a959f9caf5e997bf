"""Tournaments: games.jsonl in the tournament's folder is all there is of one, and enough to go on with it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

from cityleague.engine.registry import game as find_game
from cityleague.replays import decode
from cityleague.replays.events import ResultEvent, encode
from cityleague.replays.findings import Problem
from cityleague.replays.library import Library
from cityleague.replays.parallel import ordered_map
from cityleague.replays.record import make_header, play
from cityleague.replays.replay import begin
from cityleague.replays.schedule import Pairing, Tournament, bot
from cityleague.replays.source import RawGame, games

GAMES_FILE = "games.jsonl"


class ResumeError(ValueError):
    """A folder in which this tournament cannot be played: what is in it instead."""


class Progress(NamedTuple):
    """How far a tournament has got."""

    done: int
    total: int
    dropped: int
    """Bytes of an unfinished game that a run before this one left at the end of the file, and that are gone."""


def run(
    tournament: Tournament, folder: Path, components_file: bytes | None = None, jobs: int = 1
) -> Generator[Progress]:
    """Play what is missing; yields once before the first game, and after each.

    Games are written whole and in the order of the schedule, so that the file's bytes depend on the plan alone,
    not on `jobs`, nor on where an earlier run was stopped. Raises ResumeError before anything is played.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder / GAMES_FILE) as file:
        done, dropped = _resume(tournament, folder / GAMES_FILE, file)
        total = tournament.count()
        yield Progress(len(done), total, dropped)
        missing = (pairing for pairing in tournament.pairings() if pairing.header.id not in done)
        played = ordered_map(partial(_play, components_file), missing, jobs)
        try:
            for number, log in enumerate(played, len(done) + 1):
                file.write(log)
                yield Progress(number, total, dropped)
        finally:
            played.close()


def _play(components_file: bytes | None, pairing: Pairing) -> bytes:
    """A game's log."""
    library = Library({} if components_file is None else {"components": components_file})
    game, state = begin(pairing.header, library)
    specs = [bot(spec, game) for spec in pairing.specs]
    return b"".join([line + b"\n" for line in play(game, state, pairing.header, specs)])


def single(planned: Tournament) -> tuple[bytes, str]:
    """The log of one game between the bots of a plan as they are listed, and its outcome in a line."""
    players = [entrant.name for entrant in planned.entrants]
    header = make_header(planned.game, planned.options, planned.components, players, seed=planned.plan.seed)
    specs = [bot(entrant.spec, planned.game) for entrant in planned.entrants]
    state = planned.game.setup(planned.options, len(players), planned.components)
    lines = play(planned.game, state, header, specs)
    event = decode.decoder(planned.game).event(lines[-1])
    assert isinstance(event, ResultEvent)
    places = sorted(zip(event.result.ranks, players, event.result.scores, strict=True))
    outcome = ", ".join(f"{rank}. {player} {score}" for rank, player, score in places)
    lost = "".join(f"; {players[one.seat]} forfeited ({one.kind})" for one in event.result.forfeits)
    return b"".join([line + b"\n" for line in lines]), outcome + lost


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[IO[bytes]]:
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


def _resume(tournament: Tournament, path: Path, file: IO[bytes]) -> tuple[set[str], int]:
    """The ids of the games that are there; an unfinished one at the very end is cut off."""
    planned = {str(pairing.header.id): pairing.header for pairing in tournament.pairings()}
    done: set[str] = set()
    offset = 0
    size = os.fstat(file.fileno()).st_size
    for raw in games(str(path)):
        if isinstance(raw, Problem):
            raise ResumeError(f"{path}: {raw.message}")
        where = f"{path}:{raw.first}"
        last = offset + len(raw.data) == size
        if not _finished(raw):
            if last:
                break
            raise ResumeError(f"{where}: this game has no result, and is not the last; is this a tournament's file?")
        header = decode.header(raw.lines[0])
        if header.id not in planned or encode(planned[str(header.id)]) != encode(header):
            raise ResumeError(
                f"{where}: game {decode.quote(str(header.id))} is not of this tournament; "
                "give the options it was begun with, or another folder"
            )
        if header.id in done:
            raise ResumeError(f"{where}: game {decode.quote(str(header.id))} stands here twice")
        done.add(str(header.id))
        offset += len(raw.data)
    if offset < size:
        file.truncate(offset)
    return done, size - offset


def _finished(raw: RawGame) -> bool:
    """Whether a game has been written to its end."""
    if raw.dropped or not raw.data.endswith(b"\n"):
        return False
    try:
        header = decode.header(raw.lines[0])
        return isinstance(decode.decoder(find_game(header.game)).event(raw.lines[-1]), ResultEvent)
    except (Problem, LookupError):
        return False
