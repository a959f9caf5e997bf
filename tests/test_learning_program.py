"""Weights that somebody has trained play as a program, in a sandbox, too, just as they do inside cityleague."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cityleague.engine import make_bot
from cityleague.replays import recorded_games

from .cli.helpers import run
from .replays.players.test_sandbox import sandboxed

ROOT = Path(__file__).parent.parent
GAMES = ("between_two_cities", "neom")


def entered(folder: Path, game: str) -> str:
    """The program beside the weights for a game, as it is named where bots are."""
    folder.mkdir()
    shutil.copy(ROOT / "examples" / "learning" / "play.py", folder)
    shutil.copy(ROOT / "engine" / game / "bots" / "learned.json", folder / "mine.json")
    return f"exec:{shlex.join([sys.executable, str(folder / 'play.py'), '--weights', 'mine.json'])}"


@sandboxed
@pytest.mark.parametrize("name", GAMES)
def test_in_a_sandbox_it_plays_what_the_learned_judge_plays(name: str, tmp_path: Path) -> None:
    log, said = tmp_path / "g.jsonl", tmp_path / "said"
    run("play", name, f"mine={entered(tmp_path / 'mine', name)}", "greedy", "--sandbox", "--trace", said, "-o", log)
    (trace,) = said.rglob("*.trace")
    told = json.loads(trace.read_text().splitlines()[0])
    (game,) = recorded_games(str(log))
    ours = make_bot("heuristic?judge=learned", next(game.positions()).setup, told["hears"]["random"])
    for position in game.positions():
        if position.seat == 0:
            assert position.move == ours.choose(position.view(0), position.legal())
    assert game.result().forfeits == ()


def test_what_it_cannot_play_is_told(tmp_path: Path) -> None:
    bot = entered(tmp_path / "mine", "between_two_cities")

    def said(game: str) -> bytes:
        log = tmp_path / f"{game}.jsonl"
        run("play", game, f"mine={bot}", "random", "--seed", "7", "-o", log)
        return log.read_bytes()

    assert b"nobody has learned city_tycoon; there are between_two_cities, neom" in said("city_tycoon")
    assert b"the weights are for other columns" in said("neom")
    (tmp_path / "mine" / "mine.json").write_text("{}")
    assert b"no weights of a judge" in said("between_two_cities")


@sandboxed
def test_the_commands_of_the_page_work_as_they_stand(tmp_path: Path) -> None:
    """With fewer games to learn from, where somebody stands who has activated an environment with cityleague."""
    page = (ROOT / "examples" / "learning" / "README.md").read_text("utf-8")
    block = page[page.index("## Entering weights of your own") :]
    commands = re.findall(r"^    (.+)$", block, re.MULTILINE)
    assert len(commands) == 2
    shutil.copytree(ROOT / "examples" / "learning", tmp_path / "examples" / "learning")
    there = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for command in commands:
        shorter = command.replace("--games 300", "--games 6")
        subprocess.run(shorter, shell=True, check=True, cwd=tmp_path, env=there, timeout=120)
    assert b'"forfeits":[]' in (tmp_path / "g.jsonl").read_bytes()
