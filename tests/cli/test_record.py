"""Games typed in as they are played: in a pseudo-terminal, and over a pipe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cityleague.replays.log import MoveEvent
from cityleague.replays.people import FileChangedError, new_header, recording
from cityleague.replays.replay import ComponentFiles

from ..rows import daily, rows
from .helpers import run, usage
from .typing_in import Golden, Terminal, piped

GAMES = [("between_two_cities", 0), ("card_city_xl", 0), ("city_tycoon", 0), ("neom", 3), ("twentieth_century", 0)]
"""A short game of each, as in the files of recorded games."""
_LONG = 160
"""How many lines of typing are too many for every day."""
THREE = ("record", "between_two_cities", "Ada", "Ben", "Cleo")
DRAWN = (
    "shop fact shop tavern-f tavern-b park office house office house, office park office park house tavern-m tavern-d"
)
"""17 of the 21 tiles that three players draw."""
REST = "office shop park tavern-d"
HEADER_LINES = 1


def kinds(path: Path) -> list[str]:
    return [next(iter(json.loads(line))) for line in path.read_text().splitlines()[HEADER_LINES:]]


# -- in a terminal


SHORT = [GAMES[0], GAMES[1], GAMES[4]]


@pytest.mark.parametrize(
    ("game", "number", "in_terminal"),
    daily([*[(*case, case == GAMES[0]) for case in SHORT], *[(*case, True) for case in GAMES[1:]]]),
)
def test_somebody_records_corrects_and_scores_a_game(game: str, number: int, in_terminal: bool, tmp_path: Path) -> None:
    """The beginning is typed in a terminal or over a pipe, and the same command goes on: in short games to the end."""
    golden, path = Golden(game, number), tmp_path / "friday.jsonl"
    lines = list(golden.typed())
    command = golden.command(path)
    if in_terminal:
        with Terminal(*command) as terminal:
            for line in lines[:24]:
                terminal.type(line)
            terminal.type("", end="\x04")  # Ctrl-D
            assert terminal.end() == 0
            shown = terminal.shown
    else:
        shown = piped(command, *lines[:24])
    assert "To go on, run the same command again." in shown
    run("validate", path, "--still-running")
    if len(lines) > _LONG:
        assert "going on in" in piped(command, *lines[24:48])
        assert "so far" in " ".join(run("score", path, "--partial").stdout.split())
    else:
        assert "The game is over" in piped(command, *lines[24:])
        check(golden, path)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("game", "number"), [*GAMES, ("card_city_xl", 5), ("neom", 5)])
def test_somebody_records_a_whole_game_in_a_terminal(game: str, number: int, tmp_path: Path) -> None:
    golden, path = Golden(game, number), tmp_path / "friday.jsonl"
    with Terminal(*golden.command(path)) as terminal:
        for line in golden.typed():
            terminal.type(line)
        terminal.type("")
        assert terminal.end() == 0
    check(golden, path)


def check(golden: Golden, path: Path) -> None:
    """The file has the game, which is valid and has its old scores."""
    assert golden.written(path)
    run("validate", path)
    scored = json.loads(run("score", path, "--format", "json").stdout)
    assert tuple(seat["total"] for seat in scored["seats"]) == golden.scores


def test_tab_completes_and_ctrl_c_leaves_and_no_color_is_heeded(tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    with Terminal(*THREE, "-o", str(path), NO_COLOR="1") as terminal:
        terminal.type(DRAWN)
        terminal.type(REST + "\t")
        terminal.type("park fac\t")
        terminal.expect("Ada (seat 0) picks a factory and a park.")
        terminal.type("par", end="\x03")
        assert terminal.end() == 0
        assert "To go on, run the same command again." in terminal.shown
        assert not re.search(r"\x1b\[[0-9;]*[349][0-9]m", terminal.raw)
    assert kinds(path) == ["chance", "seat"]


@pytest.mark.exhaustive
def test_a_terminal_that_can_do_nothing_gets_plain_lines(tmp_path: Path) -> None:
    with Terminal(*THREE, "-o", str(tmp_path / "friday.jsonl"), TERM="dumb") as terminal:
        terminal.type("?", end="\n")
        terminal.type("quit", end="\n")
        assert terminal.end() == 0
        assert "\x1b" not in terminal.raw
        assert "The first letters of a name do" in terminal.raw


# -- over a pipe


def test_each_line_is_saved_and_undo_goes_back_to_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    command = [*THREE, "-o", str(path)]
    said = piped(command, DRAWN, REST, "factory park", "park park")
    assert "Ada (seat 0) picks a factory and a park." in said
    assert kinds(path) == ["chance", "seat", "seat"]
    run("validate", path, "--still-running")
    said = piped(command, *["undo"] * 4, "quit")
    assert "going on in" in said
    assert [line for line in said.splitlines() if line.startswith("Taken back")] == [
        "Taken back: Ben (seat 1) picks a park and a park.",
        "Taken back: Ada (seat 0) picks a factory and a park.",
        "Taken back: the draw round-1.",
    ]
    assert "There is nothing to take back." in said
    assert kinds(path) == []


def test_the_file_is_right_whenever_the_machine_may_fail(tmp_path: Path) -> None:
    golden, path = Golden("between_two_cities", 0), tmp_path / "friday.jsonl"
    whole = list(golden.typed())
    done = 0
    for stop in (2, 5, 22, 50, len(whole)):  # not in the middle of a draw, which is saved when it is whole
        piped(golden.command(path), *whole[done:stop])
        done = stop
        run("validate", path, "--still-running")
        assert not list(tmp_path.glob("*.part"))
    assert golden.written(path)


def test_a_game_that_is_over_can_still_be_corrected(tmp_path: Path) -> None:
    golden, path = Golden("card_city_xl", 0), tmp_path / "friday.jsonl"
    *lines, last = list(golden.typed())
    command = golden.command(path)
    assert "The game is over" in piped(command, *lines, last)
    whole = path.read_bytes()
    said = piped(command, "undo", last)
    assert said.count("The game is over") == 2
    assert path.read_bytes() == whole
    assert f"Anna 0 (seat 0): {golden.scores[0]} points" in said


@rows(
    ("line", "answer"),
    [
        ("shopp", "shopp: this cannot be drawn; did you mean shop?"),
        ("tavern", "tavern: this can be tavern-food, tavern-drink, tavern-music, tavern-bed"),
        ("shop*17", "shop: of these 16 are left, not 17"),
        ("house*20 shop*2", "these are 22 items, and 21 are to come"),
        ('{"chance":"round-2","order":[]}', "the draw round-1 is due here"),
        ('{"chance":"round-1","order":["shop"]}', "round-1: 1 drawn"),
        ("{", "not JSON"),
        ("undo", "There is nothing to take back."),
        ("scores", "Ada 0, Ben 0, Cleo 0"),
        ("board", "round 1, turn 1: drawing"),
        ("?", "park*3 or 3 parks stands for three parks"),
        ("", "There are 108: shop × 16, factory × 16"),
    ],
)
def test_a_wrong_draw_is_explained(line: str, answer: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    said = piped([*THREE, "-o", str(path)], line)
    assert answer in said.partition("> ")[2]
    assert kinds(path) == []


@rows(
    ("line", "answer"),
    [
        ("boat", "No legal move has `boat`."),
        ("tavern", "3  picks a shop and a tavern (food)"),
        ("99", "No legal move has `99`."),
        ('{"type":"pick","tiles":["shop","tavern-music"]}', "B2C-PICK-NOT-IN-HAND: the hand is"),
        ('{"type":"pik"}', "pik"),
        ('{"chance":"round-1","order":[]}', "a move is due here"),
        ('{"seat":9,"move":{"type":"pick","tiles":["shop","park"]}}', "the seats of this game are 0 to 2, not 9"),
        ("?", "The number of a move (1 to 16) makes it."),
        ("why", "why: why park 1,0 tells why this is not possible."),
        ("undo x", "undo: take back the last choice; undo 5 takes back five."),
        ("edit", "edit: edit 3 changes parts of move 3"),
        ("edit 99", "edit: edit 3 changes parts of move 3"),
        ("scores", "Ada 0, Ben 0, Cleo 0"),
    ],
)
def test_a_wrong_move_is_explained(line: str, answer: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    said = piped([*THREE, "-o", str(path)], DRAWN, REST, line)
    assert answer in said.rpartition(f"move> {line}")[2]
    assert kinds(path) == ["chance"]


@pytest.mark.parametrize(("game", "number"), daily([("between_two_cities", 0), ("neom", 5), ("city_tycoon", 0)]))
def test_hands_that_nobody_saw_are_left_open(game: str, number: int, tmp_path: Path) -> None:
    golden, path = Golden(game, number), tmp_path / "friday.jsonl"
    said = piped(golden.command(path), *golden.typed(unseen=True))
    assert "unseen stands for all that nobody saw." in said
    assert golden.written(path, MoveEvent)
    assert "null" in path.read_text()
    run("validate", path)
    scored = json.loads(run("score", path, "--format", "json").stdout)
    assert tuple(seat["total"] for seat in scored["seats"]) == golden.scores


def test_some_of_a_hand_may_have_been_seen(tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    said = piped([*THREE, "-o", str(path)], "park*2 unseen*3", "", "unseen*17", "unseen")
    assert "so far: park, park, unseen, unseen, unseen" in said
    assert "these are 17 items, and 16 are to come" in said
    order = json.loads(path.read_text().splitlines()[1])["order"]
    assert order == ["park", "park", *[None] * 19]


def test_a_line_of_a_log_can_be_typed_as_a_move_of_any_seat_that_is_due(tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    line = '{"seat":2,"move":{"type":"pick","tiles":["park","shop"]}}'  # in this order it is not listed
    said = piped([*THREE, "-o", str(path)], DRAWN, REST, line, '{"type":"pick","tiles":["park","shop"]}')
    assert "Cleo (seat 2) picks a park and a shop." in said
    assert path.read_text().splitlines()[2] == line
    assert json.loads(path.read_text().splitlines()[3])["seat"] == 0


def test_long_lists_are_shown_page_by_page(tmp_path: Path) -> None:
    command = ["record", "city_tycoon", "Ada", "Ben", "--seed", "7", "-o", str(tmp_path / "c.jsonl")]
    said = piped(command, *["1"] * 12, "", "sells")
    first, second, narrow = said.split("move> ")[-4:-1]
    assert "more: Enter)" in first
    assert " 21  " in second
    assert " 21  " not in first
    assert narrow.count("for 5 money") == 5


def test_a_seed_gives_the_same_draws_as_for_bots(tmp_path: Path) -> None:
    path, other = tmp_path / "friday.jsonl", tmp_path / "g.jsonl"
    run("play", "neom", "random", "random", "--seed", "7", "-o", other)
    piped(["record", "neom", "Ada", "Ben", "--seed", "7", "-o", str(path)], "1")
    lines = [line for line in path.read_text().splitlines() if "chance" in line]
    assert lines
    assert lines == [line for line in other.read_text().splitlines() if "chance" in line][: len(lines)]


def test_options_and_a_component_file_are_as_in_play(tmp_path: Path) -> None:
    path, box = tmp_path / "friday.jsonl", tmp_path / "box.json"
    box.write_text(run("components", "between_two_cities").stdout + "\n")
    command = [*THREE, "--option", "seating=drawn", "--components", str(box), "-o", str(path)]
    said = piped(command, "Cleo", "0 1")
    assert re.findall(r"Who sits .*\?", said) == ["Who sits first?", "Who sits next, to the left?"]
    assert "Who sits next, to the left: Ada\nWho sits next, to the left: Ben\n" in said
    assert json.loads(path.read_text().splitlines()[1])["order"] == [2, 0, 1]
    assert "going on in" in piped(command, "quit")
    run("validate", path, "--still-running", "--components", box)
    header = json.loads(path.read_text().splitlines()[0])
    assert header["options"] == {"seating": "drawn"}
    run("validate", path, "--still-running", code=1)


# -- what cannot be recorded


def test_what_another_program_writes_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    command = ("record", "neom", "Ada", "Ben", "--seed", "7", "-o", str(path))
    with Terminal(*command) as terminal:
        terminal.type("1")
        terminal.expect("Ben (seat 1), move>")  # all before is saved
        piped(command, "1", "1")
        there = path.read_bytes()
        terminal.type("1")
        assert terminal.end() == 4
        assert "changed by another program; run the same command again to go on from there" in terminal.shown
    assert path.read_bytes() == there


def test_a_file_that_is_gone_is_written_again_and_one_that_has_changed_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    header = new_header("neom", ("Ada", "Ben"), options={}, components=None, seed="7")
    table = recording(str(path), header, ComponentFiles())
    path.unlink()
    table.answer(0, table.state.legal(0)[0])
    assert "seat" in kinds(path)
    path.write_bytes(before := path.read_bytes() + b"\n")
    lines = table.lines
    with pytest.raises(FileChangedError):
        table.answer(1, table.state.legal(1)[0])
    assert path.read_bytes() == before
    assert table.lines == lines


def test_a_file_with_another_game_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    piped([*THREE, "-o", str(path)])
    before = path.read_bytes()
    for arguments, other in [
        (["record", "between_two_cities", "Ada", "Ben", "-o"], "with other players than are"),
        (["record", "neom", "Ada", "Ben", "Cleo", "-o"], "which is another game than is"),
        ([*THREE, "--seed", "7", "-o"], "with another seed than is"),
        ([*THREE, "--option", "seating=drawn", "-o"], "with other options than are"),
    ]:
        assert f"holds between_two_cities by Ada, Ben, Cleo, {other} given here" in usage(*arguments, path)
    assert path.read_bytes() == before
    path.write_bytes(before * 2)
    assert "holds 2 games" in usage(*THREE, "-o", path)
    path.write_bytes(before + b"{}\n")
    assert "LOG-EVENT" in run(*THREE, "-o", path, code=1).stderr


@rows(
    ("arguments", "message"),
    [
        (["record", "between_two_cities", "Ada", "Ada"], 'two players are called "Ada"'),
        (["record", "between_two_cities", "Ada"], "is played by 2 to 7 players"),
        (["record", "between_two_cities", "Ada", "B\x07"], "'B\\x07' cannot be a player's name"),
        (["record", "between_two_cities", "", "Ben"], "a name has 1 to 200 characters that can be seen"),
        (["record", "between_two_cities", "A" * 201, "Ben"], "AAA... cannot be a player's name"),
        (["record", "between_two_cities", "A\ud800", "Ben"], "'A\\ud800' cannot be a player's name"),
        ([*THREE, "--option", "seating=odd"], "odd"),
        ([*THREE, "--option", "seats=3"], "seats"),
    ],
)
def test_a_wrong_game_is_explained_and_nothing_is_written(arguments: list[str], message: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.jsonl"
    assert message in usage(*arguments, "-o", path)
    assert not path.exists()


def test_the_log_goes_to_a_file() -> None:
    assert "name a file for its log, -o FILE" in usage(*THREE, "-o", "-")


def test_a_file_that_cannot_be_written_is_reported_at_once(tmp_path: Path) -> None:
    assert "cannot be written" in usage(*THREE, "-o", tmp_path / "nowhere" / "friday.jsonl")
