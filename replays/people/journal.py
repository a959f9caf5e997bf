"""The file of a game in progress: written anew after each event, whole, and on the disk before anybody is answered."""

import errno
import stat
from collections.abc import Sequence
from pathlib import Path

from cityleague.replays.log import Stamp, is_descriptor, stamp_of, write_log


class NotSavedError(OSError):
    """The file of a game cannot be written or looked at. Other OSErrors come from whatever shows the game to people."""


class FileChangedError(RuntimeError):
    """Another program has written the file of a game, which is left as it is; the message says what to do next."""


class Journal:
    """Where the log of one game is kept."""

    def __init__(self, path: str | None) -> None:
        """A file, compressed if its name ends in .gz or .zst, or nothing (None). Raises NotSavedError."""
        self.path = path
        self._known = self._stamp()

    @property
    def is_new(self) -> bool:
        """Whether nothing has been written to it, by anybody."""
        return not (self._known and self._known.size)

    def write(self, lines: Sequence[bytes]) -> None:
        """Replace what it has; raises FileChangedError and NotSavedError, and then the file is as it was."""
        if self.path is None:
            return
        if self._stamp() not in (None, self._known):  # a file that is gone is written anew: nothing is lost by that
            raise FileChangedError(
                f"{self.path} was changed by another program; run the same command again to go on from there"
            )
        try:
            write_log(self.path, b"".join([line + b"\n" for line in lines]), durable=True)
        except OSError as error:
            raise NotSavedError(*error.args) from None
        self._known = self._stamp()

    def _stamp(self) -> Stamp | None:
        """What tells that the file has been written; None if there is none."""
        if self.path is None:
            return None
        try:
            status = Path(self.path).stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise NotSavedError(*error.args) from None
        if is_descriptor(self.path) or stat.S_ISFIFO(status.st_mode):  # each event would repeat the whole log there
            raise NotSavedError(errno.EINVAL, "it is no file, and a game that goes on needs one", self.path)
        return stamp_of(status) if stat.S_ISREG(status.st_mode) else None
