"""A Dask cluster on this machine, whose workers can be killed; and bots that misbehave."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ..tournaments.helpers import end

T = TypeVar("T")
MISBEHAVING = Path(__file__).parent.parent / "players" / "bots" / "misbehaving.py"
OURS = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1", "DASK_TEMPORARY_DIRECTORY": "."}
"""Dask itself plays a game elsewhere when a worker dies that has it, but only once."""
IMPATIENT = "from cityleague.replays.players import program\nprogram._GRACE = 0.1\n"
"""What workers run first: they do not wait long for programs that do not end by themselves."""


def misbehaving(mode: str, mark: Path) -> str:
    """The spec of a bot with this fault, whose processes have a mark on their command lines."""
    return f"exec:{shlex.join([sys.executable, str(MISBEHAVING), mode, str(mark)])}"


class Dask:
    """A scheduler and its workers; what they say goes to a file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        self.members: list[subprocess.Popen[bytes]] = []
        where = folder / "scheduler.json"
        (folder / "impatient.py").write_text(IMPATIENT)
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(where))
        self.address = eventually(lambda: _address(where))

    def _start(self, what: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *arguments],
                cwd=self.folder,
                env=os.environ | OURS | environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def join(self, count: int, *arguments: str, **environment: str) -> None:
        """Have this many workers, and no more. New ones have three threads, and these arguments and variables."""
        self.members = [member for member in self.members if member.poll() is None]
        self.kill(max(0, len(self.members) - count))
        expected = self._registered() + count - len(self.members)
        while len(self.members) < count:
            options = ["--no-nanny", "--nthreads", "3", *arguments]
            if not environment:  # which may take cityleague away
                options += ["--preload", str(self.folder / "impatient.py")]
            self.members.append(self._start("worker", self.address, *options, **environment))
        eventually(lambda: self._registered() >= expected)

    def _registered(self) -> int:
        return self.log.read_bytes().count(b"Registered to:")

    def kill(self, count: int) -> None:
        """Kill this many workers, the youngest first."""
        for _ in range(count):
            member = self.members.pop()
            end(member.pid)
            member.wait()

    def end(self) -> None:
        self.kill(len(self.members))
        self.scheduler.kill()
        self.scheduler.wait()


def _address(where: Path) -> str:
    """What the scheduler has written into its file; empty until it has."""
    return str(json.loads(where.read_text() or "{}").get("address", "")) if where.exists() else ""


def eventually(look: Callable[[], T], seconds: float = 120) -> T:
    """What `look` returns, as soon as it is true."""
    deadline = time.monotonic() + seconds
    while not (value := look()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return value
