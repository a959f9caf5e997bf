"""What nobody has foreseen: one message and an exit code of its own, which no script takes for findings."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cityleague.cli import cli, main
from cityleague.replays.workers import Here, WorkerError

from .helpers import run


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (KeyError("a\nb\u202e"), 5, "KeyError('a\\nb\\u202e')"),
        (RecursionError("deep"), 5, "RecursionError('deep')"),
        (ValueError("x" * 9000), 5, "ValueError"),
        (MemoryError(), 4, "memory is short"),
    ],
)
def test_an_unexpected_exception_is_one_line_and_no_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, code: int, told: str
) -> None:
    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(cli, "main", fail)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("Error: ")
    assert said.err.count("\n") == 1
    assert len(said.err) < 1000
    assert told in said.err
    assert ("test_unexpected.py, line" in said.err) == (code == 5)


FAILING = "import cityleague.cli as c\ndef fail(**_): raise KeyError('x')\nc.cli.main = fail\nc.main()"


def test_who_reports_it_gets_the_traceback_on_demand() -> None:
    for options, traceback in (([], False), (["-X", "dev"], True)):
        done = subprocess.run([sys.executable, *options, "-P", "-c", FAILING], capture_output=True, check=False)
        assert done.returncode == 5
        assert (b"Traceback" in done.stderr) == traceback


def test_a_process_without_memory_says_so() -> None:
    command = "import cityleague.cli as c\ndef fail(**_): bytes(1 << 40)\nc.cli.main = fail\nc.main()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", command],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (4, b"Error: memory is short\n")


@pytest.mark.parametrize("command", [["validate"], ["table", "--validate"]])
def test_a_worker_that_dies_is_no_finding(log: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    class Dying(Here):
        def map(self, *_: object, **__: object) -> None:  # type: ignore[override]
            raise WorkerError("a worker process has died")

    monkeypatch.setattr("cityleague.replays.replay.validation.local_workers", lambda _jobs: Dying())
    assert "Error: a worker process has died" in run(*command, log, code=4).stderr


def test_an_exception_that_ctrl_c_has_become_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As when a library cannot be imported, since Ctrl-C has struck within it."""

    def fail(**_: object) -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise ImportError("only half of it was imported")  # noqa: B904

    monkeypatch.setattr(cli, "main", fail)
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, capsys.readouterr().err) == (130, "")
