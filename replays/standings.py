"""League tables as text, Markdown, CSV and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from cityleague.engine.registry import GAMES
from cityleague.replays import tables
from cityleague.replays.league import TIEBREAKS, League, Row
from cityleague.replays.ratings import SAMPLES
from cityleague.replays.tables import counted

_HEAD = ("", "player", "games", "wins", "points", "per game", "score", "margin", "Elo", "95 %", "forfeits")


def _cells(row: Row) -> tuple[tables.Cell, ...]:
    interval = None
    if row.elo_low is not None and row.elo_high is not None:
        interval = f"{round(row.elo_low):+d} to {round(row.elo_high):+d}"
    forfeits = ", ".join(f"{count} {kind}" for kind, count in row.forfeits.items())
    return (
        row.place, row.player, row.games, row.wins, row.points, row.points / row.games, row.score,
        f"{row.margin:+.2f}", f"{round(row.elo):+d}", interval, forfeits or None,
    )  # fmt: skip


def table(leagues: Sequence[League], *, markdown: bool = False) -> Iterator[str]:
    """The table of each game, its crosstable, and how to read them."""
    for league in leagues:
        blocks = f"{counted(league.games, 'game')} in {counted(league.blocks, 'block')}"
        options = f" with {league.options}" if sum(other.game == league.game for other in leagues) > 1 else ""
        yield f"{'## ' if markdown else ''}{GAMES.get(league.game, league.game)}{options}: {blocks}"
        yield ""
        rows = [_cells(row) for row in league.rows]
        width = len(_HEAD) - (not any(row.forfeits for row in league.rows))
        yield tables.text(_HEAD[:width], [cells[:width] for cells in rows], markdown=markdown)
        yield ""
        if len(league.rows) > 1:
            yield "Points per game against each other:"
            yield ""
            head = ["player", *[str(row.place) for row in league.rows]]
            cross: list[list[tables.Cell]] = [
                [f"{row.place} {row.player}", *league.crosstable[row.player].values()] for row in league.rows
            ]
            yield tables.text(head, cross, markdown=markdown)
            yield ""
        yield from (f"{tie}." for tie in league.ties)
    if not leagues:
        return
    yield f"Order: {', then '.join(TIEBREAKS)}; equal in all, the place is shared."
    yield (
        "A game gives 1 point for the first place, 0 for the last, evenly between; a shared place shares. Elo: joint"
    )
    yield f"fit over all placements, 0 the mean; 95 % intervals from {SAMPLES} bootstrap samples over blocks."


def json(leagues: Sequence[League]) -> Iterator[str]:
    """All tables as one JSON array."""
    yield msgspec.json.format(msgspec.json.encode(leagues), indent=2).decode()


def comma_separated(leagues: Sequence[League]) -> Iterator[str]:
    """A row for each player of each game."""
    fields = [name for name in Row.__struct_fields__ if name != "forfeits"]
    rows: list[list[tables.Cell]] = [
        [league.game, league.options, *[getattr(row, name) for name in fields], sum(row.forfeits.values())]
        for league in leagues
        for row in league.rows
    ]
    yield tables.comma_separated(["game", "options", *fields, "forfeits"], rows)


FORMATS: dict[str, Callable[[Sequence[League]], Iterator[str]]] = {
    "table": table,
    "json": json,
    "csv": comma_separated,
    "markdown": lambda leagues: table(leagues, markdown=True),
}
