"""The worth of demands, districts and plants to a seat, and the score that it may reach.

It depends on little: weights, the seat's districts in the city, and the cubes that it can get. So it is often the same
for many decisions, as in a whole draft, and is worked out once for all of them.
"""

from functools import cached_property, lru_cache
from typing import NamedTuple

from cityleague.engine.city_tycoon.figures import NO_DEMAND, TERRAINS, Demand, District, PlantSide
from cityleague.engine.city_tycoon.moves import PlantKind
from cityleague.engine.city_tycoon.supplying import COLOURS
from cityleague.engine.city_tycoon.table import LAST_ROUND, TycoonTable
from cityleague.engine.sums import portable_sum


class Wanted:
    """The cubes of one colour: how many a seat can get in a round, and what its districts would make of each."""

    def __init__(self, worth: list[float], have: int, missing: float) -> None:
        """`worth`: what each wanted cube brings; `have`: how many the seat can get; `missing`: what one more costs."""
        ranked = sorted(worth, reverse=True)
        self._met = ranked[:have]
        self._open = ranked[have:]
        self._have, self._missing = have, missing

    @property
    def short(self) -> int:
        """How many wanted cubes the seat cannot get."""
        return len(self._open)

    def lost(self, cubes: int) -> float:
        """What so many cubes for a new district cost: their least use elsewhere, and the price of missing ones."""
        if not cubes:
            return 0.0
        taken = min(cubes, self._have)
        displaced = max(0, len(self._met) + taken - self._have)
        return portable_sum(self._met[len(self._met) - displaced :]) + self._missing * (cubes - taken)

    def gained(self, cubes: int, hoped: list[float]) -> float:
        """What so many more cubes bring: the best uses that are still open, `hoped` ones included."""
        return portable_sum(sorted([*self._open, *hoped], reverse=True)[:cubes])


_TERRAIN = 0.3
"""The worth of a terrain tile in points: later districts may touch it."""


class Weights(NamedTuple):
    """The weights of the evaluation, in points."""

    money: float
    """A coin."""
    rounds: float
    """How often a district is supplied from now on, if there are cubes."""
    cube: float
    """A cube that a district will need, or that is missing."""
    yellow: float
    """A yellow cube, while there are demands for it."""


class Taste:
    """What districts are worth by themselves, whatever else the seat has."""

    def __init__(self, weights: Weights, fee: int) -> None:
        self._weights, self._fee = weights, fee
        self._best: dict[District, Demand] = {}
        self._instant: dict[District, float] = {}

    def demand(self, demand: Demand) -> float:
        """What meeting a demand brings, not counting its cubes."""
        weights, gives = self._weights, demand.gives
        return gives.points + weights.money * gives.money + weights.yellow * gives.yellow

    def best(self, district: District) -> Demand:
        """The demand that brings most, less what its cubes cost to buy."""
        best = self._best.get(district)
        if best is None:
            best = self._best[district] = max(district.demands, key=self.net, default=NO_DEMAND)
        return best

    def net(self, demand: Demand) -> float:
        """What meeting a demand brings, less what its cubes cost if half of the red and blue ones must be bought."""
        takes, weights = demand.takes, self._weights
        bought = (takes.red + takes.blue) * self._fee * weights.money / 2
        return self.demand(demand) - (bought + weights.yellow * takes.yellow)

    def instant(self, district: District) -> float:
        """The worth of the instant rewards of a district, if it touches one terrain tile of each kind."""
        worth = self._instant.get(district)
        if worth is None:
            reward = district.reward
            worth = reward.points + self._weights.yellow * reward.yellow + _TERRAIN * (reward.meadow + reward.water)
            worth += sum(map(reward.points_for.of, TERRAINS))
            self._instant[district] = worth
        return worth


taste = lru_cache(maxsize=64)(Taste)


