"""Weights that somebody has trained play as a program, in a sandbox, too, just as they do inside cityleague."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path

from cityleague.engine import make_bot
from cityleague.replays import recorded_games

from .cli.helpers import run
from .replays.players.test_sandbox import sandboxed

ROOT = Path(__file__).parent.parent
GAME = "between_two_cities"


def entered(folder: Path) -> str:
    """The program beside its weights, as it is named where bots are."""
    folder.mkdir()
    shutil.copy(ROOT / "examples" / "learning" / "play.py", folder)
    shutil.copy(ROOT / "engine" / GAME / "bots" / "learned.json", folder / "mine.json")
    return f"exec:{shlex.join([sys.executable, str(folder / 'play.py'), '--weights', 'mine.json'])}"


@sandboxed
def test_in_a_sandbox_it_plays_what_the_learned_judge_plays(tmp_path: Path) -> None:
    log, said = tmp_path / "g.jsonl", tmp_path / "said"
    run("play", GAME, f"mine={entered(tmp_path / 'mine')}", "greedy", "--sandbox", "--trace", said, "-o", log)
    (trace,) = said.rglob("*.trace")
    told = json.loads(trace.read_text().splitlines()[0])
    (game,) = recorded_games(str(log))
    ours = make_bot("heuristic?judge=learned", next(game.positions()).setup, told["hears"]["random"])
    for position in game.positions():
        if position.seat == 0:
            assert position.move == ours.choose(position.view(0), position.legal())
    assert game.result().forfeits == ()


def test_what_it_cannot_play_is_told(tmp_path: Path) -> None:
    bot = entered(tmp_path / "mine")
    run("play", "neom", f"mine={bot}", "random", "--seed", "7", "-o", tmp_path / "other.jsonl")
    assert b"these weights are for between_two_cities, not for neom" in (tmp_path / "other.jsonl").read_bytes()
    (tmp_path / "mine" / "mine.json").write_text("{}")
    run("play", GAME, f"mine={bot}", "random", "--seed", "7", "-o", tmp_path / "empty.jsonl")
    assert b"no weights of a judge" in (tmp_path / "empty.jsonl").read_bytes()
