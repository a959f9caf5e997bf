"""League tables for people: who played and won how much, against whom; ratings only where they tell something."""

from collections.abc import Iterator, Sequence
from functools import partial

from cityleague.engine.looks.text import shortened, wrapped
from cityleague.engine.registry import title
from cityleague.engine.scoring import whole
from cityleague.replays.league import TIEBREAKS, Against, League, too_few
from cityleague.replays.log import counted
from cityleague.replays.reports import cleaning, tabular
from cityleague.replays.reports.standings import standing_table

_READING = (
    "League points per game: 1 for the first place, 0 for the last, evenly between; a shared place shares, and so does "
    "a shared win.",
    f"Order: {', then '.join(TIEBREAKS)}; over all games by the first two. Equal in all, the place is shared.",
    'Most often against: "Ben 5:3" is ahead of Ben in 5 games, behind in 3.',
)
_RATING = "Rating: Elo, 0 the mean; the 95 % interval tells how sure it is."


def people_table(leagues: Sequence[League], *, markdown: bool = False, width: int | None = None) -> Iterator[str]:
    """The table of all games together, if there is one, those of each game, and how to read them."""
    solo = [league for league in leagues if league.solo]
    several = sorted([league for league in leagues if not league.solo], key=lambda league: bool(league.game))
    parts = [part for league in several for part in _table(league, leagues, markdown, width)]
    if several:
        parts += _READING
    if any(row.rated for league in several for row in league.rows):
        parts.append(_RATING)
    for part in parts:
        yield from [part] if width is None or "\n" in part else wrapped([part], width, 0)
    if solo:
        yield from ["", *standing_table(solo, markdown=markdown, width=width)]


people_markdown = partial(people_table, markdown=True)
"""The same tables as Markdown."""


def record(against: Against) -> str:
    """How often a player was ahead of another, and how often behind."""
    return f"{against.ahead}:{against.behind}"


def _table(league: League, leagues: Sequence[League], markdown: bool, width: int | None) -> Iterator[str]:
    clean = cleaning.markdown if markdown else cleaning.terminal
    mixed = len({other.options for other in leagues if other.game == league.game}) > 1
    called = clean(title(league.game)) if league.game else "All games"
    options = f" with {clean(league.options)}" if mixed else ""
    names = {row.player: _cut(row.player, width) for row in league.rows}
    yield f"{'## ' if markdown else ''}{called}{options}: {counted(league.games, 'game')}"
    yield ""
    columns = _columns(league, names, width)
    rows = [*zip(*columns.values(), strict=True)]
    yield tabular.text_table([*columns], rows, markdown=markdown, width=width, lead=2)
    yield ""
    if league.unproven:
        yield f"Not proven: {counted(league.unproven, 'game')} without moves, as the column tells."
        yield ""
    yield "Ahead and behind, in games against each other:"
    yield ""
    met = {row.player: {other.opponent: record(other) for other in row.against} for row in league.rows}
    cells = [[met[row.player].get(other.player) for other in league.rows] for row in league.rows]
    places = [row.place for row in league.rows]
    yield tabular.crosstable(places, [*names.values()], cells, markdown=markdown, width=width)
    yield ""
    if league.game:
        yield from _ratings(league, names, markdown, width)


def _columns(league: League, names: dict[str, str], width: int | None) -> dict[str, list[tabular.Cell]]:
    """The columns of a table, without those that say nothing."""
    rows = league.rows
    columns: dict[str, list[tabular.Cell]] = {
        "": [row.place for row in rows],
        "player": [names[row.player] for row in rows],
        "played": [row.games for row in rows],
        "won": [None if row.wins is None else whole(row.wins) for row in rows],
        "% won": [round(100 * row.wins / row.games) if row.wins is not None and row.games else None for row in rows],
        "league points": [row.points / row.games if row.points is not None and row.games else None for row in rows],
        "score": [row.score for row in rows],
        "best": [row.best for row in rows],
        "in": [_cut(row.best_game.called, width) if row.best_game else None for row in rows],
        "longest run": [row.run for row in rows],
        "last": [row.last for row in rows],
        "most often against": [
            f"{names[row.against[0].opponent]} {record(row.against[0])}" if row.against else None for row in rows
        ],
        "not proven": [row.unproven or None for row in rows],
    }
    return {name: cells for name, cells in columns.items() if any(cell is not None for cell in cells)}


def _ratings(league: League, names: dict[str, str], markdown: bool, width: int | None) -> Iterator[str]:
    """The ratings, as far as they tell something."""
    if not any(row.rated for row in league.rows):
        yield f"{too_few(league.games)}."
    else:
        rows: list[list[tabular.Cell]] = [
            [names[row.player], f"{round(row.elo or 0):+d}", row.interval]
            if row.rated
            else [names[row.player], None, too_few(row.games)]
            for row in sorted(league.rows, key=lambda row: (not row.rated, -(row.elo or 0)))
        ]
        yield tabular.text_table(["player", "rating", "95 %"], rows, markdown=markdown, width=width, lead=1)
    yield ""


def _cut(words: str, width: int | None) -> str:
    return words if width is None else shortened(cleaning.terminal(words), width // 3)
