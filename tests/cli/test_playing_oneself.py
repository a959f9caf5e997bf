"""`me` as a player: in a pseudo-terminal and over a pipe; games that are left, and resumed."""

from __future__ import annotations

import gzip
import json
import re
import shlex
from pathlib import Path

import pytest

from .helpers import run, usage
from .typing_in import Terminal, piped

BY_HAND = Path(__file__).parents[2] / "examples" / "by-hand.jsonl"
PLAY = ("play", "between_two_cities", "Anna=me", "heuristic")


def header(path: Path) -> dict[str, object]:
    decoded: dict[str, object] = json.loads(path.read_text().partition("\n")[0])
    return decoded


def test_a_game_that_was_left_goes_on_with_the_same_command(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    with Terminal(*PLAY, "-o", str(path), columns=200) as terminal:
        terminal.type("2")
        terminal.type("")
        terminal.expect("heuristic (seat 1) has decided in secret.")
        terminal.type("", end="\x03")  # Ctrl-C
        assert terminal.end() == 0
        assert "To go on, run the same command again." in terminal.shown
    run("validate", path, "--still-running")
    before = path.read_bytes()
    said = piped([*PLAY, "-o", str(path)], *["1", ""] * 60)
    assert path.read_bytes().startswith(before)
    run("validate", path)
    assert said.splitlines()[-1].startswith("1. ")
    assert header(path)["players"] == ["Anna", "heuristic"]


@pytest.mark.exhaustive
def test_closing_the_terminal_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    with Terminal(*PLAY, "-o", str(path), columns=200) as terminal:
        terminal.type("2")
        terminal.type("")
        terminal.expect("heuristic (seat 1) has decided in secret.")
        terminal.hang_up()
    run("validate", path, "--still-running")
    assert b'"move"' in path.read_bytes()
    assert b'"forfeit"' not in path.read_bytes()


@pytest.mark.exhaustive
def test_the_log_is_an_ordinary_one_and_a_seed_repeats_the_game(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    piped([*PLAY, "--seed", "7", "-o", str(path)], *["1", ""] * 60)
    first = path.read_bytes()
    run("validate", path)
    piped([*PLAY, "--seed", "7"], *["1", ""] * 60)
    again = tmp_path / "again.jsonl"
    piped([*PLAY, "--seed", "7", "-o", str(again)], *["1", ""] * 60)
    assert again.read_bytes() == first
    other = tmp_path / "other.jsonl"
    piped([*PLAY, "-o", str(other)], "1", "")
    assert header(other)["seed"] != "7"


@pytest.mark.exhaustive
def test_a_game_that_was_kept_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.touch()  # empty, it may be written
    piped([*PLAY, "-o", str(path)], "1", "", "1", "", "quit")
    kept = path.read_bytes()
    refused = usage("play", "between_two_cities", "Anna=me", "greedy", "-o", path)
    assert refused.endswith(f"g.jsonl is there already: go on with --from {path} --move N, or name another file")
    assert "is there already" in usage("play", "--from", BY_HAND, "--move", "3", "me", "random", "random", "-o", path)
    assert path.read_bytes() == kept
    onward = ["play", "--from", str(path), "--move", "1", "Anna=me", "heuristic", "-o", str(path)]
    said = piped(onward, "2", "")
    assert path.read_bytes() != kept
    command = shlex.split(said.partition("To go on:")[2])
    assert command[0] == "cityleague"
    there = path.read_bytes().splitlines()
    piped(command[1:], "1", "")
    assert path.read_bytes().splitlines()[1 : len(there)] == there[1:]
    kept = path.read_bytes()
    refused = run("play", "between_two_cities", "random", "heuristic", "-o", path, code=4).output
    assert "holds a game that people played: name another file, or move" in refused
    assert path.read_bytes() == kept


@pytest.mark.exhaustive
def test_the_screen_is_cleared_before_somebody_else_looks(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    with Terminal("play", "between_two_cities", "Ada=me", "Ben=me", "-o", str(path)) as terminal:
        terminal.type("")  # Ada looks
        terminal.type("1")
        terminal.type("")  # it is confirmed
        terminal.type("")  # Ben looks
        terminal.expect("(seen by Ben)")
        terminal.type("quit")
        assert terminal.end() == 0
    for part in terminal.raw.split("\x1b[2J")[1:]:
        assert len({*re.findall(r"\(seen by \w+\)", part)}) <= 1
    assert terminal.raw.count("\x1b[2J") == terminal.raw.count("\x1b[3J") == 2


def test_people_can_play_only_in_single_games(tmp_path: Path) -> None:
    where = "'me' is a person, and has a seat only in `cityleague play`"
    assert where in usage("check-bot", "me", "neom")
    assert where in usage(
        "tournament", "--game", "neom", "--bots", "me,random", "--deals", "1", "--seed", "7", "-o", tmp_path / "cup"
    )


@pytest.mark.exhaustive
def test_a_game_played_in_the_terminal_needs_a_file_for_its_log() -> None:
    with Terminal(*PLAY) as terminal:
        assert terminal.end() == 2
        assert "name a file for the log of a game that you play: -o FILE" in terminal.raw


def test_bots_never_replace_what_people_have_played(tmp_path: Path) -> None:
    evening, packed = tmp_path / "friday.jsonl", tmp_path / "saturday.jsonl.gz"
    written = BY_HAND.read_bytes()
    evening.write_bytes(written)
    packed.write_bytes(gzip.compress(written))
    with_bots = tmp_path / "mine.jsonl"
    piped([*PLAY, "-o", str(with_bots)], *["1", ""] * 60)
    mine = with_bots.read_bytes()
    for path in (evening, packed, with_bots):
        refused = run("play", "between_two_cities", "easy", "good", "-o", path, code=4).stderr
        assert f"{path} holds a game that people played: name another file, or move it away" in refused
    for words in (("show", with_bots, "-o", evening), ("validate", with_bots, "--also", f"json={evening}")):
        assert f"{evening} holds a game that people played" in run(*words, code=4).stderr
    assert (evening.read_bytes(), gzip.decompress(packed.read_bytes()), with_bots.read_bytes()) == (
        written,
        written,
        mine,
    )


def test_games_of_bots_are_replaced_by_the_same_bots_and_by_others_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    named = ("play", "between_two_cities", "left=random", "greedy", "-o", path)
    for seed in "12":
        run(*named, "--seed", seed)
        assert header(path)["seed"] == seed
    run("play", "between_two_cities", "random", "greedy", "-o", path)
    for bots in (("random", "mcts?iterations=4"), ("greedy", "easy", "easy")):
        run("play", "between_two_cities", *bots, "-o", path)
    assert header(path)["players"] == ["greedy", "easy", "easy#2"]
    assert "holds a game: name another file" in run("show", BY_HAND, "-o", path, code=4).stderr


CLASS = "cityleague.engine.bots.builtin"


def test_games_of_bots_with_names_or_modules_of_their_own_are_replaced(tmp_path: Path) -> None:
    path, middle = tmp_path / "g.jsonl", tmp_path / "h.jsonl"
    for bots in (
        ("a=easy", "b=good"),
        (f"{CLASS}:Random", "good"),
        (f"{CLASS}:Greedy", "easy", "--times"),
        ("greedy", f"mine={CLASS}:Random"),
        (f"mine={CLASS}:Random", "easy"),
        (f"mine={CLASS}:Random", "random", "--seed", "7"),
    ):
        run("play", "between_two_cities", *bots, "-o", path)
    refused = run("play", "between_two_cities", "greedy", "easy", "-o", path, code=4).stderr
    assert "holds a game that people may have played" in refused, "nothing tells that `mine` is no person"
    run("play", "--from", path, "--move", "3", "e=easy", "f=greedy", "-o", middle)
    run("play", "between_two_cities", "a=easy", "b=good", "-o", middle)


@pytest.mark.parametrize(
    "opponent",
    ["good", "them=easy", f"{CLASS}:Random", f"them={CLASS}:Random", "good=greedy", "mcts=mcts?iterations=4"],
)
def test_whoever_sat_with_people_their_game_is_kept(tmp_path: Path, opponent: str) -> None:
    path, middle = tmp_path / "g.jsonl", tmp_path / "h.jsonl"
    piped(["play", "between_two_cities", "Anna=me", opponent, "-o", str(path)], "1", "")
    piped(["play", "--from", str(BY_HAND), "--move", "3", "Anna=me", opponent, "easy", "-o", str(middle)], "1", "")
    for there, bots in ((path, ("easy", "good")), (path, ("Anna=easy", opponent)), (middle, ("easy", "good"))):
        kept = there.read_bytes()
        refused = run("play", "between_two_cities", *bots, "-o", there, code=4).stderr
        assert f"{there} holds a game that people" in refused
        assert there.read_bytes() == kept
