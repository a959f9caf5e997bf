"""Programs in a sandbox: what they try in vain, that they play as outside, and what a sandbox is made of."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.registry import game as game_called
from cityleague.replays.players import sandbox
from cityleague.replays.players.sandbox import Confined, check_sandbox
from cityleague.replays.players.specs import PREFIX, Entrant, bot_of
from cityleague.replays.players.terms import Limits, Terms
from cityleague.replays.tournaments import Plan, Tournament, run

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...command import process
from .test_programs import EXAMPLES, PATIENT, left_of

GAME = "between_two_cities"
SPY = Path(__file__).parent / "bots" / "spying.py"
SEEKER = Path(__file__).parent / "bots" / "seeking.py"


def missing() -> str:
    """Why no sandbox can be made here; empty if one can."""
    try:
        check_sandbox()
    except ValueError as error:
        return str(error)
    return ""


sandboxed = pytest.mark.skipif(bool(missing()), reason=missing() or "there is a sandbox")


@pytest.fixture
def port() -> Iterator[int]:
    """A port of this machine at which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def copied(script: Path, folder: Path) -> Path:
    """A program in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(script, folder))


def program(*words: str | Path | int) -> str:
    return PREFIX + shlex.join([sys.executable, *map(str, words)])


def traced(folder: Path, what: str) -> list[Any]:
    """Everything of this kind that was recorded in all games."""
    lines = [json.loads(line) for path in sorted(folder.iterdir()) for line in path.read_bytes().splitlines()]
    return [line[what] for line in lines if what in line]


@sandboxed
def test_a_spy_learns_nothing_and_leaves_nothing_behind(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("API_KEY", "secret")
    (tmp_path / "private.txt").write_text("my diary")
    cup, trace, mark = tmp_path / "cup", tmp_path / "trace", f"spy-{os.getpid()}-{port}"
    script = copied(SPY, tmp_path / "stranger")
    bot = Entrant("spy", program(script, cup / "games.jsonl", port, mark), environment={"LEVEL": "3"})
    plan = Plan(game=GAME, bots=(bot, "random"), deals=1, limits=PATIENT, sandbox=True)
    list(run(Tournament(plan), cup, trace=str(trace)))
    assert left_of(mark) == []
    first, second = [json.loads(said) for said in traced(trace, "stderr")]
    for seen in (first, second):
        assert seen["own"]
        assert not [what for what in ("log", "home", "shadow", "reached") if seen[what]]
        assert seen["noted"] == []
        assert {"~/note", "/tmp/note", "/dev/shm/note"} <= set(seen["taken"])
        assert not {"/var/tmp/note", "/note", "/usr/note", "/etc/note"} & set(seen["taken"])
        assert seen["processes"] <= 3
        assert set(seen["environment"]) <= {"HOME", "LANG", "LC_CTYPE", "LEVEL", "PATH", "PWD", "TMPDIR"}
    assert b"forfeit" not in (cup / "games.jsonl").read_bytes().replace(b'"forfeits":[]', b"")


@pytest.mark.exhaustive
@sandboxed
def test_a_log_that_lies_in_the_folder_of_the_bot_is_hidden_from_it(tmp_path: Path, port: int) -> None:
    script, cup, trace = copied(SPY, tmp_path), tmp_path / "cup", tmp_path / "trace"
    plan = Plan(game=GAME, bots=(f"spy={program(script, cup / 'games.jsonl', port, 'x')}", "random"), deals=1)
    plan = Plan(**{name: getattr(plan, name) for name in plan.__struct_fields__} | {"sandbox": True, "limits": PATIENT})
    list(run(Tournament(plan), cup, trace=str(trace)))
    assert [json.loads(said)["log"] for said in traced(trace, "stderr")] == [False, False]
    inside = Tournament(Plan(game=GAME, bots=(f"spy={program(script, 'x', port, 'x')}", "random"), sandbox=True))
    with pytest.raises(ValueError, match="where the games are written"):
        list(run(inside, tmp_path))


def sought(tmp_path: Path, *, confined: bool, roots: tuple[str, ...]) -> list[set[str]]:
    """What a bot finds that looks for the secret, the games and the traces, all of which are in its own folder.

    It looks twice in each game. Another shard lies there when the run begins, one more is added before the last game.
    """
    script, trace = copied(SEEKER, tmp_path), tmp_path / "trace"
    bot = Entrant("seeker", program(script, *roots))
    plan = Plan(game=GAME, bots=(bot, "random"), deals=1, limits=PATIENT, sandbox=confined)
    for shard in ("two", "deep/er/three"):
        (tmp_path / shard).mkdir(parents=True)
    (tmp_path / "two" / "deals.secret").write_text(f"1 {'0' * 64}\n")
    (tmp_path / "two" / "games.jsonl").write_text("{}\n")
    playing = run(Tournament(plan), tmp_path / "cup", trace=str(trace))
    next(playing)
    next(playing)
    (tmp_path / "deep/er/three" / "deals.secret").write_bytes((tmp_path / "cup" / "deals.secret").read_bytes())
    list(playing)
    lines = [line for said in traced(trace, "stderr") for line in said.splitlines()]
    assert len(lines) == 4
    return [{os.path.relpath(path, tmp_path) for path in json.loads(line)} for line in lines]


@pytest.mark.exhaustive
@sandboxed
def test_no_bot_finds_the_secret_or_the_games_of_others(tmp_path: Path) -> None:
    skipped = [f"-{name}" for name in ("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "proc", "sys")]
    roots = ("/", "/proc/1/root/", "/proc/1/cwd/", "/proc/1/fd/", "/proc/self/fd/")
    assert sought(tmp_path, confined=True, roots=(*skipped, *roots)) == [set()] * 4


@sandboxed
@pytest.mark.exhaustive
def test_no_bot_finds_secrets_or_games_among_the_files_of_the_system(tmp_path: Path) -> None:
    assert sought(tmp_path, confined=True, roots=("/usr",)) == [set()] * 4


def test_without_a_sandbox_a_bot_finds_all_secrets_and_games(tmp_path: Path) -> None:
    *_, last = sought(tmp_path, confined=False, roots=(str(tmp_path),))
    assert last >= {"cup/deals.secret", "cup/games.jsonl", "two/deals.secret", "deep/er/three/deals.secret"}
    assert any(path.endswith(".trace") for path in last)


@sandboxed
def test_the_bytes_are_the_same_inside_and_outside(tmp_path: Path) -> None:
    call = ("play", GAME, f"chance={program(copied(EXAMPLES / 'random_bot.py', tmp_path / 'bot'))}", "random")
    assert command(*call, "--sandbox").stdout == command(*call).stdout


MANY = """
import os, sys, time
for line in sys.stdin:
    for _ in range({count}):
        if os.fork() == 0:
            hoard = bytearray(os.urandom(1 << 20) * {megabytes})
            time.sleep(3600)
    time.sleep(3600)
