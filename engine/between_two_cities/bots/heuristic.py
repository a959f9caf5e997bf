"""A bot that judges a city by what it can still become, and a seat by the city that is likely to count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from math import sqrt
from operator import or_
from typing import Annotated, Literal

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.bots.evaluation import Cities, best_placement, best_splits, with_tile
from cityleague.engine.between_two_cities.bots.features import four_taverns, learned, one_more, one_more_office
from cityleague.engine.between_two_cities.components import BOARD, SIDE, room
from cityleague.engine.between_two_cities.moves import Move, Pick, Place, Side
from cityleague.engine.between_two_cities.table import SIDES
from cityleague.engine.between_two_cities.view import Planes, View
from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters, meaning, within
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


class Weights(Parameters, frozen=True, cache_hash=True):
    """What the heuristic weighs, in points. A free cell promises what `building` and the weights after it say."""

    judge: Annotated[
        Literal["hand", "learned"],
        meaning("Who tells what a free cell promises: the weights after `rivalry`, or weights that were learned."),
    ] = "hand"
    foresight: Annotated[float, within(0, 10, "What cities can become, against what they are; 0 sees points only.")] = (
        1.0
    )
    rivalry: Annotated[float, within(0, 10, "The neighbours' mean score, against the seat's own; 0 ignores them.")] = (
        0.75
    )
    building: Annotated[float, within(0, 10, "What any building brings on a free cell.")] = 2.6
    shop: Annotated[float, within(0, 1, "For each point that the best cell for one more shop would add.")] = 0.065
    tavern: Annotated[float, within(0, 1, "For each point that a tavern of an average kind would add to the sets.")] = (
        0.16
    )
    office: Annotated[float, within(0, 1, "For each point that one more office would add to the sets.")] = 0.19
    office_beside_tavern: Annotated[float, within(0, 2, "If an office could be built beside a tavern.")] = 0.15
    park: Annotated[float, within(0, 1, "For each point that the best cell for one more park would add.")] = 0.04
    missing_type: Annotated[
        float, within(0, 1, "For each type of building that the city lacks: its first one raises every house.")
    ] = 0.06
    house_and_missing_type: Annotated[
        float, within(0, 1, "In addition, for each such type and each house that touches no factory.")
    ] = 0.045
    higher_city: Annotated[
        float, within(0, 1, "A point in the higher city, in points of the lower one; it breaks ties.")
    ] = 0.02
    spread: Annotated[
        float, within(0, 40, "By how many points two cities may drift apart; it shrinks as they fill.")
    ] = 8.0

    @classmethod
    def usual(cls, setup: Setup) -> Weights:
        """With two players, who share no cities, what was learned is better against everybody; with more, only alone
        among copies (`examples/learning`).
        """
        return cls(judge="learned" if setup.seats == 2 else "hand")


class Heuristic:
    """Maximises the likely final score of the seat's lower city, less a part of what the neighbours gain."""

    parameters = Weights

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        self._weights = Weights.read(parameters, setup)
        self.promise: Callable[[Planes], float] | None = None
        """What a city will still gain, in place of the bot's own judgement: `examples/learning` sets it."""
        self._stream = stream

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The legal move with the best outlook; of several equal ones, a random one."""
        outlook = Outlook(view, self._weights, self.promise or _promise_by(self._weights))
        places = [move for move in legal if isinstance(move, Place)]
        picks = [move for move in legal if isinstance(move, Pick)]
        values = outlook.of_places(places) if places else outlook.of_picks(picks)
        chosen: Move = best(legal, values, self._stream)
        return chosen

    def expect(self, view: View) -> list[float]:
        """The score that each seat may reach, by seat: hands do not matter to it."""
        cities, promise = Cities(view), self.promise or _promise_by(self._weights)
        worths = [cities.points(city, planes) + promise(planes) for city, planes in enumerate(cities.planes)]
        alone = len(view.ring) == 2
        found = []
        for home in view.home:
            own = [home[side] for side in SIDES]
            left, right = [worths[city] for city in own]
            spread = _spread([cities.planes[city] for city in own], self._weights)
            found.append(left + right if alone else _score(left, right, spread, self._weights.higher_city))
        return found


class Outlook:
    """What a seat can expect of the game that it sees."""

    def __init__(self, view: View, weights: Weights, promise: Callable[[Planes], float]) -> None:
        assert view.seat is not None
        self._cities = Cities(view)
        self._owed = view.owed[view.seat]
        self._foresight, self._rivalry, self._higher_city = weights.foresight, weights.rivalry, weights.higher_city
        self._promise = promise
        self._alone = len(view.ring) == 2
        if not self._alone:  # with two players there are no partners, and the sum of both cities counts
            self._spread = _spread([self._cities.planes[city] for city in self._cities.home.values()], weights)
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
        return self._cities.points(city, planes) + self._foresight * self._promise(planes)

    def _standing(self, left: float, right: float) -> float:
        """How well the seat does when its cities are worth this much."""
        if self._alone:
            return left + right
        neighbours = self._score(left, self._beyond[0]) + self._score(right, self._beyond[1])
        return self._score(left, right) - self._rivalry * neighbours / 2

    def _score(self, points: float, other: float) -> float:
        return _score(points, other, self._spread, self._higher_city)


def _score(points: float, other: float, spread: float, higher_city: float) -> float:
    """The likely final points of the lower of two cities, and a small part of the higher one's.

    Either city may turn out to be the lower one, so the expected minimum is less than both. The square root is
    close to the difference if that is large, and to the spread if the cities are level.
    """
    middle = (points + other) / 2
    apart = sqrt((points - other) ** 2 + spread**2) / 2
    return middle - apart + higher_city * (middle + apart)


def _spread(own: Sequence[Planes], weights: Weights) -> float:
    """By how many points two cities may still drift apart."""
    return weights.spread * sum([_free(planes) for planes in own]) / (len(own) * SIDE * SIDE)


def _free(planes: Planes) -> int:
    return SIDE * SIDE - reduce(or_, planes).bit_count()


def _promise_by(weights: Weights) -> Callable[[Planes], float]:
    """The points that the free cells of a city are likely to add."""
    return learned() if weights.judge == "learned" else _promises(weights)


@lru_cache(maxsize=16)
def _promises(weights: Weights) -> Callable[[Planes], float]:
    """The points that the free cells of a city are likely to add, by these weights.

    It remembers cities (38 % of `heuristic`): the same ones come up in decision after decision.
    """

    @lru_cache(maxsize=1 << 14)
    def promise(planes: Planes) -> float:
        shop, factory, food, drink, music, bed, office, park, house = planes
        taverns = food | drink | music | bed
        free = room(reduce(or_, planes))
        safe_houses = (house & ~BOARD.neighbours(factory)).bit_count()
        missing_types = scoring.building_counts(planes)[:-1].count(0)
        a_cell = (
            weights.building
            + weights.shop * one_more(scoring.shops, shop, free)
            + weights.tavern * four_taverns((food, drink, music, bed)) / 4
            + weights.office * one_more_office(office)
            + weights.office_beside_tavern * bool(BOARD.neighbours(taverns) & free)
            + weights.park * one_more(scoring.parks, park, free)
            + missing_types * (weights.missing_type + weights.house_and_missing_type * safe_houses)
        )
        return _free(planes) * a_cell

    return promise
