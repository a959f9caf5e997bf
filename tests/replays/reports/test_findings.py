"""Findings and score sheets in every format: well formed, complete, and harmless to whatever shows them."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import msgspec
import pytest

from cityleague.replays.log import Finding, RawGame
from cityleague.replays.replay import ComponentFiles, Replay, Report, Verdict, validate
from cityleague.replays.reports import SHEET_FORMATS, Counts, reported
from cityleague.replays.reports.formats import FINDING_FORMATS

from ...rows import rows
from ..helpers import edited, log, recorded, replaced, verdicts, with_fields, write

NASTY = Finding(
    code="LOG-TYPE",
    message='100% "wrong" <b>&amp;</b>, see: a\r\nb',
    file="a, b:c%.jsonl",
    line=3,
    column=14,
    character=12,
    pointer="/move/cell",
    id="x]]>y",
    game="no <game>",
    move=7,
    seat=1,
    expected=[{"type": "pick"}, 5],
    unexamined=1,
)
BARE = Finding(code="IO-CORRUPT", message="not valid gzip", file="x.gz")
SAID = [
    Verdict("fine.jsonl", 1, "first", 84, None),
    Verdict(NASTY.file, 1, NASTY.id, 6, NASTY),
    Verdict(NASTY.file, 9, None, 6, None),
    Verdict("x.gz", None, None, 0, BARE),
]


def written(format_: str, said: list[Verdict] | None = None) -> str:
    return "\n".join(reported(SAID if said is None else said, format_, Counts()))


# -- findings


def test_text_tells_place_code_rule_and_what_was_expected() -> None:
    lines = written("text", [SAID[1]]).splitlines()
    text = "\n".join(lines)
    assert text.startswith("a, b:c%.jsonl:3:14: error LOG-TYPE: 100%")
    assert "    game no <game>, id x]]>y, move 7, seat 1, at /move/cell" in lines
    for part in ('{"type":"pick"}', "1 further line"):
        assert part in text


def test_json_lines_hold_the_whole_finding() -> None:
    lines = written("json").splitlines()
    assert [msgspec.json.decode(line, type=Finding) for line in lines] == [NASTY, BARE]


def test_junit_counts_cases_and_failures_and_keeps_the_text() -> None:
    root = ElementTree.fromstring(written("junit"))
    assert root.tag == "testsuites"
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["fine.jsonl", "a, b:c%.jsonl", "x.gz"]
    for suite in suites:
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
        assert all(case.get("name") and case.get("classname") for case in cases)
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.get("type") == "LOG-TYPE"
    assert "<b>&amp;</b>" in (failure.get("message") or "")
    assert "100%" in (failure.text or "")


@rows("bad", ["\x00", "\x1b[31m", "\x08", "\ufffe", "\udc80", "\r"])
def test_junit_is_well_formed_whatever_a_name_holds(bad: str) -> None:
    nasty = Finding(
        code="LOG-TYPE", message=f"m{bad}", file=f"f{bad}", line=1, id=f"i{bad}", game=f"g{bad}", pointer=f"/p{bad}"
    )
    document = written("junit", [Verdict(nasty.file, 1, nasty.id, 0, nasty)])
    root = ElementTree.fromstring(document.encode(errors="replace"))
    assert [suite.get("failures") for suite in root] == ["1"]


ANT = {
    "testsuites": ("", ["testsuite*"]),
    "testsuite": (
        "package id name timestamp hostname tests failures errors skipped time",
        ["properties", "testcase*", "system-out", "system-err"],
    ),
    "properties": ("", []),
    "testcase": ("name classname time", ["failure?"]),
    "failure": ("message type", []),
    "system-out": ("", []),
    "system-err": ("", []),
}
"""What Ant's schema has of each element: all of its attributes, and its children in their order."""


@rows("said", [SAID, SAID[:1], []])
def test_junit_is_what_the_schema_of_ant_demands(said: list[Verdict]) -> None:
    def demanded(element: ElementTree.Element) -> None:
        attributes, children = ANT[element.tag]
        assert set(element.keys()) == set(attributes.split())
        assert re.fullmatch("".join([f"(?:{kind.rstrip('*?')} ){kind[len(kind.rstrip('*?')) :]}" for kind in children]),
                            "".join([f"{child.tag} " for child in element]))  # fmt: skip
        for child in element:
            demanded(child)

    root = ElementTree.fromstring(written("junit", said))
    demanded(root)
    for number, suite in enumerate(root):
        assert suite.get("id") == str(number)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", ""))
        assert float(suite.get("time", "")) >= 0


