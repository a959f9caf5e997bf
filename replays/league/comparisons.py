"""Placements as comparisons of two, kept for the pairs that met and for no others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from cityleague.replays.league.arrays import np

Game = Sequence[tuple[int, int]]
"""Who played, each with the rank."""


class Meetings(NamedTuple):
    """A line for each pair of players who met on a deal: `player` is the lower number. All columns are equally long."""

    deal: np.ndarray
    player: np.ndarray
    other: np.ndarray
    games: np.ndarray
    """How often they met on this deal."""
    points: np.ndarray
    """In how many of these games `player` was ahead; a shared rank is a half."""

    def picked(self, lines: np.ndarray | slice) -> Meetings:
        """Some of the lines."""
        return Meetings(*[column[lines] for column in self])


def meetings(players: int, deals: Iterable[Sequence[Game]]) -> Meetings:
    """The meetings of players 0 to players - 1, in the order of deals, then pairs.

    They are made ready some deals at a time: what that takes is many times as large as what is kept.
    """
    parts = [Meetings(*[np.zeros(0, kind) for kind in _KINDS])]
    numbered = enumerate(deals)
    while some := list(islice(numbered, _TOGETHER)):
        found = _joined(players, _pairs(some))
        parts.append(Meetings(*[column.astype(kind) for column, kind in zip(found, _KINDS, strict=True)]))
    return Meetings(*[np.concatenate(column) for column in zip(*parts, strict=True)])


def _pairs(deals: Sequence[tuple[int, Sequence[Game]]]) -> Meetings:
    """A line for each pair in each game, in any order."""
    by_size: defaultdict[int, tuple[list[int], list[Game]]] = defaultdict(lambda: ([], []))
    for number, games in deals:
        for game in games:
            numbers, tables = by_size[len(game)]
            numbers.append(number)
            tables.append(game)
    columns = [[np.zeros(0, kind)] for kind in _KINDS]
    for size, (numbers, tables) in by_size.items():
        table = np.array(tables, dtype=np.int64)
        left, right = np.triu_indices(size, 1)
        first, second = table[:, left, :].reshape(-1, 2).T, table[:, right, :].reshape(-1, 2).T
        points = (first[1] < second[1]) + 0.5 * (first[1] == second[1])
        low = first[0] < second[0]
        for column, values in zip(
            columns,
            (
                np.repeat(np.array(numbers, dtype=np.int64), len(left)),
                np.where(low, first[0], second[0]),
                np.where(low, second[0], first[0]),
                np.ones(len(points)),
                np.where(low, points, 1 - points),
            ),
            strict=True,
        ):
            column.append(values)
    return Meetings(*[np.concatenate(column) for column in columns])


_KINDS = (np.int32, np.int32, np.int32, np.float32, np.float32)
"""Of the columns that are kept. Games and points are halves, and no deal has so many that these would not be exact."""
_TOGETHER = 1 << 12
"""So many deals are made ready at a time."""
_LINES = 1 << 14
"""So many lines are added up at a time. As they are halves, the sums are exact in any order."""


def totals(players: int, met: Meetings) -> Meetings:
    """The same for all deals together, as if they were one."""
    starts = range(0, len(met.games), _LINES)
    parts = [_together(players, met.picked(slice(start, start + _LINES))) for start in starts]
    return _together(
        players, Meetings(*[np.concatenate(column) for column in zip(met.picked(slice(0)), *parts, strict=True)])
    )


def _together(players: int, met: Meetings) -> Meetings:
    return _joined(players, met._replace(deal=met.deal * 0))


def _joined(players: int, met: Meetings) -> Meetings:
    """Lines of the same pair on the same deal, added up."""
    key = (met.deal.astype(np.int64) * players + met.player) * players + met.other
    keys, line = np.unique(key, return_inverse=True)
    return Meetings(
        keys // players**2,
        keys // players % players,
        keys % players,
        np.bincount(line, met.games, len(keys)),
        np.bincount(line, met.points, len(keys)),
    )


def groups(players: int, player: np.ndarray, other: np.ndarray) -> np.ndarray:
    """For each player the group: the lowest number among all who met, or met by way of others; `player` met `other`."""
    group = np.arange(players)
    while True:
        lowest = group.copy()
        np.minimum.at(lowest, player, group[other])
        np.minimum.at(lowest, other, group[player])
        lowest = lowest[lowest]
        if (lowest == group).all():
            return group
        group = lowest


def beaten(players: int, winner: np.ndarray, loser: np.ndarray) -> np.ndarray:
    """A square of yes and no: whether the row's player was ahead of the column's, or of one who was, and so on.

    `winner` was ahead of `loser`. Everybody stands on the diagonal.
    """
    ahead = np.eye(players, dtype=bool)
    ahead[winner, loser] = True
    steps = 1
    while steps < players:
        further = ahead.astype(np.float32)
        ahead, before = further @ further > 0, ahead
        if (ahead == before).all():
            break
        steps *= 2
    return ahead
