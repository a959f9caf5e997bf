"""Files written whole or not at all, and logs, which also go to pipes."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import IO

from cityleague.replays.log.compression import pack


class FileBeside:
    """A file that is written under another name beside its own, and gets its own when it is kept.

    What had that name before stays until then. A pipe or a device has nothing beside it, and is written as it is.
    Every method but `drop` raises OSError.
    """

    def __init__(self, path: str) -> None:
        """A file at this path; there is none before it is begun, so that whoever is to drop it knows it by then."""
        self._path = path
        self._target = os.path.realpath(path)  # a link stays one
        self._beside: str | None = None
        self._file: IO[bytes] = io.BytesIO()

    def begin(self) -> None:
        """Open it."""
        is_plain = not self._path.endswith("/") and (os.path.isfile(self._path) or not os.path.exists(self._path))
        self._beside = f"{self._target}.{os.getpid()}.part" if is_plain else None
        self._file = open(self._beside or self._path, "wb")  # noqa: SIM115  (closed by `close`)

    def write(self, data: bytes) -> None:
        """Write more of it."""
        self._file.write(data)

    def close(self) -> None:
        """Write what is still in a buffer: afterwards the file is whole."""
        self._file.close()

    def keep(self) -> None:
        """Close the file and give it its name."""
        self.close()
        if self._beside:
            os.replace(self._beside, self._target)

    def drop(self) -> None:
        """Remove the file, unless it is kept already."""
        with contextlib.suppress(OSError):  # a full disk has been told by then
            self._file.close()
        if self._beside:
            with contextlib.suppress(OSError):  # mostly: it is kept, or could not be begun
                os.unlink(self._beside)


def write_log(path: str, log: bytes) -> None:
    """Write a log, compressed by the ending of `path`; `-` is standard output. Raises OSError."""
    if path == "-":
        sys.stdout.buffer.write(log)
        sys.stdout.buffer.flush()
        return
    write_whole(path, pack(path, log))


def write_whole(path: str, content: bytes) -> None:
    """Write a file, which has this content afterwards, or what it had before. Raises OSError."""
    file = FileBeside(path)
    try:
        file.begin()
        file.write(content)
        file.keep()
    finally:
        file.drop()
