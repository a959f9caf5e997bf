"""What commands print for people keeps to the width of a terminal, and has colours where these are wanted."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from cityleague.cli import games, logs
from cityleague.cli.output import styled
from cityleague.engine.looks.text import columns
from cityleague.engine.registry import GAMES
from cityleague.replays.reports.tabular import text_table

from ..command import COMMAND
from ..rows import daily, rows
from .helpers import run
from .typing_in import Terminal

EXAMPLES = Path(__file__).parents[2] / "examples"
RED = "\x1b[31m"


@rows("name", list(GAMES))
def test_tables_of_rules_take_80_columns_where_the_width_is_unknown(name: str) -> None:
    lines = run("rules", name).stdout.splitlines()
    assert max(map(columns, lines)) <= 80
    codes = [row.split("|")[1].strip() for row in run("rules", name, "--format", "markdown").stdout.splitlines()[2:]]
    assert [line.split()[0] for line in lines[2:] if line[0] != " "] == codes


@pytest.mark.parametrize("log", ["by-hand.jsonl", "neom-by-hand.jsonl"])
def test_score_sheets_take_80_columns(log: str) -> None:
    lines = run("score", EXAMPLES / log).stdout.splitlines()
    assert max([columns(line) for line in lines if not line.startswith(("Between", "NEOM"))]) <= 80


def test_everything_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (games, logs):
        monkeypatch.setattr(module, "terminal_width", lambda: 40)
    for command in (["games"], ["score", "by-hand.jsonl"], ["table", "by-hand.jsonl"], ["rules", "city_tycoon"]):
        monkeypatch.chdir(EXAMPLES)
        said = run(*command).stdout
        assert max(map(columns, said.splitlines())) <= 40, command
    assert "Not proven: results are taken as the\n" in run("table", "by-hand.jsonl").stdout


def test_columns_that_are_too_wide_stand_in_tables_of_their_own() -> None:
    table = text_table(["code", "a", "b"], [["x" * 20, "y" * 20, "z" * 20]], width=30, lead=1)
    assert [line.split() for line in table.splitlines()[2::4]] == [["x" * 20, "y" * 20], ["x" * 20, "z" * 20]]


def test_words_are_wrapped_between_words_and_numbers_never() -> None:
    table = text_table(["name", "n", "what"], [["a-name-in-one-word", 1234567890, "a few words more"]], width=10)
    assert table.splitlines()[2:] == [
        "a-name-in-one-word  1234567890  a few",
        "                                words",
        "                                more",
    ]
    assert "a few words more" in text_table(["what"], [["a few words more"]], width=16)


def test_colours_go_into_a_pipe_only_when_asked_for() -> None:
    broken = EXAMPLES / "broken.jsonl"
    plain = run("validate", broken, code=1).stdout
    assert "\x1b" not in plain
    assert "\x1b" not in run("--color", "never", "validate", broken, code=1).stdout
    coloured = run("--color", "always", "validate", broken, code=1).stdout
    assert coloured.count(RED) == plain.count(": error ")
    assert styled(plain) == coloured


def test_text_from_a_log_never_becomes_a_colour() -> None:
    assert styled("x\\u001b[31m") == "x\\u001b[31m"


@pytest.mark.parametrize(
    ("environment", "coloured"),
    daily([({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)], 2),
)
def test_a_terminal_has_colours_unless_they_are_not_wanted(environment: dict[str, str], coloured: bool) -> None:
    ours, theirs = pty.openpty()
    known = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    command = [*COMMAND, "validate", str(EXAMPLES / "broken.jsonl")]
    with open(ours, "rb", buffering=0) as screen:
        process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=known | environment)
        os.close(theirs)
        text = b""
        try:
            while chunk := screen.read(1 << 16):
                text += chunk
        except OSError:  # the other end is closed
            pass
        process.wait()
    assert (RED.encode() in text) is coloured
    assert b"B2C-PICK-NOT-IN-HAND" in text


def test_check_bot_shows_its_progress_on_a_terminal_and_keeps_to_its_width() -> None:
    with Terminal("check-bot", "mine=random", "neom", "--games", "2", columns=80) as terminal:
        assert terminal.end() == 0
        assert "| 0/10 [" in terminal.raw
    with Terminal("check-bot", "exec:cat", "neom", "--games", "1", columns=80) as terminal:
        assert terminal.end() == 1
        _, _, table = terminal.shown.partition("seats  ")
        assert max(map(len, table.partition("hears")[0].splitlines())) <= 80
        assert '"versions":[1,2]' in "".join(table.split())
