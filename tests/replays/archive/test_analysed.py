"""The columns that an analysis adds to tables, compared with the lines of its file, read as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ...pages.analyses import summed
from ...rows import daily
from .helpers import ANALYSED, READERS, Row, export, from_csv

GAMES = ("between_two_cities", "neom")
LOGS = [ANALYSED / f"{name}.jsonl" for name in GAMES]
FILES = [ANALYSED / f"{name}.analysis.jsonl" for name in GAMES]
NAMED = [part for file in FILES for part in ("--analysis", file)]
EMPTY = dict.fromkeys(("loss", "se", "mark", "best"))


def records(file: Path, kind: str) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, file.read_text("utf-8").splitlines()) if line["kind"] == kind]


def judged(row: Row) -> Mapping[str, Any]:
    """What a row of a move says of an analysis."""
    return {name: json.loads(row[name]) if name == "best" and row[name] else row[name] for name in EMPTY}


@pytest.mark.exhaustive
@pytest.mark.parametrize("format_", daily(sorted(READERS)))
def test_moves_and_seats_have_what_the_analysis_says(format_: str, tmp_path: Path) -> None:
    if format_ == "parquet":
        pytest.importorskip("pyarrow")
    code, said = export(*LOGS, *NAMED, "--format", format_, "-j", "2", "-o", tmp_path / "t")
    assert (code, "not in the tables" in said) == (0, False)
    found = READERS[format_](tmp_path / "t")
    for key, file in enumerate(FILES, 1):
        choices = {
            (choice["move"] + 1, choice["seat"]): {name: choice[name] for name in EMPTY}
            for choice in records(file, "choice")
        }
        assert len(choices) > 10
        moves = [row for row in found["moves"] if row["key"] == key]
        assert {(row["n"], row["seat"]) for row in moves} >= choices.keys()
        assert [judged(row) for row in moves] == [choices.get((row["n"], row["seat"]), EMPTY) for row in moves]
        losses = [(seat["seat"], seat["player"], seat["loss"]) for seat in records(file, "seat")]
        assert [(row["seat"], row["player"], row["loss"]) for row in found["seats"] if row["key"] == key] == losses


def test_an_analysis_belongs_to_the_lines_of_a_game_whatever_its_id(tmp_path: Path) -> None:
    log = LOGS[0].read_bytes()
    head = json.loads(log.partition(b"\n")[0])
    other = json.dumps({**head, "note": "the same id, another game"}, separators=(",", ":")).encode()
    (tmp_path / "g.jsonl").write_bytes(log + log + other + b"\n" + log.partition(b"\n")[2])
    code, said = export(tmp_path / "g.jsonl", *NAMED, "--format", "csv", "-o", tmp_path / "t")
    assert code == 0
    assert "not in the tables: what is said of 1 game not among these" in said
    seats = from_csv(tmp_path / "t")["seats"]
    losses = [[row["loss"] for row in seats if row["key"] == key] for key in (1, 2, 3)]
    expected = [seat["loss"] for seat in records(FILES[0], "seat")]
    assert losses == [expected, expected, [None] * len(expected)]


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("seat", None, "it tells of another move before move"),
        ("played", {"type": "pass"}, "it tells of another move before move"),
        ("best", {"type": "pass"}, "that is not legal"),
        ("move", 10**6, "it does not tell what there is to be told before move"),
    ],
)
def test_an_analysis_of_other_moves_is_refused_and_nothing_is_written(
    field: str, value: object, why: str, tmp_path: Path
) -> None:
    lines = [json.loads(line) for line in FILES[0].read_text("utf-8").splitlines()]
    last = [line for line in lines if line["kind"] == "choice"][-1]
    last[field] = (last["seat"] + 1) % 2 if field == "seat" else value
    (tmp_path / "a.jsonl").write_text("".join([json.dumps(line) + "\n" for line in summed(lines)]))
    code, said = export(LOGS[0], "--analysis", tmp_path / "a.jsonl", "--format", "csv", "-o", tmp_path / "t")
    assert code == 2
    assert why in said
    assert not list((tmp_path / "t").glob("*"))
