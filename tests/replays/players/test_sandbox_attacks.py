"""A sandbox under attack, as root and as a plain user; that programs play on in it; and that it proves itself."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cityleague.replays.players.sandbox import check_sandbox

from ...cli.helpers import run as command
from ...cli.helpers import usage
from .test_programs import EXAMPLES
from .test_sandbox import GAME, copied, program, sandboxed, traced

ATTACKER = Path(__file__).parent / "bots" / "attacking.py"
NOBODY = 65534
NOT_THERE, UNSUPPORTED, WRONG = "Function not implemented", "Operation not supported", "Invalid argument"
NO_SUCH = "Inappropriate ioctl for device"


class User(NamedTuple):
    """Somebody who runs cityleague in a process of its own, in a folder of his."""

    python: str
    folder: Path
    uid: int | None
    """None: whoever runs the tests."""

    def run(self, *words: str | Path, code: int = 0, before: tuple[str, ...] = ()) -> str:
        """Run the command in the folder; return what it wrote to standard error."""
        done = subprocess.run(
            [*before, self.python, "-P", "-m", "cityleague.cli", *map(str, words)],
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(self.folder)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            **self._identity(),
        )
        assert done.returncode == code, done.stderr
        return str(done.stderr)

    def _identity(self) -> Any:
        return {} if self.uid is None else {"user": self.uid, "group": self.uid, "extra_groups": ()}


@cache
def python_for_all() -> str:
    """A Python like this one that nobody in particular may run, with our package; empty if there is none."""
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            subprocess.run(
                [python, "-P", "-c", "import cityleague.cli, cityleague.replays.players"],
                cwd="/",
                env={"PYTHONPATH": os.pathsep.join(sys.path)},
                capture_output=True,
                check=True,
                user=NOBODY,
                group=NOBODY,
                extra_groups=(),
            )
            return python
    return ""


@pytest.fixture(params=["root", "a plain user"])
def user(request: pytest.FixtureRequest) -> Iterator[User]:
    """Root, where the tests run as root, and a plain user, who is whoever runs them otherwise."""
    as_root, is_root = request.param == "root", os.getuid() == 0
    if as_root and not is_root:
        pytest.skip("the tests do not run as root")
    dropped = is_root and not as_root
    if dropped and not python_for_all():
        pytest.skip("there is no Python here that a plain user may run")
    with tempfile.TemporaryDirectory() as folder:
        if dropped:
            os.chown(folder, NOBODY, NOBODY)
        yield User(python_for_all() if dropped else sys.executable, Path(folder), NOBODY if dropped else None)


@sandboxed
def test_all_attacks_fail(user: User) -> None:
    """Whatever the bot tries, it learns nothing, reaches nothing, and finds no note in its second game."""
    cup = user.folder / "bot" / "cup"
    script = copied(ATTACKER, user.folder / "bot")
    book = script.with_name("book.bin")
    book.write_bytes(bytes(1 << 16))
    bot = "exec:" + shlex.join([user.python, str(script), str(cup)])
    if user.uid is not None:
        for path in (script.parent, script, book):
            os.chown(path, user.uid, user.uid)
    with book.open("r+b") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        fcntl.lockf(locked, fcntl.LOCK_EX)
        user.run(
            *("tournament", "--game", GAME, "--bot", f"spy={bot}", "--bot", "random", "--deals", "1", "--sandbox"),
            *("--limit", "decision=60", "--limit", "game=600", "--trace", "said", "-o", cup),
        )
    games = [json.loads(line) for line in (cup / "games.jsonl").read_bytes().splitlines()]
    assert [game["result"]["forfeits"] for game in games if "result" in game] == [[], []]
    first, second = [json.loads(said) for said in traced(user.folder / "said", "stderr")]
    for seen in (first, second):
        assert seen["status"] == {"CapEff": "0" * 16, "CapPrm": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2"}
        assert set(seen["remount"].values()) == set(seen["unmount"].values()) == {NOT_THERE}
        for what in ("cup", "namespaces", "writable", "usr", "told"):
            assert seen[what] == [], what
        assert not seen["secret"]
        assert seen["files"]
        assert set(seen["calls"].values()) == {NOT_THERE}
        assert seen["x32"] == NOT_THERE
        assert seen["32 bits"] == "SIGSYS"
        assert seen["machines beside"] == "Address family not supported by protocol"
        assert seen["locks"] == {"flock": "done", "fcntl": "done", "of the open file": "done"}
        marks = dict.fromkeys(("found", "left", "lease", "notice"), WRONG)
        assert seen["marks"] == marks | {"name": NOT_THERE, "extents": NO_SUCH, "flags": NO_SUCH}
        assert seen["cache"] == {
            "mincore": NOT_THERE, "read without waiting": UNSUPPORTED, "cold": WRONG, "out": WRONG, "advice": "done"
        }  # fmt: skip


@sandboxed
def test_strangers_without_user_namespaces_are_refused(user: User) -> None:
    script = copied(EXAMPLES / "random_bot.py", user.folder / "bot")
    forbidden = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    said = user.run(
        *("play", GAME, "exec:" + shlex.join([user.python, str(script)]), "random", "--sandbox"),
        code=2,
        before=("unshare", "--user", "--map-root-user", "sh", "-c", forbidden, "sh"),
    )
    assert "bubblewrap cannot make a sandbox here (" in said
    assert "user namespaces" in said
    assert said.strip().endswith("SANDBOX.md tells how to allow them")


# -- a sandbox that does not hold


WRAPPER = """#!{python}
import os, sys
words = sys.argv[1:]
{change}
os.execv({bwrap!r}, ["bwrap", *words])
"""
LEAVE = "del words[(at := words.index({0!r})) : at + {1}]"
CAPABLE = 'words[words.index("--cap-drop")] = "--cap-add"'
UNFILTERED = LEAVE.format("--seccomp", 2)
NESTED = LEAVE.format("--disable-userns", 1)
SAME_USER = (LEAVE.format("--unshare-user", 1), LEAVE.format("--uid", 2), LEAVE.format("--gid", 2))
WRITABLE = LEAVE.format("--remount-ro", 2)


@sandboxed
@pytest.mark.parametrize(
    ("changes", "holes"),
    [
        ((), ()),
        ((UNFILTERED,), ("Seccomp is 0, not 2",)),
        ((CAPABLE,), ("CapEff is ",)),
        ((UNFILTERED, NESTED), ("a further namespace can be made",)),
        (('words[words.index("/usr") - 1] = "--bind"',), ("/usr can be written to",)),
    ],
)
def test_a_sandbox_that_does_not_hold_is_refused(
    changes: tuple[str, ...], holes: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bubblewrap that leaves out what it is told is found out, by each of the things that it leaves out."""
    wrapped(changes, tmp_path, monkeypatch)
    call = ("play", GAME, f"bot={program(copied(EXAMPLES / 'random_bot.py', tmp_path / 'bot'))}", "random", "--sandbox")
    if not changes:
        command(*call)
        return
    said = usage(*call)
    assert "the sandbox does not hold here: " in said
    assert [hole for hole in holes if hole not in said] == [], said


