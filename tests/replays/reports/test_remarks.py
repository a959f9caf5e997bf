"""Sheets with more than points, and with half points and negative points: written, proven, shown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cityleague.replays.log import RawGame
from cityleague.replays.replay import ComponentFiles, Replay, Report
from cityleague.replays.reports import SHEET_FORMATS, outcome
from cityleague.replays.tournaments import Plan, Tournament, numbered, play_single

from ..helpers import dump, findings, log, recorded

pytestmark = pytest.mark.usefixtures("toy")


def played(*lots: str) -> tuple[list[bytes], str]:
    """A game in which each seat builds on one lot: its log, and its outcome in a line."""
    bots = tuple(numbered([f"always?lot={lot}" for lot in lots]))
    content = play_single(Tournament(Plan(game="toy", bots=bots)))
    return content.splitlines(), outcome(content)


def report(lines: Sequence[bytes]) -> Report:
    return Replay(RawGame("some.jsonl", 1, (log(lines),), 0), ComponentFiles()).run()


def sheets_as(format_: str, *lots: str) -> str:
    return "\n".join(SHEET_FORMATS[format_]([report(played(*lots)[0])]))


def heads(*lots: str) -> list[str]:
    """The line above each sheet, without the number of the seat."""
    names = [f"always?lot={lot}" for lot in lots]
    return [line for line in sheets_as("table", *lots).splitlines() if any(name in line for name in names)]


GAMES: list[tuple[str, ...]] = [
    ("half",), ("tower",), ("mill",), ("pit", "mill"), ("mill", "tower", "pit"), ("half", "half", "mill"),
]  # fmt: skip


@pytest.mark.parametrize("lots", GAMES)
def test_a_recorded_game_is_valid(lots: tuple[str, ...], tmp_path: Path) -> None:
    assert findings(tmp_path, played(*lots)[0]) == []


def test_remarks_are_written_only_where_there_are_any() -> None:
    [mill, tower] = json.loads(played("mill", "tower")[0][-1])["result"]["sheets"]
    assert (mill["last"], "title" in mill) == ("31 % smog", False)
    assert tower.keys() == {"parts", "tiebreaks"}
    assert json.loads(played("tower")[0][-1])["result"]["sheets"][0]["title"] == "hamlet"
    assert all(b'"last"' not in line and b'"title":""' not in line for line in recorded())


def claim(lines: Sequence[bytes], **fields: Any) -> list[bytes]:
    """The log with other remarks in the first sheet of its result; None takes one away."""
    last = json.loads(lines[-1])
    sheet = last["result"]["sheets"][0] | fields
    last["result"]["sheets"][0] = {name: value for name, value in sheet.items() if value is not None}
    return [*lines[:-1], dump(last)]


@pytest.mark.parametrize(
    ("lots", "fields", "pointer", "at", "expected"),
    [
        (("mill",), {"last": None}, "/result/sheets/0/last", b'{"parts"', "31 % smog"),
        (("mill",), {"last": ""}, "/result/sheets/0/last", b'""', "31 % smog"),
        (("mill",), {"last": "31 % Smog"}, "/result/sheets/0/last", b'"31 % Smog"', "31 % smog"),
        (("half",), {"last": "smog"}, "/result/sheets/0/last", b'"smog"', ""),
        (("tower",), {"title": None}, "/result/sheets/0/title", b'{"parts"', "hamlet"),
        (("tower",), {"title": "town"}, "/result/sheets/0/title", b'"town"', "hamlet"),
        (("half", "half"), {"title": "hamlet"}, "/result/sheets/0/title", b'"hamlet"', ""),
    ],
)
def test_remarks_that_are_claimed_are_compared(
    lots: tuple[str, ...], fields: dict[str, Any], pointer: str, at: bytes, expected: str, tmp_path: Path
) -> None:
    lines = claim(played(*lots)[0], **fields)
    (finding,) = findings(tmp_path, lines)
    assert (finding.code, finding.pointer, finding.expected) == ("RESULT-SHEET", pointer, [expected])
    assert finding.column is not None
    assert lines[-1][finding.column - 1 :].startswith(at)


def test_remarks_are_short_text(tmp_path: Path) -> None:
    for value, code in (("x" * 201, "LOG-VALUE"), (7, "LOG-TYPE")):
        (finding,) = findings(tmp_path, claim(played("mill")[0], last=value))
        assert (finding.code, finding.pointer) == (code, "/result/sheets/0/last")


@pytest.mark.parametrize(("lot", "points", "wrong"), [("half", 0.5, 0), ("half", 0.5, -0.5), ("pit", -3, 3)])
def test_half_points_and_negative_points_are_proven(lot: str, points: float, wrong: float, tmp_path: Path) -> None:
    lines, _ = played(lot)
    text = f'"scores":[{points}]'
    assert text.encode() in lines[-1]
    spoilt = [*lines[:-1], lines[-1].replace(text.encode(), f'"scores":[{wrong}]'.encode())]
    (finding,) = findings(tmp_path, spoilt)
    assert (finding.code, finding.expected) == ("RESULT-SCORE", [points])


# -- shown


def test_a_reason_to_be_last_is_shown_with_what_it_decides() -> None:
    assert heads("mill", "half", "pit") == [
        "1. always?lot=half (seat 1): 0.5 points",
        "2. always?lot=pit (seat 2): -3 points, ahead of the next, which is last: 31 % smog",
        "3. always?lot=mill (seat 0): 9 points, last: 31 % smog",
    ]
    assert heads("mill", "mill") == [
        "1. always?lot=mill (seat 0): 9 points, last: 31 % smog, all tie-breaks equal to the next",
        "1. always?lot=mill#2 (seat 1): 9 points, last: 31 % smog",
    ]


def test_a_title_is_shown() -> None:
    assert heads("tower") == ["1. always?lot=tower (seat 0): 1 point, hamlet"]
    assert "**1. always?lot=tower** (seat 0): 1 point, hamlet" in sheets_as("markdown", "tower")


def test_the_outcome_of_a_game_tells_remarks_too() -> None:
    assert played("mill", "pit")[1] == "1. always?lot=pit -3, 2. always?lot=mill 9 (last: 31 % smog)"
    assert played("tower")[1] == "1. always?lot=tower 1 (hamlet)"


def test_points_in_tables_are_not_rounded() -> None:
    rows = [line.split() for line in sheets_as("table", "half", "pit").splitlines() if "floors" in line]
    assert rows == [["city", "floors", "0.5", "half"], ["city", "floors", "-3", "pit"]]


def test_json_has_remarks_and_null_where_there_are_none() -> None:
    mill, tower = json.loads(sheets_as("json", "mill", "tower"))["seats"]
    assert (mill["last"], mill["title"], mill["total"], mill["rank"]) == ("31 % smog", None, 9, 2)
    assert (tower["last"], tower["title"], tower["total"], tower["rank"]) == (None, None, 1, 1)


def test_csv_has_remarks_in_its_last_columns() -> None:
    [row] = csv.DictReader(io.StringIO(sheets_as("csv", "tower")))
    assert list(row)[-4:] == ["detail", "title", "last", "over"]
    assert (row["total"], row["title"], row["last"]) == ("1", "hamlet", "")
    [pit, half] = csv.DictReader(io.StringIO(sheets_as("csv", "pit", "half")))
    assert [(row["total"], row["points"]) for row in (pit, half)] == [("-3", "-3"), ("0.5", "0.5")]


def test_a_sheet_says_how_a_game_was_forfeited() -> None:
    lines = played("half", "tower")[0]
    forfeit = dump({"forfeit": {"seat": 1, "kind": "stall"}})
    raw = RawGame("some.jsonl", 1, (log([*lines[:2], forfeit, *lines[2:-1]]),), 0)
    told = "\n".join(SHEET_FORMATS["table"]([Replay(raw, ComponentFiles()).run(["RESULT-MISSING"])]))
    assert "2. always?lot=tower (seat 1): 1 point, forfeited (stall)" in told
