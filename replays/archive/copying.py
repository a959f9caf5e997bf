"""Games copied byte for byte, in the order of the input, into one log or into several."""

import contextlib
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from cityleague.replays.archive.outputs import Outputs
from cityleague.replays.log import (
    BLANK,
    Chosen,
    Finding,
    Header,
    Problem,
    RawGame,
    Seen,
    counted,
    header_of,
    logs_of,
    path_text,
    read_games,
)

How = Literal["bytes", "moves"]


class _Line(msgspec.Struct):
    """What a line brings to the course of a game."""

    seat: Any = None
    move: Any = None
    chance: Any = None
    order: Any = None


_decode = msgspec.json.Decoder(_Line).decode
_encode = msgspec.json.Encoder(order="deterministic").encode


class Duplicates:
    """The games so far, by a hash of their bytes or of their course."""

    def __init__(self, how: How | None) -> None:
        """`how` games are alike; None: no game is a duplicate."""
        self._how = how
        self._seen = Seen()

    def has(self, game: RawGame, header: Header) -> bool:
        """Whether a game was here before; it is remembered."""
        if not self._how:
            return False
        course = _course(game, header) if self._how == "moves" else None
        key = blake2b(game.data.strip(BLANK) if course is None else course, digest_size=16).hexdigest()
        return self._seen.first(key, "") is not None

    def close(self) -> None:
        """Forget them."""
        self._seen.close()


def _course(game: RawGame, header: Header) -> bytes | None:
    """What game was played, with all its draws and moves; None if there are no moves, or a line cannot be read.

    Who played it, when, how long it took, and what anybody noted are not part of it.
    """
    course = [_encode((header.game, header.rules, header.components or "", header.options, len(header.players)))]
    moves = 0
    for line in game.each_line():
        if not line.strip(BLANK):
            continue
        try:
            event = _decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        moves += event.move is not None
        if event.move is not None or event.chance is not None:
            course.append(_encode(event))
    return b"\n".join(course) if moves else None


By = Literal["player", "game", "date"]


class Copied(msgspec.Struct):
    """How much was copied."""

    games: int = 0
    files: int = 0
    duplicates: int = 0
    """How many were left out because they stood there before."""

    def __str__(self) -> str:
        if not self.games:
            return "nothing written, as there is no game"
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

    Before that comes a finding for each file that cannot be read to its end, and for each game that would spoil a log.
    `dedupe`: of games that are alike in this, only the first is copied. `split`: so many games are in a file;
    `split_by`: those that are alike in this. Raises OverInputError and OSError.
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
