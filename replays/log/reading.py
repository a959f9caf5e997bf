"""Logs read from files: unpacked and split into games, in bounded memory whatever a file holds."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import IO, NamedTuple, cast

from cityleague.replays.log import compression
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.kinds import MAX_LINE, is_header
from cityleague.replays.log.searching import LOG_NAMES
from cityleague.replays.log.wording import path_text

MAX_GAME = 16 << 20
"""Bytes of a game, plus `_LINE_OVERHEAD` for each line; lines beyond that are not kept."""
_LINE_OVERHEAD = 64

BOMB_RATIO = 250
"""How many times its size a compressed file may grow. Logs grow ten to thirty times; zeros, a thousand times."""
BOMB_FROM = 64 << 20
"""Bytes to which any compressed file may grow."""

BLANK = b" \t\r\n"
"""What JSON takes for white space."""

_CHUNK = 1 << 18


class RawGame(NamedTuple):
    """The lines of one game, not examined yet; the first is its header, or what is there instead of one."""

    file: str
    first: int
    """Number of the first line in the file, from 1."""
    data: bytes
    dropped: int
    """Lines beyond MAX_GAME, which are not in `data`."""

    @property
    def lines(self) -> list[bytes]:
        """The lines without their line ends."""
        lines = self.data.split(b"\n")
        if not lines[-1]:
            lines.pop()  # nothing follows the last line's end
        return lines


class _Counted(io.RawIOBase):
    """A file that counts the bytes read from it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.count = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.count += len(data)
        return data


def chunks(path: str) -> Iterator[bytes]:
    """The bytes of a log (`-` is standard input); raises Problem where they cannot be read."""
    try:
        with open(0, "rb", closefd=False) if path == "-" else open(path, "rb") as file:
            if ending := compression.ending_of(path, file.peek(4)):
                yield from _unpacked(ending, file)
            else:
                while chunk := file.read(_CHUNK):
                    yield chunk
    except compression.CorruptError as error:
        raise Problem("IO-CORRUPT", str(error)) from None
    except EOFError:
        raise Problem("IO-TRUNCATED", "the compressed file ends in the middle") from None
    except OSError as error:
        raise Problem("IO-UNREADABLE", _why_not(path, error)) from None


def _why_not(path: str, error: OSError) -> str:
    """Why a path cannot be read; a folder is one that holds no log, or that may not be entered."""
    if isinstance(error, IsADirectoryError):
        try:
            os.listdir(path)
        except OSError as closed:
            error = closed
        else:
            return f"there is no log in this folder ({', '.join([f'*{ending}' for ending in LOG_NAMES])})"
    return f"cannot be read: {error.strerror or error}"


def _unpacked(ending: str, file: IO[bytes]) -> Iterator[bytes]:
    counted = _Counted(file)
    packed = compression.reader(ending, cast("IO[bytes]", counted))
    total = 0
    while chunk := compression.read(packed, _CHUNK):
        total += len(chunk)
        if total > BOMB_FROM and total > BOMB_RATIO * counted.count:
            raise Problem("IO-BOMB", f"grows to more than {BOMB_RATIO} times its size; the rest is not read")
        yield chunk
    if not counted.count:
        raise EOFError  # gzip takes no bytes at all for a whole file


def read_games(path: str) -> Iterator[RawGame | Problem]:
    """The games of a log, in order; at the end a Problem if the file cannot be read to its end or holds no game.

    A game in which reading fails is not given out: only the failure is to blame for its missing end.
    """
    name = path_text(path)
    game = _Growing(name, 1)
    empty = True
    tail = b""  # the last line, until its end has been read
    try:
        for chunk in chunks(path):
            data = tail + chunk
            end = data.rfind(b"\n") + 1
            if not end and len(data) <= MAX_LINE:
                tail = data
                continue
            # A line that is too long already is passed on without waiting for its end.
            end = end or len(data)
            start = 0
            for header in _headers(data, end):
                game.add(data[start:header])
                if raw := game.finished():
                    empty = False
                    yield raw
                game = _Growing(name, game.next_line)
                start = header
            game.add(data[start:end])
            tail = data[end:]
        for header in _headers(tail, len(tail)):
            if raw := game.finished():
                empty = False
                yield raw
            game = _Growing(name, game.next_line)
            assert header == 0
        game.add(tail)
    except Problem as problem:
        yield problem
        return
    if raw := game.finished():
        yield raw
    elif empty:
        yield Problem("LOG-EMPTY", "there is no game in it")


def _headers(data: bytes, end: int) -> Iterator[int]:
    """Where the headers begin among whole lines."""
    at = data.find(b'"log"', 0, end)
    while at >= 0:
        start = data.rfind(b"\n", 0, at) + 1
        stop = data.find(b"\n", at, end)
        stop = end if stop < 0 else stop
        if is_header(data[start:stop]):
            yield start
        at = data.find(b'"log"', stop, end)


class _Growing:
    """A game while its lines are being read."""

    def __init__(self, path: str, first: int) -> None:
        self.next_line = first
        self._path = path
        self._first = first
        self._parts: list[bytes] = []
        self._size = 0
        self._dropped = 0

    def add(self, data: bytes) -> None:
        lines = data.count(b"\n")
        self.next_line += lines
        if self._size <= MAX_GAME:
            self._parts.append(data)
            self._size += len(data) + _LINE_OVERHEAD * lines
        elif data:
            self._dropped += max(lines, 1)

    def finished(self) -> RawGame | None:
        """The game; None if it consists of blank lines."""
        data = b"".join(self._parts)
        return RawGame(self._path, self._first, data, self._dropped) if data.strip(BLANK) else None
