"""What has been answered is on the disk before the answer returns, and is there whenever the command is killed."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cityleague.replays.log import write_log

from ...cli.helpers import run, usage
from ...cli.typing_in import Golden
from ...command import running
from ...rows import daily, rows
from .tables import due, header_of, is_valid, table_of

FIRST = Path(__file__).parents[3] / "examples/bots/first.sh"
"""A bot that always makes the first move: what it has done before makes no difference."""
PLAY = ("play", "between_two_cities", "Anna=me", f"Bo=exec:{shlex.quote(str(FIRST))}", "--seed", "7", "-o")


@rows("name", ["g.jsonl", "g.jsonl.gz"])
def test_an_answer_returns_when_it_is_on_the_disk(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is whole and synced under another name, then gets its own, and then its folder is synced."""
    path, told = tmp_path / name, list[tuple[str, bytes | None]]()
    table = table_of(header_of("between_two_cities", 2), path)
    sync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        sync(descriptor)
        there = os.readlink(f"/proc/self/fd/{descriptor}")
        if os.path.isdir(there):
            assert os.path.samefile(there, tmp_path)
            told.append(("folder", None))
        else:
            told.append(("file", Path(there).read_bytes()))

    def replaced(*names: Any, **folders: Any) -> None:
        replace(*names, **folders)
        told.append(("renamed", path.read_bytes()))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", synced)
        patch.setattr(os, "replace", replaced)
        for _ in range(3):
            before = path.read_bytes()
            seat = due(table)[0]
            table.answer(seat, table.state.legal(seat)[0])
            after = path.read_bytes()
            assert after != before
            assert told == [("file", after), ("renamed", after), ("folder", None)]
            told.clear()
    write_log(str(tmp_path / f"other-{name}"), b"".join([line + b"\n" for line in table.lines]))
    assert path.read_bytes() == (tmp_path / f"other-{name}").read_bytes()


# -- kill -9


class Killed:
    """A command on pipes, which can be killed between two answers."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._process = running(*arguments, stderr=subprocess.STDOUT)
        self.said = ""
        self._since = 0

    def _until_asked(self) -> bool:
        """Whether something is asked; False at the end of the command."""
        assert self._process.stdout
        while not self.said.endswith("> ", self._since):
            data = os.read(self._process.stdout.fileno(), 1 << 16)
            if not data:
                return False
            self.said += data.decode()
        return True

    def type(self, lines: Sequence[str]) -> int:
        """Type these, each when something is asked, and wait until the last is answered; how many were typed."""
        assert self._process.stdin
        for typed, line in enumerate(lines):
            if not self._until_asked():
                return typed
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
            self._since = len(self.said)
        self._until_asked()
        return len(lines)

    @property
    def is_in_a_draw(self) -> bool:
        """Whether a part of a draw has been typed: it is saved when whole. A new draw tells what is there."""
        return self.said.endswith("? > ") and "There are " not in self.said[self._since :]

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdin
        self._process.stdin.close()
        assert self._process.stdout
        assert b"Traceback" not in self._process.stdout.read()
        self._process.stdout.close()


def own_moves(path: Path) -> int:
    """How many moves the person has made, at seat 0."""
    return path.read_bytes().count(b'\n{"seat":0,')


def check_record(every: int, most: int, folder: Path) -> None:
    """Kill the command after every so many lines; what was answered is there, and the same command goes on."""
    golden, path = Golden("between_two_cities", 0), folder / "g.jsonl"
    typed = list(golden.typed())
    for _ in range(most):
        command = Killed(golden.command(path))
        typed = typed[command.type(typed[:every]) :]
        while command.is_in_a_draw:
            typed = typed[command.type(typed[:1]) :]
        command.kill()
        run("validate", path, "--still-running")
    if typed:
        assert "The game is over" in run_typed(golden.command(path), typed)
    assert golden.written(path)


def run_typed(arguments: Sequence[str], lines: Sequence[str]) -> str:
    command = Killed(arguments)
    command.type(lines)
    command.kill()
    return command.said


@pytest.mark.exhaustive
@pytest.mark.parametrize("stops", [[2], [1] * 20], ids=len)
def test_a_game_against_bots_that_is_killed_has_all_that_was_answered_and_goes_on(
    stops: Sequence[int], tmp_path: Path
) -> None:
    """It is killed after so many answers, again and again, and then played to its end."""
    path, other = tmp_path / "g.jsonl", tmp_path / "other.jsonl"
    answers = ["1", ""] * 60
    run_typed([*PLAY, str(other)], answers)
    assert is_valid(tmp_path, other.read_bytes().splitlines())
    made = 0
    for stop in stops:
        command = Killed([*PLAY, str(path)])
        typed = command.type(["1", ""] * stop)
        command.kill()
        made += typed // 2
        there = path.read_bytes()
        assert other.read_bytes().startswith(there)
        assert own_moves(path) >= max(made, command.said.count("\nYour move: "))
        assert is_valid(tmp_path, there.splitlines(), over=b'"result"' in there)
    if b'"result"' not in path.read_bytes():
        run_typed([*PLAY, str(path)], answers)
    assert path.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(("every", "most"), daily([(40, 1), (1, 12), (5, 40)]))
def test_a_recorded_game_that_is_killed_has_all_that_was_answered_and_goes_on(
    every: int, most: int, tmp_path: Path
) -> None:
    check_record(every, most, tmp_path)


@rows("start", [PLAY, ("record", "between_two_cities", "Ada", "Ben", "-o")])
def test_a_game_in_progress_is_not_written_to_a_pipe(start: Sequence[str], tmp_path: Path) -> None:
    """It is written anew after each answer, which would repeat it there."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to("/dev/stdout")
    why = "cannot be written: it is no file, and a game that goes on needs one"
    for path in (pipe, link, Path("/dev/stdout")):
        assert usage(*start, path) == f"{path}: {why}"
