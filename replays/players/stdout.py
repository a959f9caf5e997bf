"""What bots print goes to standard error, so that it does not mix with the program's own standard output."""

import contextlib
import os
import sys
import threading
from collections.abc import Iterator

_lock = threading.RLock()
"""All threads of a process share the file descriptor."""


@contextlib.contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Send to standard error what is written to standard output meanwhile, through Python or to the descriptor.

    Only one thread at a time can do this; the others wait.
    """
    with _lock:
        yield from _redirected()


def _redirected() -> Iterator[None]:
    sys.stdout.flush()
    try:
        kept = os.dup(1)
    except OSError:  # there is no standard output
        kept = None
    try:
        if kept is not None:
            os.dup2(2, 1)
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        if kept is not None:
            os.dup2(kept, 1)
            os.close(kept)
