"""League tables, made from the results in logs and from nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from cityleague.engine.scoring import Points
from cityleague.replays.league.columns import Against, BestGame, Group, Results
from cityleague.replays.league.figures import Figures, Own
from cityleague.replays.league.results import Played, require_results

if TYPE_CHECKING:
    from cityleague.replays.league.ratings import Ratings


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A player's line in the table; averages are per game. In a solo table, comparisons with opponents are None.

    Who has not played has 0 games and no averages.
    """

    place: int
    player: str
    games: int
    wins: float | None = None
    """A win is shared by all who were placed first."""
    points: float | None = None
    """For each game from 0 (last) to 1 (first): the share of opponents placed behind; a shared rank counts half."""
    score: float | None
    """Average final score; None also where all games together are in one table."""
    margin: float | None = None
    """Average distance to the best opponent's score."""
    elo: float | None = None
    """None also for who has met nobody, and with a single deal."""
    elo_low: float | None = None
    """The lower end of the 95 % interval; None: the games give no bound."""
    elo_high: float | None = None
    superiority: float | None = None
    """How likely it is that this player is stronger than the next in the table; None: nothing tells, or nobody is."""
    more_deals: int | None = None
    """How many more deals would show which of the two is stronger, as `Difference.more_deals` has it."""
    group: int | None = None
    """Players of different groups, from 1, never met, nor by way of others: their Elo cannot be compared. None if all
    belong together."""
    ms_per_move: float | None = None
    """Milliseconds per move, over those moves whose time a log tells."""
    forfeits: dict[str, int]
    best: Points | None
    """Highest final score."""
    best_game: BestGame | None = None
    """Where that was scored; of equal ones the first."""
    run: int | None = None
    """The longest run of wins, shared ones too. Games are in the order of their dates, those without one first."""
    last: str | None = None
    """The day of the last game that has a date."""
    unproven: int = 0
    """How many of the games are results alone, which nobody can prove."""
    against: list[Against] = []
    """Everybody the player met, the most frequent first."""

    @property
    def interval(self) -> str | None:
        """The 95 % interval of Elo in words, as far as the games give bounds; None: they give none."""
        low, high = [None if end is None else f"{round(end):+d}" for end in (self.elo_low, self.elo_high)]
        if low is None:
            return high and f"{high} or less"
        return f"{low} or more" if high is None else f"{low} to {high}"

    @property
    def rated(self) -> bool:
        """Whether there were games enough for a rating that tells something."""
        low, high = self.elo_low, self.elo_high
        return low is not None and high is not None and high - low <= _WIDEST

    @property
    def key(self) -> tuple[float, ...]:
        """What the table is sorted by: the figures that TIEBREAKS or SOLO_TIEBREAKS names, as far as there are any.

        They are rounded: sums of the same thirds, in another order, would else tell players apart.
        """
        if not self.games:
            return ()
        if self.points is None or self.wins is None:
            figures: tuple[float | None, ...] = (self.score, self.best)
        else:
            figures = (self.points / self.games, self.wins / self.games, self.margin, self.score)
        return tuple([round(figure, 9) for figure in figures if figure is not None])


_WIDEST = 400
"""A rating whose interval is wider tells nothing: one end beats the other in 10 games of 11."""
TIEBREAKS = ("league points per game", "wins per game", "average margin", "average score")
SOLO_TIEBREAKS = ("average score", "best score")


