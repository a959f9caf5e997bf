"""Commands for a game that people played at a table and wrote down: half of it, without its result, with a slip."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from .helpers import run, usage

BY_HAND = Path(__file__).parents[2] / "examples" / "by-hand.jsonl"
RESULT = '{"result":{"scores":[57,49,49],"ranks":[1,2,3]}}'


@pytest.fixture
def lines() -> list[str]:
    """A game written by hand; the last line is its result."""
    return BY_HAND.read_text().splitlines(keepends=True)


def test_a_game_without_its_result_is_scored(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    path.write_text("".join(lines[:-1]))
    text = run("score", path).stdout
    assert "1. Ada (seat 0): 57 points" in text
    assert "so far" not in text
    bare, whole = (run("score", file, "--format", "markdown").stdout for file in (path, BY_HAND))
    assert bare.split("\n", 1)[1] == whole.split("\n", 1)[1]
    assert f"expected: {RESULT}" in run("validate", path, code=1).stdout


def test_the_result_line_is_printed_to_be_appended(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    path.write_text("".join(lines[:-1]))
    printed = run("score", path, "--format", "result").stdout
    assert printed == RESULT + "\n"
    path.write_text("".join(lines[:-1]) + printed)
    run("validate", path)
    again = run("score", path, "--format", "result")
    assert (again.stdout, again.stderr) == ("", f"{path}:1: this game has its result already\n")


def test_a_result_is_appended_on_a_line_of_its_own(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    path.write_text("".join(lines[:-1]).removesuffix("\n"))
    with path.open("a") as file:
        file.write(run("score", path, "--format", "result").stdout)
    run("validate", path)


def test_a_result_that_belongs_between_two_games_is_printed_with_its_place(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text("".join([*lines[:-1], lines[0].replace("friday-1", "friday-2"), *lines[1:-1]]))
    result = run("score", path, "--format", "result")
    assert result.stdout == f"{RESULT}\n" * 2
    place = f"{path}:1: the result of this game belongs before line {len(lines)}, where the next game begins\n"
    assert result.stderr == place


def test_a_game_with_a_wrong_result_is_scored_too_but_is_a_finding(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    path.write_text("".join([*lines[:-1], RESULT.replace("57", "75")]))
    scored = run("score", path, code=1)
    assert "1. Ada (seat 0): 57 points" in scored.stdout
    assert "the scores are [57, 49, 49], the ranks [1, 2, 3]" in scored.stderr
    assert run("score", path, "--format", "result", code=1).stdout == RESULT + "\n"


def test_a_game_that_is_not_over_is_scored_so_far(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    path.write_text("".join(lines[:40]))
    scored = run("score", path, code=1)
    assert "GAME-TRUNCATED" in scored.stderr
    partial = run("score", path, "--partial")
    assert (partial.stdout, partial.stderr) == (scored.stdout, "")
    assert " so far: after move 36 " in " ".join(partial.stdout.split())
    assert json.loads(run("score", path, "--partial", "--format", "json").stdout)["over"] is False
    table = csv.DictReader(io.StringIO(run("score", path, "--partial", "--format", "csv").stdout))
    assert {row["over"] for row in table} == {"no"}
    assert run("score", path, "--format", "result", code=1).stdout == ""
    assert "leave out --partial" in usage("score", path, "--format", "result", "--partial")


def test_a_game_that_is_still_running_is_validated_so_far(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    path.write_text("".join(lines[:40]))
    run("validate", path, code=1)
    assert (
        run("validate", path, "--still-running").stderr == "1 file, 1 game (1 without a seed), 36 moves, 0 findings\n"
    )
    path.write_text("".join([*lines[:39], lines[38]]))
    run("validate", path, "--still-running", code=1)
