"""Whoever records a game with a box is told first which packaged numbers are not those of the box."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.people import of_the_box

from ...cli.helpers import run
from ...cli.typing_in import piped


def houses(value: Any) -> int:
    """How often something in a component file says that it was made for this project."""
    if isinstance(value, dict):
        return (value.get("provenance") == "house") + sum(map(houses, value.values()))
    return sum(map(houses, value)) if isinstance(value, list) else 0


@pytest.mark.parametrize("game", GAMES)
def test_every_block_that_was_made_here_is_named(game: str) -> None:
    said, file = of_the_box(find_game(game)), json.loads(find_game(game).file("components.json"))
    named = said.partition("this project: ")[2].partition(" (")[0]
    assert len([name for name in named.split(", ") if name]) == houses(file)
    assert all(houses(file[name]) for name in named.split(", ") if name)


@pytest.mark.parametrize(("game", "tells"), [("neom", True), ("city_tycoon", True), ("between_two_cities", False)])
def test_it_is_said_before_the_first_question_and_only_once(game: str, tells: bool, tmp_path: Path) -> None:
    command = ["record", game, "Ada", "Ben", "Cleo", "-o", str(tmp_path / "friday.jsonl")]
    said = piped(command)
    first, _, _ = said.partition("?")
    assert (f"\n  cityleague components {game} --template > {game}.json\n" in first) == tells
    assert "--template" not in piped(command)  # it goes on


def test_it_is_not_said_where_no_box_or_its_own_numbers_are_used(tmp_path: Path) -> None:
    box = tmp_path / "neom.json"
    box.write_text(run("components", "neom").stdout + "\n")
    for number, more in enumerate((["--seed", "7"], ["--components", str(box)])):
        said = piped(["record", "neom", "Ada", "Ben", "-o", str(tmp_path / f"{number}.jsonl"), *more])
        assert "--template" not in said


def test_the_command_that_it_names_prints_a_template() -> None:
    (line,) = [line for line in of_the_box(find_game("neom")).split("\n") if line.startswith("  ")]
    words = line.split()
    assert words[-2:] == [">", "neom.json"]
    assert json.loads(run(*words[1:-2]).stdout)["game"] == "neom"
