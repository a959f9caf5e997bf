"""A bot that tries to find out what it must not know, and to leave something behind: spying.py LOG PORT MARK.

It writes to standard error, as one line of JSON, what it has seen. Then it makes the first of its legal moves.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SLEEPER = "import time; time.sleep(3600)"
NOTES = ("note", "../note", "~/note", "/tmp/note", "/var/tmp/note", "/dev/shm/note", "/note", "/usr/note", "/etc/note")


def noted() -> list[str]:
    """Where a note of an earlier game is found."""
    return [place for place in NOTES if Path(place).expanduser().exists()]


def taken() -> list[str]:
    """Where a note can be left."""
    places = []
    for place in NOTES:
        with contextlib.suppress(OSError):
            Path(place).expanduser().write_text("their hands")
            places.append(place)
    return places


def readable(path: str) -> bool:
    """Whether a file can be read."""
    try:
        return bool(Path(path).read_bytes())
    except OSError:
        return False


def reached(port: int) -> bool:
    """Whether somebody answers."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


def linger(mark: str) -> None:
    """Leave processes behind: in a session of their own, without environment, whose parent is gone."""
    if os.fork() == 0:
        os.setsid()
        subprocess.Popen([sys.executable, "-c", SLEEPER, mark], env={}, start_new_session=True)
        os._exit(0)
    time.sleep(0.2)


def main(log: str, port: str, mark: str) -> None:
    """Spy, then play."""
    seen: dict[str, Any] = {
        "log": readable(log),
        "home": readable(str(Path(__file__).parents[1] / "private.txt")),
        "shadow": readable("/etc/shadow"),
        "own": readable(__file__),
        "interpreter": sys.version_info.major,
        "noted": noted(),
        "taken": taken(),
        "reached": reached(int(port)),
        "processes": sum(name.isdigit() for name in os.listdir("/proc")) if Path("/proc").is_dir() else 0,
        "environment": sorted(os.environ),
    }
    linger(mark)
    sys.stderr.write(json.dumps(seen) + "\n")
    sys.stderr.flush()
    for number, _ in enumerate(sys.stdin):
        sys.stdout.write('{"choose":0}\n' if number else '{"ready":1}\n')
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
