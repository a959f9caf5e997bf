"""Whether a log that is opened again and again, by several processes, is still the one that it was."""

from __future__ import annotations

import os
from typing import IO, NamedTuple

from cityleague.replays.log.wording import path_text


class LogChangedError(RuntimeError):
    """Somebody else has changed a log while it was being read or written."""


class Stamp(NamedTuple):
    """What a system tells of a file."""

    device: int
    inode: int
    size: int
    time: int
    """Of the last change of its content, in nanoseconds."""

    def check(self, path: str, file: IO[bytes]) -> None:
        """Raise LogChangedError unless an opened file is the same, with the same content; it may have grown."""
        now = stamp_of(file)
        if (now.device, now.inode) != (self.device, self.inode):
            raise changed(path, "it is another file now")
        if now.size < self.size:
            raise changed(path, f"it has {now.size} bytes, not {self.size}")
        if now.size == self.size and now.time != self.time:
            raise changed(path, "it was written to")


def stamp_of(file: IO[bytes]) -> Stamp:
    """The stamp of an opened file."""
    about = os.fstat(file.fileno())
    return Stamp(about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)


def changed(path: str, how: str) -> LogChangedError:
    """The error for a log that was read so far."""
    return LogChangedError(
        f"{path_text(path)} was changed by somebody else while it was read: {how}. Run the same command again."
    )
