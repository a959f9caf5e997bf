"""Reports for people and machines, as text, Markdown, CSV, JSON, JUnit XML, SARIF and GitHub annotations.

They show findings, score sheets, league tables, the course of a knockout, a forecast. This room imports the others;
`people` and `cli` import it. A module is imported when it is first used, so that `validate` does not wait for
tournaments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.reports.cleaning import exact_cells as exact_cells
    from cityleague.replays.reports.cleaning import json_text as json_text
    from cityleague.replays.reports.cleaning import terminal_lines as terminal_lines
    from cityleague.replays.reports.clocks import Clocks as Clocks
    from cityleague.replays.reports.findings import Counts as Counts
    from cityleague.replays.reports.findings import finding_as_text as finding_as_text
    from cityleague.replays.reports.formats import FINDING_FORMATS as FINDING_FORMATS
    from cityleague.replays.reports.formats import PEOPLE_FORMATS as PEOPLE_FORMATS
    from cityleague.replays.reports.formats import ROW_FORMATS as ROW_FORMATS
    from cityleague.replays.reports.formats import SHEET_FORMATS as SHEET_FORMATS
    from cityleague.replays.reports.formats import STANDING_FORMATS as STANDING_FORMATS
    from cityleague.replays.reports.several import UnwrittenError as UnwrittenError
    from cityleague.replays.reports.several import report_files as report_files
    from cityleague.replays.reports.several import reported as reported
    from cityleague.replays.reports.sheets import outcome as outcome
    from cityleague.replays.reports.sheets import proof as proof
    from cityleague.replays.reports.sheets import sheet_table as sheet_table
    from cityleague.replays.reports.sheets import sheets_below_one_head as sheets_below_one_head
    from cityleague.replays.reports.sheets import sheets_in as sheets_in
    from cityleague.replays.reports.tournaments import course_of as course_of
    from cityleague.replays.reports.tournaments import forecast as forecast

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
