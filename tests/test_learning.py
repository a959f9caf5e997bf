"""Judges that were learned: the script finds their weights, and who has trained others enters them as a program."""

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
from cityleague.engine.between_two_cities.bots import features as between_two_cities
from cityleague.engine.bots.learned import packaged, weights_of
from cityleague.engine.neom.bots import features as neom
from cityleague.replays import recorded_games

from .cli.helpers import run
from .replays.players.test_sandbox import sandboxed
from .rows import daily

ROOT = Path(__file__).parents[1]
LEARNING = ROOT / "examples" / "learning"
COLUMNS = {"between_two_cities": between_two_cities.COLUMNS, "neom": neom.COLUMNS}


def file_of(game: str) -> bytes:
    return (ROOT / "engine" / game / "bots" / "learned.json").read_bytes()


@pytest.mark.parametrize("game", COLUMNS)
def test_weights_of_other_columns_are_refused(game: str) -> None:
    columns, read = COLUMNS[game], json.loads(file_of(game))
    assert packaged(game, columns) == [*read["weights"].values()]
    assert len({*columns}) == len(columns) == len(read["weights"])
    short = {**read, "weights": dict(list(read["weights"].items())[1:])}
    with pytest.raises(ValueError, match="the weights are for other columns"):
        weights_of(json.dumps(short).encode(), columns)
    with pytest.raises(ValueError, match="no weights of a judge"):
        weights_of(b'{"weights": 3}', columns)


def trained(folder: Path, *budget: str, **environment: str) -> bytes:
    """The weights that the script finds."""
    output = folder / "learned.json"
    command = [sys.executable, str(LEARNING / "train.py"), *budget, "-o", str(output)]
    subprocess.run(command, check=True, env={**os.environ, **environment}, cwd=folder, timeout=1800)
    return output.read_bytes()


@pytest.mark.exhaustive
@pytest.mark.parametrize(("game", "number"), daily([("between_two_cities", "6"), ("neom", "3")]))
def test_threads_and_hashes_make_no_difference(game: str, number: str, tmp_path: Path) -> None:
    budget = ("--game", game, "--games", number, "--own", number)
    first, other = (
        trained(tmp_path, *budget, OMP_NUM_THREADS=count, OPENBLAS_NUM_THREADS=count, PYTHONHASHSEED=count)
        for count in ("1", "2")
    )
    assert first == other


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", COLUMNS)
def test_the_packaged_weights_are_what_the_script_finds(game: str, tmp_path: Path) -> None:
    words: list[str] = json.loads(file_of(game))["made_by"].split()
    assert trained(tmp_path, *words[2:-2]) == file_of(game)


# -- weights of one's own


def entered(folder: Path, game: str) -> str:
    """The program beside the weights for a game, as it is named where bots are."""
    folder.mkdir()
    shutil.copy(LEARNING / "play.py", folder)
    shutil.copy(ROOT / "engine" / game / "bots" / "learned.json", folder / "mine.json")
    return f"exec:{shlex.join([sys.executable, str(folder / 'play.py'), '--weights', 'mine.json'])}"


@sandboxed
@pytest.mark.parametrize("name", daily([*COLUMNS]))
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


@pytest.mark.exhaustive
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
    page = (LEARNING / "README.md").read_text("utf-8")
    block = page[page.index("## Entering weights of your own") :]
    commands = re.findall(r"^    (.+)$", block, re.MULTILINE)
    assert len(commands) == 2
    shutil.copytree(LEARNING, tmp_path / "examples" / "learning")
    there = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for command in commands:
        shorter = command.replace("--games 300", "--games 6")
        subprocess.run(shorter, shell=True, check=True, cwd=tmp_path, env=there, timeout=120)
    assert b'"forfeits":[]' in (tmp_path / "g.jsonl").read_bytes()


@pytest.mark.exhaustive
def test_a_learner_in_numpy_beats_greedy_within_five_minutes() -> None:
    """By the environment alone, as README.md beside it says."""
    done = subprocess.run(
        [sys.executable, LEARNING / "learn.py"], capture_output=True, text=True, check=True, timeout=300
    )
    told = re.fullmatch(r"(0\.\d\d) ± (0\.\d\d) of the games against greedy\n", done.stdout)
    assert told, done.stdout
    assert float(told[1]) - 3 * float(told[2]) > 0.5