class League(msgspec.Struct, frozen=True):
    """The league table of one game with the same options and components."""

    game: str
    """Empty: all games of several players together, whichever they are."""
    options: str
    """As JSON, with the hash of the components if they are not the packaged ones."""
    solo: bool
    """Whether these are the games that one player played alone; they have a table of their own."""
    games: int
    deals: int
    """The more, the narrower the intervals."""
    blocks: int
    """Each has the games of the same players on the same deal."""
    incomplete: int
    """Blocks in which not everybody sat equally often in every seat; with many of them, intervals are less reliable."""
    rows: list[Row]
    crosstable: dict[str, dict[str, float | None]]
    """Points of the row's player against the column's, per game in which they met: 1 if always ahead, 0 if always
    behind. Empty if solo."""
    by_seat: dict[int, list[float]]
    """For each number of players, the points per game in each seat. Empty if solo."""
    outcomes: dict[str, int]
    """With two players: how many blocks ended with which points, as "1.5 : 0.5", the first place's before the colon."""
    ties: list[str]
    """For neighbours that are equal in the first criterion: what decided instead."""
    unproven: int = 0
    """How many of the games are results alone, which nobody can prove."""


def read_tables(*paths: str | os.PathLike[str]) -> list[League]:
    """The league tables of logs and tournaments' folders: one for each game and set of options that was played.

    Results are taken as the logs state them. Raises LogError at a game without a readable result.

    >>> from cityleague.replays import read_tables
    >>> [(table.game, table.rows[0].player) for table in read_tables("examples/by-hand.jsonl")]
    [('between_two_cities', 'Ada')]
    """
    results = Results(require_results([os.fspath(path) for path in paths]))
    results.tell_files_from_their_folder()
    return league_tables(results)


def league_tables(played: Iterable[Played] | Results, entrants: Sequence[str] = ()) -> list[League]:
    """A table for each game and set of options, and another for solo games; the order of results does not matter.

    `entrants` are in every table, also those who have not played.
    """
    results = _columns(played)
    return [_league(group, Figures(results, results.groups[group]), entrants) for group in sorted(results.groups)]


def across(played: Iterable[Played] | Results) -> list[League]:
    """One table of all games of several players, by places alone; none if they all belong to one league anyway."""
    results = _columns(played)
    several = [group for group in sorted(results.groups) if not group.solo]
    if len(several) <= 1:
        return []
    games = [number for group in several for number in results.groups[group]]
    return [_league(Group("", "{}", solo=False), Figures(results, games), ())]


def _columns(played: Iterable[Played] | Results) -> Results:
    return played if isinstance(played, Results) else Results(played)


def anchored(leagues: Iterable[League], player: str, elo: float) -> list[League]:
    """The tables with all ratings shifted so that a player's is `elo`; those of other groups, and of tables without a
    rating of this player, stay."""
    return [_anchored(league, player, elo) for league in leagues]


def _anchored(league: League, player: str, elo: float) -> League:
    rated = [row for row in league.rows if row.player == player and row.elo is not None]
    if not rated or rated[0].elo is None:
        return league
    shift = elo - rated[0].elo
    rows = [
        msgspec.structs.replace(
            row,
            elo=row.elo + shift,
            elo_low=None if row.elo_low is None else row.elo_low + shift,
            elo_high=None if row.elo_high is None else row.elo_high + shift,
        )
        if row.group == rated[0].group and row.elo is not None
        else row
        for row in league.rows
    ]
    return msgspec.structs.replace(league, rows=rows)


def _league(group: Group, figures: Figures, entrants: Sequence[str]) -> League:
    solo = group.solo
    names = sorted({*figures.names, *entrants})
    number = {name: i for i, name in enumerate(names)}
    # A single deal tells nothing of how much deals vary: a rating would have no interval.
    ratings = figures.ratings(number) if group.game and not solo and figures.deals > 1 else None
    rows = [_solo_row(name, figures) if solo else _row(name, figures, scores=bool(group.game)) for name in names]
    rows.sort(key=lambda row: row.key, reverse=True)
    placed = _placed(rows) if ratings is None else _compared(_placed(rows), number, ratings, figures.deals)
    return League(
        game=group.game,
        options=group.options,
        solo=solo,
        games=figures.count,
        deals=figures.deals,
        blocks=figures.blocks,
        incomplete=0 if solo else figures.incomplete(),
        rows=placed,
        crosstable={} if solo else _crosstable(rows),
        by_seat={} if solo else figures.by_seat(),
        outcomes={} if solo or len(rows) != 2 else figures.outcomes(rows[0].player),
        ties=list(_decided(placed, SOLO_TIEBREAKS if solo else TIEBREAKS if group.game else TIEBREAKS[:2])),
        unproven=figures.unproven,
    )


