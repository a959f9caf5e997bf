"""Logs read from files: unpacked and split into games, in bounded memory whatever a file holds."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, chain
from typing import IO, NamedTuple, cast

from cityleague.replays.log import compression
from cityleague.replays.log.events import MAX_LINE, is_header
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.opening import LOG_NAMES, open_input
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
_PART = 1 << 20
"""Bytes of a log that are read as one part."""
_TOGETHER = 16
"""How many parts have their lines counted together."""

_NOT_BLANK = re.compile(rb"[^%s]" % BLANK)


class LogChangedError(RuntimeError):
    """Somebody else has changed a log while it was being read or written."""


class Stamp(NamedTuple):
    """What tells that a file is another one, or was written to."""

    device: int
    inode: int
    size: int
    time: int
    """Of the last change of its content, in nanoseconds."""

    def check(self, path: str, file: IO[bytes]) -> None:
        """Raise LogChangedError unless an opened file is the same, with the same content; it may have grown."""
        now = stamp_of(os.fstat(file.fileno()))
        if (now.device, now.inode) != (self.device, self.inode):
            raise changed(path, "it is another file now")
        if now.size < self.size:
            raise changed(path, f"it has {now.size} bytes, not {self.size}")
        if now.size == self.size and now.time != self.time:
            raise changed(path, "it was written to")


def stamp_of(about: os.stat_result) -> Stamp:
    """The stamp of a file, by what a system tells of it."""
    return Stamp(about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)


def changed(path: str, how: str) -> LogChangedError:
    """The error for a log that was read so far."""
    return LogChangedError(
        f"{path_text(path)} was changed by somebody else while it was read: {how}. Run the same command again."
    )


class RawGame(NamedTuple):
    """The lines of one game, not examined yet; the first is its header, or what is there instead of one."""

    file: str
    first: int
    """Number of the first line in the file, from 1."""
    pieces: tuple[bytes, ...]
    """Its bytes; each piece but the last one ends where a line ends."""
    dropped: int
    """Lines beyond MAX_GAME, which are not in `pieces`."""
    key: bytes = b""
    """By which a cache remembers it; empty: none is asked to."""

    @property
    def data(self) -> bytes:
        """Its bytes in one piece."""
        return b"".join(self.pieces)

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return sum(map(len, self.pieces))

    @property
    def lines(self) -> list[bytes]:
        """The lines without their line ends."""
        return list(self.each_line())

    def each_line(self) -> Iterator[bytes]:
        """The lines without their line ends, one after the other, so that a long game is not in memory twice."""
        return chain.from_iterable(map(_split, self.pieces))

    def each_line_with_end(self) -> Iterator[bytes]:
        """Likewise with their line ends; a third of the time, as nothing is split."""
        return chain.from_iterable(map(io.BytesIO, self.pieces))

    def last_line(self) -> bytes:
        """The last line that is not blank, without its line end."""
        for piece in reversed(self.pieces):
            if text := piece.rstrip(BLANK):
                return piece[text.rfind(b"\n") + 1 :].partition(b"\n")[0]
        return b""

    def lines_with(self, text: bytes) -> Iterator[bytes]:
        """The lines that have this text in them, without their line ends; no others are split."""
        for piece in self.pieces:
            for start, stop in _lines_with(text, piece):
                yield piece[start:stop]

    def blank_at_end(self) -> int:
        """How many blank lines there are at the end."""
        found = 0
        for piece in reversed(self.pieces):
            before = piece.rstrip(BLANK)
            after = len(_split(piece[len(before) :]))
            if before:
                return found + max(after - 1, 0)  # the first of them is the end of a line that is not blank
            found += after
        return found


def _split(piece: bytes) -> list[bytes]:
    lines = piece.split(b"\n")
    if not lines[-1]:
        lines.pop()  # nothing follows the last line's end
    return lines


def _lines_with(text: bytes, lines: bytes, start: int = 0) -> Iterator[tuple[int, int]]:
    """Where the lines with this text begin and end among lines, of which the first begins at `start`."""
    at = lines.find(text, start)
    while at >= 0:
        first = lines.rfind(b"\n", start, at) + 1 or start
        stop = lines.find(b"\n", at)
        stop = len(lines) if stop < 0 else stop
        yield first, stop
        at = lines.find(text, stop)


class Part(NamedTuple):
    """A part of a plain log, which can be read without the rest: the games that begin on its lines.

    Its lines are those that begin after a line end in it. The first part has the first line, too.
    """

    path: str
    start: int
    """Bytes before it."""
    end: int | None
    """Where it ends; None: with the log, however long that has become."""
    lines: int
    """How many lines end before it."""
    stamp: Stamp | None = None
    """The log as it was when its parts were told, if there are others; only then they fit together."""


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


def parts_of(
    path: str, do: Callable[[Callable[[int], list[int]], Iterable[int]], Iterable[list[int]]]
) -> Iterator[Part] | None:
    """The parts of a log, in order; None if it cannot be read in parts, or is too short to be worth the trouble.

    `do` is `map`, or something like it that works elsewhere: it has the lines counted. This raises LogChangedError, and
    so does reading the parts, where the log is not what it was: it may only grow.
    """
    try:
        if path == "-" or not stat.S_ISREG(os.stat(path).st_mode):  # a pipe can be opened only once
            return None
        with open_input(path) as file:
            stamp = stamp_of(os.fstat(file.fileno()))
            if compression.ending_of(path, file.peek(4)):
                return None
    except (OSError, ValueError):
        return None  # whoever reads it says why it cannot be read
    if stamp.size <= _PART:
        return None
    starts = range(0, stamp.size, _PART)
    counts = chain.from_iterable(do(partial(_line_ends, path, stamp), starts[::_TOGETHER]))
    before = accumulate(counts, initial=0)
    ends = [*starts[1:], None]
    return (Part(path, start, end, lines, stamp) for start, end, lines in zip(starts, ends, before, strict=False))


def _line_ends(path: str, stamp: Stamp, start: int) -> list[int]:
    """How many lines end in each of the `_TOGETHER` parts from `start` on; none where nothing can be read."""
    try:
        with open_input(path) as file:
            file.seek(start)
            counts = [file.read(_PART).count(b"\n") for _ in range(_TOGETHER)]
            stamp.check(path, file)
    except OSError:
        return [0] * _TOGETHER  # whoever reads it says why
    return counts


def chunks(path: str, start: int = 0, stamp: Stamp | None = None) -> Iterator[bytes]:
    """The bytes of a log (`-` is standard input); raises Problem where they cannot be read.

    `start`: the bytes of a plain log that are left out. `stamp`: what the log must still be, else LogChangedError.
    """
    try:
        with open_input(path) as file:
            if stamp is None and (ending := compression.ending_of(path, file.peek(4))):
                yield from _unpacked(ending, file)
                return
            if start:
                file.seek(start)
            more = True
            while more:
                chunk = file.read1(_CHUNK)  # what is there now: inside a reading that goes on, Ctrl-C can be overlooked
                if stamp:
                    stamp.check(path, file)  # after each reading: what is given out was in this very log
                if more := bool(chunk):
                    yield chunk
    except compression.CorruptError as error:
        raise Problem("IO-CORRUPT", str(error)) from None
    except EOFError:
        raise Problem("IO-TRUNCATED", "the compressed file ends in the middle") from None
    except OSError as error:
        if stamp and isinstance(error, FileNotFoundError):
            raise changed(path, "it is gone") from None
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
    return read_part(Part(path, 0, None, 0))


def read_part(part: Part) -> Iterator[RawGame | Problem]:
    """The games that begin in a part of a log, one at a time; only of a whole log it is a Problem to hold none."""
    name = path_text(part.path)
    game = _Growing(name, part.lines + 1, kept=part.start == 0)
    at = part.start
    inside = part.start > 0  # whether `lines` begin in the middle of a line
    limit = sys.maxsize if part.end is None else part.end
    empty = True
    try:
        for lines in _lines(part):
            start = 0
            first = lines.find(b"\n") + 1 or len(lines) if inside else 0
            for header, stop in _lines_with(b'"log"', lines, first):
                if not is_header(lines[header:stop]):
                    continue
                game.add(lines[start:header])
                yield from game.finished()
                empty = empty and game.blank
                if at + header > limit:
                    return
                game = _Growing(name, game.next_line)
                start = header
            game.add(lines[start:])
            at += len(lines)
            inside = not lines.endswith(b"\n")
            if at > limit and not game.kept:
                return
    except Problem as problem:
        yield problem
        return
    yield from game.finished()
    if empty and game.blank and part.start == 0 and part.end is None:
        yield Problem("LOG-EMPTY", "there is no game in it")


def _lines(part: Part) -> Iterator[bytes]:
    """The bytes from the beginning of a part, in pieces that end where a line ends, if that is not too long."""
    tail = b""  # the last line, until its end has been read
    for chunk in chunks(part.path, part.start, part.stamp):
        data = tail + chunk
        end = data.rfind(b"\n") + 1
        if not end and len(data) <= MAX_LINE:
            tail = data
            continue
        end = end or len(data)
        yield data[:end]
        tail = data[end:]
    if tail:
        yield tail


class _Growing:
    """A game while its lines are being read."""

    def __init__(self, path: str, first: int, *, kept: bool = True) -> None:
        self.next_line = first
        self.kept = kept
        """Whether the lines are kept, or only counted."""
        self.blank = True
        """Whether all kept lines are blank."""
        self._path = path
        self._first = first
        self._pieces: list[bytes] = []
        self._size = 0
        self._dropped = 0

    def add(self, data: bytes) -> None:
        lines = data.count(b"\n")
        self.next_line += lines
        if not self.kept:
            return
        self.blank = self.blank and not _NOT_BLANK.search(data)
        if self._size <= MAX_GAME:
            self._size += len(data) + _LINE_OVERHEAD * lines
            if self._pieces and not self._pieces[-1].endswith(b"\n"):
                data = self._pieces.pop() + data
            self._pieces.append(data)
        elif data:
            self._dropped += max(lines, 1)

    def finished(self) -> Iterator[RawGame]:
        """The game; nothing if it consists of blank lines, or is not kept."""
        if not self.blank:
            yield RawGame(self._path, self._first, tuple(self._pieces), self._dropped)
