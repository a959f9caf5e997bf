"""From a line to an event, strictly; and the result in the last line of a game, without the lines before it.

There is a quick way and a careful way, and both give the same answers. A line that equals the canonical form of its
event byte for byte can hide nothing; every other line is also searched for repeated keys.
"""

from __future__ import annotations

import contextlib
from functools import cache, lru_cache
from itertools import islice
from typing import Any
from weakref import WeakSet

import msgspec
from msgspec import UNSET

from cityleague.engine.components import plain
from cityleague.engine.protocol import Game
from cityleague.engine.scoring import Points
from cityleague.replays.log.diagnosis import diagnose, refuse_repeated_keys
from cityleague.replays.log.events import (
    EVENTS,
    LOG_VERSION,
    MAX_LINE,
    Event,
    Forfeit,
    Header,
    Result,
    ResultEvent,
    encode,
    event_types,
    has_field,
    kinds,
)
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.reading import BLANK, RawGame
from cityleague.replays.log.wording import check_date

_REMEMBERED = 20 << 20
"""Bytes of memory for the moves that a process remembers, of all games together."""
_WORTH_REMEMBERING = 160
"""Bytes of a line; longer ones are no ordinary moves."""
_TIMES_ITS_BYTES = 8
"""How many times its own bytes a line counts: ordinary ones take 3 to 5 times, hostile ones 12."""


def heads(seats: int) -> dict[bytes, int]:
    """How lines of moves in canonical form begin, up to the first comma, with their seats."""
    return {b'{"seat":%d' % seat: seat for seat in range(seats)}


class _Memory:
    """The moves that the decoders of this process remember, in two generations.

    A move that is met in the older generation moves to the newer one. When that is full, the older one is forgotten.
    """

    def __init__(self) -> None:
        self._decoders: WeakSet[LineDecoder] = WeakSet()
        self._newer = 0

    def share(self, decoder: LineDecoder) -> None:
        """Count the moves of this decoder, too, from now on."""
        self._decoders.add(decoder)

    def make_room(self, line: bytes) -> None:
        """Count a line whose move joins the newer generation."""
        self._newer += _TIMES_ITS_BYTES * len(line)
        if self._newer > _REMEMBERED // 2:
            for decoder in self._decoders:
                decoder.grow_older()
            self._newer = _TIMES_ITS_BYTES * len(line)


_memory = _Memory()


