"""The commands of README's three doors, run one after another as a reader would, in a folder of their own."""

from __future__ import annotations

import re
import shlex
import shutil
import signal
from pathlib import Path

import pytest

from cityleague.engine.registry import GAMES

from .cli.helpers import process
from .replays.serving.test_connections import started

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BEGIN = (ROOT / "cli" / "BEGIN.md").read_text("utf-8")
DOORS = {"Look at an evening": 6, "Play a bot": 5, "Check logs in CI": 4}
"""How many commands each has."""
SHORTER = {
    "--deals 20": "--deals 1",
    "analyse ": "analyse --level quick --playouts 24 ",
    "check-bot ": "check-bot --games 1 ",
    "tune ": "tune --deals 8 --most 20 ",
}
"""What commands get in place of what would take long."""
TYPED_IN = ROOT / "examples" / "evenings" / "2026-03-13-between-two-cities.jsonl"


def commands(door: str) -> list[str]:
    """The commands below a door."""
    part = README[README.index(f"**{door}**") :]
    block = part[part.index("\n\n") :].lstrip("\n").partition("\n\n")[0]
    return re.findall(r"^    cityleague (.*)$", block, re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a reader of README stands, with a bot and some logs."""
    here = tmp_path_factory.mktemp("reader")
    evenings = here / "examples" / "evenings"
    evenings.mkdir(parents=True)
    for game in GAMES:  # one of each takes far less time than all
        logs = sorted((ROOT / "examples" / "evenings").glob(f"*-{game.replace('_', '-')}.jsonl"))
        for log in logs[:1]:
            shutil.copy(log, evenings)
    (here / "logs").mkdir()
    shutil.copy(TYPED_IN, here / "logs")
    shutil.copy(ROOT / "examples" / "bots" / "random_bot.py", here / "mybot")
    (here / "mybot").chmod(0o755)
    return here


def test_every_command_of_the_doors_does_what_it_says(folder: Path) -> None:
    """Whoever is asked for a move leaves at once; later commands take what the ones before have written."""
    for door, count in DOORS.items():
        lines = commands(door)
        assert len(lines) == count
        for line in lines:
            follow(line, folder)
            if line.startswith("record"):  # as if the game had been typed in to its end
                shutil.copy(TYPED_IN, folder / "friday.jsonl")


def test_the_first_game_is_played_as_the_page_says(tmp_path: Path) -> None:
    section = BEGIN.partition("## A first game")[2].partition("\n## ")[0]
    lines = re.findall(r"^    cityleague (.*)$", section, re.MULTILINE)
    assert [line.split()[0] for line in lines].count("show") == 3
    for line in lines:
        if not line.startswith("serve"):
            follow(line, tmp_path)
    assert "<html" in (tmp_path / "g.html").read_text("utf-8")


def follow(line: str, folder: Path) -> None:
    """Run a command, with less to compute; what it names with -o, or behind `>`, is there afterwards."""
    if line.startswith("serve"):
        with started(folder / shlex.split(line, comments=True)[1]) as there:
            assert "Ada" in there.visitor().get("/").text
            assert there.ended(signal.SIGINT)[0] == 0
        return
    for long, short in SHORTER.items():
        line = line.replace(long, short)
    words = shlex.split(line, comments=True)
    words, into = (words[:-2], words[-1]) if ">" in words else (words, "")
    done = process(*words, cwd=folder, stdin=b"quit\n")
    assert done.returncode == 0, (line, done.stderr.decode())
    if into:
        (folder / into).write_bytes(done.stdout)
    named = [into] * bool(into) + [words[i + 1] for i, word in enumerate(words) if word == "-o"]
    assert all((folder / name).exists() for name in named), line
    assert named or done.stdout or done.stderr, line
