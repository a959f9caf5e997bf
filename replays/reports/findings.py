"""Findings for people and machines: text, JSON lines, SARIF 2.1.0, Markdown, for GitHub and for GitLab."""

import abc
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import msgspec

from cityleague.engine.version import __version__
from cityleague.replays.log import Finding, counted, explain, printable, rules_like, spoken
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
    known: int = 0
    """How many further findings are known, and left out."""
    hidden: int = 0
    """How many of the findings are counted and not shown."""
    unseen: int = 0
    """How many games leave open what a draw brought."""
    codes: dict[str, int] = {}
    """How many findings there are of each code."""
    file: str | None = None
    """The file that was counted last."""

    def __str__(self) -> str:
        by_code = sorted(self.codes.items(), key=lambda pair: (-pair[1], pair[0]))
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
        known = f"; {counted(self.known, 'more finding')} known" if self.known else ""
        return f"{whole}{codes}{known}{hidden}{unseen}"

    def add(self, verdict: Verdict) -> None:
        """Count what a verdict says."""
        self.files += verdict.file != self.file
        self.file = verdict.file
        self.games += verdict.line is not None
        self.unseeded += not verdict.seeded
        self.moves += verdict.moves
        self.unseen += verdict.unseen
        if finding := verdict.finding:
            self.findings += 1
            self.codes[finding.code] = self.codes.get(finding.code, 0) + 1


class FindingReport(abc.ABC):
    """A report that is told one verdict after the other. It gives its lines as soon as they are known."""

    counts_whole = False
    """Whether it leaves findings out by itself, and counts them all."""

    @abc.abstractmethod
    def add(self, verdict: Verdict) -> Iterable[str]:
        """The lines that follow from a verdict; they are taken before the next one is told."""

    def end(self) -> Iterable[str]:
        """The lines that come after all verdicts."""
        return ()

    def close(self) -> None:  # noqa: B027  (most reports have nothing to remove)
        """Remove what it keeps outside this process; it may be told nothing more."""


class FindingByFinding(FindingReport):
    """A report with some lines for each finding, which do not depend on other findings."""

    def __init__(self, lines_of: Callable[[Finding], Iterable[str]]) -> None:
        self._lines_of = lines_of

    def add(self, verdict: Verdict) -> Iterable[str]:
        """The lines of its finding."""
        return self._lines_of(verdict.finding) if verdict.finding else ()


class AllFindings(FindingReport):
    """A report that is made of all findings together; they are kept until the end."""

    def __init__(self, lines_of: Callable[[list[Finding]], Iterable[str]]) -> None:
        self._lines_of = lines_of
        self._findings: list[Finding] = []

    def add(self, verdict: Verdict) -> Iterable[str]:
        """Nothing yet."""
        if verdict.finding:
            self._findings.append(verdict.finding)
        return ()

    def end(self) -> Iterable[str]:
        """The report."""
        return self._lines_of(self._findings)


