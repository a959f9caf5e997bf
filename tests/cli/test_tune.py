"""`tune`: goes on after a kill and after Ctrl-C, ends in a plain sentence, and refuses what cannot be tuned."""

from __future__ import annotations

import re
import signal
import sys
from html import unescape
from pathlib import Path

import pytest

from ..replays.tournaments.helpers import GAME, cityleague, end, started, until_grown
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
    assert re.match(r"(No better than|Not shown to be better than) heuristic: what the search found, ", said)


FAILING = """
from typing import Annotated

from cityleague.engine.bots.parameters import Parameters, within


class Depth(Parameters, frozen=True):
    depth: Annotated[float, within(1, 10, "How deep it looks.")] = {default}


class Failing:
    parameters = Depth

    def __init__(self, setup, stream, parameters):
        self.stream, self.depth = stream, Depth.read(parameters, setup).depth
        self.fails = not stream.below({games})

    def choose(self, view, legal):
        if self.fails and self.depth > 2:
            raise ValueError("too deep")
        return self.stream.choice(legal)
"""


def failing(folder: Path, **changes: int) -> tuple[int, str, str]:
    """A study of a bot that forfeits one in so many games where it looks deep."""
    (folder / "failing.py").write_text(FAILING.format(**changes))
    done = cityleague("tune", GAME, "failing:Failing?depth=1..3", "--deals", "8", "--most", "20", "-o", "s", cwd=folder)
    return done.returncode, done.stdout, done.stderr


def test_forfeits_are_told_and_a_bot_that_fails_ends_the_study(tmp_path: Path) -> None:
    code, said, _ = failing(tmp_path, default=9, games=4)
    assert code == 0
    assert re.search(r"Games were forfeited, and count as lost: candidate \d+, failing:Failing \d+\.$", said.strip())
    assert "Games were forfeited" in (tmp_path / "s" / "study.html").read_text()
    (tmp_path / "more").mkdir()
    code, said, why = failing(tmp_path / "more", default=9, games=1)
    assert (code, said) == (4, "")
    assert "failing:Failing has forfeited 20 of the 20 games" in why
    assert "correct the bot or the ranges, and begin another folder" in why


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
    assert "2 to 7 players, not by 9" in usage(*TUNE, "--seats", "9", "-o", tmp_path / "s")