class LineDecoder:
    """Decodes the lines of one game's logs; without a game, all lines but moves."""

    def __init__(self, game: Game | None = None) -> None:
        self._types = event_types(game) if game else EVENTS
        self._decoders = {field: msgspec.json.Decoder(kind) for field, kind in self._types.items()}
        self._decode_canonical = {b'{"%s"' % field.encode(): typed.decode for field, typed in self._decoders.items()}
        self._decode_move = self._decoders["move"].decode
        self._seats = heads(game.seats[-1] if game else 0)
        self.recent: dict[bytes, Any] = {}
        """The newer generation of remembered moves, by what follows the first comma of their lines."""
        self._older: dict[bytes, Any] = {}
        _memory.share(self)

    def move(self, line: bytes) -> tuple[int, Any] | None:
        """Seat and move of a line in canonical form without remarks, whether or not it has its end; None for others.

        The same moves occur in many games, and at all seats: the latest are remembered.
        """
        head, _, rest = line.partition(b",")
        seat = self._seats.get(head)
        if seat is None:
            return self._decoded(line)
        move = self.recent.get(rest)
        if move is None:
            move = self._older.get(rest)
            if move is None:
                decoded = self._decoded(line)
                if decoded is None or len(line) > _WORTH_REMEMBERING:
                    return decoded
                _, move = decoded
            _memory.make_room(line)
            self.recent[rest] = move
        return seat, move

    def grow_older(self) -> None:
        """Begin a new generation of remembered moves, and forget the older one."""
        self._older, self.recent = self.recent, {}

    def _decoded(self, line: bytes) -> tuple[int, Any] | None:
        if not line.startswith(b'{"seat":') or len(line) > MAX_LINE:
            return None
        line = line.removesuffix(b"\n")
        try:
            event = self._decode_move(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        if event.ms is not UNSET or event.note is not UNSET or encode(event) != line:
            return None
        return event.seat, event.move

    def event(self, line: bytes) -> Event:
        """The event of any line; raises Problem."""
        return self.canonical(line) or self._any(line)

    def canonical(self, line: bytes) -> Event | None:
        """The event of a line in canonical form that begins with what tells its kind, or None. The quick way."""
        decode = self._decode_canonical.get(line[: line.find(b":")])
        if decode is None or len(line) > MAX_LINE or plain.too_deep(line):
            return None
        try:
            event: Event = decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        return event if encode(event) == line else None

    def _any(self, line: bytes) -> Event:
        """The event of any line; raises Problem. The careful way."""
        if len(line) > MAX_LINE:
            diagnose(line, self._types)
        try:
            fields = kinds(line)
            if len(fields) != 1:
                diagnose(line, self._types)
            event: Event = self._decoders[fields[0]].decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            diagnose(line, self._types)
        if encode(event) != line:
            refuse_repeated_keys(line)
            if b'"%s"' % fields[0].encode() not in line:
                raise Problem("LOG-EVENT", f"the field {fields[0]} must be written without escapes", "")
        return event


@cache  # it remembers moves, of all games of a log
def decoder(game: Game | None = None) -> LineDecoder:
    """The decoder of a game, kept for as long as the process lives."""
    return LineDecoder(game)


def decode_header(line: bytes) -> Header:
    """The header that a line holds; raises Problem."""
    quick = decoder().canonical(line) if line.startswith(_CANONICAL) else None
    header = quick if isinstance(quick, Header) else _any_header(line)
    if header.date:
        check_date(header.date)
    return header


def id_of(game: RawGame) -> str | None:
    """The id of a game by its header alone; None if it has none, or its header is broken."""
    try:
        return header_of(game).id or None
    except Problem:
        return None


def header_of(game: RawGame) -> Header:
    """The header of a game, read alone; raises Problem."""
    header = next(line for line in game.each_line_with_end() if line.strip(BLANK))
    return decode_header(header.removesuffix(b"\n"))


def _any_header(line: bytes) -> Header:
    """The header that any line holds; raises Problem. The careful way."""
    if (version := _version(line)) not in (None, LOG_VERSION):
        message = f"this program reads logs of version {LOG_VERSION}, not {version}"
        raise Problem("LOG-VERSION", message, "/log", expected=[LOG_VERSION])
    event = decoder().event(line)
    if not isinstance(event, Header):
        raise Problem("LOG-NO-HEADER", "a game begins with a header, a line that has the field log", "")
    return event


_CANONICAL = b'{"log":%d,' % LOG_VERSION
"""How a header of this version begins in canonical form."""


class _Version(msgspec.Struct):
    log: int


_decode_version = msgspec.json.Decoder(_Version).decode


def _version(line: bytes) -> int | None:
    """The version that a header states, whatever else is in it; None if it states none."""
    try:
        return _decode_version(line).log if len(line) <= MAX_LINE and not plain.too_deep(line) else None
    except msgspec.MsgspecError:
        return None


_MOST_POINTS = 10**9
_BARE = 2
"""The lines of a result alone: header and result."""


class Claim(msgspec.Struct, frozen=True, gc=False):
    """What a result says of who won; its score sheets, which are most of its bytes, are skipped."""

    scores: tuple[Points, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[Forfeit, ...] = ()


class _Line(msgspec.Struct, gc=False):
    result: Claim


_decode = msgspec.json.Decoder(_Line).decode


def claim_of(game: RawGame, seats: int) -> Claim:
    """Who won, by the last line of a game, of which nothing else is examined; raises Problem. A seventh of the time."""
    line = game.last_line()
    try:
        claim = _decode(line) if len(line) <= MAX_LINE and not plain.too_deep(line) else None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        claim = None
    if claim is None or game.dropped:
        raise Problem("GAME-TRUNCATED", "the game has no result at its end")
    check_result(claim.result, seats)
    return claim.result


def is_bare(game: RawGame) -> bool:
    """Whether a game is a result alone: a header without a seed, and a result."""
    lines = list(islice((line for line in game.each_line_with_end() if line.strip(BLANK)), _BARE + 1))
    with contextlib.suppress(Problem):
        return (
            len(lines) == _BARE
            and has_field(lines[1], "result")
            and decode_header(lines[0].rstrip(b"\n")).seed is UNSET
        )
    return False


def result_of(game: RawGame, seats: int) -> ResultEvent:
    """The result that stands in the last line of a game; raises Problem if none stands there that is possible."""
    event = None if game.dropped else decoder().event(game.last_line())
    if not isinstance(event, ResultEvent):
        raise Problem("GAME-TRUNCATED", "the game has no result at its end")
    check_result(event.result, seats)
    return event


def check_result(result: Result | Claim, seats: int) -> None:
    """Raise Problem if no game with this number of seats can have this result."""
    for name, values in (("scores", result.scores), ("ranks", result.ranks)):
        if len(values) != seats:
            raise Problem(f"RESULT-{name[:-1].upper()}", f"{seats} players, but {len(values)} {name}")
    if not _are_ranks(result.ranks):
        raise Problem("RESULT-RANK", f"nobody can be ranked {list(result.ranks)}")
    if max(map(abs, result.scores), default=0) > _MOST_POINTS:
        raise Problem("RESULT-SCORE", "a score is beyond all measure")
    lost = [forfeit.seat for forfeit in result.forfeits]
    if lost and (len(set(lost)) < len(lost) or any(seat >= seats for seat in lost)):
        raise Problem("RESULT-FORFEIT", "the forfeits are not of different seats of this game")


@lru_cache(maxsize=1 << 10)  # the same few occur in all games; a choice by rank gains a fifth of its time
def _are_ranks(ranks: tuple[int, ...]) -> bool:
    return all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
