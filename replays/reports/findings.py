"""Findings for people and machines: text, JSON lines, JUnit XML, SARIF 2.1.0, Markdown, for GitHub and for GitLab."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from cityleague.replays.log import Finding, counted, explain, printable
from cityleague.replays.replay import Verdict
from cityleague.replays.reports import cleaning

_MOST_ROWS = 100
"""How many findings a summary tells; a page of GitHub takes 1 MiB, a comment 64 KiB."""


class Counts(msgspec.Struct):
    """How much has been validated."""

    files: int = 0
    games: int = 0
    unseeded: int = 0
    """How many of the games have no seed, and so no proof of chance."""
    moves: int = 0
    findings: int = 0
    hidden: int = 0
    """How many of the findings are counted and not shown."""
    unseen: int = 0
    """How many games leave open what a draw brought."""
    codes: dict[str, int] = {}
    """How many findings there are of each code."""

    def __str__(self) -> str:
        by_code = sorted(self.codes.items(), key=lambda one: (-one[1], one[0]))
        codes = f" ({', '.join([f'{count} {code}' for code, count in by_code])})" if by_code else ""
        hidden = f"; {self.hidden} of them not shown" if self.hidden else ""
        without = f" ({self.unseeded} without a seed)" if self.unseeded else ""
        whole = ", ".join(
            [
                counted(self.files, "file"),
                counted(self.games, "game") + without,
                counted(self.moves, "move"),
                counted(self.findings, "finding"),
            ]
        )
        unseen = f"; {counted(self.unseen, 'game')} with draws that nobody saw" if self.unseen else ""
        return f"{whole}{codes}{hidden}{unseen}"

    def add(self, finding: Finding) -> None:
        """Count a finding."""
        self.findings += 1
        self.codes[finding.code] = self.codes.get(finding.code, 0) + 1


def counting(verdicts: Iterable[Verdict], counts: Counts, most: int | None = None) -> Iterator[Verdict]:
    """The verdicts, counted as they pass; after `most` findings, games with a finding are only counted."""
    last = None
    for verdict in verdicts:
        counts.files += verdict.file != last
        last = verdict.file
        counts.games += verdict.line is not None
        counts.unseeded += not verdict.seeded
        counts.moves += verdict.moves
        counts.unseen += verdict.unseen
        if verdict.finding:
            counts.add(verdict.finding)
            if most is not None and counts.findings > most:
                counts.hidden += 1
                continue
        yield verdict


def findings_as_text(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """A few lines for each finding: what, where and what was expected, without anything that could trick a terminal."""
    for finding in _findings(verdicts):
        place = ":".join(
            printable(str(part)) for part in (finding.file, finding.line, finding.column) if part is not None
        )
        yield cleaning.terminal(f"{place}: {finding.severity} {finding.code}: {finding.message}")
        where = [
            f"{name} {printable(str(value))}"
            for name, value in (
                ("game", finding.game),
                ("id", finding.id),
                ("move", finding.move),
                ("seat", finding.seat if finding.player is None else f"{finding.seat} ({finding.player})"),
                ("at", finding.pointer),
            )
            if value not in (None, "")
        ]
        if where:
            yield cleaning.terminal(f"    {', '.join(where)}")
        yield f"    rule: {explain(finding.code)}"
        yield from (
            cleaning.terminal(f"    because of line {other.line}: {other.message}") for other in finding.related
        )
        yield from (f"    expected: {printable(cleaning.json(expected), 1000)}" for expected in finding.expected)
        if finding.unexamined:
            yield f"    {counted(finding.unexamined, 'further line')} of this game not examined"


def json(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """A line for each finding: a JSON object with the fields of `Finding`."""
    for finding in _findings(verdicts):
        yield cleaning.json(finding)


def github(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Workflow commands, which GitHub shows as annotations in the files.

    It shows ten of them for each step. So those come first that tell most: whole files that cannot be read, then one
    of each code.
    """
    for finding in _most_telling_first(_findings(verdicts)):
        values = {"file": finding.file, "line": finding.line, "col": finding.character, "title": finding.code}
        properties = ",".join(
            f"{name}={cleaning.github(str(value), ':,')}" for name, value in values.items() if value is not None
        )
        yield f"::{finding.severity} {properties}::{cleaning.github(_sentence(finding))}"


def _most_telling_first(findings: Iterable[Finding]) -> list[Finding]:
    met: dict[str, int] = {}
    ranked = []
    for finding in findings:
        met[finding.code] = met.get(finding.code, 0) + 1
        ranked.append((finding.line is not None, met[finding.code], finding))
    return [finding for *_, finding in sorted(ranked, key=lambda one: one[:2])]


