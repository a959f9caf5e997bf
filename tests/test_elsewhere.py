"""Where the system is not Linux, most works all the same, and the rest says so in one message.

No other system is at hand, so that each process runs without what they lack: modules, functions, flags and signals.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cityleague.cli import cli
from cityleague.replays.log import RefusedInputError
from cityleague.replays.log.opening import Found, read_whole
from cityleague.replays.workers import local_workers, processes

ROOT = Path(__file__).parent.parent
GAME = "between_two_cities"
BOT = f"exec:{sys.executable} {ROOT / 'examples/bots/random_bot.py'}"

NOT_LINUX = "import sys\nsys.platform = 'elsewhere'\n"
"""A POSIX system that is not Linux."""
NOT_POSIX = f"""{NOT_LINUX}
import os, signal

def without_descriptors(function):
    def call(*arguments, dir_fd=None, src_dir_fd=None, dst_dir_fd=None, **more):
        if (dir_fd, src_dir_fd, dst_dir_fd) != (None, None, None):
            raise NotImplementedError("dir_fd unavailable on this platform")
        return function(*arguments, **more)
    return call

for name in ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "readline"):
    sys.modules[name] = None
for module, names in (
    (os, "fork killpg set_blocking posix_spawn fchmod fchown setsid sysconf getuid geteuid mkfifo pread "
         "O_NOFOLLOW O_NONBLOCK O_NOCTTY O_DIRECTORY O_PATH O_TMPFILE sched_getaffinity"),
    (signal, "SIGKILL SIGHUP SIGALRM SIGUSR1 alarm setitimer pthread_sigmask"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
for name in ("open", "stat", "mkdir", "unlink", "replace"):
    setattr(os, name, without_descriptors(getattr(os, name)))
os.supports_dir_fd = set()
"""
"""One that lacks what Windows lacks, as far as Python itself can still start processes here."""


class System:
    """A system on which commands run, in a folder of their own."""

    def __init__(self, folder: Path, lacking: str) -> None:
        self._set_up, self.folder = folder / "set-up", folder / "work"
        self._set_up.mkdir(parents=True)
        self.folder.mkdir()
        (self._set_up / "sitecustomize.py").write_text(lacking, "utf-8")  # Python runs it first, in each process

    def run(self, *arguments: str, code: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """A command, which ends with this exit code and without a traceback."""
        paths = [str(self._set_up), *filter(None, [os.environ.get("PYTHONPATH")])]
        done = subprocess.run(
            [sys.executable, "-P", "-m", "cityleague.cli", *arguments],
            cwd=self.folder,
            input=stdin,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == code, done.stderr
        return done


@pytest.fixture
def windows(tmp_path: Path) -> System:
    return System(tmp_path / "windows", NOT_POSIX)


@pytest.fixture
def mac(tmp_path: Path) -> System:
    return System(tmp_path / "mac", NOT_LINUX)


COMMANDS = [
    ("play", GAME, "random", "greedy", "heuristic", "--seed", "7", "-o", "g.jsonl.gz"),
    ("record", GAME, "Ada", "Ben", "--seed", "7", "--date", "none", "-o", "typed.jsonl"),
    ("tournament", "--game", GAME, "--bots", "random,greedy", "--deals", "2", "--seed", "1", "-j", "2", "-o", "cup"),
    ("validate", ".", "-j", "2", "--still-running", "--also", "junit=report.xml"),
    ("score", "g.jsonl.gz"),
    ("show", "g.jsonl.gz", "--format", "html", "-o", "g.html"),
    ("report", "cup", "-o", "site"),
]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.exhaustive
@pytest.mark.slow
def test_all_but_programs_gives_the_same_bytes_on_a_system_like_windows(
    windows: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    for command in COMMANDS:
        said = CliRunner().invoke(cli, command, input="1\n1\n", prog_name="cityleague")
        done = windows.run(*command, stdin="1\n1\n")
        assert (done.stdout, said.exit_code) == (said.stdout, 0), command
    assert files(windows.folder) == files(here)
    assert {"cup/games.jsonl", "site/index.html", "typed.jsonl", "g.html"} <= set(files(here))


@pytest.mark.exhaustive
def test_a_tournament_that_cannot_lock_its_folder_says_so_once(windows: System) -> None:
    done = windows.run("tournament", "--game", GAME, "--bots", "random,greedy", "--deals", "1", "-o", "cup")
    assert done.stderr.count("cannot be locked here") == 1
    assert "warning: cup/games.jsonl cannot be locked here: start no other run" in done.stderr


def test_a_program_is_refused_where_it_could_not_be_ended(windows: System) -> None:
    done = windows.run("play", GAME, BOT, "random", code=2)
    assert done.stdout == ""
    assert "programs cannot play on this system, only on Linux and macOS: take a built-in bot" in done.stderr


def test_a_program_plays_on_other_posix_systems_and_its_memory_is_told_to_be_unlimited(mac: System) -> None:
    done = mac.run("play", GAME, f"mine={BOT}", "random", "--seed", "7", "-o", "g.jsonl")
    assert done.stderr.count("warning: nothing limits the memory of mine on this system") == 1
    assert '"forfeits":[]' in (mac.folder / "g.jsonl").read_text("utf-8")
    assert (
        mac.run("play", GAME, f"mine={BOT}", "random", "--limit", "memory=0", "-o", "h.jsonl").stderr.count("\n") == 1
    )


@pytest.mark.parametrize("lacking", ["mac", "windows"])
def test_there_is_no_sandbox_but_on_linux(lacking: str, request: pytest.FixtureRequest) -> None:
    system: System = request.getfixturevalue(lacking)
    done = system.run("play", GAME, BOT, "random", "--sandbox", code=2)
    assert "Linux" in done.stderr
    assert done.stdout == ""


def test_workers_start_where_signals_cannot_be_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no resource tracker: to start it fails there."""
    monkeypatch.setattr(processes, "CAN_BLOCK", False)
    monkeypatch.setattr(processes, "resource_tracker", None)
    with local_workers(2) as workers:
        assert list(workers.map(abs, [-1, 2, -3])) == [1, 2, 3]


def test_a_link_to_another_drive_leads_out_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no path that both have in common; Python's function for that raises ValueError."""

    def on_other_drives(_paths: object) -> str:
        raise ValueError("Paths don't have the same drive")

    (tmp_path / "plan.toml").write_text("")
    monkeypatch.setattr(os.path, "commonpath", on_other_drives)
    with pytest.raises(RefusedInputError, match="leads out of the folder"):
        read_whole(Found(tmp_path / "plan.toml", tmp_path))
