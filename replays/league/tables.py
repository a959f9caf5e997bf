"""League tables, made from the results in logs and from nothing else."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from cityleague.engine.scoring import Points, whole
from cityleague.replays.league.points import half_points, margin
from cityleague.replays.league.ratings import Rating, rate
from cityleague.replays.league.results import Played, require_results


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A player's line in the table; averages are per game. In a solo table, comparisons with opponents are None."""

    place: int
    player: str
    games: int
    wins: float | None = None
    """A win is shared by all who were placed first."""
    points: float | None = None
    """For each game from 0 (last) to 1 (first): the share of opponents placed behind; a shared rank counts half."""
    score: float
    """Average final score."""
    margin: float | None = None
    """Average distance to the best opponent's score."""
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None
    forfeits: dict[str, int]
    best: Points
    """Highest final score."""

    @property
    def key(self) -> tuple[float, ...]:
        """What the table is sorted by: the figures that TIEBREAKS or SOLO_TIEBREAKS names."""
        if self.points is None or self.wins is None or self.margin is None:
            return (self.score, self.best)
        return (self.points / self.games, self.wins / self.games, self.margin, self.score)


TIEBREAKS = ("points per game", "wins per game", "average margin", "average score")
SOLO_TIEBREAKS = ("average score", "best score")


class League(msgspec.Struct, frozen=True):
    """The league table of one game with the same options and components."""

    game: str
    options: str
    """As JSON, with the hash of the components if they are not the packaged ones."""
    solo: bool
    """Whether these are the games that one player played alone; they have a table of their own."""
    games: int
    blocks: int
    incomplete: int
    """Blocks in which not everybody sat equally often in every seat; with many of them, intervals are less reliable."""
    rows: list[Row]
    crosstable: dict[str, dict[str, float | None]]
    """Points of the row's player against the column's, per game in which they met: 1 if always ahead, 0 if always
    behind. Empty if solo."""
    by_seat: dict[int, list[float]]
    """For each number of players, the points per game in each seat. Empty if solo."""
    ties: list[str]
    """For neighbours that are equal in the first criterion: what decided instead."""


def read_tables(*paths: str | os.PathLike[str]) -> list[League]:
    """The league tables of logs and tournaments' folders: one for each game and set of options that was played.

    Results are taken as the logs state them. Raises LogError at a game without a readable result.

    >>> from cityleague.replays import read_tables
    >>> [(table.game, table.rows[0].player) for table in read_tables("examples/by-hand.jsonl")]
    [('between_two_cities', 'Ada')]
    """
    return league_tables(require_results([os.fspath(path) for path in paths]))


def league_tables(played: Iterable[Played]) -> list[League]:
    """A table for each game and set of options, and another for solo games; the order of results does not matter."""
    groups = defaultdict(list)
    for one in played:
        groups[one.game, one.options, len(one.players) == 1].append(one)
    return [_league(*group, sorted(groups[group], key=_order)) for group in sorted(groups)]


def _order(one: Played) -> tuple[object, ...]:
    forfeits = [(forfeit.seat, forfeit.kind) for forfeit in one.forfeits]
    return (one.block, one.players, one.scores, one.ranks, forfeits)


def _league(game: str, options: str, solo: bool, played: Sequence[Played]) -> League:
    names = sorted({player for one in played for player in one.players})
    number = {name: i for i, name in enumerate(names)}
    blocks = defaultdict(list)
    for one in played:
        blocks[one.block].append([(number[p], rank) for p, rank in zip(one.players, one.ranks, strict=True)])
    ratings: Sequence[Rating | None] = [None] * len(names)
    if not solo:
        ratings = rate(len(names), [blocks[block] for block in sorted(blocks)])
    rows = [_row(name, played, rating) for name, rating in zip(names, ratings, strict=True)]
    rows.sort(key=lambda row: row.player)
    rows.sort(key=lambda row: row.key, reverse=True)
    placed = [msgspec.structs.replace(row, place=1 + sum(other.key > row.key for other in rows)) for row in rows]
    players = [] if solo else [row.player for row in rows]
    return League(
        game=game,
        options=options,
        solo=solo,
        games=len(played),
        blocks=len(blocks),
        incomplete=0 if solo else _incomplete(played),
        rows=placed,
        crosstable={name: {other: _against(name, other, played) for other in players} for name in players},
        by_seat={} if solo else _by_seat(played),
        ties=list(_decided(placed, SOLO_TIEBREAKS if solo else TIEBREAKS)),
    )


def _row(name: str, played: Sequence[Played], rating: Rating | None) -> Row:
    """A player's line; without a rating, a solo player's. Its place is filled in later, when all lines are known."""
    own = [(one, one.players.index(name)) for one in played if name in one.players]
    scores = [one.scores[seat] for one, seat in own]
    if rating is None:  # a forfeited game, which a stand-in finished, counts with the lowest score
        lowest = min([one.scores[0] for one in played])
        scores = [lowest if one.forfeits else one.scores[0] for one, _ in own]
    forfeits = Counter(lost.kind for one, seat in own for lost in one.forfeits if lost.seat == seat)
    row = Row(
        place=0,
        player=name,
        games=len(own),
        score=sum(scores) / len(own),
        forfeits=dict(sorted(forfeits.items())),
        best=whole(max(scores)),
    )
    if rating is None:
        return row
    return msgspec.structs.replace(
        row,
        wins=sum([(one.ranks[seat] == 1) / one.ranks.count(1) for one, seat in own]),
        points=sum([_points(one.ranks, seat) for one, seat in own]),
        margin=sum([margin(one.scores, seat) for one, seat in own]) / len(own),
        elo=rating.elo,
        elo_low=rating.low,
        elo_high=rating.high,
    )


def _incomplete(played: Sequence[Played]) -> int:
    """How many blocks are incomplete; in a complete one, everybody sits equally often in every seat."""
    sat: defaultdict[str, Counter[tuple[str, int]]] = defaultdict(Counter)
    for one in played:
        sat[one.block].update([(player, seat) for seat, player in enumerate(one.players)])
    return sum(len(set(times.values())) > 1 or len(times) < len({p for p, _ in times}) ** 2 for times in sat.values())


def _by_seat(played: Sequence[Played]) -> dict[int, list[float]]:
    """For each number of players, the points per game of each seat."""
    sizes = sorted({len(one.players) for one in played})
    averages = {}
    for size in sizes:
        points = [[_points(one.ranks, seat) for seat in range(size)] for one in played if len(one.players) == size]
        averages[size] = [sum(column) / len(points) for column in zip(*points, strict=True)]
    return averages


def _points(ranks: Sequence[int], seat: int) -> float:
    return half_points(ranks, seat) / (2 * (len(ranks) - 1))


def _against(name: str, other: str, played: Sequence[Played]) -> float | None:
    met = [
        (one.ranks[one.players.index(name)], one.ranks[one.players.index(other)])
        for one in played
        if name != other and name in one.players and other in one.players
    ]
    return sum([1.0 if mine < theirs else 0.5 * (mine == theirs) for mine, theirs in met]) / len(met) if met else None


def _decided(rows: Sequence[Row], names: Sequence[str]) -> Iterator[str]:
    """For neighbours in the table that are equal in the first criterion, what decided; `names`: of the criteria."""
    for upper, lower in pairwise(rows):
        if upper.key[0] == lower.key[0]:
            by = next((name for name, a, b in zip(names, upper.key, lower.key, strict=True) if a != b), None)
            outcome = f"{upper.player} is ahead by {by}" if by else "the place is shared"
            yield f"{upper.player} and {lower.player} have the same {names[0]}: {outcome}"
