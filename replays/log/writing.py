"""Files written whole or not at all, and logs, which also go to pipes."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from cityleague.replays.log.compression import pack


class FileBeside:
    """A file that is written under another name beside its own, and gets its own when it is kept.

    What had that name before stays until then. A pipe or a device has nothing beside it, and is written as it is.
    Every method raises OSError.
    """

    def __init__(self, path: str) -> None:
        """Begin the file."""
        target = Path(path)
        direct = target.exists() and not target.is_file()
        self._target = os.path.realpath(path)  # a link stays one
        self._beside = None if direct else Path(f"{self._target}.{os.getpid()}.part")
        self._file = open(target if direct else f"{self._beside}", "wb")  # noqa: SIM115  (closed by `close`)

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
            self._beside.unlink(missing_ok=True)


def write_log(path: str, log: bytes) -> None:
    """Write a log, compressed by the ending of `path`; `-` is standard output. Raises OSError."""
    if path == "-":
        sys.stdout.buffer.write(log)
        sys.stdout.buffer.flush()
        return
    file = FileBeside(path)
    try:
        file.write(pack(path, log))
        file.keep()
    finally:
        file.drop()
