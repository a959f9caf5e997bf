"""Leaving while a bot thinks: by Ctrl-C, because its process dies, and by kill -9; nothing stays behind."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ...cli.helpers import run
from ...command import running
from ...rows import daily

_PATIENCE = 60.0
_THINKING = """
import json, os, sys, time
sys.stdin.readline()
print('{"ready":1}', flush=True)
for number, line in enumerate(sys.stdin):
    if number:
        open(sys.argv[1] + ".part", "w").write(str(os.getpid()))
        os.rename(sys.argv[1] + ".part", sys.argv[1])
        time.sleep(600)
    print('{"choose":0}', flush=True)
"""


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_there(process: int) -> bool:
    """Whether a process lives; a zombie does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(parent: int) -> list[int]:
    """The processes of bots that a command has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            owner = (path / "stat").read_text().rpartition(")")[2].split()[1]
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if int(owner) == parent and b"resource_tracker" not in command:
            found.append(int(path.name))
    return found


def left(folder: Path, end: Callable[[int, int], None]) -> tuple[int, str, Path]:
    """Play until a bot thinks for ever; then the command and the process of its bots are ended somehow.

    The exit code, what was said, and the log, after all processes have ended.
    """
    (folder / "bot.py").write_text(_THINKING)
    path, mark = folder / "g.jsonl", folder / "thinking"
    bot = " ".join(map(shlex.quote, ["exec:" + sys.executable, str(folder / "bot.py"), str(mark)]))
    arguments = ["play", "between_two_cities", f"Bo={bot}", "Anna=me", "--limit", "decision=900", "--limit", "game=900"]
    process = running(*arguments, "-o", path, stderr=subprocess.STDOUT)
    try:
        assert process.stdin
        process.stdin.write(b"1\n\n" * 9)
        process.stdin.flush()
        until(mark.exists)
        program, (worker,) = int(mark.read_text()), children(process.pid)
        end(process.pid, worker)
        said, _ = process.communicate(timeout=_PATIENCE)
        until(lambda: not is_there(program) and not is_there(worker))
    finally:
        process.kill()
        process.wait()
    return process.returncode, said.decode(), path


def interrupt(command: int, _worker: int) -> None:
    os.killpg(command, signal.SIGINT)


def kill_bots(_command: int, worker: int) -> None:
    os.kill(worker, signal.SIGKILL)


def kill(command: int, _worker: int) -> None:
    os.kill(command, signal.SIGKILL)


@pytest.mark.parametrize(
    ("end", "code", "words"),
    daily(
        [
            (kill_bots, 4, "Error: the process in which the bots think has died; was it killed, or is memory short?\n"),
            (interrupt, 0, "To go on, run the same command again.\n"),
            (kill, -9, ""),
        ]
    ),
)
def test_a_bot_that_thinks_ends_with_the_command(
    end: Callable[[int, int], None], code: int, words: str, tmp_path: Path
) -> None:
    returned, said, path = left(tmp_path, end)
    assert (returned, said.endswith(words)) == (code, True), said
    assert "Traceback" not in said
    assert said.count("Error:") == words.count("Error:")
    run("validate", path, "--still-running")
    assert path.read_bytes().count(b'{"seat":1,') >= 1
    assert b"forfeit" not in path.read_bytes()
