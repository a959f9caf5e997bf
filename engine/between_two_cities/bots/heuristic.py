"""A bot that judges a city by what it can still become, and a seat by the city that is likely to count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import Annotated, Literal

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.bots.evaluation import Cities, Worth, best_splits
from cityleague.engine.between_two_cities.bots.features import for_an_office, for_taverns, learned, more
from cityleague.engine.between_two_cities.components import BOARD, SIDE, covered, planes, room
from cityleague.engine.between_two_cities.moves import Move, Pick, Place, Side
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.between_two_cities.table import SIDES, CitiesTable
from cityleague.engine.between_two_cities.view import Planes, View
from cityleague.engine.bots.builtin import best
from cityleague.engine.bots.parameters import Parameters, meaning, within
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup


class Weights(Parameters, frozen=True, cache_hash=True):
    """What the heuristic weighs, in points. A free cell promises what `building` and the weights after it say."""

    judge: Annotated[Literal["hand", "learned"], meaning("Who judges free cells: these or learned weights.")] = "hand"
    foresight: Annotated[float, within(0, 10, "What cities can become, against what they are; 0: points only.")] = 1.0
    rivalry: Annotated[float, within(0, 10, "The neighbours' mean score, against the seat's own; 0: none.")] = 0.75
    building: Annotated[float, within(0, 10, "What any building brings on a free cell.")] = 2.6
    shop: Annotated[float, within(0, 1, "For each point that the best cell for one more shop would add.")] = 0.065
    tavern: Annotated[float, within(0, 1, "For each point that an average tavern would add to the sets.")] = 0.16
    office: Annotated[float, within(0, 1, "For each point that one more office would add to the sets.")] = 0.19
    office_beside_tavern: Annotated[float, within(0, 2, "If an office could be built beside a tavern.")] = 0.15
    park: Annotated[float, within(0, 1, "For each point that the best cell for one more park would add.")] = 0.04
    missing_type: Annotated[float, within(0, 1, "For each type that the city lacks: it raises every house.")] = 0.06
    house_and_missing_type: Annotated[float, within(0, 1, "The same, for each house that touches no factory.")] = 0.045
    higher_city: Annotated[float, within(0, 1, "A point of the higher city, in the lower's; it breaks ties.")] = 0.02
    spread: Annotated[float, within(0, 40, "By how many points cities may drift apart; less as they fill.")] = 8.0

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
        self._setup, self._stream = setup, stream

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The legal move with the best outlook; of several equal ones, a random one."""
        assert view.seat is not None
        return self._chosen(Cities.seen(self._setup, view), view, view.seat, legal)

    def choose_at(self, state: CitiesState, seat: int, legal: Sequence[Move]) -> Move:
        """The same choice, of what the seat may know of the state."""
        table = state.table
        return self._chosen(Cities(table.tiles, table.cities), table, seat, legal)

    def _chosen(self, cities: Cities, at: CitiesTable | View, seat: int, legal: Sequence[Move]) -> Move:
        outlook = Outlook(cities, at, seat, self._weights, self._promise())
        places = [move for move in legal if isinstance(move, Place)]
        picks = [move for move in legal if isinstance(move, Pick)]
        values = outlook.of_places(places) if places else outlook.of_picks(picks)
        chosen: Move = best(legal, values, self._stream)
        return chosen

    def expect(self, view: View) -> list[float]:
        """The score that each seat may reach, by seat: hands do not matter to it."""
        return self._expected(Cities.seen(self._setup, view), view)

    def expect_at(self, state: CitiesState, _seat: int | None) -> list[float]:
        """The same, of what everybody knows of the state."""
        return self._expected(Cities(state.table.tiles, state.table.cities), state.table)

    def _expected(self, cities: Cities, at: CitiesTable | View) -> list[float]:
        worth, found = _worths(1.0, self._promise()), []
        for home in at.home:
            left, right = [cities.now(home[side], worth) for side in SIDES]
            spread = _spread(cities, home.values(), self._weights)
            found.append(left + right if len(at.ring) == 2 else _score(left, right, spread, self._weights.higher_city))
        return found

    def _promise(self) -> Callable[[Planes], float]:
        """The points that the free cells of a city are likely to add."""
        return self.promise or (learned() if self._weights.judge == "learned" else _promises(self._weights))


@lru_cache(maxsize=16)
def _worths(foresight: float, promise: Callable[[Planes], float]) -> Worth:
    """The likely final points of a city: its points now, and what its free cells promise."""

    @lru_cache(maxsize=1 << 14)  # 38 % of `heuristic`: the same cities come up in decision after decision
    def worth(city: int, factory_value: int) -> float:
        sets = planes(city)
        points = sum([line.points for line in scoring.city_lines(sets, factory_value)])
        return points + foresight * promise(sets)

    return worth


