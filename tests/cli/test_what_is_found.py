"""What strangers plant in a folder: only its own files are read, whatever else is there is told, and nothing waits."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from cityleague.cli import cli
from cityleague.replays.log.compression import pack
from cityleague.replays.log.opening import MAX_WHOLE

from ..command import process
from ..rows import daily
from .helpers import GAME, run, usage

FOREIGN = "foreignword"
"""The first word of a file that is nobody's business."""


@pytest.fixture(autouse=True)
def _nothing_waits() -> Iterator[None]:
    def late(_number: int, _frame: object) -> None:
        raise AssertionError("it waits for ever")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def logs(log: Path, tmp_path: Path) -> Path:
    """A folder with a good log, beside a foreign file."""
    folder = tmp_path / "logs"
    (folder / "sub").mkdir(parents=True)
    shutil.copy(log, folder / "z.jsonl")
    (tmp_path / "foreign.txt").write_text(f"{FOREIGN} and more\n")
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(tmp_path / "foreign.txt", tmp_path / "elsewhere" / "foreign.jsonl")
    return folder


def _socket(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)  # a socket's path is short
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(before)


def _device(path: Path) -> None:
    try:
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))
        path.open("rb").close()
    except PermissionError:
        pytest.skip("only root makes devices, and not everywhere")


def _through_a_folder(path: Path) -> None:
    (path.parent / "elsewhere").symlink_to("../../elsewhere")
    path.symlink_to("elsewhere/foreign.jsonl")


def _linked_pipe(path: Path) -> None:
    os.mkfifo(path.parent / "p")
    path.symlink_to("p")


PLANTED: dict[str, tuple[Callable[[Path], object], str]] = {
    "endless": (lambda path: path.symlink_to("/dev/zero"), "a link that leads out of"),
    "foreign": (lambda path: path.symlink_to("../../foreign.txt"), "a link that leads out of"),
    "through a folder": (_through_a_folder, "a link that leads out of"),
    "dangling": (lambda path: path.symlink_to("nowhere"), "No such file"),
    "circle": (lambda path: path.symlink_to(path.name), "in a circle"),
    "pipe": (os.mkfifo, "is a pipe"),
    "a link to a pipe": (_linked_pipe, "is a pipe"),
    "socket": (_socket, "is a socket"),
    "device": (_device, "is a device"),
    "folder": (lambda path: path.symlink_to("."), "is a folder"),
}


@pytest.mark.parametrize("what", PLANTED)
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "games.jsonl"])
def test_what_is_no_file_of_the_folder_is_told_once_and_all_else_is_read(logs: Path, what: str, name: str) -> None:
    plant, why = PLANTED[what]
    plant(logs / "sub" / name)
    said = run("validate", logs, code=3)
    assert said.stdout.count("error ") == said.stdout.count("error IO-UNREADABLE: cannot be read: ") == 1
    assert why in said.stdout
    assert FOREIGN not in said.output
    assert said.stderr.startswith("2 files, 1 game,")


@pytest.mark.parametrize("what", daily(["endless", "foreign", "circle", "pipe"], 2))
@pytest.mark.parametrize(
    "command", [("score",), ("table",), ("table", "--validate"), ("show", "--id", "none"), ("validate", "-j", "2")]
)
def test_so_it_is_with_every_command(logs: Path, what: str, command: tuple[str, ...]) -> None:
    PLANTED[what][0](logs / "sub" / "a.jsonl")
    said = run(*command, logs, code=3)
    assert said.output.count("error IO-UNREADABLE") == 1
    assert FOREIGN not in said.output


def test_pages_are_made_of_the_rest(logs: Path, tmp_path: Path) -> None:
    for number, what in enumerate(("endless", "foreign", "circle", "pipe")):
        PLANTED[what][0](logs / "sub" / f"{number}.jsonl")
    said = run("report", logs, "-o", tmp_path / "site", code=3)
    assert "1 game, proven, 4 findings" in said.stderr
    assert FOREIGN not in (tmp_path / "site" / "findings.html").read_text()


def test_a_link_within_the_folder_is_followed(logs: Path) -> None:
    (logs / "sub" / "real.txt").write_bytes((logs / "z.jsonl").read_bytes().replace(b'"id":"', b'"id":"other-', 1))
    (logs / "a.jsonl").symlink_to("sub/real.txt")
    (logs / "b.jsonl.gz").symlink_to(logs / "c.jsonl.gz")
    (logs / "c.jsonl.gz").write_bytes(pack("x.gz", (logs / "a.jsonl").read_bytes().replace(b"other-", b"third-")))
    assert run("validate", logs, code=1).stderr.startswith("4 files, 4 games"), "b and c are the same"


def test_what_is_named_is_read_wherever_it_leads(logs: Path, log: Path, tmp_path: Path) -> None:
    link = logs / "a.jsonl"
    (tmp_path / "other.jsonl").write_bytes(log.read_bytes().replace(b'"id":"', b'"id":"other-', 1))
    link.symlink_to("../other.jsonl")
    assert run("validate", link).stderr.startswith("1 file, 1 game, ")
    assert run("validate", logs, link).stderr.startswith("2 files, 2 games, ")
    (tmp_path / "named").symlink_to(logs)
    link.unlink()
    assert run("validate", tmp_path / "named").stderr.startswith("1 file, 1 game, ")
    assert process("validate", "/dev/stdin", stdin=log.read_bytes()).returncode == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["validate", "report"])