"""


@sandboxed
@pytest.mark.parametrize(
    ("count", "megabytes", "said"), [(4, 40, "more than 100 MiB of memory"), (30, 0, "more than 20 processes")]
)
def test_memory_and_processes_are_limited_for_all_together(
    count: int, megabytes: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "_PROCESSES", 20)
    script = tmp_path / "bot" / "many.py"
    script.parent.mkdir()
    script.write_text(MANY.format(count=count, megabytes=megabytes))
    limits = ("--limit", "memory=100" if megabytes else "memory=0", "--limit", "decision=60")
    log = tmp_path / "g.jsonl"
    command("play", GAME, f"many={program(script)}", "random", "--sandbox", *limits, "-o", log)
    assert said in json.loads(log.read_bytes().splitlines()[-1])["result"]["forfeits"][0]["reason"]


# -- without bubblewrap


def test_a_sandbox_that_cannot_be_made_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = copied(EXAMPLES / "random_bot.py", tmp_path / "bot")
    call = ("play", GAME, f"bot={program(script)}", "random", "--sandbox")
    tools = tmp_path / "tools"
    tools.mkdir()
    for content, said in (
        (None, "install it (the package bubblewrap, the program bwrap)"),
        ("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n", "No permissions to create"),
        ("#!/bin/sh\necho 'bwrap: Unknown option --size' >&2\nexit 1\n", "it needs version 0.8 or later"),
        ("#!/no/such/interpreter\n", "bubblewrap cannot be run"),
    ):
        if content:
            (tools / "bwrap").write_text(content)
            (tools / "bwrap").chmod(0o755)
        with monkeypatch.context() as patch:
            patch.setenv("PATH", str(tools))
            patch.setattr(sandbox, "check_sandbox", check_sandbox.__wrapped__)
            patch.setattr("cityleague.replays.players.sandbox.check_sandbox", check_sandbox.__wrapped__)
            assert said in usage(*call)


def test_bots_of_ours_need_no_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (
        command("play", GAME, "random", "greedy", "--sandbox").stdout
        == command("play", GAME, "random", "greedy").stdout
    )


def confined(*words: str, folder: Path | None = None, hidden: tuple[str, ...] = ()) -> Confined:
    return Confined.to(words, str(folder) if folder else None, hidden, 1024)


def test_a_program_is_shown_its_folder_and_its_interpreter_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine/bot.py", "mine/book.bin", "venv/bin/python", "venv/lib/site.py", "tools/play"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("#!/bin/sh\n")
        Path(name).chmod(0o755)
    at = str(tmp_path)
    assert confined("python3-of-nobody", "mine/bot.py").shown == (f"{at}/mine",)
    assert confined("sh", "mine/bot.py", "mine/book.bin", "tools/play").shown == (f"{at}/mine",)
    assert confined("venv/bin/python", "mine/bot.py").shown == (f"{at}/venv", f"{at}/mine")
    assert confined("tools/play", "--level", "3").shown == (f"{at}/tools",)
    assert confined("./bot.py", folder=tmp_path / "mine").shown == (f"{at}/mine",)
    assert confined("sh", "-c", "true").shown == ()


@pytest.mark.parametrize("folder", ["/", "/usr", "/tmp", "~"])
def test_no_program_is_shown_a_whole_machine_or_home(folder: str) -> None:
    path = Path(folder).expanduser()
    with pytest.raises(ValueError, match="give it a folder of its own"):
        confined("sh", folder=path)


def test_no_program_runs_where_a_secret_is(tmp_path: Path) -> None:
    (tmp_path / "deals.secret").touch()
    with pytest.raises(ValueError, match="where the games are written"):
        confined("sh", folder=tmp_path)


@pytest.mark.parametrize("deep", ["", "node_modules/deep"])
def test_no_program_runs_where_its_seats_could_meet(deep: str, tmp_path: Path) -> None:
    """A pipe in a folder carries what one program says to another, though neither can write to a file there."""
    (tmp_path / deep).mkdir(parents=True, exist_ok=True)
    os.mkfifo(tmp_path / deep / "post")
    with pytest.raises(ValueError, match=f"talk to other seats by {tmp_path / deep / 'post'}"):
        confined("sh", folder=tmp_path)


def test_no_program_runs_where_a_socket_is(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "post"))
        with pytest.raises(ValueError, match="talk to other seats"):
            confined("sh", folder=tmp_path)


def entered(tmp_path: Path, **scripts: str) -> Plan:
    """A plan in which these scripts play in sandboxes."""
    specs = [f"{name}={program(copied(EXAMPLES / 'random_bot.py', tmp_path / at))}" for name, at in scripts.items()]
    return Plan(game=GAME, bots=(*specs, "random"), seats=2, sandbox=True)


@pytest.mark.exhaustive
@sandboxed
def test_programs_that_see_each_others_files_are_warned_of(tmp_path: Path) -> None:
    for scripts, names, shared in (
        ({"one": "bots", "two": "bots"}, "one and two", "bots"),
        ({"one": "bots", "two": "bots/two", "three": "else"}, "one and two", "bots"),
        ({"one": "a/1", "two": "a", "three": "a/3"}, "one, two and three", "a"),
    ):
        plan = entered(tmp_path, **scripts)
        specs = [f"{spec} --like {number}" for number, spec in enumerate(plan.bots[:-1])]
        with pytest.warns(UserWarning, match="have their files in") as told:
            Tournament(Plan(game=GAME, bots=(*specs, "random"), seats=2, sandbox=True))
        (said,) = [str(warning.message) for warning in told]
        assert said.startswith(f"{names} have their files in {tmp_path / shared}, where one can read the other's")
        Tournament(Plan(game=GAME, bots=(*specs, "random"), seats=2))


@sandboxed
def test_a_program_may_have_several_seats_and_share_its_interpreter(tmp_path: Path) -> None:
    Tournament(entered(tmp_path, one="one", two="two"))
    Tournament(entered(tmp_path, again="same", same="same"))


@pytest.mark.exhaustive
@sandboxed
def test_the_command_warns_in_a_line(tmp_path: Path) -> None:
    first, two = (copied(EXAMPLES / name, tmp_path) for name in ("random_bot.py", "first.sh"))
    call = ("play", GAME, f"one={program(first)}", f"two=exec:sh {two}", "--sandbox", "-o", str(tmp_path / "g.jsonl"))
    done = process(*call)
    assert done.returncode == 0
    assert done.stderr.decode().startswith(f"warning: one and two have their files in {tmp_path}, where one can ")


def test_folders_are_hidden_in_the_system_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "usr" / "cup").mkdir(parents=True)
    (tmp_path / "lib").symlink_to("usr")
    monkeypatch.setattr(sandbox, "_SYSTEM", (f"{tmp_path}/usr", f"{tmp_path}/lib"))
    words = " ".join(confined("program-of-nobody", hidden=(f"{tmp_path}/usr/cup",)).prefix(9))
    for name in ("usr", "lib"):
        assert f" --tmpfs {tmp_path}/{name}/cup --remount-ro {tmp_path}/{name}/cup" in words


@sandboxed
def test_a_folder_of_traces_is_made_before_a_program_starts_and_hidden_from_it(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    shutil.copy(shutil.which("true") or "true", tmp_path / "mine" / "bot")
    terms = Terms(sandbox=True, trace=str(tmp_path / "mine" / "trace"))
    bot: Any = bot_of(f"exec:{tmp_path}/mine/bot", game_called(GAME), terms)
    assert f" --tmpfs {tmp_path}/mine/trace " in " ".join(bot.factory.keywords["launch"].confined.prefix(9))


def test_the_command_line_of_a_sandbox_shares_nothing_that_is_not_needed(tmp_path: Path) -> None:
    (tmp_path / "cup").mkdir()
    words = " ".join(confined("sh", folder=tmp_path, hidden=(f"{tmp_path}/cup", f"{tmp_path}/later", "/srv")).prefix(9))
    assert words.startswith("bwrap --unshare-all --unshare-user --disable-userns --cap-drop ALL ")
    assert " --die-with-parent --new-session " in words
    assert " --remount-ro /proc " in words
    assert " --seccomp 9 " in words
    assert f"--ro-bind {tmp_path} {tmp_path} --tmpfs {tmp_path}/cup --remount-ro {tmp_path}/cup" in words
    assert f"--size {256 << 20} --tmpfs /tmp" in words
    assert words.endswith(f"--chdir {tmp_path} --remount-ro / --")
    assert f"{tmp_path}/later" not in words
    assert "share-net" not in words
    assert " --bind " not in words
    assert Limits().memory == 1024
