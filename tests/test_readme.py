"""The commands of README's three doors, run one after another as a reader would, in a folder of their own."""

from __future__ import annotations

import re
import shlex
import signal
import time
from pathlib import Path

import pytest

from .command import process
from .replays.serving.test_connections import started

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BEGIN = (ROOT / "cli" / "BEGIN.md").read_text("utf-8")
DOORS = {"Look at an evening": 7, "Play a bot": 5, "Check logs in CI": 4}
"""How many commands each has."""
SHORTER = {
    "--deals 20": "--deals 1",
    "--deals 40 --most 100": "--deals 8 --most 20",
    "check-bot ": "check-bot --games 1 ",
}
"""What commands get in the daily run in place of what takes longer."""
_MOST = 60
"""Seconds that a command may take."""


def commands(door: str) -> list[str]:
    """The commands below a door."""
    part = README[README.index(f"**{door}**") :]
    block = part[part.index("\n\n") :].lstrip("\n").partition("\n\n")[0]
    return re.findall(r"^    cityleague (.*)$", block, re.MULTILINE)


@pytest.mark.parametrize(
    "shorter", [SHORTER, pytest.param({}, marks=pytest.mark.exhaustive)], ids=["short", "as printed"]
)
def test_every_line_of_the_doors_works_in_an_empty_folder(tmp_path: Path, shorter: dict[str, str]) -> None:
    """Whoever is asked for a move leaves at once; later commands take what the ones before have written."""
    for door, count in DOORS.items():
        lines = commands(door)
        assert len(lines) == count
        for line in lines:
            for long, short in shorter.items():
                line = line.replace(long, short)  # noqa: PLW2901
            begun = time.monotonic()
            follow(line, tmp_path)
            assert time.monotonic() - begun < _MOST, line


def test_the_first_game_is_played_as_the_page_says(tmp_path: Path) -> None:
    section = BEGIN.partition("## A first game")[2].partition("\n## ")[0]
    lines = re.findall(r"^    cityleague (.*)$", section, re.MULTILINE)
    assert [line.split()[0] for line in lines].count("show") == 3
    for line in lines:
        if not line.startswith("serve"):
            follow(line, tmp_path)
    assert "<html" in (tmp_path / "first.html").read_text("utf-8")


def follow(line: str, folder: Path) -> None:
    """Run a command; what it names with -o, or behind `>`, is there afterwards."""
    if line.startswith("serve"):
        with started(folder / shlex.split(line, comments=True)[1]) as there:
            assert "friday" in there.visitor().get("/").text
            assert there.ended(signal.SIGINT)[0] == 0
        return
    words = shlex.split(line, comments=True)
    words, into = (words[:-2], words[-1]) if ">" in words else (words, "")
    done = process(*words, cwd=folder, stdin=b"quit\n")
    assert done.returncode == 0, (line, done.stderr.decode())
    if into:
        (folder / into).write_bytes(done.stdout)
    named = [into] * bool(into) + [words[i + 1] for i, word in enumerate(words) if word == "-o"]
    assert all((folder / name).exists() for name in named), line
    assert named or done.stdout or done.stderr, line
