"""A bot that judges a city by what it can still become, and a seat by the city that is likely to count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from math import sqrt
from operator import or_

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.bots.evaluation import Cities, best_placement, best_splits, with_tile
from cityleague.engine.between_two_cities.components import BOARD, SIDE, room
from cityleague.engine.between_two_cities.moves import Move, Pick, Place, Side
from cityleague.engine.between_two_cities.table import SIDES
from cityleague.engine.between_two_cities.view import Planes, View
from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.engine.scoring import Line

# What a free cell of a city promises, in points. All figures but the first depend on the city.
ANY_BUILDING = 2.6
"""What any building on the cell brings."""
PER_SHOP_POINT = 0.065
"""For each point that the best cell for one more shop would add."""
PER_TAVERN_POINT = 0.16
"""For each point that a tavern of an average kind would add to the sets."""
PER_OFFICE_POINT = 0.19
"""For each point that one more office would add to the sets."""
OFFICE_BESIDE_TAVERN = 0.15
"""If an office could be built beside a tavern."""
PER_PARK_POINT = 0.04
"""For each point that the best cell for one more park would add."""
PER_MISSING_TYPE = 0.06
"""For each type of building other than houses that the city lacks: its first building will raise every house."""
PER_HOUSE_AND_MISSING_TYPE = 0.045
"""In addition, for each such type and each house already there that touches no factory."""

HIGHER_CITY = 0.02
"""What a point in the higher city is worth, in points of the lower one: the higher city breaks ties."""
SPREAD = 8.0
"""By how many points two cities may drift apart, seen from the beginning; it shrinks as they fill."""
RIVALRY = 0.75
"""The weight of the neighbours' mean score, against 1 for the seat's own score."""


class Heuristic:
    """Maximises the likely final score of the seat's lower city, less a part of what the neighbours gain.

    Parameters: `foresight` weighs what cities can become against what they are (1; 0 sees points only);
    `rivalry` weighs the neighbours' scores against the seat's own (0.75; 0 ignores the neighbours).
    """

    def __init__(self, _setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        given = Parameters(parameters)
        self._foresight = given.number("foresight", 1.0, low=0.0, high=10.0)
        self._rivalry = given.number("rivalry", RIVALRY, low=0.0, high=10.0)
        given.done()
        self._stream = stream

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The legal move with the best outlook; of several equal ones, a random one."""
        outlook = Outlook(view, self._foresight, self._rivalry)
        places = [move for move in legal if isinstance(move, Place)]
        picks = [move for move in legal if isinstance(move, Pick)]
        values = outlook.of_places(places) if places else outlook.of_picks(picks)
        chosen: Move = best(legal, values, self._stream)
        return chosen