@sandboxed
@pytest.mark.skipif(os.getuid() != 0, reason="for everybody else the kernel refuses it")
@pytest.mark.parametrize(
    ("changes", "holes"),
    [
        ((WRITABLE,), ("/proc/sys/kernel/core_pattern can be written to",)),
        (
            (UNFILTERED, NESTED, CAPABLE, *SAME_USER),
            ("/usr can be mounted anew for writing", "what covers a folder can be taken away"),
        ),
    ],
)
def test_what_root_alone_could_do_is_found(
    changes: tuple[str, ...], holes: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapped(changes, tmp_path, monkeypatch)
    script = copied(EXAMPLES / "random_bot.py", tmp_path / "bot")
    said = usage("play", GAME, f"bot={program(script)}", "random", "--sandbox")
    assert [hole for hole in holes if hole not in said] == [], said


def wrapped(changes: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put another bwrap before the real one, which changes the words of the command line."""
    text = WRAPPER.format(python=sys.executable, change="\n".join(changes), bwrap=shutil.which("bwrap"))
    tool = folder / "tools" / "bwrap"
    tool.parent.mkdir()
    tool.write_text(text)
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}{os.pathsep}{os.environ['PATH']}")
    checked_anew(monkeypatch)


def checked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next sandbox prove itself again, though this process has had one."""
    monkeypatch.setattr("cityleague.replays.players.sandbox.check_sandbox", check_sandbox.__wrapped__)


def test_there_is_no_sandbox_on_other_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked_anew(monkeypatch)
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    monkeypatch.setattr(sys, "platform", "linux")
    script = copied(EXAMPLES / "random_bot.py", tmp_path / "bot")
    said = usage("play", GAME, f"bot={program(script)}", "random", "--sandbox")
    assert "there is none for riscv64" in said
    assert "x86_64 or aarch64" in said