def test_annotations_begin_with_those_that_tell_most() -> None:
    def verdict(code: str, line: int | None) -> Verdict:
        return Verdict("x", line, None, 0, Finding(code=code, message="", file="x", line=line))

    said = [verdict("LOG-TYPE", n) for n in (1, 2, 3)] + [
        verdict("LOG-SEAT", 4),
        verdict("LOG-TYPE", 5),
        verdict("IO-BOMB", None),
    ]
    lines = re.findall(r"(?:line=(\d))?,?title=", written("github", said))
    assert lines == ["", "1", "4", "2", "3", "5"]


def sarif() -> dict[str, Any]:
    document = json.loads(written("sarif"))
    assert isinstance(document, dict)
    return document


def test_sarif_has_what_the_standard_requires() -> None:
    document = sarif()
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "cityleague"
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(set(rules)) == len(rules)
    assert len(run["results"]) == 2
    for result in run["results"]:
        assert result["message"]["text"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert rules[result["ruleIndex"]] == result["ruleId"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"]
    by_code = {result["ruleId"]: result for result in run["results"]}
    properties = by_code["LOG-TYPE"]["properties"]
    assert (properties["game"], properties["id"], properties["move"]) == ("no <game>", "x]]>y", 7)
    place = by_code["LOG-TYPE"]["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 3, "startColumn": 12}
    assert "region" not in by_code["IO-CORRUPT"]["locations"][0]["physicalLocation"]


@rows("name", ["a b.jsonl", "50%.jsonl", "x#1.jsonl", "what?.jsonl", "ä.jsonl"])
def test_sarif_names_files_by_uri_references(name: str) -> None:
    finding = msgspec.structs.replace(BARE, file=name)
    document = json.loads(written("sarif", [Verdict(name, None, None, 0, finding)]))
    uri = document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert re.fullmatch(r"(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~!$&'()*+,;=:@/-])+", uri)
    assert not urlsplit(uri).scheme or uri.startswith("file:")


def test_sarif_counts_columns_in_the_unit_that_it_says(tmp_path: Path) -> None:
    good = recorded()
    line = with_fields(good[4], note="x")
    line = line.replace(b'"seat":0', b'"note":"\xf0\x9f\x8f\x99\xc3\xa4","seat":"0"').replace(b',"note":"x"', b"")
    said = verdicts(tmp_path, replaced(good, 4, line))
    (run,) = json.loads(written("sarif", said))["runs"]
    column = run["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"]
    before = line[: line.index(b'"0"')].decode()
    units = {"utf16CodeUnits": len(before.encode("utf-16-le")) // 2, "unicodeCodePoints": len(before)}
    assert column == units[run["columnKind"]] + 1


def test_github_annotations_are_escaped_and_one_a_line() -> None:
    lines = written("github").split("\n")[::-1]  # the file that cannot be read comes first
    assert len(lines) == 2
    match = re.fullmatch(r"::error ([^:]*)::(.*)", lines[0])
    assert match
    properties = dict(part.split("=", 1) for part in match[1].split(","))
    assert properties == {"file": "a%2C b%3Ac%25.jsonl", "line": "3", "col": "12", "title": "LOG-TYPE"}
    assert "100%25" in match[2]
    assert "%0D%0Ab" in match[2]
    assert lines[1].startswith("::error file=x.gz,title=IO-CORRUPT::not valid gzip")


@rows("format_", FINDING_FORMATS)
def test_nothing_found_gives_a_report_without_findings(format_: str) -> None:
    report = written(format_, [])
    if format_ == "junit":
        assert not len(ElementTree.fromstring(report))
    elif format_ == "sarif":
        assert json.loads(report)["runs"][0]["results"] == []
    elif format_ == "gitlab":
        assert json.loads(report) == []
    elif format_ == "markdown":
        assert "0 findings" in report
    else:
        assert report == ""


HOSTILE = {
    "escape in a key": (2, b'"seat":0', rb'"\u001b[31mx":1,"seat":0'),
    "right-to-left override in a key": (2, b'"seat":0', rb'"\u202ex":1,"seat":0'),
    "control sequence in a repeated key": (0, b'"options":{', rb'"options":{"\u009bx":1,"\u009bx":2,'),
    "escape in a game's name": (0, b'"between_two_cities"', rb'"\u001b]0;x\u0007"'),
    "escape in a draw's name": (1, b'"round-1a"', rb'"\u001b[2J"'),
    "escape in an item": (1, b'"park"', rb'"\u001b[2J"'),
    "escape in a move's type": (2, b'"pick"', rb'"\u001b[2J"'),
    "escape in a tile": (2, b'"tiles":["', rb'"tiles":["\u001b[2J'),
    "escape in the version": (0, b'"rules":"1"', rb'"rules":"\u001b[2J"'),
    "escape in a hash": (0, b'"blake2b:', rb'"\u001b[2J:'),
    "escape in an option": (0, b'"seating":"given"', rb'"seating":"\u001b[2J"'),
    "line separator in a player": (0, b'"random"', rb'"\u2028"'),
    "right-to-left override in an id": (0, b'"golden","id":"', rb'"?","id":"\u202e'),
    "raw escape": (0, b'"golden"', b'"\x1b[31m"'),
}


@rows("format_", FINDING_FORMATS)
@rows("what", HOSTILE)
def test_nothing_in_a_log_reaches_a_terminal_as_a_control_character(format_: str, what: str, tmp_path: Path) -> None:
    said = verdicts(tmp_path, edited(recorded(), *HOSTILE[what]))
    assert said[0].finding is not None
    for_people = format_ in ("text", "github")
    also = "\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069" if for_people else ""
    assert not re.search(rf"[\x00-\x09\x0b-\x1f{also}]", written(format_, said))


def test_nothing_in_a_log_begins_a_line_of_the_text(tmp_path: Path) -> None:
    """Continuous integration takes lines that begin with :: for commands."""
    said = verdicts(tmp_path, edited(recorded(), 2, b'"seat":0', rb'"\n::error::x":1,"seat":0'))
    assert all(line.startswith(("    ", str(tmp_path))) for line in written("text", said).splitlines())


@rows("name", ["a\x1b[31m.jsonl", "a\n::error::.jsonl"])
def test_a_file_name_is_shown_without_control_characters(name: str) -> None:
    finding = msgspec.structs.replace(BARE, file=name)
    text = written("text", [Verdict(name, None, None, 0, finding)])
    assert all(line.isprintable() and not line.startswith("::") for line in text.splitlines())


@rows("format_", FINDING_FORMATS)
def test_a_file_whose_name_is_not_text_is_reported_like_any_other(format_: str, tmp_path: Path) -> None:
    name = "\udcff.jsonl"
    try:
        path = write(tmp_path, recorded()[:9], name)
    except (OSError, UnicodeError):
        pytest.skip("the file system has no such names")
    written(format_, list(validate([path]))).encode(errors="replace")


# -- score sheets


@pytest.fixture(scope="module")
def replayed() -> list[Report]:
    """Games of two, three and seven, one with names that tables find hard."""
    games = [list(recorded(players)) for players in (2, 3, 7)]
    games[0] = replaced(games[0], 0, with_fields(games[0][0], players=['a "quoted", name', "b | c\\"]))
    return [Replay(RawGame("some.jsonl", 1, (log(lines),), 0), ComponentFiles()).run() for lines in games]


def sheet(format_: str, replayed: list[Report]) -> str:
    return "\n".join(SHEET_FORMATS[format_](replayed))


def test_json_sheets_add_up_to_the_scores(replayed: list[Report]) -> None:
    games = [json.loads(line) for line in sheet("json", replayed).splitlines()]
    assert [len(game["seats"]) for game in games] == [2, 3, 7]
    for game, report in zip(games, replayed, strict=True):
        assert report.result is not None
        for seat in game["seats"]:
            for part in seat["parts"]:
                assert part["points"] == sum(line["points"] for line in part["lines"])
            assert seat["total"] == sum(part["points"] for part in seat["parts"] if part["counts"])
            assert seat["total"] == report.result.result.scores[seat["seat"]]
            assert seat["rank"] == report.result.result.ranks[seat["seat"]]


def test_csv_sheets_add_up_to_the_scores(replayed: list[Report]) -> None:
    rows = list(csv.DictReader(io.StringIO(sheet("csv", replayed))))
    totals: dict[tuple[str, str], int] = {}
    for row in rows:
        assert None not in row.values()
        key = row["id"], row["seat"]
        totals[key] = totals.get(key, 0) + (int(row["points"]) if row["counts"] == "yes" else 0)
    assert len(totals) == 12
    assert all(int(row["total"]) == totals[row["id"], row["seat"]] for row in rows)
    assert {row["player"] for row in rows} >= {'a "quoted", name', "b | c\\"}


@rows("format_", ["table", "markdown"])
def test_tables_show_every_player_the_winner_first(format_: str, replayed: list[Report]) -> None:
    text = sheet(format_, replayed[1:2])
    places = re.findall(r"(\d)\. (random(?:#\d)?)(?:\*\*)? \(seat (\d)\): (\d+) points?", text)
    assert [int(place[0]) for place in places] == sorted(int(place[0]) for place in places)
    assert len(places) == 3
    result = replayed[1].result
    assert result is not None
    for rank, _, seat, total in places:
        assert (int(rank), int(total)) == (result.result.ranks[int(seat)], result.result.scores[int(seat)])


def test_markdown_rows_have_the_cells_of_their_header(replayed: list[Report]) -> None:
    tables = [line for line in sheet("markdown", replayed).splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in tables}) == 1
