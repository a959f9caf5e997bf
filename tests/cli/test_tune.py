"""`tune`: goes on after a kill and after Ctrl-C, ends in a plain sentence, and refuses what cannot be tuned."""

from __future__ import annotations

import re
import signal
import sys
from html import unescape
from pathlib import Path

import pytest

from ..replays.tournaments.helpers import GAME, end, started, until_grown
from .helpers import process, run, usage

TUNE = ("tune", GAME, "heuristic?foresight=0..3&rivalry=0..2", "--against", "greedy", "--deals", "8", "--most", "40")
SAME = ("tune", GAME, "heuristic?foresight=0.9..1.1", "--deals", "8", "--most", "20", "--seats", "3")
FILES = ("games.jsonl", "study.toml", "study.html")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study in one go."""
    folder = tmp_path_factory.mktemp("tuned") / "study"
    run(*TUNE, "-o", folder)
    return folder


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in FILES]


def test_what_is_better_is_told_in_a_sentence_and_its_log_is_proven(whole: Path) -> None:
    """The heuristic beats greedy; nothing is played again to say so once more."""
    again = run(*TUNE, "-o", whole)
    spec, made = r"heuristic\?foresight=\S+&rivalry=\S+", r"0\.\d+ ± 0\.\d+ points per game on \d+ fresh deals"
    assert re.match(rf"{spec} is better than greedy: {made}", again.stdout)
    assert re.search(r"(\d+) of \d+ games are there already", again.stderr)
    assert " 0 findings" in run("validate", whole).stderr + run("validate", whole).stdout
    assert again.stdout.strip().partition(" (")[0] in unescape((whole / "study.html").read_text())


def test_nothing_found_is_an_answer(tmp_path: Path) -> None:
    said = run(*SAME, "-o", tmp_path / "s").stdout
    assert re.match(r"(No better than|Not shown to be better than) heuristic: the best that was found, ", said)


def test_several_processes_write_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    process(*TUNE, "-j", "2", "-o", str(tmp_path / "s"), hash_seed="5")
    assert contents(tmp_path / "s") == contents(whole)


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_after_a_stop_the_same_command_goes_on(whole: Path, tmp_path: Path, stop: signal.Signals) -> None:
    command = (sys.executable, "-P", "-m", "cityleague.cli")
    running = started(*TUNE, "-o", "s", cwd=tmp_path, command=command)
    until_grown(tmp_path / "s" / "games.jsonl", 60_000, running)
    running.send_signal(stop)
    _, said = running.communicate(timeout=60)
    end(running.pid)
    if stop == signal.SIGINT:
        assert running.returncode == 130
        assert "to continue, run the same command again:\n  cityleague tune between_two_cities 'heuristic?" in said
    assert (whole / "games.jsonl").read_bytes().startswith((tmp_path / "s" / "games.jsonl").read_bytes()[:50_000])
    run(*TUNE, "-o", tmp_path / "s")
    assert contents(tmp_path / "s") == contents(whole)


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("heuristic?foresight=3..1", "foresight: LOW is below HIGH"),
        ("heuristic?foresight=0..99", "foresight takes 0 to 10, not 99"),
        ("heuristic?farsight=0..1", "unknown parameter 'farsight'"),
        ("heuristic?foresight=few..many", "foresight: a range has two numbers"),
        ("heuristic?foresight=1", "has no range: write heuristic?NAME=LOW..HIGH"),
        ("heuristic", "has no range"),
        ("nobody?x=0..1", "no bot is called 'nobody'"),
        ("mcts?judge=0..1", "a choice has no range"),
    ],
)
def test_what_cannot_be_tuned_is_refused(bot: str, message: str, tmp_path: Path) -> None:
    assert message in usage("tune", GAME, bot, "-o", tmp_path / "s")
    assert not (tmp_path / "s").exists()


def test_other_studies_and_foreign_pages_are_left_alone(whole: Path, tmp_path: Path) -> None:
    before = contents(whole)
    assert "another study" in usage(*TUNE, "--seed", "8", "-o", whole)
    assert contents(whole) == before
    (tmp_path / "study.html").write_text("mine")
    assert "not made by cityleague" in usage(*TUNE, "-o", tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["study.html"]
    assert "cannot fill a table of 9" in usage(*TUNE, "--seats", "9", "-o", tmp_path / "s")
