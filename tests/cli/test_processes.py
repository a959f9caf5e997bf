"""The command among other processes: interrupted, in a pipe, on a poor terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .helpers import GAME, run

COMMAND = [sys.executable, "-P", "-m", "cityleague.cli"]


@pytest.mark.parametrize(
    "arguments", [["validate", "-"], ["validate", "-", "-j", "2"], ["score", "-"], ["show", "-"], ["table", "-"]]
)
def test_ctrl_c_ends_a_command_that_waits_for_input_with_130(arguments: list[str], log: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdin is not None
    process.stdin.write(log.read_bytes())
    process.stdin.flush()
    waits_for_input(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def waits_for_input(pid: int) -> None:
    """Wait until a process sleeps and has done so for a while."""
    asleep = 0
    deadline = time.monotonic() + 20
    while asleep < 10 and time.monotonic() < deadline:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        asleep = asleep + 1 if state == "S" else 0
        time.sleep(0.01)


def test_a_terminal_that_lacks_characters_is_no_reason_to_fail(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    run("play", GAME, "Zoë 🎲=random", "greedy", "-o", path)
    for arguments in (["show"], ["score"], ["table"], ["validate"]):
        done = subprocess.run(
            [*COMMAND, *arguments, path],
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_nothing_but_the_log_goes_to_standard_output() -> None:
    done = subprocess.run([*COMMAND, "play", GAME, "random", "greedy"], capture_output=True, check=True)
    assert all(line.startswith(b"{") for line in done.stdout.splitlines())
    assert done.stderr.count(b"\n") == 1
