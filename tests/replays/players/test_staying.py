"""Programs that stay alive from game to game (protocol 2): the same games, fewer starts, and none left behind."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cityleague.replays.players import waiting
from cityleague.replays.players.specs import PREFIX
from cityleague.replays.tournaments import Plan, Tournament, run
from cityleague.replays.workers import local_workers

from .test_programs import PATIENT, left_of

GAME = "between_two_cities"
SCRIPT = Path(__file__).parent / "bots" / "staying.py"


def cup(folder: Path, version: int, *fault: str, jobs: int = 1, deals: int = 1) -> tuple[bytes, list[dict[str, Any]]]:
    """The games of a tournament of two such bots and one of ours, and what the bots have heard between decisions."""
    spec = PREFIX + shlex.join([sys.executable, str(SCRIPT), str(version), "heard.jsonl", *fault])
    folder.mkdir()
    bots = [{"name": name, "spec": spec, "folder": str(folder)} for name in ("one", "two")]
    plan = Plan(game=GAME, bots=(*bots, "random"), deals=deals, seed="1", seats=3, limits=PATIENT)  # type: ignore[arg-type]
    list(run(Tournament(plan), folder / "cup", None, local_workers(jobs)))
    heard = [json.loads(line) for line in (folder / "heard.jsonl").read_text().splitlines()]
    assert not left_of(str(SCRIPT))
    return (folder / "cup/games.jsonl").read_bytes().replace(str(folder).encode(), b""), heard


def without_ids(games: bytes) -> list[bytes]:
    """The lines without the headers: where a bot runs is part of a game's id."""
    return [line for line in games.splitlines() if not line.startswith(b'{"log"')]


@pytest.mark.exhaustive
def test_the_games_are_the_same_whether_programs_stay_or_not(tmp_path: Path) -> None:
    once, starting = cup(tmp_path / "1", 1)
    again, staying = cup(tmp_path / "2", 2)
    assert [line.count(b'"forfeit"') for line in without_ids(once)] == [0] * len(without_ids(once))
    assert len({message["pid"] for message in starting}) == 6
    assert len({message["pid"] for message in staying}) == 2
    assert not any("result" in message for message in starting)
    results = [message["result"] for message in staying if "result" in message]
    assert len(results) == 6
    assert all(set(result) == {"scores", "ranks", "forfeits"} and len(result["scores"]) == 3 for result in results)
    hellos = [message["versions"] for message in staying if "versions" in message]
    assert hellos == [[1, 2]] * 6
    assert len(once.splitlines()) == len(again.splitlines())


def test_the_same_command_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first program stays; the second is started for each game, because none may stay."""
    kept = tmp_path / "heard.jsonl"
    spec = PREFIX + shlex.join([sys.executable, str(SCRIPT), "2", str(kept)])
    plan = Plan(game=GAME, bots=(f"one={spec}", f"two={spec}"), deals=1, seed="1", limits=PATIENT)
    games, starts = [], []
    for name in ("staying", "starting"):
        list(run(Tournament(plan), tmp_path / name))
        games.append((tmp_path / name / "games.jsonl").read_bytes())
        starts.append(len({json.loads(line)["pid"] for line in kept.read_text().splitlines()}))
        kept.unlink()
        monkeypatch.setattr("cityleague.replays.players.programs.fetch", lambda _launch: None)
    assert games[0] == games[1]
    assert starts == [2, 4]


def test_two_processes_give_the_same_bytes_and_leave_no_program(tmp_path: Path) -> None:
    kept = tmp_path / "heard.jsonl"
    spec = PREFIX + shlex.join([sys.executable, str(SCRIPT), "2", str(kept)])
    plan = Plan(game=GAME, bots=(f"one={spec}", "random"), deals=1, seed="1", limits=PATIENT)
    for jobs in (1, 2):
        list(run(Tournament(plan), tmp_path / str(jobs), None, local_workers(jobs)))
    assert (tmp_path / "1/games.jsonl").read_bytes() == (tmp_path / "2/games.jsonl").read_bytes()
    deadline = time.monotonic() + 30
    while left_of(str(kept)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_program_that_ends_between_games_is_started_again(tmp_path: Path) -> None:
    games, heard = cup(tmp_path / "cup", 2, "ends")
    assert b'"forfeit"' not in games
    assert len({message["pid"] for message in heard}) == 6


def test_a_program_that_talks_between_games_is_not_kept(tmp_path: Path) -> None:
    games, _ = cup(tmp_path / "cup", 2, "talks")
    assert b'"forfeit"' not in games


def test_a_program_does_not_wait_forever_for_its_next_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.2)
    monkeypatch.setattr("cityleague.replays.tournaments.running.end_idle", lambda: None)
    spec = PREFIX + shlex.join([sys.executable, str(SCRIPT), "2", str(tmp_path / "heard.jsonl")])
    plan = Plan(game=GAME, bots=(f"one={spec}", "random"), deals=1, seed="1", limits=PATIENT)
    list(run(Tournament(plan), tmp_path / "cup"))
    deadline = time.monotonic() + 30
    while left_of(str(tmp_path / "heard.jsonl")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
