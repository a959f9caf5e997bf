"""Findings as JUnit XML."""

from collections.abc import Iterable, Iterator

from cityleague.replays.replay import Verdict
from cityleague.replays.reports import cleaning
from cityleague.replays.reports.findings import FindingReport, finding_as_text

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