def _row(name: str, figures: Figures, *, scores: bool) -> Row:
    """A player's line, without place and rating; and without `scores`, where these cannot be compared."""
    own = figures.of(name)
    wins, points, run = own.worth()
    row = msgspec.structs.replace(
        _bare_row(name, own),
        wins=wins,
        points=points,
        margin=own.margins() / own.count if own.count else None,
        run=run,
        against=own.against(),
    )
    return row if scores else msgspec.structs.replace(row, score=None, margin=None, best=None, best_game=None)


def _solo_row(name: str, figures: Figures) -> Row:
    """A line among solo games. A forfeited game, which a stand-in finished, counts with the lowest score."""
    own = figures.of(name)
    lowest = figures.lowest
    own.scores = [lowest if lost else score for score, lost in zip(own.scores, own.forfeited(), strict=True)]
    return _bare_row(name, own)


def _bare_row(name: str, own: Own) -> Row:
    best, best_game = own.best()
    return Row(
        place=0,
        player=name,
        games=own.count,
        score=sum(own.scores) / own.count if own.count else None,
        ms_per_move=own.time(),
        forfeits=own.forfeits(),
        best=best,
        best_game=best_game,
        last=own.last_day(),
        unproven=own.unproven(),
    )


def _placed(rows: Sequence[Row]) -> list[Row]:
    """Lines in their order, with places; those that are equal in everything share one."""
    placed: list[Row] = []
    for number, row in enumerate(rows, 1):
        shared = placed and placed[-1].key == row.key
        placed.append(msgspec.structs.replace(row, place=placed[-1].place if shared else number))
    return placed


def _compared(rows: Sequence[Row], number: Mapping[str, int], ratings: Ratings, deals: int) -> list[Row]:
    """Lines with what the fit tells: the ratings, the groups, and who is stronger than whom."""
    fitted = [ratings.all[number[row.player]] for row in rows]
    of = [rating.group for rating in fitted]
    order = list(dict.fromkeys(of))
    compared = []
    for row, after, rating in zip(rows, [*rows[1:], None], fitted, strict=True):
        ahead = ratings.difference(number[row.player], number[after.player]) if after else None
        against = [
            msgspec.structs.replace(other, difference=ratings.difference(number[row.player], number[other.opponent]))
            for other in row.against
        ]
        compared.append(
            msgspec.structs.replace(
                row,
                elo=rating.elo if of.count(rating.group) > 1 or len(rows) == 1 else None,
                elo_low=rating.low,
                elo_high=rating.high,
                group=None if len(order) == 1 else 1 + order.index(rating.group),
                superiority=ahead and ahead.superiority,
                more_deals=ahead and ahead.more_deals(deals),
                against=against,
            )
        )
    return compared


def _crosstable(rows: Sequence[Row]) -> dict[str, dict[str, float | None]]:
    table = {}
    for row in rows:
        points = {
            other.opponent: (other.games + other.ahead - other.behind) / (2 * other.games) for other in row.against
        }
        table[row.player] = {other.player: points.get(other.player) for other in rows}
    return table


def _decided(rows: Sequence[Row], names: Sequence[str]) -> Iterator[str]:
    """For neighbours in the table that are equal in the first criterion, what decided; `names`: of the criteria."""
    for upper, lower in pairwise(rows):
        if lower.games and upper.key[0] == lower.key[0]:
            by = next((name for name, a, b in zip(names, upper.key, lower.key, strict=True) if a != b), None)
            outcome = f"{upper.player} is ahead by {by}" if by else "the place is shared"
            yield f"{upper.player} and {lower.player} have the same {names[0]}: {outcome}"
