"""A file that one run alone writes at a time."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Iterator
from typing import IO

from cityleague.engine.errors import InputError
from cityleague.replays.log.wording import path_text
from cityleague.replays.log.writing import append_below


class InUseError(InputError):
    """Another run is writing the file."""


@contextlib.contextmanager
def append_alone(folder: str, name: str) -> Iterator[IO[bytes]]:
    """As `append_below`, for this process alone; raises InUseError if another one has it."""
    path = path_text(os.path.join(folder, name))
    with append_below(folder, name) as file:
        try:
            import fcntl  # noqa: PLC0415  (there is none on Windows)

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUseError(f"{path} is being written by another run") from None
        except (ImportError, OSError):  # nor can some file systems of a network
            warnings.warn(f"{path} cannot be locked here: start no other run that writes it meanwhile", stacklevel=3)
        yield file
