"""A folder of outputs may come from a stranger, with links in it: they are refused, and what they lead to stays."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ..command import process
from ..replays.tournaments.helpers import cityleague, on_a_full_disk
from ..rows import daily
from .helpers import GAME, run

PLAYED = ("tournament", "--game", GAME, "--bots", "random,greedy", "--deals", "1", "-o", "cup")
PRECIOUS = b"1 precious\n"


class Trap:
    """A file of the user's, a folder of his, and links to them."""

    def __init__(self, folder: Path) -> None:
        self.file, self.folder = folder / "precious", folder / "house"
        self.file.write_bytes(PRECIOUS)
        self.file.chmod(0o604)
        self.folder.mkdir()

    def plant(self, link: str, to: str) -> None:
        Path(link).parent.mkdir(parents=True, exist_ok=True)
        Path(link).symlink_to({"file": self.file, "folder": self.folder}.get(to, self.folder / "none"))

    def untouched(self) -> bool:
        status = self.file.stat()
        kept = (self.file.read_bytes(), stat.S_IMODE(status.st_mode)) == (PRECIOUS, 0o604)
        return kept and not os.listdir(self.folder)


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trap:
    """In the current folder."""
    monkeypatch.chdir(tmp_path)
    return Trap(tmp_path)


def refused(trap: Trap, link: str, *command: str | Path) -> None:
    """The command ends with exit code 4 and one message that names the link, which stays."""
    done = run(*command, code=4)
    told = f"Error: {link}: cannot be written: it is a link, and only links that you name yourself are followed: "
    assert done.stderr.splitlines()[-1] == f"{told}remove it, or name another place"
    assert Path(link).is_symlink()
    assert trap.untouched()
    assert not [*Path().rglob(".cityleague-*")]


@pytest.mark.parametrize("to", ["file", "nothing"])
@pytest.mark.parametrize("name", ["games.jsonl", "tournament.toml", "deals.secret", "deals.revealed"])
def test_the_folder_of_a_tournament(name: str, to: str, trap: Trap) -> None:
    trap.plant(f"cup/{name}", to)
    refused(trap, f"cup/{name}", *PLAYED)
    assert os.listdir("cup") == [name]


@pytest.mark.parametrize("name", ["games.jsonl", "study.toml", "study.html"])
def test_the_folder_of_a_study(name: str, trap: Trap) -> None:
    trap.plant(f"study/{name}", "file")
    refused(trap, f"study/{name}", "tune", GAME, "heuristic?foresight=0..3", "-o", "study")
    assert os.listdir("study") == [name]


@pytest.mark.parametrize("name", ["games.jsonl", "tournament.toml", "deals.revealed"])
def test_the_folder_of_a_merge(name: str, trap: Trap) -> None:
    run(*PLAYED[:-1], "one")
    trap.plant(f"cup/{name}", "file")
    refused(trap, f"cup/{name}", "tournament", "--merge", "one", "-o", "cup")
    assert os.listdir("cup") == [name]


@pytest.mark.parametrize(
    ("link", "to"),
    [
        ("index.html", "file"),
        ("index.html", "nothing"),
        ("findings.html", "file"),
        ("history.json", "file"),
        ("games", "folder"),
        ("players", "folder"),
        ("players", "nothing"),
    ],
)
def test_a_site(link: str, to: str, trap: Trap, log: Path) -> None:
    """Nothing at all is written."""
    trap.plant(f"site/{link}", to)
    refused(trap, f"site/{link}", "report", log, "-o", "site")
    assert os.listdir("site") == [link]


@pytest.mark.parametrize(("folder", "jobs"), daily([("games", "2"), ("games", "1"), ("players", "1")], 2))
def test_a_page_of_a_site(folder: str, jobs: str, trap: Trap, log: Path) -> None:
    run("report", log, "-o", "site")
    page = min(os.listdir(f"site/{folder}"))
    os.unlink(f"site/{folder}/{page}")
    trap.plant(f"site/{folder}/{page}", "file")
    refused(trap, f"site/{folder}/{page}", "report", log, "-o", "site", "-j", jobs)


def test_the_history_beside_a_page(trap: Trap, log: Path) -> None:
    trap.plant("league.history.json", "nothing")
    refused(trap, "league.history.json", "report", log, "-o", "league.html")
    assert not Path("league.html").exists()


@pytest.mark.exhaustive
@pytest.mark.parametrize("jobs", daily(["2", "1"]))
def test_a_trace_of_a_tournament(jobs: str, trap: Trap) -> None:
    played = (*PLAYED, "--seed", "0", "--trace", "said", "-j", jobs)
    run(*played)
    traces = os.listdir("said")
    shutil.rmtree("cup")
    shutil.rmtree("said")
    for name in traces:
        trap.plant(f"said/{name}", "file")
    told = run(*played, code=4).stderr
    assert any(f"Error: said/{name}: cannot be written: it is a link, " in told for name in traces)
    assert trap.untouched()