class Outlook:
    """What more districts and plants are worth to a seat that has these districts in the city."""

    def __init__(
        self, weights: Weights, fee: int, rounds_left: int, districts: tuple[District, ...], red: int, blue: int,
        yellow: int,
    ) -> None:  # fmt: skip
        """`red` and `blue`: the cubes that the seat can get from plants in each round; `yellow`: those that it has."""
        self.taste = taste(weights, fee)
        self._weights, self._rounds_left, self._districts = weights, rounds_left, districts
        self._have = {"red": red, "blue": blue, "yellow": yellow}
        self._worth: dict[District, float] = {}
        self._plants: dict[tuple[PlantKind, PlantSide, bool, float], float] = {}

    @cached_property
    def _wanted(self) -> dict[str, Wanted]:
        """By colour: the worth of cubes to the seat's districts in the city, each with its best demand."""
        worth: dict[str, list[float]] = {"red": [], "blue": [], "yellow": []}
        have = self._have.copy()
        for district in self._districts:
            best = self.taste.best(district)
            takes = best.takes
            each = max(0.0, self.taste.demand(best)) / max(1, takes.red + takes.blue + takes.yellow)
            worth["red"] += [each] * takes.red
            worth["blue"] += [each] * takes.blue
            worth["yellow"] += [each] * takes.yellow
            have["yellow"] += best.gives.yellow
        return {colour: Wanted(worth[colour], have[colour], self._weights.cube) for colour in have}

    def _net(self, demand: Demand) -> float:
        """What meeting a demand brings in a round, less what its cubes would bring elsewhere."""
        takes, wanted = demand.takes, self._wanted
        lost = wanted["red"].lost(takes.red) + wanted["blue"].lost(takes.blue) + wanted["yellow"].lost(takes.yellow)
        return self.taste.demand(demand) - lost

    def district(self, district: District) -> float:
        """The worth of a district: its instant rewards, and its best demand in all rounds to come."""
        worth = self._worth.get(district)
        if worth is None:
            rounds = self._weights.rounds * max([0.0, *map(self._net, district.demands)])
            worth = self._worth[district] = self.taste.instant(district) + rounds
        return worth

    def plant(self, kind: PlantKind, side: PlantSide, growth: float, *, renewing: bool) -> float:
        """The worth of a plant's cubes, now and later; the need for its kind grows by `growth` each round."""
        key = kind, side, renewing, growth
        if key not in self._plants:
            self._plants[key] = self._plant(*key)
        return self._plants[key]

    def _plant(self, kind: PlantKind, side: PlantSide, renewing: bool, growth: float) -> float:
        wanted = self._wanted[COLOURS[kind]]
        worth, left, share = 0.0, side.cubes, self._weights.rounds
        for number in range(self._rounds_left):
            hoped = [self._weights.cube] * round(growth * (number + 1))
            worth += min(1.0, share) * wanted.gained(left, hoped)
            share = max(0.0, share - 1)
            if not renewing:
                left -= min(left, wanted.short + len(hoped))
        return worth


outlook = lru_cache(maxsize=256)(Outlook)


WEIGHTS = (0.94, 0.34, 0.46, 0.82)
"""Fitted to games of heuristics: `python tests/city_tycoon/expecting.py` fits them again."""


def features(table: TycoonTable, seat: int, taste: Taste) -> tuple[float, ...]:
    """Points; and, for all rounds to come: money, the best demands of the seat's districts, and its plants' cubes."""
    town, left = table.town, LAST_ROUND + 1 - table.round
    best = [(tile, taste.net(taste.best(town.districts[tile]))) for tile in town.built[seat]]
    demands = portable_sum([(left - (tile in town.met)) * worth for tile, worth in best])
    plants = [left * plant.capacity if plant.renewing else plant.cubes for plant in town.plants if plant.owner == seat]
    return table.accounts[seat].points, left * table.money[seat], demands, sum(plants)


def expected(table: TycoonTable, seat: int, taste: Taste) -> float:
    """The score that a seat may reach, before the game is over."""
    told = zip(WEIGHTS, features(table, seat, taste), strict=True)
    return portable_sum([weight * feature for weight, feature in told])
