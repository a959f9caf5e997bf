"""Tournaments in a temporary folder, in this process and in separate ones."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cityleague.replays.tournaments import Plan, Progress, Tournament, run
from cityleague.replays.workers import local_workers

from ...command import COMMAND

GAME = "between_two_cities"


def plan(*bots: str, **others: Any) -> Plan:
    return Plan(game=GAME, bots=bots or ("random", "greedy"), **{"seed": "0"} | others)


def tournament(*bots: str, **others: Any) -> Tournament:
    return Tournament(plan(*bots, **others))


def played(planned: Tournament, folder: Path, jobs: int = 1) -> list[Progress]:
    """Play a tournament to the end; return all the progress that it reported."""
    return list(run(planned, folder, None, local_workers(jobs)))


def games(folder: Path) -> bytes:
    return (folder / "games.jsonl").read_bytes()


def split(content: bytes) -> list[bytes]:
    """The games of a file."""
    return [b'{"log"' + game for game in content.split(b'{"log"')[1:]]


def put(folder: Path, *contents: bytes) -> list[Path]:
    """Make folders with these files; return them."""
    folders = [folder / f"shard{number}" for number in range(1, len(contents) + 1)]
    for shard, content in zip(folders, contents, strict=True):
        shard.mkdir(parents=True)
        (shard / "games.jsonl").write_bytes(content)
    return folders


def cityleague(*arguments: str, cwd: Path, **others: Any) -> subprocess.CompletedProcess[str]:
    """The command, run to its end as a user would run it."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=cwd, capture_output=True, text=True, check=False, **{"timeout": 180} | others
    )


def on_a_full_disk(*arguments: str, room: int, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command, where no file may become longer than so many bytes."""

    def fill() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    unwritten = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # other processes would read what there was room for
    return cityleague(*arguments, cwd=cwd, preexec_fn=fill, env=unwritten)


def started(*arguments: str, cwd: Path, command: Sequence[str] = COMMAND) -> subprocess.Popen[str]:
    """The command, running in a process group of its own."""
    return subprocess.Popen(
        [*command, *arguments],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def interrupted(
    until: Callable[[subprocess.Popen[str]], object], *arguments: str, cwd: Path, command: Sequence[str] = COMMAND
) -> str:
    """The command, with Ctrl-C when `until` comes back; what it says at its end, after which nothing stays behind."""
    process = started(*arguments, cwd=cwd, command=command)
    try:
        until(process)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 130, errors
        assert "Traceback" not in errors
        assert none_stays_behind(process.pid)
    finally:
        end(process.pid)
    return errors


def until_grown(file: Path, size: int, process: subprocess.Popen[str]) -> None:
    """Wait until the process has written so many bytes."""
    deadline = time.monotonic() + 120
    while not file.exists() or file.stat().st_size < size:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)


def of_group(group: int) -> list[int]:
    """The processes of a process group that are not dead."""
    processes = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(its_group) == group and state not in "ZX":
                processes.append(int(entry.name))
    return processes


def none_stays_behind(group: int, seconds: float = 30) -> bool:
    """Whether all processes of a group end on their own."""
    deadline = time.monotonic() + seconds
    while of_group(group):
        if time.monotonic() > deadline:
            end(group)
            return False
        time.sleep(0.02)
    return True


def running(word: str) -> list[int]:
    """The processes whose command line has this word."""
    processes = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if word.encode() in entry.read_bytes().split(b"\0"):
                processes.append(int(entry.parent.name))
    return processes


def until_gone(word: str, seconds: float = 60) -> None:
    """Wait until no process has this word in its command line."""
    deadline = time.monotonic() + seconds
    while left := running(word):
        assert time.monotonic() < deadline, left
        time.sleep(0.02)


def end(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def players(planned: Tournament) -> list[Sequence[str]]:
    return [pairing.header.players for pairing in planned.pairings()]
