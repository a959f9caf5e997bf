"""No text from a log, a name or a path can act as a command to whatever shows it, in any format of any command."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import msgspec
import pytest

from cityleague.engine.looks import picture
from cityleague.engine.words import printable
from cityleague.replays.league import Against, League, Row
from cityleague.replays.league.columns import BestGame
from cityleague.replays.log import Finding, RawGame, Related
from cityleague.replays.replay import ComponentFiles, Replay, Report, Verdict, validate
from cityleague.replays.reports import (
    PEOPLE_FORMATS,
    SHEET_FORMATS,
    STANDING_FORMATS,
    Counts,
    cleaning,
    json_text,
    reported,
    terminal_lines,
)
from cityleague.replays.reports.formats import FINDING_FORMATS
from cityleague.replays.reports.tabular import comma_separated, text_table
from cityleague.replays.reports.tournaments import course
from cityleague.replays.tournaments import Outcome

from ...cli.helpers import commands
from ...command import process
from ...rows import daily, rows
from ..helpers import log, recorded

ATTACKS = (
    "\n::error::x",
    "::error file=a::x",
    "  ::stop-commands::x",
    "a\r::warning::x",
    ":",
    "##[stop-commands]x",
    "a ##[error]x ##[[x]",
    "##vso[task.complete]x",
    "%0A::error::x",
    "\x00\x07\x08\x1b[31m\x1b]0;x\x07\x7f",
    "a\u009bb\x85c",
    "\u202egnp.exe\u2066",
    "a\u061cb\u200bc\ufeffd\u200e\u2028e",
    "\U000e0041tag",
    "<script>alert(1)</script>",
    "<img src=x onerror=y>&lt;b&#62;",
    "</x></failure><!--",
    "]]>",
    "[click](https://evil.example)",
    "![x](//evil.example)",
    "<https://evil.example>",
    "https://evil.example www.evil.example HTTP://evil.example",
    "me@evil.example",
    "@everyone @octo-cat",
    "closes #1",
    "- x",
    "> x",
    "# x",
    " 1. x",
    "**b** _i_ `c` ~~s~~ $x$",
    "a | b \\| c \\",
    "=cmd|' /C calc'!A0",
    "+1+cmd",
    "-x",
    "@SUM(A1)",
    "\t=1+x",
    "\uff1dcmd",
    '"=x"',
    "a;=cmd|' /C calc'!A0",
    'a; "=cmd"|+1|@x',
    "a;-2+3;=1\ta\t=1\r=2\n=3",
    "\u3164\u2800\u115f\u1160\u034f\ufe0f\ufe00\u180b\u17b4\uffa0\U000e0100",
    "a\u200db\u200c\ufe0fc \u200d",
    "\ud800",
)
CLEANERS = (cleaning.terminal, cleaning.markdown, cleaning.cell, cleaning.github, cleaning.sentence, printable)
UNSEEN = re.compile(r"##\w*\[")


DEFAULT_IGNORABLE = [
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010)),
    *(*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0),
    *(*range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)),
]
"""Default_Ignorable_Code_Point, as DerivedCoreProperties.txt of Unicode 16 lists it."""
NOT_SEEN = {*map(chr, DEFAULT_IGNORABLE), "\u2800"}
_TAGS = (0xE0000, 0xE0001, 0xE0020, 0xE0041, 0xE007F, 0xE0080, 0xE0100, 0xE01EF, 0xE01F0, 0xE0FFF)
SOME_NOT_SEEN = {character for character in NOT_SEEN if ord(character) < _TAGS[0]} | set(map(chr, _TAGS))
"""All but most of the tags and variation selectors of plane 14, of which each kind has its ends."""


JUNIT = {"testsuites", "testsuite", "testcase", "failure", "properties", "system-out", "system-err"}


def is_harmless(text: str) -> None:
    """The text is shown as it stands, and is not a command to a runner."""
    for line in text.split("\n"):
        assert line.isprintable()
        assert not NOT_SEEN.intersection(line)
        assert not UNSEEN.search(line)
        assert not line.lstrip().startswith("::")


def is_markdown(text: str) -> None:
    is_harmless(text)
    without_code = re.sub(r"(?<!\\)`(@|://|\.|#)`", " ", text)
    assert not re.search(r"(?<!\\)`|@\w|://|(?i:www)\.|(?<!\w)#\d", without_code)
    assert not re.search(r"<[\w/!?]|&(?!amp;|lt;)\w*;|\]\(", text)
    plain = re.sub(r"\\.", "", without_code).replace("**", "")
    assert not re.search(r"[~`]|\$\w|\w\*|\*\w|(?<!\w)_|_(?!\w)", plain)
    for line in text.split("\n"):
        assert not re.match(r"(- +)?(>|    )|- +([-+*#]|\d+[.)])( |$)", line)


def is_csv(text: str) -> None:
    is_harmless(text)
    for separator in ",;|\t":  # which one a spreadsheet takes depends on its country, and on who opens the file
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE) if separator != "," else (csv.QUOTE_MINIMAL,):
            for row in csv.reader(io.StringIO(text), delimiter=separator, quoting=quoting):
                for cell in row:
                    number = re.fullmatch(r"-?[\d.]*(e-?\d+)?(,.*)?", cell)
                    assert number or cell.strip(' "')[:1] not in tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20"), cell


def is_json_lines(text: str) -> None:
    is_harmless(text)
    for line in text.splitlines():
        json.loads(line)


def is_json(text: str) -> None:
    is_harmless(text)
    json.loads(text)


def is_xml(text: str) -> None:
    is_harmless(text)
    for element in ElementTree.fromstring(text).iter():
        assert element.tag in JUNIT
        for value in [*element.attrib.values(), element.text or ""]:
            is_harmless(value)


def shows_no_links(text: str) -> None:
    """The parts of a JSON document that a site shows are plain and harmless; the rest is data."""
    is_json(text)
    document = json.loads(text)
    shown = (
        [result["message"]["text"] for run in document["runs"] for result in run["results"]]
        if isinstance(document, dict)
        else [entry["description"] for entry in document]
    )
    for message in shown:
        is_harmless(message)
        assert "](" not in message


def is_one_command_each(text: str) -> None:
    """The only GitHub workflow commands are ours, which report findings."""
    for line in filter(None, text.split("\n")):
        assert line.isprintable()
        assert not UNSEEN.search(line)
        assert re.fullmatch(r"::(error|warning|notice) [a-z]+=[^,:]*(,[a-z]+=[^,:]*)*::.*", line)


CHECKS: dict[str, Callable[[str], None]] = {
    "text": is_harmless,
    "table": is_harmless,
    "markdown": is_markdown,
    "csv": is_csv,
    "pairs": is_csv,
    "json": is_json_lines,
    "junit": is_xml,
    "sarif": shows_no_links,
    "gitlab": shows_no_links,
    "github": is_one_command_each,
    "result": is_json_lines,
}
"""How each format is read. A new format needs a line here, and is then tried with everything."""
PICTURES = {"svg", "png", "html"}
"""Formats of pages, which tests/pages tries."""
EXPORTS = {"jsonl", "parquet", "sqlite"}
"""Formats of games and of tables for programs, which tests/replays/archive tries."""


def poisoned(value: Any, attack: str, spared: Iterable[str] = ()) -> Any:
    """The same value with the attack in every text in it, at any depth, except in the fields that are spared."""
    if isinstance(value, str):
        return attack
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return msgspec.structs.replace(
            value, **{name: poisoned(field, attack) for name, field in fields.items() if name not in spared}
        )
    if isinstance(value, tuple) and hasattr(value, "_fields") and hasattr(value, "_replace"):
        parts = {name: poisoned(getattr(value, name), attack, spared) for name in value._fields if name not in spared}
        return value._replace(**parts)
    if isinstance(value, list | tuple):
        return type(value)([poisoned(item, attack, spared) for item in value])
    if isinstance(value, dict):
        return {poisoned(key, attack): poisoned(item, attack) for key, item in value.items()}
    return value


def texts_of(value: Any) -> Iterator[str]:
    """The fields of a value that hold text somewhere."""
    for name in value.__struct_fields__:
        if poisoned(getattr(value, name), "attack") != getattr(value, name):
            yield name


FULL = Finding(
    code="LOG-TYPE",
    message="wrong",
    file="a.jsonl",
    line=3,
    column=14,
    character=12,
    pointer="/move",
    id="one",
    game="neom",
    move=7,
    seat=1,
    expected=[{"type": "pick"}, ["park", 2]],
    related=[Related(line=2, message="earlier")],
    unexamined=3,
)
BARE = Finding(code="IO-CORRUPT", message="not valid gzip", file="x.gz")


def encodable(attack: str) -> str:
    """Paths are made encodable when they are read, and a log has no halves of characters."""
    return attack.encode("utf-8", "replace").decode()


def findings_in(format_: str, said: list[Verdict]) -> str:
    return "\n".join(reported(said, format_, Counts()))


@rows("attack", map(encodable, ATTACKS))
def test_findings_are_harmless_in_every_format_whatever_any_field_holds(attack: str) -> None:
    spared = {"code", "severity"}
    for finding in (FULL, BARE):
        alone = [
            msgspec.structs.replace(finding, **{name: poisoned(getattr(finding, name), attack)})
            for name in texts_of(finding)
            if name not in spared
        ]
        for hostile in [*alone, poisoned(finding, attack, spared)]:
            said = [
                Verdict("fine", 1, "x", 5, None),
                Verdict(hostile.file, hostile.line, hostile.id, 0, hostile, hostile.game),
            ]
            for name in FINDING_FORMATS:
                CHECKS[name](findings_in(name, said))


@pytest.fixture(scope="module")
def replayed() -> Report:
    """A game with a forfeit, so that everything that a sheet can tell is there."""
    return Replay(RawGame("some.jsonl", 1, (log(recorded(2)),), 0), ComponentFiles()).run()


@rows("attack", map(encodable, ATTACKS))
def test_sheets_are_harmless_in_every_format_whatever_any_field_holds(attack: str, replayed: Report) -> None:
    bad = poisoned(replayed, attack, {"header", "finding", "digest"})
    header = replayed.header
    assert header is not None
    bad = bad._replace(header=msgspec.structs.replace(header, id=attack, players=(attack, attack)))
    for name, format_ in SHEET_FORMATS.items():
        CHECKS[name]("\n".join(format_([bad])))


LEAGUE = League(
    game="neom",
    options="{}",
    solo=False,
    games=2,
    deals=1,
    blocks=1,
    incomplete=0,
    rows=[
        Row(place=place, player=name, games=2, wins=1, points=1, score=9, margin=-1, elo=2, elo_low=-3, elo_high=4,
            forfeits={}, best=9, best_game=BestGame("Friday", "g.jsonl", 1), last="2026-01-09", run=1,
            against=[Against({"Ada": "Ben", "Ben": "Ada"}[name], 1, 1, 0)])
        for place, name in enumerate(["Ada", "Ben"], 1)
    ],
    crosstable={},
    by_seat={2: [0.5, 0.5]},
    ties=[],
    outcomes={"2.0": 1},
)  # fmt: skip


@pytest.mark.exhaustive
@rows("attack", map(encodable, ATTACKS))
def test_league_tables_are_harmless_in_every_format_whatever_any_field_holds(attack: str) -> None:
    rows_ = [
        msgspec.structs.replace(poisoned(row, f"{attack}{row.place}"), forfeits={attack: 1}) for row in LEAGUE.rows
    ]
    cross = {row.player: dict.fromkeys([other.player for other in rows_] + [attack], 0.5) for row in rows_}
    bad = msgspec.structs.replace(LEAGUE, options=attack, rows=rows_, crosstable=cross, ties=[attack])
    other = msgspec.structs.replace(bad, options=attack * 2)
    unknown = msgspec.structs.replace(bad, game=attack)
    for name, format_ in [*STANDING_FORMATS.items(), *PEOPLE_FORMATS.items()]:
        text = "\n".join(format_([bad, other]))
        (is_json if name == "json" else CHECKS[name])(text)
        (is_json if name == "json" else CHECKS[name])("\n".join(format_([unknown])))


@rows("attack", map(encodable, ATTACKS))
def test_rows_of_any_command_are_harmless_in_every_format(attack: str) -> None:
    head, cells = [attack, "b"], [[attack, attack], ["x", attack], ["", attack], [":", attack]]
    is_harmless(text_table(head, cells))
    is_markdown(text_table(head, cells, markdown=True))
    is_csv(comma_separated(head, cells))
    listed = [dict(zip(head, row, strict=True)) for row in cells]
    text = json_text(msgspec.json.format(msgspec.json.encode(listed), indent=2))
    is_json(text)
    assert json.loads(text) == listed  # nothing is lost


@rows("attack", ATTACKS)
def test_lines_of_a_knockout_and_messages_are_harmless(attack: str) -> None:
    is_harmless(terminal_lines(f"{attack}\n{attack}"))
    is_harmless(cleaning.terminal(attack))
    assert cleaning.terminal(cleaning.terminal(attack)) == cleaning.terminal(attack)
    names = [attack, "second"]
    results = [Outcome(players=names if seat else names[::-1], ranks=[1, 2], scores=[3, 2]) for seat in range(2)]
    is_harmless("\n".join(course(names, 2, 2, results)))
    is_markdown("\n".join(course(names, 2, 2, results, markdown=True)))


@rows(
    "text",
    [
        "random#2", "mcts?iterations=32&horizon=1", "exec:./my_bot --level 3", "between_two_cities", "a.jsonl:3:14",
        "Ärger & Söhne", "2 × 4 (other types)", "漢字", "x < 3 > y", "R&D", '{"variants":["suburbs"]}', "at [2, 2]",
        "Ada (1815)", "5 * 3", "115 $ / 5, 0 $ left", "2. Phase", "C:/logs/a b.jsonl", "🏙",
    ],
)  # fmt: skip
def test_harmless_text_is_kept_as_it_is(text: str) -> None:
    for clean in (*CLEANERS, cleaning.xml):
        assert clean(text) == text, clean
    assert json.loads(cleaning.json(text)) == text
    assert cleaning.json(text) == msgspec.json.encode(text).decode()


@pytest.mark.parametrize("unseen", daily([SOME_NOT_SEEN, NOT_SEEN]))
@rows(
    "where", ["{}", "{}Ada", "Ada{}", "A{}da", "{0}{0}", "漢{}字", "🎲{}🎲", "🎲{}", "س{0}{0}س", "د{}د", "क{}क", "1{}"]
)
def test_names_that_differ_only_in_what_is_not_seen_look_different(where: str, unseen: set[str]) -> None:
    plain = where.replace("{0}", "{}").replace("{}", "")
    for hidden in unseen - {"\ufe0e"}:  # which wishes for a symbol without colours: 🎲 has them
        name = where.format(hidden)
        for clean in CLEANERS:
            shown = clean(name)
            assert not NOT_SEEN.intersection(shown), (hidden, clean)
            assert f"{ord(hidden):04x}" in shown
            assert shown != clean(plain)
        assert not NOT_SEEN.intersection(picture.clean(name))
        encoded = cleaning.json(name)
        assert not NOT_SEEN.intersection(encoded)
        assert json.loads(encoded) == name


@rows(
    "name",
    [
        "❤\ufe0f Ada", "☺\ufe0e", "1\ufe0f\u20e3", "👩\u200d🔬", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈", "🏃🏿\u200d♀\ufe0f",
        "👨\u200d👩\u200d👧\u200d👦", "❤\ufe0f\u200d🔥", "می\u200cخواهم", "क्\u200dष", "क्\u200cष", "ශ්\u200dරී",
        "র\u200d্য", "ന്\u200d", "Zoë", "Łukasz", "山田 太郎", "김민준", "ไทย", "עברית",
    ],
)  # fmt: skip
def test_what_shapes_its_neighbours_is_kept_in_names(name: str) -> None:
    for clean in CLEANERS:
        assert clean(name) == name
    assert picture.clean(name) == name


def test_sentences_around_a_table_are_cleaned_like_its_cells() -> None:
    attack = "<script>x</script> [a](b) `c` a|b"
    rows_ = [msgspec.structs.replace(row, player=f"{attack}{row.place}", group=row.place) for row in LEAGUE.rows]
    bad = msgspec.structs.replace(LEAGUE, rows=rows_, ties=[f"{attack} and others share"], incomplete=1)
    (sentence,) = [line for line in STANDING_FORMATS["markdown"]([bad]) if line.startswith("Blocks by league points")]
    assert sentence == "Blocks by league points, &lt;script>x&lt;/script> [a]\\(b) \\`c\\` a\\|b1 first: 2.0 in 1"
    is_markdown("\n".join(STANDING_FORMATS["markdown"]([bad])))


def test_every_format_of_every_command_is_tried() -> None:
    choices = {
        name: set(parameter.type.choices)
        for name, command in commands().items()
        for parameter in command.params
        if "--format" in parameter.opts and isinstance(parameter.type, click.Choice)
    }
    assert choices["validate"] == set(FINDING_FORMATS)
    assert choices["score"] == set(SHEET_FORMATS)
    assert choices["table"] == choices["tournament"] == set(STANDING_FORMATS)
    assert set().union(*choices.values()) <= set(CHECKS) | PICTURES | EXPORTS


def test_commands_print_through_one_module_alone() -> None:
    """That module makes lines harmless, and documents UTF-8."""
    printers = {"echo", "secho", "print", "write", "writelines", "write_text"}
    for path in sorted((Path(__file__).parents[3] / "cli").glob("*.py")):
        calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        names = {func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "") for func in calls}
        if path.name not in ("output.py", "follow.py"):  # the latter writes beside a progress bar, and cleans that
            assert not names & printers, path.name


def test_findings_beyond_the_most_are_counted_and_not_shown() -> None:
    counts, said = Counts(), [Verdict("x.gz", None, None, 0, BARE)] * 3 + [Verdict("y", 1, None, 5, None)]
    assert len(list(reported(said, "json", counts, 1))) == 1
    assert str(counts).endswith("5 moves, 3 findings (3 IO-CORRUPT); 2 of them not shown")


def test_a_summary_in_markdown_tells_counts_and_how_many_are_left_out() -> None:
    said = [Verdict("x.gz", None, None, 0, BARE)] * 100 + [Verdict(FULL.file, 3, FULL.id, 6, FULL)] * 7
    text = findings_in("markdown", said)
    assert text.startswith("## Findings\n\n2 files, 7 games, 42 moves, 107 findings (100 IO-CORRUPT, 7 LOG-TYPE)\n")
    assert text.count("| IO-CORRUPT |") == 100
    assert "Not in these tables: 7 LOG-TYPE." in text
    assert findings_in("markdown", []).startswith("## Nothing wrong\n")


def test_a_code_quality_report_has_what_gitlab_requires() -> None:
    said = [Verdict("x.gz", None, None, 0, BARE), Verdict(FULL.file, 3, FULL.id, 6, FULL)]
    issues = json.loads(findings_in("gitlab", said))
    assert [issue["check_name"] for issue in issues] == ["IO-CORRUPT", "LOG-TYPE"]
    assert issues[1]["location"] == {"path": "a.jsonl", "lines": {"begin": 3}}
    assert len({issue["fingerprint"] for issue in issues}) == 2
    assert {issue["severity"] for issue in issues} <= {"info", "minor", "major", "critical", "blocker"}


@rows("ending", ["gz", "zst"])
def test_an_empty_compressed_file_gets_the_same_answer_whatever_its_kind(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"empty.{ending}"
    path.touch()
    assert [report.finding.code for report in validate(path) if report.finding] == ["IO-TRUNCATED"]


def test_documents_are_utf8_whatever_the_locale_says(tmp_path: Path) -> None:
    path = tmp_path / "漢.jsonl"
    path.write_text("x\n")
    done = process("validate", path, "--format", "junit", env={"PYTHONIOENCODING": "cp1252"})
    assert "漢" in next(iter(ElementTree.fromstring(done.stdout))).attrib["name"]
