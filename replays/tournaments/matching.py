"""Who is paired with whom when all are to be paired and not every pair is as good as another."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations

_NOBODY = -1


def pair_off(costs: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Pair 0 with another, then the first who is left with another, and so on; there must be an even number of them.

    The dearest pair is as cheap as it can be. Within that each in turn gets the cheapest partner with whom the rest
    can still be paired, of equals the first.
    """
    mates, dearest = _cheapest(costs)
    left = list(range(len(costs)))
    found = []
    while left:
        one = left.pop(0)
        for other in sorted(left, key=costs[one].__getitem__):
            rest = _graph(costs, dearest, [i for i in left if i != other])
            if costs[one][other] <= dearest and _made_mates(one, other, mates, rest):
                break
        left.remove(mates[one])
        found.append((one, mates[one]))
    return found


def _cheapest(costs: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """Everybody's mate in some way to pair all, and the cost that no pair of it exceeds: the lowest there is."""
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
    """Make them mates if those of the rest who lose theirs to that can be paired all the same."""
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
    """Find a mate for `root`, others changing theirs where need be: Edmonds' blossom algorithm, one search of it."""
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
                base = _common_base(one, other, mates, parents, bases)  # an odd ring, which is shrunk into its base
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
    """Where the ways of two to the root meet."""
    way = {one := bases[one]}
    while mates[one] != _NOBODY:
        way.add(one := bases[parents[mates[one]]])
    while (other := bases[other]) not in way:
        other = parents[mates[other]]
    return other


def _ring(one: int, child: int, base: int, mates: list[int], parents: list[int], bases: list[int]) -> set[int]:
    """One half of an odd ring, from `one` up to its base, with parents along which it can be walked the other way."""
    found = set()
    while bases[one] != base:
        found |= {bases[one], bases[mates[one]]}
        parents[one] = child
        child = mates[one]
        one = parents[child]
    return found


def _exchange(last: int, mates: list[int], parents: list[int]) -> None:
    """Along the way from the root to `last`, let all change their mates."""
    while last != _NOBODY:
        before = parents[last]
        following = mates[before]
        mates[last], mates[before] = before, last
        last = following
