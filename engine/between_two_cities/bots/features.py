"""What a learned judge looks at in a city: whole numbers, which are the same on every machine.

`examples/learning` finds weights for them. Each number counts as it is, and again times the free cells of the city, as
it matters more while there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from operator import or_

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.components import BOARD, KINDS, SIDE, room
from cityleague.engine.between_two_cities.view import Planes
from cityleague.engine.bots.learned import SCALE, packaged
from cityleague.engine.scoring import Line

_VALUE = scoring.FACTORY_BY_MAJORITY[1]
"""What a factory counts here: the second most."""
_CATEGORIES = tuple([line.category for line in scoring.city_lines([0] * len(KINDS), _VALUE)])
_ONCE = (
    "one", *KINDS, *[f"points of {name}" for name in _CATEGORIES], "more for a shop", "more for a park",
    "more for a tavern (four times)", "more for an office", "types that are missing", "houses away from factories",
    "room beside taverns", "room beside offices", "width", "height", "cells that touch",
)  # fmt: skip
COLUMNS = (*_ONCE, *[f"{name}, times free cells" for name in _ONCE])
"""The names of the numbers, in their order."""


def features(planes: Planes) -> list[int]:
    """The numbers of a city, by COLUMNS."""
    shop, factory, food, drink, music, bed, office, park, house = planes
    taverns, built = food | drink | music | bed, reduce(or_, planes)
    free, empty = room(built), SIDE * SIDE - built.bit_count()
    lines = scoring.city_lines(planes, _VALUE)
    spots = [*BOARD.cells(built)]
    width, height = [max(axis) - min(axis) + 1 for axis in zip(*spots, strict=True)] if spots else (0, 0)
    beside = BOARD.neighbours(built) & free
    once = [
        1, *[plane.bit_count() for plane in planes], *[int(line.points) for line in lines],
        one_more(scoring.shops, shop, free), one_more(scoring.parks, park, free),
        four_taverns((food, drink, music, bed)), one_more_office(office),
        scoring.building_counts(planes)[:-1].count(0), (house & ~BOARD.neighbours(factory)).bit_count(),
        (BOARD.neighbours(taverns) & free).bit_count(), (BOARD.neighbours(office) & free).bit_count(), width, height,
        beside.bit_count(),
    ]  # fmt: skip
    return [*once, *[empty * number for number in once]]


def one_more(score: Callable[[int], Line], cells: int, free: int) -> int:
    """What one more shop or park adds at best; one that touches no other counts as if it were the first."""
    before, gains = score(cells).points, [score(BOARD.bit(0, 0)).points]
    beside = BOARD.neighbours(cells) & free
    while beside:
        cell = beside & -beside
        gains.append(score(cells | cell).points - before)
        beside ^= cell
    return int(max(gains))


def four_taverns(kinds: Sequence[int]) -> int:
    """What one more tavern adds, summed over its four kinds."""
    counts = [kind.bit_count() for kind in kinds]
    more = [[count + (i == added) for i, count in enumerate(counts)] for added in range(len(counts))]
    now = scoring.tavern_sets(*counts).points
    return int(sum([scoring.tavern_sets(*after).points - now for after in more]))


def one_more_office(office: int) -> int:
    """What one more office adds to the sets."""
    return int(scoring.offices(office.bit_count() + 1, 0).points - scoring.offices(office.bit_count(), 0).points)


def judge(weights: Sequence[int]) -> Callable[[Planes], float]:
    """The points that a city will still gain, by these weights. Sums are of whole numbers, and exact."""

    @lru_cache(maxsize=1 << 14)  # the same cities come up in decision after decision
    def promise(planes: Planes) -> float:
        return sum([weight * number for weight, number in zip(weights, features(planes), strict=True)]) / SCALE

    return promise


@lru_cache(maxsize=1)
def learned() -> Callable[[Planes], float]:
    """The judge by the packaged weights; raises ValueError if they are not for these columns."""
    return judge(packaged("between_two_cities", COLUMNS))
