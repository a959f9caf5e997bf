"""The formats of reports: by name, what writes each. A new one is a line here, and the function that it names.

The command line takes its choices from here. A module is imported when one of its formats is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cityleague.replays.reports.findings import FindingReport


class _Formats(Mapping[str, Any]):
    """What writes each format, found by its place: a module of this room, and a name in it."""

    def __init__(self, **places: str) -> None:
        self._places = places

    def __getitem__(self, name: str) -> Any:
        module, _, writer = self._places[name].partition(".")
        return getattr(import_module(f"cityleague.replays.reports.{module}"), writer)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


FINDING_FORMATS: Mapping[str, Callable[[], FindingReport]] = _Formats(
    text="findings.TextReport",
    json="findings.JsonReport",
    junit="junit.JUnit",
    sarif="findings.SarifReport",
    github="findings.GithubReport",
    gitlab="findings.GitlabReport",
    markdown="findings.Markdown",
)
"""Findings: what makes a new report."""

SHEET_FORMATS: Mapping[str, Callable[..., Iterator[str]]] = _Formats(
    table="sheets.sheet_table",
    json="sheets.json",
    csv="sheets.comma_separated",
    markdown="sheets.sheet_markdown",
    result="sheets.result_lines",
)
"""Score sheets."""

_OF_LEAGUES = {"json": "standings.json", "csv": "standings.comma_separated", "pairs": "standings.pairs"}
"""League tables for programs, whoever has played."""

STANDING_FORMATS: Mapping[str, Callable[..., Iterator[str]]] = _Formats(
    table="standings.standing_table", **_OF_LEAGUES, markdown="standings.standing_markdown"
)
"""League tables, as for bots."""

PEOPLE_FORMATS: Mapping[str, Callable[..., Iterator[str]]] = _Formats(
    table="people.people_table", **_OF_LEAGUES, markdown="people.people_markdown"
)
"""League tables, as for people."""

ROW_FORMATS: Mapping[str, Callable[..., str]] = _Formats(
    table="tabular.quick_table",
    json="tabular.json_rows",
    csv="tabular.comma_separated",
    markdown="tabular.markdown_table",
)
"""Rows below a head: lists of games, of rules, of bots that were checked."""
