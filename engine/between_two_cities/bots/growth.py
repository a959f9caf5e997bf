"""What one more building adds to a city, which bots look at again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.components import BOARD
from cityleague.engine.boards.bits import members
from cityleague.engine.scoring import Line

_cached = lru_cache(maxsize=1 << 12)


def more(score: Callable[[int], Line], cells: int, free: int) -> int:
    """What one more shop or park adds at best; one that touches no other counts as if it were the first."""
    return next(gain for gain, where in _gains(score, cells) if where & free or not where)


@_cached
def _gains(score: Callable[[int], Line], cells: int) -> list[tuple[int, int]]:
    """What one more adds, and the cells where it adds so much: the most first, one by itself last."""
    before, alone = score(cells).points, int(score(BOARD.bit(0, 0)).points)
    gains: dict[int, int] = {}
    for place in members(BOARD.neighbours(cells) & ~cells):
        gain = int(score(cells | 1 << place).points - before)
        gains[gain] = gains.get(gain, 0) | 1 << place
    return [*sorted([known for known in gains.items() if known[0] > alone], reverse=True), (alone, 0)]


@_cached
def for_taverns(*counts: int) -> int:
    """What one more tavern adds, summed over its four kinds."""
    more = [[count + (i == added) for i, count in enumerate(counts)] for added in range(len(counts))]
    now = scoring.tavern_sets(*counts).points
    return int(sum([scoring.tavern_sets(*after).points - now for after in more]))


@_cached
def for_an_office(count: int) -> int:
    """What one more office adds to the sets."""
    return int(scoring.offices(count + 1, 0).points - scoring.offices(count, 0).points)
