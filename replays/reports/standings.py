"""League tables as text, Markdown, CSV and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cityleague.engine.registry import title
from cityleague.replays.league import SAMPLES, SOLO_TIEBREAKS, TIEBREAKS, League, Row
from cityleague.replays.log import counted
from cityleague.replays.reports import cleaning, tabular

_HEAD = ("", "player", "games", "wins", "points", "per game", "score", "margin", "Elo", "95 %", "forfeits")
_SOLO_HEAD = ("", "player", "games", "score", "best", "forfeits")

_READING = (
    f"Order: {', then '.join(TIEBREAKS)}; equal in all, the place is shared.",
    "A game gives 1 point for the first place, 0 for the last, evenly between; a shared place shares. Elo: joint",
    f"fit over all placements, 0 the mean; 95 % intervals from {SAMPLES} bootstrap samples over blocks.",
)
_SOLO_READING = f"Solo order: {', then '.join(SOLO_TIEBREAKS)}; equal in both, the place is shared."


def _cells(row: Row) -> tuple[tabular.Cell, ...]:
    """A player's line: for the columns of _SOLO_HEAD if there were no opponents, else for those of _HEAD."""
    forfeits = ", ".join(f"{count} {kind}" for kind, count in row.forfeits.items()) or None
    if row.points is None or row.margin is None or row.elo is None:
        return (row.place, row.player, row.games, row.score, row.best, forfeits)
    interval = None
    if row.elo_low is not None and row.elo_high is not None:
        interval = f"{round(row.elo_low):+d} to {round(row.elo_high):+d}"
    return (
        row.place, row.player, row.games, row.wins, row.points, row.points / row.games, row.score,
        f"{row.margin:+.2f}", f"{round(row.elo):+d}", interval, forfeits,
    )  # fmt: skip


def table(leagues: Sequence[League], *, markdown: bool = False) -> Iterator[str]:
    """The table of each game, its crosstable, and how to read them."""
    clean = cleaning.markdown if markdown else cleaning.terminal
    begin = cleaning.markdown_line if markdown else cleaning.terminal
    for league in leagues:
        several = len({other.options for other in leagues if other.game == league.game}) > 1
        called = clean(title(league.game)) + (", solo" if league.solo else "")
        blocks = "" if league.solo else f" in {counted(league.blocks, 'block')}"
        if league.incomplete:
            blocks += f", {league.incomplete} of them incomplete (not everybody in every seat)"
        options = f" with {clean(league.options)}" if several else ""
        yield f"{'## ' if markdown else ''}{called}{options}: {counted(league.games, 'game')}{blocks}"
        yield ""
        rows = [_cells(row) for row in league.rows]
        head = _SOLO_HEAD if league.solo else _HEAD
        width = len(head) - (not any(row.forfeits for row in league.rows))
        yield tabular.text_table(head[:width], [cells[:width] for cells in rows], markdown=markdown)
        yield ""
        if league.crosstable:
            yield "Points per game against each other:"
            yield ""
            columns = ["player", *[str(row.place) for row in league.rows]]
            cross: list[list[tabular.Cell]] = [
                [f"{row.place} {row.player}", *league.crosstable[row.player].values()] for row in league.rows
            ]
            yield tabular.text_table(columns, cross, markdown=markdown)
            yield ""
        for size, points in league.by_seat.items():
            yield f"Points per game by seat, {size} players: {', '.join([f'{one:.2f}' for one in points])}"
        if league.by_seat:
            yield ""
        yield from (f"{begin(tie)}." for tie in league.ties)
    if not all(league.solo for league in leagues):
        yield from _READING
    if any(league.solo for league in leagues):
        yield _SOLO_READING
        if any(row.forfeits for league in leagues if league.solo for row in league.rows):
            yield "A solo game that was forfeited counts with the lowest score of the table."


def json(leagues: Sequence[League]) -> Iterator[str]:
    """All tables as one JSON array."""
    yield cleaning.json(leagues, 2)


def comma_separated(leagues: Sequence[League]) -> Iterator[str]:
    """A row for each player of each game."""
    fields = Row.__struct_fields__
    rows: list[list[tabular.Cell]] = [
        [league.game, league.options, *[_figure(row, name) for name in fields]]
        for league in leagues
        for row in league.rows
    ]
    yield tabular.comma_separated(["game", "options", *fields], rows)


def _figure(row: Row, name: str) -> tabular.Cell:
    cell: tabular.Cell = sum(row.forfeits.values()) if name == "forfeits" else getattr(row, name)
    return cell


STANDING_FORMATS: dict[str, Callable[[Sequence[League]], Iterator[str]]] = {
    "table": table,
    "json": json,
    "csv": comma_separated,
    "markdown": lambda leagues: table(leagues, markdown=True),
}