class Outlook:
    """What a seat can expect of the game that it sees."""

    def __init__(
        self, cities: Cities, at: CitiesTable | View, seat: int, weights: Weights, promise: Callable[[Planes], float]
    ) -> None:
        self._cities, self._owed, self._home = cities, at.owed[seat], at.home[seat]
        self._open_sides = [side for side in SIDES if side != at.served[seat]]
        self._rivalry, self._higher_city = weights.rivalry, weights.higher_city
        self._worth = _worths(weights.foresight, promise)
        self._alone = len(at.ring) == 2
        if not self._alone:  # with two players there are no partners, and the sum of both cities counts
            self._spread = _spread(cities, self._home.values(), weights)
            beyond = {"left": self._home["left"] + 1, "right": self._home["right"] - 1}
            self._beyond = {side: cities.now(city % len(at.ring), self._worth) for side, city in beyond.items()}

    def of_picks(self, picks: Sequence[Pick]) -> list[float]:
        """How good each pick is if each of its tiles is placed on the best cell of its city."""
        return best_splits(picks, self._best, self._standing)

    def of_places(self, places: Sequence[Place]) -> list[float]:
        """How good each placement is if a tile still owed to the other city goes on its best cell there."""
        others = {
            (tile, side): self._worth_of_other(tile, side)
            for tile in dict.fromkeys(self._owed)
            for side in self._open_sides
        }
        return [self._after(move, others[move.tile, move.city]) for move in places]

    def _after(self, move: Place, other: _Side) -> float:
        this = self._of_side(self._cities.after(self._home[move.city], move, self._worth), move.city)
        return self._standing(this, other) if move.city == "left" else self._standing(other, this)

    def _worth_of_other(self, tile: str, side: Side) -> _Side:
        """What the seat's other city will be worth after this turn if the tile goes to this side."""
        other: Side = "right" if side == "left" else "left"
        due = list(self._owed)
        due.remove(tile)
        if due:
            return self._best(due[0], other)
        return self._of_side(self._cities.now(self._home[other], self._worth), other)

    def _best(self, tile: str, side: Side) -> _Side:
        return self._of_side(self._cities.best(self._home[side], tile, self._worth), side)

    def _of_side(self, worth: float, side: Side) -> _Side:
        """The worth of the city on a side, and the score of the neighbour who builds it, too."""
        return worth, 0.0 if self._alone else self._score(worth, self._beyond[side])

    def _standing(self, left: _Side, right: _Side) -> float:
        """How well the seat does with these cities on its sides."""
        if self._alone:
            return left[0] + right[0]
        return self._score(left[0], right[0]) - self._rivalry * (left[1] + right[1]) / 2

    def _score(self, points: float, other: float) -> float:
        return _score(points, other, self._spread, self._higher_city)


_Side = tuple[float, float]
"""The worth of a city, and the score of the neighbour with whom the seat builds it."""


def _score(points: float, other: float, spread: float, higher_city: float) -> float:
    """The likely final points of the lower of two cities, and a small part of the higher one's.

    Either city may turn out to be the lower one, so the expected minimum is less than both. The square root is
    close to the difference if that is large, and to the spread if the cities are level.
    """
    middle = (points + other) / 2
    apart = sqrt((points - other) ** 2 + spread**2) / 2
    return middle - apart + higher_city * (middle + apart)


def _spread(cities: Cities, own: Iterable[int], weights: Weights) -> float:
    """By how many points a seat's two cities may still drift apart."""
    free = sum([SIDE * SIDE - covered(cities.cities[city]).bit_count() for city in own])
    return weights.spread * free / (len(SIDES) * SIDE * SIDE)


@lru_cache(maxsize=16)
def _promises(weights: Weights) -> Callable[[Planes], float]:
    """The points that the free cells of a city are likely to add, by these weights."""

    def promise(planes: Planes) -> float:
        shop, factory, food, drink, music, bed, office, park, house = planes
        taverns, built = food | drink | music | bed, sum(planes)
        free = room(built)
        safe_houses = (house & ~BOARD.neighbours(factory)).bit_count()
        missing_types = (shop, factory, taverns, office, park).count(0)
        in_taverns = for_taverns(food.bit_count(), drink.bit_count(), music.bit_count(), bed.bit_count())
        a_cell = (
            weights.building
            + weights.shop * more(scoring.shops, shop, free)
            + weights.tavern * (in_taverns / 4)
            + weights.office * for_an_office(office.bit_count())
            + weights.office_beside_tavern * bool(BOARD.neighbours(taverns) & free)
            + weights.park * more(scoring.parks, park, free)
            + missing_types * (weights.missing_type + weights.house_and_missing_type * safe_houses)
        )
        return (SIDE * SIDE - built.bit_count()) * a_cell

    return promise
