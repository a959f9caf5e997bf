"""Reports for people and machines, as text, Markdown, CSV, JSON, JUnit XML, SARIF and GitHub annotations.

They show findings, score sheets, league tables, the course of a knockout, a forecast. This room imports the others;
`people` and `cli` import it. A module is imported when it is first used, so that `validate` does not wait for
tournaments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.reports.cleaning import exact_cells, json_text, terminal_lines
    from cityleague.replays.reports.clocks import Clocks, TraceError
    from cityleague.replays.reports.findings import Counts, finding_as_text
    from cityleague.replays.reports.forecasts import forecast
    from cityleague.replays.reports.formats import (
        FINDING_FORMATS,
        PEOPLE_FORMATS,
        ROW_FORMATS,
        SHEET_FORMATS,
        STANDING_FORMATS,
    )
    from cityleague.replays.reports.knockouts import course_of
    from cityleague.replays.reports.several import SameFileError, UnwrittenError, report_files, reported
    from cityleague.replays.reports.sheets import outcome, proof, sheet_table

__all__ = [
    "FINDING_FORMATS",
    "PEOPLE_FORMATS",
    "ROW_FORMATS",
    "SHEET_FORMATS",
    "STANDING_FORMATS",
    "Clocks",
    "Counts",
    "SameFileError",
    "TraceError",
    "UnwrittenError",
    "course_of",
    "exact_cells",
    "finding_as_text",
    "forecast",
    "json_text",
    "outcome",
    "proof",
    "report_files",
    "reported",
    "sheet_table",
    "terminal_lines",
]

_MODULES = {
    "FINDING_FORMATS": "formats",
    "PEOPLE_FORMATS": "formats",
    "ROW_FORMATS": "formats",
    "SHEET_FORMATS": "formats",
    "STANDING_FORMATS": "formats",
    "Clocks": "clocks",
    "Counts": "findings",
    "SameFileError": "several",
    "TraceError": "clocks",
    "UnwrittenError": "several",
    "course_of": "knockouts",
    "exact_cells": "cleaning",
    "finding_as_text": "findings",
    "forecast": "forecasts",
    "json_text": "cleaning",
    "outcome": "sheets",
    "proof": "sheets",
    "report_files": "several",
    "reported": "several",
    "sheet_table": "sheets",
    "terminal_lines": "cleaning",
}

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__, _MODULES)
