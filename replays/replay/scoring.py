"""The games of logs scored, in the order of the logs, whoever shares the work."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cityleague.engine.scoring import Line, Sheet, part
from cityleague.replays.log import (
    Choice,
    Finding,
    LeftOut,
    Problem,
    RawGame,
    ResultEvent,
    Secrets,
    is_bare,
    result_of,
)
from cityleague.replays.replay.component_files import ComponentFiles, files_of
from cityleague.replays.replay.replay import Replay
from cityleague.replays.replay.report import Report
from cityleague.replays.replay.validation import each_game


class Scored(NamedTuple):
    """A game of a log with its report, or why it has none."""

    file: str
    line: int
    """Where the game begins."""
    ended: bool
    """Whether its last line has an end, so that another one can be appended."""
    left_out: LeftOut | None
    report: Report | None


def scored(
    paths: Iterable[str],
    components: Mapping[str, bytes],
    jobs: int = 1,
    may_lack: tuple[str, ...] = (),
    choice: Choice | None = None,
) -> Iterator[Scored | Finding]:
    """Each game of these logs, and a finding for each unreadable file; only what is meant is replayed.

    Raises ComponentsError, WorkerError and LogChangedError.
    """
    files = tuple(sorted(components.items()))
    files_of(files)
    return each_game(paths, partial(_scored, files, may_lack, choice or Choice()), jobs)


def report_of(raw: RawGame, files: ComponentFiles, may_lack: Collection[str] = ()) -> Report:
    """What a replay says about a game (see `Replay.run`), or of a result alone what it says itself."""
    report = Replay(raw, files).run(may_lack)
    if not (report.header and report.finding and report.finding.code == "RESULT-EARLY" and is_bare(raw)):
        return report
    try:
        stated = _with_sheets(result_of(raw, len(report.header.players)))
    except Problem as problem:
        told = {"code": problem.code, "message": problem.message, "pointer": problem.pointer}
        return report._replace(finding=replace(report.finding, **told, expected=problem.expected), standing=None)
    return report._replace(finding=None, result=stated, standing=stated, over=True, alone=True)


def _with_sheets(event: ResultEvent) -> ResultEvent:
    """A result with a sheet for each seat: those that it states, or else its scores. Raises Problem."""
    result, sheets = event.result, event.result.sheets
    if sheets is UNSET:
        lines = [Line("total", score, "as the log states it") for score in result.scores]
        sheets = tuple([Sheet((part("result", [line]),), ()) for line in lines])
    elif [sheet.total for sheet in sheets] != list(result.scores):
        raise Problem("RESULT-SHEET", "the score sheets do not come to the scores", "/result/sheets")
    return replace(event, result=replace(result, sheets=sheets))


def _scored(
    files: tuple[tuple[str, bytes], ...],
    may_lack: tuple[str, ...],
    choice: Choice,
    raw: RawGame,
    _secrets: Secrets,
) -> Scored:
    left_out = choice.leaves_out(raw)
    report = None if left_out else report_of(raw, files_of(files), may_lack)
    return Scored(raw.file, raw.first, raw.pieces[-1].endswith(b"\n"), left_out, report)
