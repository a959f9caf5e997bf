"""League tables as text, Markdown, CSV and JSON."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from cityleague.engine.looks.text import shortened, wrapped
from cityleague.engine.registry import title
from cityleague.engine.scoring import whole
from cityleague.replays.league import SOLO_TIEBREAKS, TIEBREAKS, Difference, League, Row
from cityleague.replays.log import counted
from cityleague.replays.reports import cleaning, tabular

_POINTS = (
    f"Order: {', then '.join(TIEBREAKS)}; equal in all, the place is shared.",
    "A game gives 1 league point for the first place, 0 for the last, evenly between; a shared place shares.",
)
_RATING = (
    "Elo: joint fit over all placements, 0 the mean unless anchored; 95 % intervals from how much the deals vary.",
    "LOS: how likely it is that a player is stronger than the next.",
)
_NO_BOUND = '"or more", "or less": open-ended, because somebody was always ahead of somebody.'
_SOLO_FORFEITS = "A solo game that was forfeited counts with the lowest score of the table."
_SOLO_READING = f"Solo order: {', then '.join(SOLO_TIEBREAKS)}; equal in both, the place is shared."


def _columns(league: League) -> dict[str, list[tabular.Cell]]:
    """The columns of a table, without those that say nothing."""
    rows = league.rows
    forfeits = [", ".join(f"{count} {kind}" for kind, count in row.forfeits.items()) or None for row in rows]
    columns: dict[str, list[tabular.Cell]] = {
        "": [row.place for row in rows],
        "player": [row.player for row in rows],
        "games": [row.games for row in rows],
    }
    if league.solo:
        columns |= {"score": [row.score for row in rows], "best": [row.best for row in rows]}
    else:
        columns |= {
            "wins": [None if row.wins is None else whole(row.wins) for row in rows],
            "league points": [row.points for row in rows],
            "per game": [row.points / row.games if row.games and row.points is not None else None for row in rows],
            "score": [row.score for row in rows],
            "margin": [None if row.margin is None else f"{row.margin:+.2f}" for row in rows],
            "group": [row.group for row in rows],
            "Elo": [None if row.elo is None else f"{round(row.elo):+d}" for row in rows],
            "95 %": [row.interval for row in rows],
            # rounded, but never to what is certain
            "LOS": [
                None if row.superiority is None else f"{min(99, max(1, round(100 * row.superiority)))} %"
                for row in rows
            ],
        }
    columns |= {"ms per move": [row.ms_per_move for row in rows], "forfeits": list(forfeits)}
    empty = {
        name for name in ("group", "Elo", "95 %", "LOS", "ms per move", "forfeits") if not any(columns.get(name, ()))
    }
    return {name: cells for name, cells in columns.items() if name not in empty}


def standing_table(leagues: Sequence[League], *, markdown: bool = False, width: int | None = None) -> Iterator[str]:
    """The table of each game, its crosstable, and how to read them; no wider than `width` columns, if possible."""
    for part in (*_tables(leagues, markdown, width), *_readings(leagues)):
        if width is None or "\n" in part:
            yield part
        else:
            yield from wrapped([part], width, 0)


def _tables(leagues: Sequence[League], markdown: bool, width: int | None) -> Iterator[str]:
    clean = cleaning.markdown if markdown else cleaning.terminal
    begin = cleaning.markdown_line if markdown else cleaning.terminal
    for league in leagues:
        several = len({other.options for other in leagues if other.game == league.game}) > 1
        called = clean(title(league.game)) + (", solo" if league.solo else "")
        apart = league.solo or league.blocks == league.games  # nobody has played a deal from another seat
        blocks = "" if apart else f" in {counted(league.blocks, 'block')}"
        if league.blocks != league.deals and not league.solo:
            blocks += f" on {counted(league.deals, 'deal')}"
        if league.incomplete and not apart:
            blocks += f"; in {counted(league.incomplete, 'block')} not everybody sat in every seat"
        options = f" with {clean(league.options)}" if several else ""
        yield f"{'## ' if markdown else ''}{called}{options}: {counted(league.games, 'game')}{blocks}"
        yield ""
        columns = _columns(league)
        if width is not None:
            columns["player"] = [shortened(cleaning.terminal(row.player), width // 2) for row in league.rows]
        rows = [*zip(*columns.values(), strict=True)]
        yield tabular.text_table([*columns], rows, markdown=markdown, width=width, lead=2)
        yield ""
        if league.crosstable:
            yield "League points per game against each other:"
            yield ""
            places, cells = [row.place for row in league.rows], [[*met.values()] for met in league.crosstable.values()]
            yield tabular.crosstable(places, list(map(str, columns["player"])), cells, markdown=markdown, width=width)
            yield ""
        for size, points in league.by_seat.items():
            yield f"League points per game by seat, {size} players: {', '.join([f'{share:.2f}' for share in points])}"
        if league.outcomes:
            counts = ", ".join([f"{points} in {number}" for points, number in league.outcomes.items()])
            yield f"Blocks by league points, {clean(league.rows[0].player)} first: {counts}"
        if league.by_seat:
            yield ""
        yield from (f"{begin(tie)}." for tie in league.ties)
        if league.deals == 1 and not league.solo:
            yield "A rating needs more than one deal."
        yield from _undecided(league, clean)
        yield from _strangers(league)


def _readings(leagues: Sequence[League]) -> Iterator[str]:
    """How to read the tables."""
    if not all(league.solo for league in leagues):
        yield from _POINTS
        if any(row.elo is not None for league in leagues for row in league.rows):
            yield from _RATING
        if any(" or " in (row.interval or "") for league in leagues for row in league.rows):
            yield _NO_BOUND
    if any(league.solo for league in leagues):
        yield _SOLO_READING
        if any(row.forfeits for league in leagues if league.solo for row in league.rows):
            yield _SOLO_FORFEITS


def _undecided(league: League, clean: Callable[[str], str]) -> Iterator[str]:
    """How many more deals would show which of the first two is stronger."""
    if len(league.rows) > 1 and (more := league.rows[0].more_deals):
        first, second = [clean(row.player) for row in league.rows[:2]]
        about = -(-more // (tens := 10 ** max(0, len(str(more)) - 2))) * tens
        yield (
            f"{first} or {second}: if they differ by as much as it seems, about {about} more deals would show in four "
            "cases of five which is stronger."
        )


def _strangers(league: League) -> Iterator[str]:
    """What to say of players who cannot be compared."""
    members = Counter([row.group for row in league.rows if row.group is not None and row.games])
    if len(members) > 1:
        yield (
            f"{len(members)} groups never met, nor by way of others. Each is rated by itself, with a mean of its own: "
            "compare Elo only within a group."
        )


def json(leagues: Sequence[League]) -> Iterator[str]:
    """All tables as one JSON array."""
    yield cleaning.json(leagues, 2)


def comma_separated(leagues: Sequence[League]) -> Iterator[str]:
    """A row for each player of each game."""
    fields = [name for name in Row.__struct_fields__ if name != "against"]
    rows: list[list[tabular.Cell]] = [
        [league.game, league.options, *[_figure(row, name) for name in fields]]
        for league in leagues
        for row in league.rows
    ]
    yield tabular.comma_separated(["game", "options", *fields], rows)


def pairs(leagues: Sequence[League]) -> Iterator[str]:
    """As CSV, a row for each player and each opponent whom he met: a second table, so that each file holds one."""
    met: list[list[tabular.Cell]] = []
    for league in leagues:
        for player, other in [(row.player, other) for row in league.rows for other in row.against]:
            points = league.crosstable[player][other.opponent]
            if points is not None:
                played = round(points, _DIGITS), other.games, other.ahead, other.behind
                met.append([league.game, league.options, player, other.opponent, *played, *_rounded(other.difference)])
    head = ["game", "options", "player", "opponent", "points_per_game", "games", "ahead", "behind"]
    yield tabular.comma_separated([*head, "elo_difference", "elo_error", "superiority"], met)


def _rounded(ahead: Difference | None) -> tuple[tabular.Cell, ...]:
    return (round(ahead.elo), round(ahead.error), round(ahead.superiority, _DIGITS)) if ahead else (None, None, None)


def _figure(row: Row, name: str) -> tabular.Cell:
    if name == "forfeits":
        return sum(row.forfeits.values())
    if name == "best_game":
        return f"{row.best_game.file}:{row.best_game.line}" if row.best_game else None
    cell: tabular.Cell = getattr(row, name)
    if isinstance(cell, float):  # as many digits as the table shows
        return round(cell) if name.startswith("elo") else round(cell, _DIGITS)
    return cell


_DIGITS = 2


standing_markdown = partial(standing_table, markdown=True)
"""The same tables as Markdown."""