def test_a_trace_of_one_game(trap: Trap) -> None:
    for command in (("play", GAME, "random", "greedy", "-o", "g.jsonl"), ("check-bot", "random", GAME)):
        run(*command, "--trace", "said")
        name = min(os.listdir("said"))
        os.unlink(f"said/{name}")
        trap.plant(f"said/{name}", "nothing")
        refused(trap, f"said/{name}", *command, "--trace", "said")
        shutil.rmtree("said")


def test_a_trace_that_is_read(trap: Trap) -> None:
    run(*PLAYED, "--seed", "0", "--trace", "said")
    link = f"said/{min(os.listdir('said'))}"
    os.unlink(link)
    trap.plant(link, "file")
    told = run("table", "cup", "--trace", "said", code=3).stderr
    assert f"{link}: cannot be read: it is a link that leads out of the folder said" in told
    assert "precious" not in told


def test_a_trace_of_a_foreign_log_stays_in_its_folder(trap: Trap, log: Path) -> None:
    """Its name is the id of the game, and that may be any text."""
    foreign = log.read_text().replace('"id":"', '"id":"../../house/', 1)
    Path("foreign.jsonl").write_text(foreign)
    asked = ("check-bot", "random", "--at", "foreign.jsonl", "--move", "4", "--trace", "a/b/said")
    assert "a/b/said/.._.._house_" in run(*asked).stdout
    assert len(os.listdir("a/b/said")) == 1
    assert (os.listdir("a"), os.listdir("a/b"), trap.untouched()) == (["b"], ["said"], True)


@pytest.mark.parametrize("name", [".index.html.unfinished", "players/.x.unfinished", ".cityleague-.part"])
def test_links_where_older_versions_wrote_are_let_alone(name: str, trap: Trap, log: Path) -> None:
    trap.plant(f"site/{name}", "file")
    run("report", log, "-o", "site")
    assert trap.untouched()
    assert Path("site/index.html").is_file()
    for part in ("tournament.toml.part", "deals.revealed.part", "games.jsonl.part"):
        trap.plant(f"cup/{part}", "file")
    run(*PLAYED)
    assert trap.untouched()
    assert Path("cup/deals.revealed").is_file()


@pytest.mark.parametrize("command", [("play", GAME, "random", "greedy"), ("show", "LOG"), ("validate", "LOG")])
def test_a_link_with_the_name_of_an_unfinished_file(command: tuple[str, ...], trap: Trap, log: Path) -> None:
    """It was made of the number of the process, which can be guessed."""
    for number in (os.getpid(), os.getpid() + 1):
        trap.plant(f"out.{number}.part", "file")
    words = [str(log) if word == "LOG" else word for word in command]
    run(*words, *(["--also", "junit=out"] if command[0] == "validate" else ["-o", "out"]))
    assert trap.untouched()
    assert Path("out").stat().st_size


def test_links_that_the_user_names_are_followed(trap: Trap, log: Path) -> None:
    for name in ("site", "cup", "said"):
        trap.plant(name, "folder")
    run("report", log, "-o", "site")
    run(*PLAYED, "--trace", "said")
    names = set(os.listdir(trap.folder))
    assert {"index.html", "games", "games.jsonl", "tournament.toml", "deals.revealed"} < names
    assert any(name.endswith(".trace") for name in names)
    Path("real.html").touch()
    os.unlink("real.html")
    Path("league.html").symlink_to("real.html")
    for _ in range(2):
        run("report", log, "-o", "league.html")
        assert Path("league.html").is_symlink()
        assert Path("real.html").read_text().startswith("<!doctype html>")
    Path("league.html").unlink()
    Path("league.html").symlink_to(trap.file)
    assert "not made by cityleague" in run("report", log, "-o", "league.html", code=2).stderr
    assert trap.file.read_bytes() == PRECIOUS


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
@pytest.mark.parametrize(
    "place", daily(["cup/games.jsonl", "site/history.json", "cup/deals.secret", "site/index.html"])
)
def test_a_pipe_below_a_folder_is_not_waited_for(place: str, trap: Trap, log: Path) -> None:
    Path(place).parent.mkdir()
    os.mkfifo(place)
    command = PLAYED if place.startswith("cup") else ("report", log, "-o", "site")
    done = process(*command)
    told = f"Error: {place}: cannot be written: it is neither file nor folder: remove it, or name another place\n"
    assert (done.returncode, done.stderr.decode()) == (4, told)
    assert trap.untouched()


