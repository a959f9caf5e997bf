"""Programs that play are marked in their environment; when cityleague itself is killed, a watchdog kills them.

The watchdog process runs this file by its path and imports nothing of cityleague, so that it starts at once.
"""

import contextlib
import os
import secrets
import signal
import sys
import time
from functools import cache
from pathlib import Path

MARK = "CITYLEAGUE_BOT"
"""The environment variable that identifies the processes of a bot."""
_PAUSE, _LOOKS = 0.01, 500
"""Seconds between two looks for processes that are left; looks before giving up."""


def new_mark() -> str:
    """A mark for a program that is about to be started, and must not outlive this process."""
    return _mark_of_this_process() + secrets.token_hex(8)


def kill_marked(mark: str) -> None:
    """Kill the processes whose mark begins with `mark`, and those that they start meanwhile."""
    for _ in range(_LOOKS):
        left = _marked(mark)
        if not left:
            return
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)


def _marked(mark: str) -> list[int]:
    """All processes whose mark begins with `mark`; none where there is no /proc."""
    wanted = f"{MARK}={mark}".encode()
    pids = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if any(variable.startswith(wanted) for variable in entry.read_bytes().split(b"\0")):
                pids.append(int(entry.parent.name))
    return pids


@cache
def _mark_of_this_process() -> str:
    """The beginning of all marks that this process gives. The first call also starts the watchdog."""
    mark = secrets.token_hex(8)
    if sys.platform == "linux":
        _watch(mark)
    return mark


def _watch(mark: str) -> None:
    """Start a watchdog. It reads from a pipe that nobody writes to and that closes when this process ends, in any way.

    The watchdog has a session of its own, so that Ctrl-C in the terminal does not reach it. It has no mark, so that it
    is not killed with this process if this process is itself a bot.
    """
    reading, _writing = os.pipe()  # stays open until this process ends
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