def junit(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """A JUnit document: a suite for each file, a case for each game.

    Ant's schema demands the time, the hour and the machine. They are always the same here, and so the document is too.
    """
    from xml.etree import ElementTree  # noqa: PLC0415  (slow to import)

    root = ElementTree.Element("testsuites")
    suite = ElementTree.Element("testsuite")
    for verdict in verdicts:
        if suite.get("name") != cleaning.xml(verdict.file):
            own = {"name": cleaning.xml(verdict.file), "package": "cityleague", "id": str(len(root))}
            suite = ElementTree.SubElement(root, "testsuite", own | _NO_CLOCK)
            ElementTree.SubElement(suite, "properties")
        name = verdict.id or (f"game at line {verdict.line}" if verdict.line else "reading the file")
        case = ElementTree.SubElement(
            suite, "testcase", name=cleaning.xml(name), classname=cleaning.xml(verdict.file), time="0"
        )
        suite.set("tests", str(int(suite.get("tests", 0)) + 1))
        if verdict.finding:
            suite.set("failures", str(int(suite.get("failures", 0)) + 1))
            failure = ElementTree.SubElement(
                case, "failure", type=verdict.finding.code, message=cleaning.xml(verdict.finding.message)
            )
            failure.text = cleaning.xml("\n".join(findings_as_text([verdict])))
    for suite in root:
        for stream in ("system-out", "system-err"):
            ElementTree.SubElement(suite, stream)
    ElementTree.indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield ElementTree.tostring(root, encoding="unicode")


_NO_CLOCK = {
    "tests": "0",
    "failures": "0",
    "errors": "0",
    "skipped": "0",
    "time": "0",
    "timestamp": "1970-01-01T00:00:00",
    "hostname": "localhost",
}


def sarif(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """A SARIF 2.1.0 document."""
    from importlib.metadata import version  # noqa: PLC0415  (slow to import)

    findings = list(_findings(verdicts))
    codes = sorted({finding.code for finding in findings})
    driver = {
        "name": "cityleague",
        "version": version("cityleague"),
        "rules": [{"id": code, "shortDescription": {"text": explain(code)}} for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(finding, codes.index(finding.code)) for finding in findings],
    }
    document = {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    yield cleaning.json(document, 2)


def gitlab(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """A code quality report of GitLab. A finding keeps its fingerprint while its place and its code are the same."""
    yield cleaning.json([_gitlab_issue(finding) for finding in _findings(verdicts)], 2)


def _gitlab_issue(finding: Finding) -> dict[str, object]:
    from hashlib import sha256  # noqa: PLC0415  (slow to import)

    place = cleaning.json([finding.file, finding.line, finding.column, finding.code])
    return {
        "description": cleaning.sentence(_sentence(finding)),
        "check_name": finding.code,
        "fingerprint": sha256(place.encode()).hexdigest(),
        "severity": "major",
        "location": {"path": cleaning.terminal(finding.file), "lines": {"begin": finding.line or 1}},
    }


def markdown(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """A summary for a page or a comment: counts, and the first findings of each file in a table."""
    from cityleague.replays.reports.tabular import text_table  # noqa: PLC0415  (slow to import)

    counts, files, left_out = Counts(), dict[str, list[Finding]](), dict[str, int]()
    shown = 0
    for verdict in counting(verdicts, counts):
        if finding := verdict.finding:
            if shown < _MOST_ROWS:
                files.setdefault(finding.file, []).append(finding)
                shown += 1
            else:
                left_out[finding.code] = left_out.get(finding.code, 0) + 1
    yield f"## {'Findings' if counts.findings else 'Nothing wrong'}"
    yield ""
    yield str(counts)
    for file, findings in files.items():
        rows = [
            (finding.line, finding.code, printable(finding.id or ""), finding.move, printable(_sentence(finding), 300))
            for finding in findings
        ]
        yield ""
        yield f"### {cleaning.markdown(file)}"
        yield ""
        yield text_table(("line", "code", "game", "move", "what is wrong"), rows, markdown=True)
    if left_out:
        rest = ", ".join([f"{count} {code}" for code, count in sorted(left_out.items())])
        yield ""
        yield f"Not in these tables: {rest}. `cityleague validate` on the same logs shows all."


def _sarif_result(finding: Finding, rule: int) -> dict[str, object]:
    from urllib.parse import quote  # noqa: PLC0415  (slow to import)

    place: dict[str, object] = {"artifactLocation": {"uri": quote(finding.file.replace("\\", "/"), safe="/:")}}
    if finding.line is not None:
        column = {"startColumn": finding.character} if finding.character is not None else {}
        place["region"] = {"startLine": finding.line, **column}
    related = [
        {
            "physicalLocation": {**place, "region": {"startLine": other.line}},
            "message": {"text": cleaning.sentence(other.message)},
        }
        for other in finding.related
    ]
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": cleaning.sentence(_sentence(finding))},
        "locations": [{"physicalLocation": place}],
        **({"relatedLocations": related} if related else {}),
        "properties": {
            name: value
            for name, value in msgspec.to_builtins(finding).items()
            if name in ("pointer", "id", "game", "move", "seat", "player", "expected", "unexamined")
        },
    }


FINDING_FORMATS: dict[str, Callable[[Iterable[Verdict]], Iterator[str]]] = {
    "text": findings_as_text,
    "json": json,
    "junit": junit,
    "sarif": sarif,
    "github": github,
    "gitlab": gitlab,
    "markdown": markdown,
}

COUNTED_WHOLE = ("markdown",)
"""Formats that leave findings out by themselves, and count them all."""


def _findings(verdicts: Iterable[Verdict]) -> Iterator[Finding]:
    return (verdict.finding for verdict in verdicts if verdict.finding)


def _sentence(finding: Finding) -> str:
    expected = f"; expected {' or '.join(map(cleaning.json, finding.expected))}" if finding.expected else ""
    because = "".join([f"; because of line {other.line}: {other.message}" for other in finding.related])
    return f"{finding.message}{because}{expected}"
