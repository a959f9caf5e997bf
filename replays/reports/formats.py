"""The formats of reports about findings, by their names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cityleague.replays.reports.findings import (
    AllFindings,
    FindingByFinding,
    FindingReport,
    Markdown,
    finding_as_text,
    github,
    gitlab,
    json,
    sarif,
)


def _junit() -> FindingReport:
    from cityleague.replays.reports.junit import JUnit  # noqa: PLC0415  (validation mostly does without)

    return JUnit()


FINDING_FORMATS: dict[str, Callable[[], FindingReport]] = {
    "text": partial(FindingByFinding, finding_as_text),
    "json": partial(FindingByFinding, json),
    "junit": _junit,
    "sarif": partial(AllFindings, sarif),
    "github": partial(AllFindings, github),
    "gitlab": partial(AllFindings, gitlab),
    "markdown": Markdown,
}
"""What makes a new report of a format."""
