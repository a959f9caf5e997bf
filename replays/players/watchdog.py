"""Programs that play are marked in their environment; a process that is left over kills them when the player is gone.

It is run by its path, with nothing of cityleague, so that it is there at once.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import sys
import time
from functools import cache
from pathlib import Path

MARK = "CITYLEAGUE_BOT"
"""The environment variable by which the processes of a bot are found again."""
_PAUSE, _LOOKS = 0.01, 500
"""Seconds between looks for what is left; looks before giving up."""


def new_mark() -> str:
    """A mark for a program that is about to be started, and that does not outlive this process."""
    return _mark_of_this_process() + secrets.token_hex(8)


def kill_marked(mark: str) -> None:
    """Kill the processes whose mark begins so, and those that they start meanwhile."""
    for _ in range(_LOOKS):
        left = _marked(mark)
        if not left:
            return
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)


def _marked(mark: str) -> list[int]:
    """The processes whose mark begins so, wherever they have got to; none where there is no /proc."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if any(variable.startswith(wanted) for variable in entry.read_bytes().split(b"\0")):
                found.append(int(entry.parent.name))
    return found


@cache
def _mark_of_this_process() -> str:
    """What the marks begin with that this process gives. With the first one its watchdog is started."""
    mark = secrets.token_hex(8)
    if sys.platform == "linux":
        _watch(mark)
    return mark


def _watch(mark: str) -> None:
    """Start a watchdog: it reads from a pipe that nobody writes to, and that ends with this process, however it ends.

    It has a session of its own, so that the terminal's Ctrl-C does not reach it, and no mark, so that it is not killed
    with this process should that be a bot itself.
    """
    reading, _writing = os.pipe()  # which is left open until this process ends
    null = os.open(os.devnull, os.O_RDWR)
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-S", __file__, mark],
        {name: value for name, value in os.environ.items() if name != MARK},
        file_actions=[(os.POSIX_SPAWN_DUP2, number, at) for at, number in enumerate((reading, null, null))],
        setsid=True,
    )
    os.close(reading)
    os.close(null)


if __name__ == "__main__":
    os.chdir("/")
    os.read(0, 1)
    kill_marked(sys.argv[1])
