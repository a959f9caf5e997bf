"""Logs from files: opened by their ending, split into games, in bounded memory whatever the file holds."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

from cityleague.replays.decode import MAX_LINE, is_header
from cityleague.replays.findings import Problem

MAX_GAME = 16 << 20
"""Bytes of memory for a game's lines; what goes beyond is not kept."""
_LINE_OVERHEAD = 64

_CHUNK = 1 << 18
_BOMB_FROM = 64 << 20
_BOMB_RATIO = 250  # logs shrink to a tenth or a thirtieth; a file of zeros to a thousandth and less


class RawGame(NamedTuple):
    """The lines of one game, not looked at yet; the first is its header, or what stands in place of one."""

    file: str
    first: int
    """Number of the first line in the file, from 1."""
    lines: list[bytes]
    dropped: int
    """Lines beyond MAX_GAME, which are not in `lines`."""


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


def open_zstd(path: str | IO[bytes], mode: str) -> IO[bytes]:
    """A .zst file for reading ("rb") or writing ("wb")."""
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415
    else:
        from backports import zstd  # noqa: PLC0415

    # A window of 32 MiB is what memory allows; compressors use up to 8 MiB unless told otherwise.
    options = {zstd.DecompressionParameter.window_log_max: 25} if mode == "rb" else None
    opened: IO[bytes] = zstd.ZstdFile(path, mode, options=options)
    return opened


_COMPRESSED: dict[str, Callable[[IO[bytes]], IO[bytes]]] = {
    ".gz": lambda file: gzip.GzipFile(fileobj=file, mode="rb"),
    ".zst": lambda file: open_zstd(file, "rb"),
}


def chunks(path: str) -> Iterator[bytes]:
    """The bytes of a log, `-` being standard input; raises Problem where they cannot be read."""
    try:
        with open(0, "rb", closefd=False) if path == "-" else open(path, "rb") as file:
            unpack = next((unpack for ending, unpack in _COMPRESSED.items() if path.endswith(ending)), None)
            if unpack is None:
                while chunk := file.read(_CHUNK):
                    yield chunk
            else:
                yield from _unpacked(_Counted(file), unpack)
    except (gzip.BadGzipFile, zlib.error) as error:
        raise Problem("IO-CORRUPT", f"not valid gzip: {error}") from None
    except EOFError:
        raise Problem("IO-TRUNCATED", "the compressed file ends in the middle") from None
    except OSError as error:
        raise Problem("IO-UNREADABLE", f"cannot be read: {error.strerror or error}") from None


def _unpacked(file: _Counted, unpack: Callable[[IO[bytes]], IO[bytes]]) -> Iterator[bytes]:
    total = 0
    packed = unpack(file)  # type: ignore[arg-type]  # a RawIOBase is an IO[bytes] to all but typeshed
    while True:
        try:
            chunk = packed.read(_CHUNK)
        except (OSError, EOFError, zlib.error):
            raise
        except Exception as error:  # ZstdError, whose module is imported for .zst files only
            raise Problem("IO-CORRUPT", f"not valid Zstandard: {error}") from None
        if not chunk:
            return
        total += len(chunk)
        if total > _BOMB_FROM and total > _BOMB_RATIO * file.count:
            raise Problem("IO-BOMB", f"grows to more than {_BOMB_RATIO} times its size; the rest is not read")
        yield chunk


def split_lines(parts: Iterator[bytes]) -> Iterator[list[bytes]]:
    """Batches of lines without their ends; of a line longer than MAX_LINE only one byte more is kept."""
    carry = b""
    for part in parts:
        head, *rest = part.split(b"\n")
        carry += head
        if not rest:
            carry = carry[: MAX_LINE + 1]
            continue
        batch = [carry[: MAX_LINE + 1], *rest]
        carry = batch.pop()
        yield batch
    if carry:
        yield [carry]


def games(path: str) -> Iterator[RawGame | Problem]:
    """The games of a log, in order; last a Problem if the file cannot be read to its end.

    What is left of a game when reading fails is not given out: its end is missing for that reason alone.
    """
    number = first = 1
    lines: list[bytes] = []
    size = dropped = 0
    try:
        for batch in split_lines(chunks(path)):
            for line in batch:
                if (b'"log"' in line) and is_header(line) and lines:
                    if not _blank(lines):
                        yield RawGame(path, first, lines, dropped)
                    lines, first, size, dropped = [], number, 0, 0
                if size <= MAX_GAME:
                    lines.append(line)
                    size += len(line) + _LINE_OVERHEAD
                else:
                    dropped += 1
                number += 1
    except Problem as problem:
        yield problem
        return
    if lines and not _blank(lines):
        yield RawGame(path, first, lines, dropped)


def _blank(lines: list[bytes]) -> bool:
    return not any(map(bytes.strip, lines))
