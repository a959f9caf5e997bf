"""The games of logs scored, in the order of the logs, whoever shares the work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cityleague.engine.scoring import Line, Sheet, part
from cityleague.replays.log import (
    Choice,
    Chosen,
    Finding,
    LeftOut,
    Problem,
    RawGame,
    ResultEvent,
    Secrets,
    is_bare,
    result_of,
)
from cityleague.replays.replay.headers import ComponentFiles, files_of
from cityleague.replays.replay.replay import Replay
from cityleague.replays.replay.report import Report
from cityleague.replays.replay.validation import each_game


class Scored(NamedTuple):
    """A game of a log: what was written of it, or why there is nothing to write."""

    file: str
    line: int
    """Where the game begins."""
    left_out: LeftOut | None
    finding: Finding | None = None
    ended: bool = False
    """Whether its log has its result already, and nothing is wrong."""
    text: str | None = None
    """What was written of it; None if it has no sheets."""


def scored(
    paths: Iterable[str],
    components: Mapping[str, bytes],
    jobs: int,
    chosen: Chosen,
    write: Callable[[Report], str],
    *,
    unfinished: bool = False,
) -> Iterator[Scored | Finding]:
    """Each game of these logs, and a finding for each unreadable file; only what is chosen is replayed.

    `write`, a function of a module, is called for each game with sheets, in the process that replays it. None needs a
    result, nor with `unfinished` an end. Raises ComponentsError, WorkerError and LogChangedError.
    """
    files = tuple(sorted(components.items()))
    files_of(files)
    may_lack = ("RESULT-MISSING", "GAME-TRUNCATED") if unfinished else ("RESULT-MISSING",)
    for game in each_game(paths, partial(_scored, files, may_lack, chosen.choice, write), jobs):
        if isinstance(game, Scored):
            chosen.taken += game.left_out is None
            if game.left_out:
                chosen.leave_out(game.left_out)
        yield game


def without_result(games: Iterable[Scored | Finding]) -> Iterator[Scored | Finding | str]:
    """The same but for games that have their result; a text says where one has it, or cannot get it at the end."""
    last: Scored | None = None
    """The game whose result would be appended to its file."""
    for game in games:
        if isinstance(game, Scored):
            if last and last.file == game.file:
                where = f"before line {game.line}, where the next game begins"
                yield f"{last.file}:{last.line}: the result of this game belongs {where}"
                last = None
            if game.ended:
                yield f"{game.file}:{game.line}: this game has its result already"
                continue
            if game.text is not None:
                last = game
        yield game


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
    write: Callable[[Report], str],
    raw: RawGame,
    _secrets: Secrets,
) -> Scored:
    if left_out := choice.leaves_out(raw):
        return Scored(raw.file, raw.first, left_out)
    report = report_of(raw, files_of(files), may_lack)._replace(ended=raw.pieces[-1].endswith(b"\n"))
    ended = report.result is not None and report.finding is None
    return Scored(raw.file, raw.first, None, report.finding, ended, write(report) if report.standing else None)
