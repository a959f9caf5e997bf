"""What bots print goes to standard error, so that it does not get into what is written to standard output."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator

_lock = threading.RLock()
"""Of a descriptor there is one in a process, whatever its threads do."""


@contextlib.contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Send to standard error whatever is written to standard output meanwhile, by Python or to its descriptor.

    Other threads that want the same wait.
    """
    with _lock:
        yield from _redirected()


def _redirected() -> Iterator[None]:
    sys.stdout.flush()
    try:
        kept = os.dup(1)
    except OSError:  # no standard output at all
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
