"""Placements as comparisons of two, kept for the pairs that met and for no others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from cityleague.replays.league.arrays import np

Game = Sequence[tuple[int, int]]
"""Who played, each with the rank."""


class Meetings(NamedTuple):
    """A line for each pair of players who met on a deal: `one` is the lower number. All columns are equally long."""

    deal: np.ndarray
    one: np.ndarray
    other: np.ndarray
    games: np.ndarray
    """How often they met on this deal."""
    points: np.ndarray
    """In how many of these games `one` was ahead; a shared rank is a half."""

    def picked(self, lines: np.ndarray) -> Meetings:
        """Some of the lines."""
        return Meetings(*[column[lines] for column in self])


def meetings(players: int, deals: Sequence[Sequence[Game]]) -> Meetings:
    """The meetings of players 0 to players - 1, in the order of deals, then pairs."""
    by_size: defaultdict[int, tuple[list[int], list[Game]]] = defaultdict(lambda: ([], []))
    for number, games in enumerate(deals):
        for game in games:
            numbers, tables = by_size[len(game)]
            numbers.append(number)
            tables.append(game)
    columns: list[list[np.ndarray]] = [[] for _ in Meetings._fields]
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
    if not by_size:
        nobody = np.zeros(0, dtype=np.int64)
        return Meetings(nobody, nobody, nobody, np.zeros(0), np.zeros(0))
    return _joined(players, Meetings(*[np.concatenate(column) for column in columns]))


def totals(players: int, met: Meetings) -> Meetings:
    """The same for all deals together, as if they were one."""
    return _joined(players, met._replace(deal=met.deal * 0))


def _joined(players: int, met: Meetings) -> Meetings:
    """Lines of the same pair on the same deal, added up."""
    key = (met.deal * players + met.one) * players + met.other
    keys, line = np.unique(key, return_inverse=True)
    return Meetings(
        keys // players**2,
        keys // players % players,
        keys % players,
        np.bincount(line, met.games, len(keys)),
        np.bincount(line, met.points, len(keys)),
    )


def groups(players: int, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """For each player the group: the lowest number among all who met, or met by way of others; `one` met `other`."""
    group = np.arange(players)
    while True:
        lowest = group.copy()
        np.minimum.at(lowest, one, group[other])
        np.minimum.at(lowest, other, group[one])
        lowest = lowest[lowest]
        if (lowest == group).all():
            return group
        group = lowest


def beaten(players: int, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """A square of yes and no: whether the row's player was ahead of the column's, or of one who was, and so on.

    `one` was ahead of `other`. Everybody stands on the diagonal.
    """
    ahead = np.eye(players, dtype=bool)
    ahead[one, other] = True
    steps = 1
    while steps < players:
        further = ahead.astype(np.float32)
        ahead, before = further @ further > 0, ahead
        if (ahead == before).all():
            break
        steps *= 2
    return ahead
