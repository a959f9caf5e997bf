"""A bot's own settings: arguments, environment, folder and limits, from a TOML file to the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cityleague.replays.players import Entrant
from cityleague.replays.tournaments import Plan, PlanError, Tournament, make_plan, play_single

GAME = "between_two_cities"
SHOWING = """#!/bin/sh
read -r hello
echo "$hello" > hello.json
printf '%s|' "$@" "$LEVEL" "$PWD" > seen.txt
echo '{"ready":1}'
while read -r question; do echo '{"choose":0}'; done
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "bots" / "mine"
    folder.mkdir(parents=True)
    (folder / "play.sh").write_text(SHOWING)
    (folder / "play.sh").chmod(0o755)
    return folder


TOML = b"""
game = "between_two_cities"
limits = { decision = 20, output = 4000 }
[[bots]]
name = "mine"
spec = "exec:./play.sh --fast"
arguments = ["two words", "$HOME, *"]
environment = { LEVEL = "3" }
folder = "bots/mine"
limits = { memory = 2048, decision = 60 }
[[bots]]
name = "other"
spec = "random"
"""


def test_a_program_gets_what_the_plan_gives_it(home: Path, tmp_path: Path) -> None:
    plan = make_plan(TOML, "cup.toml", tmp_path, {})
    log = play_single(Tournament(plan))
    assert b'"forfeit":' not in log
    assert (home / "seen.txt").read_text().split("|")[:-1] == ["--fast", "two words", "$HOME, *", "3", str(home)]
    limits = json.loads((home / "hello.json").read_text())["limits"]
    assert limits == {"decision": 60.0, "game": 300.0, "memory": 2048, "output": 4000}


def test_what_decides_how_a_bot_plays_is_part_of_the_id() -> None:
    plain = Entrant("a", "exec:true")
    assert plain.identity() == Entrant("b", "exec:true", limits={"memory": 1}).identity() == "exec:true"
    others = [Entrant("a", "exec:true", ("1",)), Entrant("a", "exec:true", (), {"X": "1"})]
    assert len({entrant.identity() for entrant in (plain, *others)}) == 3


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ({"spec": "random", "arguments": ["1"]}, "runs inside cityleague"),
        ({"spec": "random", "limits": {"memory": 1}}, "runs inside cityleague"),
        ({"spec": "exec:true", "limits": {"memory": -1}}, "limits"),
        ({"spec": "exec:true", "limits": {"patience": 1}}, "limits"),
        ({"spec": "exec:true", "folder": "/no/such/folder"}, "there is no folder '/no/such/folder'"),
        ({"spec": "exec:true", "folder": "x" * 2000}, "there is no folder 'x"),  # the system knows no such long names
        ({"spec": "exec:./play.sh", "folder": "/usr"}, "there is no program './play.sh'"),
        ({"spec": "exec:true", "environment": {"": "1"}}, "a variable has a name"),
        ({"spec": "exec:true", "environment": {"A=B": "1"}}, "a variable has a name"),
        ({"spec": "exec:true", "environment": {"A": "\0"}}, "a variable has a name"),
        ({"spec": "exec:true", "arguments": ["\0"]}, "arguments"),
        ({"spec": "exec:true", "colour": "red"}, "colour"),
    ],
)
def test_settings_that_no_bot_can_have_are_refused(bot: dict[str, object], said: str) -> None:
    with pytest.raises(PlanError, match=said):
        Tournament(Plan(game=GAME, bots=({"name": "x"} | bot, "random")))  # type: ignore[arg-type]


def test_the_example_in_the_document_is_a_plan(tmp_path: Path) -> None:
    document = Path(__file__).parents[3] / "replays" / "players" / "BOTS.md"
    (example,) = re.findall(r"```toml\n(.*?)```", document.read_text("utf-8"), re.DOTALL)
    plan = make_plan(f'game = "{GAME}"\n{example}'.encode(), "cup.toml", tmp_path, {})
    (mine,) = plan.bots
    assert isinstance(mine, Entrant)
    assert (mine.arguments, mine.folder) == (("--book", "two words.bin"), str(tmp_path / "bots/mine"))
    assert (mine.environment, mine.limits) == ({"OMP_NUM_THREADS": "1"}, {"memory": 4096})
