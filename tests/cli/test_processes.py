"""The command among other processes: interrupted, in a pipe, on a poor terminal."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from cityleague.cli.follow import play_all
from cityleague.replays.tournaments import Progress

from ..command import COMMAND, process, running
from ..rows import daily
from .helpers import GAME, run


@pytest.mark.parametrize(
    ("arguments", "how"),
    daily(
        [
            (["table", "-"], signal.SIGINT),
            (["validate", "-", "-j", "2"], signal.SIGINT),
            (["validate", "-", "-j", "2"], signal.SIGTERM),
            *[([command, "-"], signal.SIGINT) for command in ("validate", "score", "show")],
        ],
        1,
    ),
)
def test_a_command_that_waits_for_input_exits_with_130_when_interrupted(
    arguments: list[str], how: signal.Signals, log: Path
) -> None:
    process = running(*arguments)
    assert process.stdin is not None
    process.stdin.write(log.read_bytes())
    process.stdin.flush()
    waits_for_input(process.pid)
    os.killpg(process.pid, signal.SIGINT) if how == signal.SIGINT else process.send_signal(how)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert b"leaked" not in errors


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_that_is_swallowed_stops_a_tournament_after_the_game(
    how: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An interruption is swallowed where it strikes in code that drops errors."""
    before = signal.getsignal(how)

    def played() -> Generator[Progress]:
        yield Progress(0, 3, 0)
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(how)
        yield Progress(1, 3, 0)
        raise AssertionError("another game is played")

    with pytest.raises(SystemExit) as end:
        play_all(played(), tmp_path, None, lambda: None)
    assert end.value.code == 130
    assert "stopped after 1 of 3 games" in capsys.readouterr().err
    assert signal.getsignal(how) == before


def test_a_tournament_ignores_a_signal_that_was_ignored_before(tmp_path: Path) -> None:
    """As Ctrl-C is by what a script has begun with `&`."""

    def played() -> Generator[Progress]:
        yield Progress(0, 1, 0)
        signal.raise_signal(signal.SIGINT)
        yield Progress(1, 1, 0)

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        play_all(played(), tmp_path, None, lambda: None)
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def waits_for_input(pid: int) -> None:
    """Wait until a process sleeps and has done so for a while."""
    asleep = 0
    deadline = time.monotonic() + 20
    while asleep < 10 and time.monotonic() < deadline:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        asleep = asleep + 1 if state == "S" else 0
        time.sleep(0.01)


def test_a_terminal_that_lacks_characters_is_not_a_reason_to_fail(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    run("play", GAME, "Zoë 🎲=random", "greedy", "-o", path)
    for arguments in (["show"], ["table"]):
        done = process(*arguments, path, env={"PYTHONIOENCODING": "ascii"})
        assert done.returncode == 0, done.stderr


def test_nothing_but_the_log_goes_to_standard_output() -> None:
    done = process("play", GAME, "random", "greedy")
    assert done.returncode == 0
    assert all(line.startswith(b"{") for line in done.stdout.splitlines())
    assert done.stderr.count(b"\n") == 1


def test_the_exit_code_tells_what_standard_error_cannot(log: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        assert process("validate", log, stderr=full).returncode == 4
    command = shlex.join([*COMMAND, "validate", str(log)])
    assert subprocess.run(["sh", "-c", f"{command} 2>&-"], check=False).returncode == 0
    assert subprocess.run(["sh", "-c", f"{command} >&-"], check=False).returncode == 0  # it has nothing to say there


@pytest.mark.parametrize(
    "arguments",
    daily([["score"], ["play"], ["table"], ["show"], ["validate", "--format", "json"], ["games"], ["--version"]], 2),
)
@pytest.mark.parametrize("closed", daily([">&-", ">&- 2>&-", "<&- >&- 2>&-"]))
def test_what_cannot_be_written_is_told_where_standard_output_is_closed(
    arguments: list[str], closed: str, broken: Path, log: Path
) -> None:
    given = {"play": [GAME, "random", "random"], "validate": [str(broken)], "games": [], "--version": []}
    command = shlex.join([*COMMAND, *arguments, *given.get(arguments[0], [str(log)])])
    done = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert "2>" in closed or "cannot be written: Bad file descriptor\n" in done.stderr
