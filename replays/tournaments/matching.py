"""Pairs everybody with somebody, where some pairs are better than others."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations

_NOBODY = -1


def pair_off(costs: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Pair 0 with a partner, then the first who is left with a partner, and so on. Their number must be even.

    The dearest pair is as cheap as possible. Within that limit, each in turn gets the cheapest partner that lets the
    rest still be paired; of equally cheap partners, the first.
    """
    mates, dearest = _cheapest(costs)
    left = list(range(len(costs)))
    pairs = []
    while left:
        one = left.pop(0)
        for other in sorted(left, key=costs[one].__getitem__):
            rest = _graph(costs, dearest, [i for i in left if i != other])
            if costs[one][other] <= dearest and _made_mates(one, other, mates, rest):
                break
        left.remove(mates[one])
        pairs.append((one, mates[one]))
    return pairs


def _cheapest(costs: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """Everybody's mate in some pairing whose dearest pair is as cheap as possible, and the cost of that pair."""
    everybody = list(range(len(costs)))
    mates = [_NOBODY] * len(costs)
    for dearest in sorted({costs[one][other] for one, other in combinations(everybody, 2)}):
        graph = _graph(costs, dearest, everybody)
        if all(mates[one] != _NOBODY or _augment(graph, mates, one) for one in everybody):
            return mates, dearest
    raise AssertionError("an odd number cannot be paired")


def _graph(costs: Sequence[Sequence[int]], dearest: int, left: Sequence[int]) -> list[list[int]]:
    """Everybody's possible mates among those who are left."""
    graph: list[list[int]] = [[] for _ in costs]
    for one in left:
        graph[one] = [other for other in left if other != one and costs[one][other] <= dearest]
    return graph


def _made_mates(one: int, other: int, mates: list[int], rest: list[list[int]]) -> bool:
    """Make the two mates, if the mates that they leave can still be paired with others."""
    if mates[one] == other:
        return True
    trial = mates.copy()
    lonely, also = mates[one], mates[other]
    trial[lonely] = trial[also] = _NOBODY
    trial[one], trial[other] = other, one
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
        one = queue.popleft()
        for other in graph[one]:
            if bases[one] == bases[other] or mates[one] == other:
                continue
            if other == root or (mates[other] != _NOBODY and parents[mates[other]] != _NOBODY):
                base = _common_base(one, other, mates, parents, bases)  # an odd ring: shrink it into its base
                ring = _ring(one, other, base, mates, parents, bases) | _ring(other, one, base, mates, parents, bases)
                for inner in range(len(graph)):
                    if bases[inner] in ring:
                        bases[inner] = base
                        if inner not in seen:
                            seen.add(inner)
                            queue.append(inner)
            elif parents[other] == _NOBODY:
                parents[other] = one
                if mates[other] == _NOBODY:
                    _exchange(other, mates, parents)
                    return True
                seen.add(mates[other])
                queue.append(mates[other])
    return False


def _common_base(one: int, other: int, mates: list[int], parents: list[int], bases: list[int]) -> int:
    """Where the paths of two to the root meet."""
    path = {one := bases[one]}
    while mates[one] != _NOBODY:
        path.add(one := bases[parents[mates[one]]])
    while (other := bases[other]) not in path:
        other = parents[mates[other]]
    return other


def _ring(one: int, child: int, base: int, mates: list[int], parents: list[int], bases: list[int]) -> set[int]:
    """One half of an odd ring, from `one` up to its base; sets parents for walking it in the other direction."""
    ring = set()
    while bases[one] != base:
        ring |= {bases[one], bases[mates[one]]}
        parents[one] = child
        child = mates[one]
        one = parents[child]
    return ring


def _exchange(last: int, mates: list[int], parents: list[int]) -> None:
    """Change the mates of all along the path from the root to `last`."""
    while last != _NOBODY:
        before = parents[last]
        following = mates[before]
        mates[last], mates[before] = before, last
        last = following
