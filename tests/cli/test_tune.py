"""`tune`: goes on after a kill and after Ctrl-C, ends in a plain sentence, and refuses what cannot be tuned."""

from __future__ import annotations

import json
import re
import signal
from html import unescape
from pathlib import Path
from shutil import copytree

import pytest

from cityleague.replays.log import RawGame, decode_header, read_games
from cityleague.replays.players import Entrant, Terms, play_log
from cityleague.replays.replay import ComponentFiles, begin

from ..command import process
from ..replays.tournaments.helpers import GAME, cityleague, end, started, until_grown
from ..rows import daily
from .helpers import run, usage

TUNE = ("tune", GAME, "heuristic?foresight=0..3&rivalry=0..2", "--against", "greedy", "--deals", "8", "--most", "40")
SAME = ("tune", GAME, "heuristic?foresight=0.9..1.1", "--deals", "8", "--most", "20")
FILES = ("games.jsonl", "study.toml", "study.html")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study in one go."""
    folder = tmp_path_factory.mktemp("tuned") / "study"
    run(*TUNE, "-o", folder)
    return folder


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in FILES]


@pytest.mark.exhaustive
def test_what_is_better_is_told_in_a_sentence_and_its_log_is_proven(whole: Path) -> None:
    """The heuristic beats greedy; nothing is played again to say so once more."""
    again = run(*TUNE, "-o", whole)
    made = r"over \d+ new deals it made [01]\.\d+ ± 0\.\d+ league points per game \(± one standard error; "
    assert re.match(rf"heuristic with foresight \S+ and rivalry \S+ is better than greedy: {made}", again.stdout)
    assert re.search(r"\nheuristic\?foresight=\S+&rivalry=\S+ \(SPRT\(0, 15\): log evidence ", again.stdout)
    assert re.search(r"(\d+) of \d+ games are there already", again.stderr)
    assert " 0 findings" in run("validate", whole).stderr + run("validate", whole).stdout
    page = unescape((whole / "study.html").read_text())
    assert page.partition("<p><b>")[2].startswith(again.stdout.partition("\n")[0])


@pytest.mark.exhaustive
def test_nothing_found_is_an_answer(tmp_path: Path) -> None:
    said = run(*SAME, "-o", tmp_path / "s").stdout
    found = r"heuristic with foresight (0\.9|1)\S* (is no|was not shown to be) better than with foresight 1: over "
    assert re.match(found, said)


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


@pytest.mark.exhaustive
def test_forfeits_are_told_and_a_bot_that_fails_ends_the_study(tmp_path: Path) -> None:
    code, said, _ = failing(tmp_path, default=9, games=4)
    assert code == 0
    assert re.search(r" Games were forfeited, and count as lost: candidate \d+, failing:Failing \d+\.\n", said)
    assert "Games were forfeited" in (tmp_path / "s" / "study.html").read_text()
    (tmp_path / "more").mkdir()
    code, said, why = failing(tmp_path / "more", default=9, games=1)
    assert (code, said) == (4, "")
    assert "failing:Failing has forfeited 20 of the 20 games" in why
    assert "correct the bot or the ranges, and begin another folder" in why


@pytest.mark.exhaustive
def test_several_processes_write_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    process(*TUNE, "-j", "2", "-o", str(tmp_path / "s"), env={"PYTHONHASHSEED": "5"})
    assert contents(tmp_path / "s") == contents(whole)


@pytest.mark.exhaustive
def test_after_a_stop_the_same_command_goes_on(whole: Path, tmp_path: Path) -> None:
    """After a kill, and then after Ctrl-C."""
    log = tmp_path / "s" / "games.jsonl"
    for stop, size in ((signal.SIGKILL, 60_000), (signal.SIGINT, 200_000)):
        running = started(*TUNE, "-o", "s", cwd=tmp_path)
        until_grown(log, size, running)
        running.send_signal(stop)
        _, said = running.communicate(timeout=60)
        end(running.pid)
        assert (whole / "games.jsonl").read_bytes().startswith(log.read_bytes()[: size - 10_000])
    assert running.returncode == 130
    assert "to continue, run the same command again:\n  cityleague tune between_two_cities 'heuristic?" in said
    assert not (tmp_path / "s" / "study.html").exists()
    run(*TUNE, "-o", tmp_path / "s")
    assert contents(tmp_path / "s") == contents(whole)


@pytest.mark.exhaustive
def test_games_of_a_study_are_played_again_and_moves_of_others_are_found(whole: Path, tmp_path: Path) -> None:
    study = tmp_path / "s"
    copytree(whole, study)
    again = run(*TUNE, "-o", study, "--replay", "100%", "-j", "2")
    ids = [json.loads(line)["id"] for line in (study / "games.jsonl").read_text().splitlines() if '"log"' in line]
    assert f"{len(ids)} of {len(ids)} games repeated" in again.stderr
    assert again.stdout == run(*TUNE, "-o", whole).stdout
    assert contents(study) == contents(whole)
    part = re.search(r"--replay (5%:[0-9a-f]{32})", run(*TUNE, "-o", study, "--replay", "5%").stderr)
    assert part
    assert f"--replay {part[1]}" in run(*TUNE, "-o", study, "--replay", part[1]).stderr
    line = with_last_game_of_others(study / "games.jsonl")
    assert " 0 findings" in run("validate", study).stderr
    refused = cityleague(*TUNE, "-o", "s", "--replay", "100%", cwd=tmp_path)
    assert refused.returncode == 1
    assert f"not repeated: tuned, s/games.jsonl:{line} (game {ids[-1]}): in the log " in refused.stderr
    assert f"1 of {len(ids)} games not repeated" in refused.stderr
    (study / "games.jsonl").write_bytes((whole / "games.jsonl").read_bytes()[:90_000])
    assert " games repeated" in run(*TUNE, "-o", study, "--replay", "5%").stderr
    assert (study / "games.jsonl").stat().st_size == 90_000
    assert "is not of a study" in usage(*TUNE, "-o", tmp_path / "nowhere", "--replay", "5%")
    assert "--replay takes a share of the blocks" in usage(*TUNE, "-o", study, "--replay", "5")


def with_last_game_of_others(log: Path) -> int:
    """Exchange the last game for one in which another bot has played as `tuned`; return the first line that differs."""
    *before, last = [raw for raw in read_games(str(log)) if isinstance(raw, RawGame)]
    header = decode_header(last.lines[0])
    setup, _ = begin(header, ComponentFiles())
    seated = [Entrant(name, "random" if name == "tuned" else name) for name in header.players]
    other = play_log(setup, header, seated, Terms())
    log.write_bytes(b"".join([raw.data for raw in before]) + other)
    pairs = zip(last.lines, other.splitlines(), strict=False)
    return last.first + next(number for number, (mine, other) in enumerate(pairs) if mine != other)


@pytest.mark.exhaustive
@pytest.mark.parametrize("jobs", daily(["1", "2"]))
def test_a_study_does_not_go_on_from_a_game_that_validate_refuses(whole: Path, tmp_path: Path, jobs: str) -> None:
    study = tmp_path / "s"
    copytree(whole, study)
    lines = (whole / "games.jsonl").read_text().splitlines(keepends=True)
    number = [place for place, line in enumerate(lines) if '"result"' in line and '"ranks":[1,2]' in line][-1]
    lines[number] = lines[number].replace('"ranks":[1,2]', '"ranks":[2,1]')
    for log in ("".join(lines), "".join(lines[: number + 1])):  # whether the study is over, or goes on
        (study / "games.jsonl").write_text(log)
        refused = run(*TUNE, "-o", study, "-j", jobs, code=2)
        assert re.search(rf"s/games\.jsonl:{number + 1}: RESULT-[A-Z-]+: ", refused.stderr)
        assert "A study goes by its games: put the file back, or begin another folder" in refused.stderr
        assert (study / "games.jsonl").read_text() == log


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("heuristic?foresight=3..1", "foresight: LOW is below HIGH"),
        ("heuristic?foresight=0..99", "foresight takes 0 to 10, not 99"),
        ("heuristic?farsight=0..1", "unknown parameter 'farsight'; it takes judge, foresight, rivalry"),
        ("heuristic?foresight=few..many", "foresight: a range has two numbers"),
        ("heuristic?foresight=1", "has no range: write heuristic?NAME=LOW..HIGH"),
        ("heuristic", "has no range"),
        ("nobody?x=0..1", "no bot is called 'nobody'"),
        ("mine=nobody?x=0..1", "no bot is called 'nobody'"),
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
    assert [path.name for path in tmp_path.iterdir()] == ["study.html"]
    assert "2 to 7 players, not by 9" in usage(*TUNE, "--seats", "9", "-o", tmp_path / "s")