# -- a disk that is full, and permissions


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processes")
@pytest.mark.parametrize(("size", "there"), daily([(40, set()), (100, {"deals.secret"}), (0, set())]))
def test_a_disk_that_is_full_at_the_start_leaves_a_folder_that_can_go_on(
    size: int, there: set[str], tmp_path: Path
) -> None:
    """The secret has 67 bytes: none of them, 40, or all are written, and never the plan."""
    done = on_a_full_disk(*PLAYED, room=size, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (4, "Error: cup: cannot be written: File too large\n")
    assert set(os.listdir(tmp_path / "cup")) == {"games.jsonl"} | there
    done = cityleague(*PLAYED, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert set(os.listdir(tmp_path / "cup")) == {"games.jsonl", "tournament.toml", "deals.revealed"}
    run("validate", tmp_path / "cup")


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processes")
@pytest.mark.parametrize("size", daily([200, 50, 2000]))
def test_a_disk_that_is_full_leaves_a_merge_that_can_be_made(size: int, trap: Trap) -> None:
    run(*PLAYED[:-1], "one")
    merge = ("tournament", "--merge", "one", "-o", "cup")
    done = on_a_full_disk(*merge, room=size, cwd=Path())
    assert (done.returncode, done.stderr) == (4, "Error: cup: cannot be written: File too large\n")
    assert os.listdir("cup") == []
    assert cityleague(*merge, cwd=Path()).returncode == 0
    assert Path("cup/games.jsonl").read_bytes() == Path("one/games.jsonl").read_bytes()


def test_a_merge_whose_last_file_cannot_be_written_can_be_made_again(
    trap: Trap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By then the secret was revealed and the plan was written."""
    run(*PLAYED[:-1], "one")
    rename = os.replace

    def full(name: str, to: str, **more: int | None) -> None:
        if to == "games.jsonl":
            raise OSError(28, "No space left on device")
        rename(name, to, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        run("tournament", "--merge", "one", "-o", "cup", code=4)
    assert os.listdir("cup") == []
    run("tournament", "--merge", "one", "-o", "cup")


def test_what_a_killed_run_left_is_gone_after_the_next_one(trap: Trap, log: Path) -> None:
    for folder in ("cup", "site", "site/games", "site/players"):
        Path(folder).mkdir()
        Path(folder, ".cityleague-0123456789abcdef.part").write_text("half of it")
    Path("cup/.cityleague-fedcba9876543210.part").symlink_to(trap.file)
    run(*PLAYED)
    run("report", log, "-o", "site")
    assert not [*Path().rglob(".cityleague-*")]
    assert trap.untouched()


def test_permissions_stay(trap: Trap, log: Path) -> None:
    """Those of pages, of a plan, of what is revealed, and of reports and logs."""
    run(*PLAYED)
    commands: list[tuple[str | Path, ...]] = [
        ("report", log, "-o", "site"),
        ("report", log, "-o", "l.html"),
        ("show", log, "-o", "s.txt"),
    ]
    commands += [("validate", log, "--also", "json=v.json"), ("play", GAME, "random", "greedy", "-o", "g.jsonl")]
    for command in commands:
        run(*command)
    names = ["cup/tournament.toml", "cup/deals.revealed", "cup/games.jsonl", "site/index.html", "site/history.json"]
    names += ["l.html", "l.history.json", "s.txt", "v.json", "g.jsonl"]
    for number, name in enumerate(names):
        Path(name).chmod(0o640 + number % 2)
    run(*PLAYED, "--deals", "2")
    other = Path("other.jsonl")
    run("play", GAME, "greedy", "greedy", "--seed", "9", "-o", other)
    for command in commands:
        run(*[other if word == log else word for word in command])
    assert {name: stat.S_IMODE(Path(name).stat().st_mode) for name in names} == {
        name: 0o640 + number % 2 for number, name in enumerate(names)
    }


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="descriptors are files on Linux alone")
def test_what_is_open_already_keeps_what_it_has(trap: Trap) -> None:
    log = Path("kept.jsonl")
    log.write_bytes(b"old\n")
    with log.open("ab") as appending:
        played = ("play", GAME, "random", "random", "--seed", "7", "-o", "/dev/stdout")
        assert process(*played, stdout=appending).returncode == 0
    assert log.read_bytes().startswith(b'old\n{"log":1,')


def test_a_folder_with_the_name_of_an_unfinished_output_stays(trap: Trap) -> None:
    Path("cup/.cityleague-0123456789abcdef.part").mkdir(parents=True)
    run(*PLAYED)
    assert Path("cup/.cityleague-0123456789abcdef.part").is_dir()


@pytest.mark.exhaustive
def test_a_log_that_is_one_endless_line_is_read_to_the_longest_line_alone(trap: Trap) -> None:
    Path("cup").mkdir()
    with open("cup/games.jsonl", "wb") as file:
        file.truncate(1 << 32)
    script = (
        "import resource, sys; from cityleague.cli import main;"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31)); sys.argv = ['cityleague', *sys.argv[1:]]; main()"
    )
    done = subprocess.run([sys.executable, "-c", script, *PLAYED], capture_output=True, text=True, check=False)
    assert (done.returncode, "longer than a game can be" in done.stderr) == (2, True), done.stderr