def test_a_pipe_that_is_named_is_read_to_its_end(log: Path, tmp_path: Path, jobs: str, command: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    games = b"".join(log.read_bytes().replace(b'"id":"', b'"id":"%d-' % number, 1) for number in range(3))
    writer = threading.Thread(target=pipe.write_bytes, args=(games,), daemon=True)
    writer.start()
    output = ["-o", str(tmp_path / "site")] if command == "report" else []
    assert "3 games" in run(command, "-j", jobs, pipe, *output).stderr
    writer.join(5)


@pytest.mark.parametrize("name", ["deals.secret", "deals.revealed"])
@pytest.mark.parametrize("what", ["endless", "foreign", "circle", "pipe", "socket", "large"])
def test_a_secret_is_a_small_file_of_its_folder(cup: Path, tmp_path: Path, name: str, what: str) -> None:
    folder = tmp_path / "outer" / "cup"
    shutil.copytree(cup, folder)
    (tmp_path / "foreign.txt").write_text(FOREIGN)
    if what == "large":
        (folder / name).write_bytes(b"0" * (MAX_WHOLE + 1))
    else:
        PLANTED[what][0](folder / name)
    for log in (folder, folder / "games.jsonl"):
        said = run("validate", log, code=3)
        assert (
            said.stdout.count("error IO-UNREADABLE")
            == said.stdout.count(f"{name}, beside it, cannot be read: it ")
            == 1
        )
        assert FOREIGN not in said.output
    (folder / "tournament.toml").write_text((folder / "tournament.toml").read_text().replace('seed = "0"\n', ""))
    with pytest.raises(click.ClickException) as refused:
        cli.main(["tournament", str(folder)], standalone_mode=False)
    assert refused.value.exit_code > 2, "neither clean, nor findings, nor wrong usage"
    assert name in refused.value.message
    assert FOREIGN not in refused.value.message


def test_an_endless_secret_takes_no_memory(cup: Path, tmp_path: Path) -> None:
    """As a process of its own, which would not get the memory."""
    shutil.copytree(cup, tmp_path / "cup")
    (tmp_path / "cup" / "deals.revealed").symlink_to("/dev/zero")
    limit = (1 << 30, 1 << 30)
    done = process("validate", tmp_path / "cup", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit))
    assert done.returncode == 3


@pytest.mark.parametrize("what", ["foreign", "pipe", "large"])
def test_a_plan_is_a_small_file_of_its_folder(cup: Path, tmp_path: Path, what: str) -> None:
    folder = tmp_path / "outer" / "cup"
    shutil.copytree(cup, folder)
    (folder / "tournament.toml").unlink()
    (tmp_path / "foreign.txt").write_text(FOREIGN)
    if what == "large":
        (folder / "tournament.toml").write_bytes(b"#" * (MAX_WHOLE + 1))
    else:
        PLANTED[what][0](folder / "tournament.toml")
    said = run("tournament", folder, code=2 if what == "pipe" else 3)  # a pipe is no plan to go on from
    assert said.stderr.count("Error: ") == 1
    assert FOREIGN not in said.output
    again = ["--game", GAME, "--bots", "random,greedy", "--deals", "2", "--seed", "0", "-o", str(folder)]
    with pytest.raises(click.ClickException, match=r"tournament\.toml: .* it ") as refused:
        cli.main(["tournament", *again], standalone_mode=False)
    assert refused.value.exit_code > 2


def test_a_plan_names_no_pipe_as_its_components(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tiles.json")
    plan = tmp_path / "plan.toml"
    plan.write_text(f'game = "{GAME}"\nbots = ["random", "greedy"]\ncomponents = "tiles.json"\n')
    assert "tiles.json': it is a pipe" in usage("tournament", plan, "--dry-run")


def test_a_component_file_that_is_named_may_be_a_pipe_but_not_endless(tmp_path: Path, log: Path) -> None:
    tiles = run("components", GAME).stdout
    pipe = tmp_path / "tiles.json"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(tiles,), daemon=True)
    writer.start()
    run("validate", log, "--components", pipe)
    writer.join(5)
    large = tmp_path / "large.json"
    large.write_text(tiles + " " * MAX_WHOLE)
    for command in (["validate", log, "--components"], ["play", GAME, "random", "random", "--components"]):
        assert "large.json': it has more than 1 MiB" in usage(*command, large)
    assert "large.json': it has more than 1 MiB" in usage("components", GAME, "--check", large)


def test_shards_are_joined_from_files_alone(tmp_path: Path) -> None:
    for number in (1, 2):
        described = ["--game", GAME, "--bots", "random,greedy", "--deals", "2", "--seed", "0"]
        run("tournament", *described, "--shard", f"{number}/2", "-o", tmp_path / str(number))
    games = tmp_path / "2" / "games.jsonl"
    games.rename(tmp_path / "moved.jsonl")
    plants: list[Callable[[], None]] = [
        lambda: games.symlink_to("../moved.jsonl"),
        lambda: games.symlink_to(games.name),
        lambda: os.mkfifo(games),
    ]
    for plant in plants:
        plant()
        said = run("tournament", "--merge", tmp_path / "1", tmp_path / "2", "-o", tmp_path / "all", code=3)
        assert "games.jsonl: cannot be read: it is " in said.stderr
        games.unlink()
