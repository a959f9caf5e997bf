"""Pairs everybody with somebody, or seats all at tables, where some pairs are better than others."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations

_NOBODY = -1
_MOST_PAIRS = 1_000_000
"""How many pairs a search for tables may look at: half a second or so."""


def pair_off(costs: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Pair 0 with a partner, then the first who is left with a partner, and so on. Their number must be even.

    The dearest pair is as cheap as possible. Within that limit, each in turn gets the cheapest partner that lets the
    rest still be paired; of equally cheap partners, the first.
    """
    mates, dearest = _cheapest(costs)
    left = list(range(len(costs)))
    pairs = []
    while left:
        player = left.pop(0)
        for other in sorted(left, key=costs[player].__getitem__):
            rest = _graph(costs, dearest, [i for i in left if i != other])
            if costs[player][other] <= dearest and _made_mates(player, other, mates, rest):
                break
        left.remove(mates[player])
        pairs.append((player, mates[player]))
    return pairs


def _cheapest(costs: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """Everybody's mate in some pairing whose dearest pair is as cheap as possible, and the cost of that pair."""
    everybody = list(range(len(costs)))
    mates = [_NOBODY] * len(costs)
    for dearest in sorted({costs[player][other] for player, other in combinations(everybody, 2)}):
        graph = _graph(costs, dearest, everybody)
        if all(mates[player] != _NOBODY or _augment(graph, mates, player) for player in everybody):
            return mates, dearest
    raise AssertionError("an odd number cannot be paired")


def _graph(costs: Sequence[Sequence[int]], dearest: int, left: Sequence[int]) -> list[list[int]]:
    """Everybody's possible mates among those who are left."""
    graph: list[list[int]] = [[] for _ in costs]
    for player in left:
        graph[player] = [other for other in left if other != player and costs[player][other] <= dearest]
    return graph


def _made_mates(player: int, other: int, mates: list[int], rest: list[list[int]]) -> bool:
    """Make the two mates, if the mates that they leave can still be paired with others."""
    if mates[player] == other:
        return True
    trial = mates.copy()
    lonely, also = mates[player], mates[other]
    trial[lonely] = trial[also] = _NOBODY
    trial[player], trial[other] = other, player
    if not _augment(rest, trial, lonely):
        return False
    mates[:] = trial
    return True


def _augment(graph: list[list[int]], mates: list[int], root: int) -> bool:
    """Find a mate for `root`; others change theirs where necessary. One search of Edmonds' blossom algorithm."""
    parents = [_NOBODY] * len(graph)
    bases = list(range(len(graph)))
    queue = deque([root])
    seen = {root}
    while queue:
        player = queue.popleft()
        for other in graph[player]:
            if bases[player] == bases[other] or mates[player] == other:
                continue
            if other == root or (mates[other] != _NOBODY and parents[mates[other]] != _NOBODY):
                base = _common_base(player, other, mates, parents, bases)  # an odd ring: shrink it into its base
                ring = _ring(player, other, base, mates, parents, bases) | _ring(
                    other, player, base, mates, parents, bases
                )
                for inner in range(len(graph)):
                    if bases[inner] in ring:
                        bases[inner] = base
                        if inner not in seen:
                            seen.add(inner)
                            queue.append(inner)
            elif parents[other] == _NOBODY:
                parents[other] = player
                if mates[other] == _NOBODY:
                    _exchange(other, mates, parents)
                    return True
                seen.add(mates[other])
                queue.append(mates[other])
    return False


def _common_base(player: int, other: int, mates: list[int], parents: list[int], bases: list[int]) -> int:
    """Where the paths of two to the root meet."""
    path = {player := bases[player]}
    while mates[player] != _NOBODY:
        path.add(player := bases[parents[mates[player]]])
    while (other := bases[other]) not in path:
        other = parents[mates[other]]
    return other


def _ring(outer: int, child: int, base: int, mates: list[int], parents: list[int], bases: list[int]) -> set[int]:
    """One half of an odd ring, from `outer` up to its base; sets parents for walking it in the other direction."""
    ring = set()
    while bases[outer] != base:
        ring |= {bases[outer], bases[mates[outer]]}
        parents[outer] = child
        child = mates[outer]
        outer = parents[child]
    return ring


def _exchange(last: int, mates: list[int], parents: list[int]) -> None:
    """Change the mates of all along the path from the root to `last`."""
    while last != _NOBODY:
        before = parents[last]
        mates[last], mates[before], last = before, last, mates[before]


def seat(costs: Sequence[Sequence[int]], seats: int, *, in_turn: bool = False) -> list[list[int]]:
    """Seat all at tables whose pairs together cost as little as possible; `seats` must divide their number.

    Of all such seatings it is the first: 0 sits with the lowest numbers that this allows, then the first who is left,
    and so on. Where many have to be tried, as in large fields after many rounds, the search is given up: then no two
    can exchange their places to make it cheaper. `in_turn`: no search, each in turn is the cheapest at the table.
    """
    tables = _in_turn(costs, seats)
    if in_turn:
        return tables
    most = sum([costs[player][other] for table in tables for player, other in combinations(table, 2)])
    return _Search(costs, seats).cheapest(most) or _exchanged(costs, tables)


def _in_turn(costs: Sequence[Sequence[int]], seats: int) -> list[list[int]]:
    left = list(range(len(costs)))
    tables = []
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            table.append(min(left, key=lambda player: sum([costs[player][other] for other in table])))
            left.remove(table[-1])
        tables.append(table)
    return tables


class _Search:
    """Looks for the cheapest tables, the first in order, by trying all that could be."""

    def __init__(self, costs: Sequence[Sequence[int]], seats: int) -> None:
        self._costs, self._seats, self._pairs = costs, seats, 0
        self._known: dict[tuple[int, ...], int] = {}
        """What those who are left cost at least."""

    def cheapest(self, most: int) -> list[list[int]] | None:
        """The tables, which cost at most so much; None if too many would have to be tried."""
        everybody = tuple(range(len(self._costs)))
        limit, tables = self._least(everybody), None
        while tables is None and limit <= most and self._pairs < _MOST_PAIRS:
            tables = self._tables(everybody, limit)
            limit += 1
        return tables

    def _tables(self, left: tuple[int, ...], limit: int) -> list[list[int]] | None:
        """The first tables of those who are left that cost at most `limit`."""
        if not left:
            return []
        if self._least(left) > limit:
            return None
        for table, cost in self._with(left[:1], left[1:], 0, limit):
            rest = self._tables(tuple([player for player in left if player not in table]), limit - cost)
            if rest is not None:
                return [list(table), *rest]
        if self._pairs < _MOST_PAIRS:
            self._known[left] = limit + 1
        return None

    def _with(
        self, table: tuple[int, ...], others: tuple[int, ...], cost: int, limit: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """The tables, and what each costs, that others can fill in their order."""
        if len(table) == self._seats:
            yield table, cost
            return
        for at, player in enumerate(others):
            if self._pairs >= _MOST_PAIRS:
                return
            self._pairs += len(table)
            dearer = cost + sum([self._costs[player][other] for other in table])
            if dearer <= limit:
                yield from self._with((*table, player), others[at + 1 :], dearer, limit)

    def _least(self, left: tuple[int, ...]) -> int:
        """What these cost at least: each sits with so many others, at best with the cheapest."""
        if left not in self._known:
            self._pairs += len(left) ** 2
            each = [sorted([self._costs[player][other] for other in left if other != player]) for player in left]
            self._known[left] = -(-sum([sum(own[: self._seats - 1]) for own in each]) // 2)
        return self._known[left]


def _exchanged(costs: Sequence[Sequence[int]], tables: list[list[int]]) -> list[list[int]]:
    """The tables, after exchanges of two places for as long as one makes them cheaper."""

    def gain(here: list[int], leaver: int, there: list[int], other: int) -> int:
        leaving = sum([costs[leaver][mate] - costs[other][mate] for mate in here if mate != leaver])
        return leaving + sum([costs[other][mate] - costs[leaver][mate] for mate in there if mate != other])

    places = [(table, seat) for table in tables for seat in range(len(table))]
    cheaper = True
    while cheaper:
        cheaper = False
        for (here, i), (there, k) in combinations(places, 2):
            if here is not there and gain(here, here[i], there, there[k]) > 0:
                here[i], there[k] = there[k], here[i]
                cheaper = True
    return tables