def finding_as_text(finding: Finding) -> Iterator[str]:
    """A few lines: what, where and what was expected, without anything that could trick a terminal."""
    place = ":".join(printable(str(part)) for part in (finding.file, finding.line, finding.column) if part is not None)
    yield cleaning.terminal(f"{place}: {finding.severity} {finding.code}: {finding.message}")
    where = [
        f"{name} {printable(str(value))}"
        for name, value in (
            ("game", finding.game),
            ("title", finding.title),
            ("date", finding.date and spoken(finding.date)),
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
    yield from (cleaning.terminal(f"    because of line {other.line}: {other.message}") for other in finding.related)
    yield from (f"    expected: {printable(cleaning.json(expected), 1000)}" for expected in finding.expected)
    if finding.unexamined:
        yield f"    {counted(finding.unexamined, 'further line')} of this game not examined"


def json(finding: Finding) -> Iterator[str]:
    """A line: a JSON object with the fields of `Finding`."""
    yield cleaning.json(finding)


def github(findings: list[Finding]) -> Iterator[str]:
    """Workflow commands, which GitHub shows as annotations in the files.

    It shows ten of them for each step. Those come first that tell most: unreadable files, then one of each code.
    """
    for finding in _most_telling_first(findings):
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
    return [finding for *_, finding in sorted(ranked, key=lambda entry: entry[:2])]


def sarif(findings: list[Finding]) -> Iterator[str]:
    """A SARIF 2.1.0 document."""
    codes = sorted({finding.code for finding in findings})
    driver = {"name": "cityleague", "version": __version__, "rules": [_sarif_rule(code) for code in codes]}
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


def gitlab(findings: list[Finding]) -> Iterator[str]:
    """A code quality report of GitLab. A finding keeps its fingerprint while its place and its code are the same."""
    from hashlib import sha256  # noqa: PLC0415  (slow to import)

    issues = []
    for finding in findings:
        place = cleaning.json([finding.file, finding.line, finding.column, finding.code])
        issues.append({
            "description": cleaning.sentence(_sentence(finding)),
            "check_name": finding.code,
            "fingerprint": sha256(place.encode()).hexdigest(),
            "severity": "major",
            "location": {"path": cleaning.terminal(finding.file), "lines": {"begin": finding.line or 1}},
        })  # fmt: skip
    yield cleaning.json(issues, 2)


class Markdown(FindingReport):
    """A summary for a page or a comment: counts, and the first findings of each file in a table."""

    counts_whole = True

    def __init__(self) -> None:
        self._counts = Counts()
        self._files: dict[str, list[Finding]] = {}
        self._left_out: dict[str, int] = {}

    def add(self, verdict: Verdict) -> Iterable[str]:
        """Nothing yet: the counts come first."""
        self._counts.add(verdict)
        if finding := verdict.finding:
            if self._counts.findings <= _MOST_ROWS:
                self._files.setdefault(finding.file, []).append(finding)
            else:
                self._left_out[finding.code] = self._left_out.get(finding.code, 0) + 1
        return ()

    def end(self) -> Iterator[str]:
        """The summary."""
        from cityleague.replays.reports.tabular import text_table  # noqa: PLC0415  (slow to import)

        yield f"## {'Findings' if self._counts.findings else 'Nothing wrong'}"
        yield ""
        yield str(self._counts)
        for file, findings in self._files.items():
            rows = [
                (
                    finding.line,
                    finding.code,
                    printable(finding.id or ""),
                    finding.move,
                    printable(_sentence(finding), 300),
                )
                for finding in findings
            ]
            yield ""
            yield f"### {cleaning.markdown(file)}"
            yield ""
            yield text_table(("line", "code", "game", "move", "what is wrong"), rows, markdown=True)
        if self._left_out:
            rest = ", ".join([f"{count} {code}" for code, count in sorted(self._left_out.items())])
            yield ""
            yield f"Not in these tables: {rest}. `cityleague validate` on the same logs shows all."


def _sarif_rule(code: str) -> dict[str, object]:
    (rule,) = rules_like(code)
    where = f" Rulebook: {rule.section}." if rule.section else ""
    told = f"{rule.text}{where} `cityleague rules {code}` has an example of a log that breaks it."
    help_ = {"text": told.replace("`", ""), "markdown": told}
    about = {"shortDescription": {"text": rule.text}, "fullDescription": {"text": f"{rule.text}{where}"}, "help": help_}
    return {"id": code, **about}


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
        **({"partialFingerprints": {"game/v1": finding.fingerprint}} if finding.fingerprint else {}),
        "properties": {
            name: value
            for name, value in msgspec.to_builtins(finding).items()
            if name in ("pointer", "id", "title", "date", "game", "move", "seat", "player", "expected", "unexamined")
        },
    }


def _sentence(finding: Finding) -> str:
    expected = f"; expected {' or '.join(map(cleaning.json, finding.expected))}" if finding.expected else ""
    because = "".join([f"; because of line {other.line}: {other.message}" for other in finding.related])
    return f"{finding.message}{because}{expected}"


TextReport = partial(FindingByFinding, finding_as_text)
JsonReport = partial(FindingByFinding, json)
SarifReport = partial(AllFindings, sarif)
GithubReport = partial(AllFindings, github)
GitlabReport = partial(AllFindings, gitlab)


_SPOOL = 1 << 20
"""Bytes of a suite that are kept in memory."""
_NO_CLOCK = {"errors": "0", "skipped": "0", "time": "0", "timestamp": "1970-01-01T00:00:00", "hostname": "localhost"}
"""Ant's schema demands the time, the hour and the machine. They are always the same, and so the document is, too."""


class JUnit(FindingReport):
    """A JUnit document: a suite for each file, a case for each game.

    A suite begins with the number of its cases. So they wait for its end: in a temporary file if there are many.
    """

    def __init__(self) -> None:
        from tempfile import SpooledTemporaryFile  # noqa: PLC0415  (slow to import)

        self._suite: str | None = None
        self._suites = self._tests = self._failures = 0
        self._cases = SpooledTemporaryFile(_SPOOL, "w+", encoding="utf-8", newline="\n")  # noqa: SIM115

    def add(self, verdict: Verdict) -> Iterator[str]:
        """The suite of the file before, if this is the first verdict of its file."""
        if self._suite != (suite := cleaning.xml(verdict.file)):
            yield from self._finished()
            self._suite = suite
        self._tests += 1
        self._failures += verdict.finding is not None
        self._cases.write(_case(verdict))

    def end(self) -> Iterator[str]:
        """The last suite, and the end of the document."""
        yield from self._finished()
        if self._suites:
            yield "</testsuites>"
        else:
            yield from (_DECLARATION, "<testsuites />")

    def close(self) -> None:
        """Remove the temporary file."""
        self._cases.close()

    def _finished(self) -> Iterable[str]:
        """The suite whose cases are all known."""
        from xml.etree import ElementTree  # noqa: PLC0415  (slow to import)

        if self._suite is None:
            return
        if not self._suites:
            yield from (_DECLARATION, "<testsuites>")
        about = {"name": self._suite, "package": "cityleague", "id": str(self._suites)}
        counts = {"tests": str(self._tests), "failures": str(self._failures)}
        suite = ElementTree.Element("testsuite", about | counts | _NO_CLOCK)
        start = ElementTree.tostring(suite, encoding="unicode", short_empty_elements=False)
        yield f"  {start.removesuffix('</testsuite>')}"
        yield "    <properties />"
        self._cases.seek(0)
        for line in self._cases:
            yield line.removesuffix("\n")
        yield from ("    <system-out />", "    <system-err />", "  </testsuite>")
        self._cases.seek(0)
        self._cases.truncate()
        self._suites += 1
        self._tests = self._failures = 0


_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


def _case(verdict: Verdict) -> str:
    """The lines of a case, indented as the children of a suite are."""
    from xml.etree import ElementTree  # noqa: PLC0415  (slow to import)

    name = verdict.id or (f"game at line {verdict.line}" if verdict.line else "reading the file")
    about = {"name": cleaning.xml(name), "classname": cleaning.xml(verdict.file), "time": "0"}
    case = ElementTree.Element("testcase", about)
    if finding := verdict.finding:
        failure = ElementTree.SubElement(case, "failure", type=finding.code, message=cleaning.xml(finding.message))
        failure.text = cleaning.xml("\n".join(finding_as_text(finding)))
        ElementTree.indent(case, level=2)
    return f"    {ElementTree.tostring(case, encoding='unicode')}\n"