class Outlook:
    """What a seat can expect of the game that it sees."""

    def __init__(self, view: View, foresight: float, rivalry: float) -> None:
        assert view.seat is not None
        self._cities = Cities(view)
        self._owed = view.owed[view.seat]
        self._foresight = foresight
        self._rivalry = rivalry
        self._alone = len(view.ring) == 2
        if not self._alone:  # with two players there are no partners, and the sum of both cities counts
            own = [self._cities.planes[city] for city in self._cities.home.values()]
            self._spread = SPREAD * sum([_free(planes) for planes in own]) / (len(own) * SIDE * SIDE)
            self._beyond = [self._worth_beyond(view, side) for side in SIDES]

    def of_picks(self, picks: Sequence[Pick]) -> list[float]:
        """How good each pick is if its tiles are placed on their best cells."""
        return best_splits(self._cities, picks, self._worth, self._standing)

    def of_places(self, places: Sequence[Place]) -> list[float]:
        """How good each placement is if a tile still owed to the other city goes on its best cell there."""
        others = {
            (tile, side): self._worth_of_other(tile, side)
            for tile in dict.fromkeys(self._owed)
            for side in self._cities.open_sides()
        }
        return [self._after(move, others[move.tile, move.city]) for move in places]

    def _after(self, move: Place, other: float) -> float:
        city = self._cities.home[move.city]
        worth = self._worth(city, with_tile(self._cities.planes[city], move.tile, move.cell))
        return self._standing(worth, other) if move.city == "left" else self._standing(other, worth)

    def _worth_of_other(self, tile: str, side: Side) -> float:
        """What the seat's other city will be worth after this turn if the tile goes to this side."""
        other: Side = "right" if side == "left" else "left"
        due = list(self._owed)
        due.remove(tile)
        if due:
            return best_placement(self._cities, due[0], other, self._worth)
        return self._worth_now(self._cities.home[other])

    def _worth_beyond(self, view: View, side: Side) -> float:
        """What the other city of the neighbour on this side is worth."""
        builders = view.cities[self._cities.home[side]].builders
        neighbour = next(seat for seat in builders if seat != view.seat)
        return self._worth_now(view.home[neighbour][side])

    def _worth_now(self, city: int) -> float:
        return self._worth(city, self._cities.planes[city])

    def _worth(self, city: int, planes: Planes) -> float:
        """The likely final points of a city: its points now, and what its free cells promise."""
        return self._cities.points(city, planes) + self._foresight * promise(planes)

    def _standing(self, left: float, right: float) -> float:
        """How well the seat does when its cities are worth this much."""
        if self._alone:
            return left + right
        neighbours = self._score(left, self._beyond[0]) + self._score(right, self._beyond[1])
        return self._score(left, right) - self._rivalry * neighbours / 2

    def _score(self, one: float, other: float) -> float:
        """The likely final points of the lower of two cities, and a small part of the higher one's.

        Either city may turn out to be the lower one, so the expected minimum is less than both. The square root is
        close to the difference if that is large, and to the spread if the cities are level.
        """
        middle = (one + other) / 2
        apart = sqrt((one - other) ** 2 + self._spread**2) / 2
        return middle - apart + HIGHER_CITY * (middle + apart)


def _free(planes: Planes) -> int:
    return SIDE * SIDE - reduce(or_, planes).bit_count()


@lru_cache(maxsize=1 << 14)  # 38 % of `heuristic`: the same cities come up in decision after decision
def promise(planes: Planes) -> float:
    """The points that the free cells of a city are likely to add."""
    shop, factory, food, drink, music, bed, office, park, house = planes
    taverns = food | drink | music | bed
    free = room(reduce(or_, planes))
    safe_houses = (house & ~BOARD.neighbours(factory)).bit_count()
    missing_types = scoring.building_counts(planes)[:-1].count(0)
    a_cell = (
        ANY_BUILDING
        + PER_SHOP_POINT * _gain(scoring.shops, shop, free)
        + PER_TAVERN_POINT * _tavern_gain((food, drink, music, bed))
        + PER_OFFICE_POINT * _office_gain(office.bit_count())
        + OFFICE_BESIDE_TAVERN * bool(BOARD.neighbours(taverns) & free)
        + PER_PARK_POINT * _gain(scoring.parks, park, free)
        + missing_types * (PER_MISSING_TYPE + PER_HOUSE_AND_MISSING_TYPE * safe_houses)
    )
    return _free(planes) * a_cell


def _tavern_gain(kinds: Sequence[int]) -> float:
    """What one more tavern adds to the sets, on average over its kinds."""
    counts = [kind.bit_count() for kind in kinds]
    more = [[count + (i == added) for i, count in enumerate(counts)] for added in range(len(counts))]
    points = [scoring.tavern_sets(*after).points for after in more]
    return sum(points) / len(points) - scoring.tavern_sets(*counts).points


def _office_gain(count: int) -> float:
    """What one more office adds to the sets."""
    return scoring.offices(count + 1, 0).points - scoring.offices(count, 0).points


def _gain(score: Callable[[int], Line], cells: int, free: int) -> float:
    """What one more shop or park adds at best; one that touches no other counts as if it were the first."""
    before = score(cells).points
    gains = [score(BOARD.bit(0, 0)).points]
    beside = BOARD.neighbours(cells) & free
    while beside:
        cell = beside & -beside
        gains.append(score(cells | cell).points - before)
        beside ^= cell
    return max(gains)
