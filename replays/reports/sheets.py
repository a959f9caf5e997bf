"""How a replayed game ended: its score sheets, for people to check by hand and for machines."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from cityleague.engine.looks.text import columns, whole, wrapped
from cityleague.engine.registry import game as find_game
from cityleague.engine.scoring import Sheet, deciding
from cityleague.replays.log import Header, Result, called
from cityleague.replays.replay import Report, result_line
from cityleague.replays.reports import cleaning, tabular
from cityleague.replays.reports.formats import SHEET_FORMATS
from cityleague.replays.reports.outcomes import remarks

_COLUMNS = (
    "file", "line", "game", "id", "seat", "player", "rank", "total", "part", "counts", "category", "points", "detail",
    "title", "last", "over",
)  # fmt: skip


def _parts_of(report: Report) -> tuple[Header, Result, tuple[Sheet, ...]]:
    assert report.header is not None
    assert report.standing is not None
    result = report.standing.result
    assert isinstance(result.sheets, tuple)
    return report.header, result, result.sheets


def sheet_table(reports: Iterable[Report], *, markdown: bool = False, width: int | None = None) -> Iterator[str]:
    """For each game, a table for each player, the winner first, and what broke ties; no wider than `width` columns."""
    strong, clean = ("**", cleaning.markdown) if markdown else ("", cleaning.terminal)
    for report in reports:
        header, result, sheets = _parts_of(report)
        title = find_game(header.game).title
        so_far = "" if report.over else f", so far: after move {report.moves}"
        if report.alone:
            so_far = ", a result alone: not replayed, as the log states it"
        file = clean(report.file) if width is None else whole(clean(report.file))
        name = f"game {clean(called(header, f'at line {report.line}'))} ({file}){so_far}"
        yield from _heading(f"{'## ' if markdown else ''}{title}, {name}", width)
        yield ""
        lost = {forfeit.seat: forfeit.kind for forfeit in result.forfeits}
        order = sorted(range(len(sheets)), key=lambda seat: (result.ranks[seat], seat))
        for place, seat in enumerate(order):
            sheet = sheets[seat]
            points = f"{sheet.total} point{'' if sheet.total == 1 else 's'}"
            said = f", {clean(remarks(sheet))}" if remarks(sheet) else ""
            forfeited = f", forfeited ({clean(lost[seat])})" if seat in lost else ""
            behind = order[place + 1] if place + 1 < len(order) else None
            name = f"{strong}{result.ranks[seat]}. {clean(header.players[seat])}{strong}"
            told = behind is not None and behind not in lost and not report.alone
            trail = _trail(sheet, sheets[behind]) if behind is not None and told else ""
            yield from _heading(f"{name} (seat {seat}): {points}{said}{forfeited}{clean(trail)}", width)
            yield ""
            # Points are whole or half numbers: one decimal is exact.
            rows = list(_rows(sheet))
            yield tabular.quick_table(
                ("part", "category", "points", "how"), rows, markdown=markdown, decimals=1, width=width
            )
            yield ""


def _heading(text: str, width: int | None) -> list[str]:
    """A heading in lines of at most `width` columns; a path that is longer than that stays whole, to be copied."""
    if width is None:
        return [text]
    return wrapped([text], max([width, *map(columns, text.split(" "))]), 0)


def _trail(sheet: Sheet, behind: Sheet) -> str:
    """What puts a sheet ahead of the next one, where the scores do not."""
    if sheet.total > behind.total:
        return ""
    name = deciding(sheet, behind)
    if name is None:
        return ", all tie-breaks equal to the next"
    if name == "last":
        return f", ahead of the next, which is last: {behind.last}"
    for mine, theirs in zip(sheet.tiebreaks, behind.tiebreaks, strict=True):
        if mine.name == name:
            return f", ahead of the next by {name}: {mine.value} to {theirs.value}"
    raise AssertionError(name)


def _rows(sheet: Sheet) -> Iterator[tuple[tabular.Cell, ...]]:
    for part in sheet.parts:
        for line in part.lines:
            yield part.title, line.category, line.points, line.detail
        yield part.title, "sum", part.points, "counts" if part.counts else "does not count"


def json(reports: Iterable[Report]) -> Iterator[str]:
    """A line for each game: a JSON object."""
    for report in reports:
        header, result, sheets = _parts_of(report)
        seats: list[dict[str, Any]] = [
            {"seat": seat, "player": header.players[seat], "rank": result.ranks[seat], "total": sheet.total}
            | {**msgspec.to_builtins(sheet), "title": sheet.title or None, "last": sheet.last or None}
            for seat, sheet in enumerate(sheets)
        ]
        game = {"file": report.file, "line": report.line, "game": header.game, "id": header.id or None}
        game |= {"over": report.over, "alone": report.alone}
        forfeits = msgspec.to_builtins(result.forfeits)
        yield cleaning.json({**game, "seats": seats, "forfeits": forfeits})


def comma_separated(reports: Iterable[Report]) -> Iterator[str]:
    """A row for each line of each sheet, below one header."""
    first = True
    for report in reports:
        header, result, sheets = _parts_of(report)
        rows: list[tuple[tabular.Cell, ...]] = [
            (
                report.file, report.line, header.game, header.id or None, seat, header.players[seat],
                result.ranks[seat], sheet.total, part.title, "yes" if part.counts else "no", line.category,
                line.points, line.detail, sheet.title or None, sheet.last or None,
                "yes" if report.over else "no",
            )
            for seat, sheet in enumerate(sheets)
            for part in sheet.parts
            for line in part.lines
        ]  # fmt: skip
        yield tabular.comma_separated(_COLUMNS if first else None, rows)
        first = False


def result_lines(reports: Iterable[Report]) -> Iterator[str]:
    """The result of each game that is over, as a line for its log, whose last line may have to be ended first."""
    for report in reports:
        if report.over and report.standing is not None:
            if not (report.ended or report.finding):
                yield ""
            yield cleaning.json(result_line(report.standing))


sheet_markdown = partial(sheet_table, markdown=True)
"""The same tables as Markdown."""


def sheets_in(format_: str, width: int | None, report: Report) -> str:
    """The sheets of one game in a format of SHEET_FORMATS, or its result; `width`: of tables."""
    lines = SHEET_FORMATS[format_]([report], **({"width": width} if format_ == "table" else {}))
    return "\n".join(lines)


def sheets_below_one_head(texts: Iterable[str]) -> Iterator[str]:
    """The CSV of several games, without the heads of all but the first."""
    for number, text in enumerate(texts):
        yield text.partition("\n")[2] if number else text
