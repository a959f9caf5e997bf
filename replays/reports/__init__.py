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
    from cityleague.replays.reports.clocks import Clocks
    from cityleague.replays.reports.describing import described, explained, schema_of
    from cityleague.replays.reports.findings import Counts, finding_as_text
    from cityleague.replays.reports.formats import (
        FINDING_FORMATS,
        PEOPLE_FORMATS,
        ROW_FORMATS,
        SHEET_FORMATS,
        STANDING_FORMATS,
    )
    from cityleague.replays.reports.known import Known
    from cityleague.replays.reports.outcomes import outcome, proof
    from cityleague.replays.reports.several import UnwrittenError, report_files, reported
    from cityleague.replays.reports.sheets import sheet_table, sheets_below_one_head, sheets_in
    from cityleague.replays.reports.tournaments import course_of, forecast

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
