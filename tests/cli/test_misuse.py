"""A command says in one sentence what it cannot do, and ends with the right exit code."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

from cityleague.engine.components import ComponentsError

from ..command import process
from ..rows import daily
from .helpers import GAME, run, usage

PLAY = ("play", GAME, "random", "greedy")
CUP = ("tournament", "--game", GAME, "--bots", "random,greedy", "--deals", "1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", GAME], "BOT"),
        (["play", "chess", "random", "greedy"], "no game is called 'chess'"),
        (["play", GAME, "random"], "2 to 7 players, not by 1"),
        (["play", GAME, *["random"] * 8], "2 to 7 players, not by 8"),
        (
            ["play", GAME, "random", "nobody"],
            "no bot is called 'nobody'; between_two_cities has easy, good, strong, random, greedy",
        ),
        (["play", GAME, "random", "greedy?x=1"], "unknown parameter 'x'; it takes none"),
        (["play", GAME, "random", "random", "random#2=greedy"], "two bots are called"),
        (["play", GAME, "random", ""], "no bot is called ''"),
        ([*PLAY, "--option", "seating"], "NAME=VALUE"),
        ([*PLAY, "--option", "=drawn"], "NAME=VALUE"),
        ([*PLAY, "--option", "seating=wild"], "'wild'"),
        ([*PLAY, "--option", "seating=NaN"], "seating"),
        ([*PLAY, "--option", "seating=1e999"], "seating"),
        ([*PLAY, "--option", "colour=1"], "colour"),
        ([*PLAY, "--option", "seating=drawn", "--option", "seating=given"], "given twice"),
        ([*PLAY, "--option", "seating=" + "[" * 5000], "seating"),
        ([*PLAY, "--option", 'seating="\\ud800"'], "UTF-8"),
        ([*PLAY, "--components", "no-such-file"], "does not exist"),
        ([*PLAY, "--components", "."], "is a directory"),
        ([*PLAY, "-o", "no/such/folder/g.jsonl"], "No such file or directory"),
        ([*PLAY, "-o", "."], "cannot be written"),
        ([*PLAY, "-o", ""], "cannot be written"),
        ([*PLAY, "-o", "x" * 300], "too long"),
        (["tournament"], "--game is needed"),
        (["tournament", "--game", GAME], "--bots is needed"),
        (["tournament", "--game", GAME, "--bots", ""], "--bots is needed"),
        (["tournament", "--game", GAME, "--bots", "random,,greedy", "-o", "x"], "no bot is called ''"),
        (["tournament", "--game", GAME, "--bots", "random,random", "-o", "x"], "two bots are called 'random'"),
        (["tournament", "--bots", "random,greedy"], "--game is needed"),
        (["tournament", "no-such-file.toml"], "does not exist"),
        ([*CUP], "-o DIR"),
        ([*CUP, "--bots", "greedy", "-o", "x"], "two bots are called 'greedy'"),
        ([*CUP, "-o", "-"], "- is standard output: name a file or a folder"),
        ([*CUP, "-o", "x", "--page", "-"], "- is standard output: name a file or a folder"),
        ([*CUP, "-o", "x", "--trace", "-"], "- is standard output: name a file or a folder"),
        (["report", "x", "-o", "./-"], "- is standard output: name a file or a folder"),
        ([*CUP, "--deals", "0", "-o", "x"], "0 is not in the range"),
        ([*CUP, "--deals", "-3", "-o", "x"], "-3 is not in the range"),
        ([*CUP, "--seats", "3", "-o", "x"], "2 bots cannot fill a table of 3; in a gauntlet, copies of the second"),
        ([*CUP, "--seats", "9", "--schedule", "gauntlet", "-o", "x"], "2 to 7 players, not by 9"),
        ([*CUP, "--seats", "1", "-o", "x"], "2 to 7 players, not by 1"),
        ([*CUP, "-j", "0", "-o", "x"], "0 is not in the range"),
        ([*CUP, "-j", "two", "-o", "x"], "'two' is not a valid integer"),
        ([*CUP, "--format", "xml", "-o", "x"], "'xml' is not"),
        (["components", "chess"], "no game is called 'chess'"),
        (["components", GAME, "--check", "nothing"], "does not exist"),
        (["components", GAME, "--check", "/dev/null", "--template"], "not both at once"),
        (["schema", "chess"], "no game is called 'chess'"),
        (["rules", "--text"], "needs a GAME"),
        (["validate"], "LOG"),
        (["validate", "x", "-j", "-1"], "-1 is not in the range"),
        (["show", "x", "--move", "-1"], "-1 is not in the range"),
        (["show", "x", "--seat", "-1"], "-1 is not in the range"),
        (["show", "x", "--width", "39"], "39 is not in the range x>=40"),
        (["show", "x", "--width", "wide"], "'wide' is not a valid integer"),
        *[(["show", "x", "--width", "40", "--format", name], "leave") for name in ("svg", "png", "json", "html")],
        (["table"], "PATH"),
    ],
)
def test_a_bad_call_is_refused_in_one_sentence(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in usage(*arguments)
    assert not list(tmp_path.iterdir())


def test_more_tiles_than_memory_holds_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiles.json"
    path.write_text(run("components", GAME).stdout.replace("20,", f"{10**10},"))
    usage("components", GAME, "--check", path)


def test_too_few_tiles_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiles.json"
    path.write_text(run("components", GAME).stdout.replace("20", "0").replace("16", "0"))
    assert "2 players need 56 building tiles, the components have 20" in usage(*PLAY, "--components", path)


@pytest.mark.parametrize(
    ("text", "message"),
    [("game = 1", "game"), ("x = ", "not TOML"), ("\0", "not TOML"), (f'game = "{GAME}"\nbots = []', "not by 0")],
)
def test_a_bad_plan_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text)
    assert message in usage("tournament", path, "-o", tmp_path / "cup")


@pytest.mark.parametrize("components", ["no-such-file", "", "a\\u0000b", "/", "x" * 5000])
def test_a_plan_with_components_that_are_not_there_is_refused(components: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(f'game = "{GAME}"\nbots = ["random", "greedy"]\ncomponents = "{components}"\n')
    usage("tournament", path, "-o", tmp_path / "cup")


def test_a_tournament_cannot_be_put_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cup"
    path.write_text("precious")
    assert "is a file" in usage(*CUP, "-o", path)
    assert usage(*CUP, "-o", path / "deeper")
    assert path.read_text() == "precious"


@pytest.mark.parametrize(
    "words",
    [
        ("check-bot", "greedy", "neom"),
        ("play", "neom", "greedy", "good"),
        ("record", "neom", "Ada", "Ben", "-o", "g.jsonl"),
        ("tournament", "--game", "neom", "--bots", "greedy,good", "--deals", "1", "-o", "cup"),
    ],
)
def test_a_value_that_an_option_does_not_take_is_named_as_it_was_typed(words: tuple[str, ...]) -> None:
    said = usage(*words, "--option", "beginner=yes")
    assert said == "--option beginner: expected true or false, not text"
    if words[0] != "record":
        assert usage(*words, "--limit", "decision=abc") == "--limit decision: expected a number, not text"


def test_what_is_no_number_and_what_has_no_name_are_told_as_such(log: Path) -> None:
    assert usage("validate", log, "--min-score", "x").endswith("'x' is not a valid number.")
    assert run("validate", "", code=3).stdout.startswith("'': error IO-UNREADABLE: ")


@pytest.mark.parametrize("words", [PLAY, ("export", "examples/neom.jsonl")])
def test_a_file_that_cannot_be_made_is_named_as_it_was_given(words: tuple[str, ...]) -> None:
    assert usage(*words, "-o", "/proc/no.jsonl").startswith("/proc/no.jsonl: cannot be written: ")


def test_a_log_is_no_analysis(log: Path) -> None:
    said = usage("show", log, "--analysis", log)
    assert said == f"{log}:1: this is no line of an analysis; name a file that `cityleague analyse` wrote"


def test_a_move_seat_or_id_that_does_not_exist_is_refused(log: Path, tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    assert "the game has 63 moves, not 64" in usage("show", log, "--move", "64", "--format", "svg", "-o", picture)
    assert not picture.exists()
    before = log.read_bytes()
    for path in (log, log.parent):
        assert "is the log: name another file" in usage("show", path, "--format", "json", "-o", log)
    assert log.read_bytes() == before
    assert "the seats of this game are 0 to 2" in usage("show", log, "--seat", "3")
    assert "no game with the id nobody" in usage("show", log, "--id", "nobody")


def test_an_id_that_does_not_exist_is_refused_when_scoring_too(log: Path) -> None:
    assert "nobody" in usage("score", log, "--id", "nobody")


@pytest.mark.parametrize("command", ["validate", "score", "table"])
def test_a_log_without_a_game_is_a_finding(command: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    told = run(command, path, code=1)
    assert "LOG-EMPTY" in told.output


@pytest.mark.parametrize("command", ["validate", "score", "show", "table"])
def test_an_unreadable_log_exits_with_3(command: str, tmp_path: Path) -> None:
    missing, cut, no_gzip = tmp_path / "missing.jsonl", tmp_path / "cut.jsonl.gz", tmp_path / "no.jsonl.gz"
    cut.write_bytes(gzip.compress(os.urandom(2000))[:-900])
    no_gzip.write_bytes(b"plain")
    for path, code in ((missing, "IO-UNREADABLE"), (cut, "IO-TRUNCATED"), (no_gzip, "IO-CORRUPT")):
        assert code in run(command, path, code=3).output


@pytest.mark.parametrize("command", ["validate", "score", "show", "table"])
@pytest.mark.parametrize(
    "content", [b"hello\n", b"\x00\xff\x00", b'{"log":1}\n', b"[" * 5000 + b"\n", b'{"log":' * 3000]
)
def test_a_broken_log_exits_with_1(command: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    told = run(command, path, code=1)
    assert "error LOG-" in told.output
    assert "\x00" not in told.output


def test_unreadable_weighs_more_than_broken(log: Path, broken: Path, tmp_path: Path) -> None:
    for command in ("validate", "score"):
        run(command, log)
        run(command, log, broken, code=1)
        run(command, tmp_path / "missing", broken, log, code=3)


def test_a_table_of_impossible_results_does_not_crash(tmp_path: Path) -> None:
    header = '{"log":1,"game":"between_two_cities","rules":"1","players":%s}\n{"result":{"scores":%s,"ranks":%s}}\n'
    results = [('["a","b"]', "[1,1]", "[2,2]"), ("[]", "[]", "[]"), ('["a","b"]', f"[{10**400},1]", "[1,2]")]
    for number, parts in enumerate(results):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(header % parts)
        assert process("table", path).returncode == 1


NAMES = ['a "b"', "it's", "a,b", "🎲", "Ænean|\\x", "x" * 200, "<script>&amp;", "#2", "%s{0}"]


def test_strange_names_and_seeds_are_kept(tmp_path: Path) -> None:
    for number, seed in enumerate(["", "line\nbreak", "🎲", "s" * 300, '"\\', "\x1b[31m"]):
        path = tmp_path / f"{number}.jsonl"
        bots = [f"{name}=random" for name in NAMES[number : number + 5]]
        run("play", GAME, *bots, "--seed", seed, "-o", path)
        run("validate", path)
        header = json.loads(path.read_bytes().splitlines()[0])
        assert (header["players"], header["seed"]) == (NAMES[number : number + 5], seed)
        for form in ("table", "json", "csv", "markdown"):
            assert "\x1b" not in run("score", path, "--format", form).output
            assert "\x1b" not in run("table", path, "--format", form).output
        assert "\x1b" not in run("show", path).output


@pytest.mark.parametrize("name", ["two\nlines", "x" * 201, "\x1b[31mred", "\u2028", "\x85"])
def test_names_that_no_log_can_hold_are_refused(name: str, tmp_path: Path) -> None:
    message = usage("play", GAME, f"{name}=random", "greedy", "-o", tmp_path / "g.jsonl")
    assert not message.startswith("options")


@pytest.mark.parametrize(
    "arguments", [["--seed", b"\xff"], [b"\xff=random"], ["--option", b"seating=\xff"], [b"\xff"], [b"\xff:Bot"]]
)
def test_arguments_that_are_not_utf8_are_refused(arguments: list[str | bytes], tmp_path: Path) -> None:
    words = [os.fsdecode(word) for word in arguments]  # as Python hands them to a program
    assert usage(*PLAY, *words, "-o", tmp_path / "g.jsonl")


BAD_MODULES = {
    "bot_syntax": "def (",
    "bot_raises": "raise RuntimeError('boom')",
    "bot_leaves": "import sys; sys.exit(0)",
    "bot_lacks": "import no_such_module",
    "bot_number": "Bot = 7",
    "bot_wants": "class Bot:\n    def __init__(self, a): pass",
}


@pytest.mark.parametrize("module", BAD_MODULES)
def test_a_module_that_cannot_be_imported_is_refused(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{module}.py").write_text(BAD_MODULES[module])
    monkeypatch.chdir(tmp_path)
    message = run("play", GAME, f"{module}:Bot", "random", code=2).stderr
    assert f"{module}:Bot" in message
    assert f"No module named '{module}'" not in message


@pytest.mark.parametrize("spec", [":Bot", ".x:Bot", "x..y:Bot", "json:"])
def test_a_spec_that_names_no_class_is_refused(spec: str) -> None:
    usage("play", GAME, spec, "random")


def test_a_bot_with_parameters_plays_as_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    run("play", GAME, "heuristic?foresight=0.5", "heuristic?foresight=0.5", "-o", path)
    names = ["heuristic?foresight=0.5", "heuristic?foresight=0.5#2"]
    assert json.loads(path.read_bytes().splitlines()[0])["players"] == names


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        done = process(*PLAY, "-o", pipe)
        assert pipe.is_fifo()
        assert done.returncode == 2 or os.read(reader, 8) == b'{"log":1'
    finally:
        os.close(reader)


def test_an_interrupted_output_leaves_the_old_log(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "g.jsonl").write_text("old")
    usage(*PLAY, "-o", tmp_path / "folder.jsonl")
    usage(*PLAY, "nobody", "-o", tmp_path / "g.jsonl")
    assert (tmp_path / "g.jsonl").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.jsonl", "g.jsonl"]


CHECK = ("check-bot", "random", GAME, "--games", "1")
RECORD = ("record", "neom", "Ada", "Ben", "--seed", "7", "-o", "q.jsonl")


@pytest.mark.parametrize("arguments", daily([[*PLAY], [*RECORD], ["score", "g.jsonl", "g.jsonl"], [*CHECK]], 2))
def test_a_reader_that_stops_early_is_not_a_failure(
    arguments: list[str], log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(log, "g.jsonl")
    reading, writing = os.pipe()
    os.close(reading)
    done = process(*arguments, stdin=b"1\n", stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("arguments", "said"),
    daily(
        [
            (PLAY, "standard output:"),
            (RECORD, "the output"),
            (("--help",), "the output"),
            (("--version",), "the output"),
            (("rules", "neom"), "the output"),
            (CHECK, "the output"),
        ],
        5,
    ),
)
def test_output_that_cannot_be_written_to_a_full_disk_is_named(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    words = [str(tmp_path / word) if word == "q.jsonl" else word for word in arguments]
    with open("/dev/full", "wb") as full:
        done = process(*words, stdout=full)
    assert done.stderr.decode() == f"Error: {said} cannot be written: No space left on device\n"
    assert done.returncode == 4


def test_the_file_on_a_full_disk_is_named() -> None:
    done = run("record", "neom", "Ada", "Ben", "--seed", "7", "-o", "/dev/full", code=4)
    assert done.stderr == "Error: /dev/full: cannot be written: No space left on device\n"


@pytest.mark.parametrize("command", ["score", "show", "validate", "table --validate"])
def test_a_damaged_file_of_a_package_is_described(command: str, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> NoReturn:
        raise ComponentsError("not a component file: not JSON")

    monkeypatch.setattr("cityleague.replays.replay.replay.begin", damaged)
    assert run(*command.split(), log, code=2).stderr.endswith("Error: not a component file: not JSON\n")
