"""The evaluation of moves: the worth of districts, plants, cells and demands. `greedy` plays by it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from cityleague.engine.bits import members
from cityleague.engine.city_tycoon.bots.wanting import Wanted
from cityleague.engine.city_tycoon.figures import NO_DEMAND, TERRAINS, Demand, District, PlantSide
from cityleague.engine.city_tycoon.layout import beside
from cityleague.engine.city_tycoon.moves import (
    PLANT_KINDS,
    Build,
    Cell,
    Cube,
    Move,
    Pick,
    Place,
    Plant,
    PlantKind,
    Sell,
    Supply,
)
from cityleague.engine.city_tycoon.routes import least_price, reach_from
from cityleague.engine.city_tycoon.supplying import COLOURS, cheapest, payees
from cityleague.engine.city_tycoon.table import LAST_ROUND, TERRAIN, PlantToPlace, Table
from cityleague.engine.city_tycoon.town import BuiltPlant
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.protocol import Setup

_TERRAIN = 0.3
"""The worth of a terrain tile in points: later districts may touch it."""
_FAR = 3
"""How many fees a cube counts that is not available."""
_NEIGHBOUR = 0.05
"""The worth of an own tile beside a district: little, but it breaks ties."""
_ROOM, _OTHERS = 0.3, 0.4
"""A free cell beside a plant is good. A foreign tile is bad: its owner gets cubes of the plant without crossings."""
_GROWTH = 4
"""By how many cubes, red and blue, a player's need grows each round."""


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


class Judge:
    """The worth of moves to a seat."""

    def __init__(self, table: Table, seat: int, weights: Weights) -> None:
        self.table, self.seat, self.weights = table, seat, weights
        self.rounds_left = LAST_ROUND - table.round + 1
        self._fee = table.box.basics.fee
        self._dues: dict[int, float] = {}
        self._best: dict[District, Demand] = {}

    @cached_property
    def wanted(self) -> dict[str, Wanted]:
        """By colour: the worth of cubes to the seat's districts in the city, each with its best demand."""
        town = self.table.town
        worth: dict[str, list[float]] = {"red": [], "blue": [], "yellow": []}
        have = {"red": 0, "blue": 0, "yellow": self.table.yellow[self.seat]}
        for tile in members(town.owned[self.seat]):
            if tile in town.districts:
                best = self.best_demand(town.districts[tile])
                takes = best.takes
                each = max(0.0, self.demand(best)) / max(1, takes.red + takes.blue + takes.yellow)
                worth["red"] += [each] * takes.red
                worth["blue"] += [each] * takes.blue
                worth["yellow"] += [each] * takes.yellow
                have["yellow"] += best.gives.yellow
        for plant in town.plants:
            have[COLOURS[plant.kind]] += self._cubes_each_round(plant)
        return {colour: Wanted(worth[colour], have[colour], self.weights.cube) for colour in have}

    def _cubes_each_round(self, plant: BuiltPlant) -> int:
        """The cubes in each round from now on: all of an own plant, a share of a general one, none of another's."""
        if plant.number == 0:
            return plant.capacity // self.table.seats
        if plant.owner != self.seat:
            return 0
        return plant.capacity if plant.renewing else -(-plant.cubes // self.rounds_left)

    # -- tiles

    def demand(self, demand: Demand) -> float:
        """What meeting a demand brings, not counting its cubes."""
        weights, gives = self.weights, demand.gives
        return gives.points + weights.money * gives.money + weights.yellow * gives.yellow

    def best_demand(self, district: District) -> Demand:
        """The demand that brings most, less what its cubes cost to buy."""
        if district not in self._best:
            self._best[district] = max(
                district.demands, key=lambda demand: self.demand(demand) - self._bought(demand), default=NO_DEMAND
            )
        return self._best[district]

    def _bought(self, demand: Demand) -> float:
        """What the cubes of a demand cost if half of the red and blue ones must be bought."""
        takes = demand.takes
        return (takes.red + takes.blue) * self._fee * self.weights.money / 2 + self.weights.yellow * takes.yellow

    def net(self, demand: Demand) -> float:
        """What meeting a demand brings in a round, less what its cubes would bring elsewhere."""
        takes, wanted = demand.takes, self.wanted
        lost = wanted["red"].lost(takes.red) + wanted["blue"].lost(takes.blue) + wanted["yellow"].lost(takes.yellow)
        return self.demand(demand) - lost

    def district(self, district: District) -> float:
        """The worth of a district: its instant rewards, and its best demand in all rounds to come."""
        reward = district.reward
        worth = reward.points + self.weights.yellow * reward.yellow + _TERRAIN * (reward.meadow + reward.water)
        worth += sum(map(reward.points_for.of, TERRAINS))
        return worth + self.weights.rounds * max([0.0, *map(self.net, district.demands)])

    def plant(self, kind: PlantKind, side: PlantSide, *, renewing: bool) -> float:
        """The worth of a plant: of the cubes that are short now and in the rounds to come."""
        wanted = self.wanted["red" if kind == "electric" else "blue"]
        worth, left, share, growth = 0.0, side.cubes, self.weights.rounds, self._growth(kind)
        for number in range(self.rounds_left):
            hoped = [self.weights.cube] * round(growth * (number + 1))
            worth += min(1.0, share) * wanted.gained(left, hoped)
            share = max(0.0, share - 1)
            if not renewing:
                left -= min(left, wanted.short + len(hoped))
        return worth

    def _growth(self, kind: PlantKind) -> float:
        """By how many cubes of a kind the need grows each round; the tiles in hand tell which kind grows faster."""
        table = self.table
        takes = [self.best_demand(table.box.districts[tile]).takes for tile in table.kept[self.seat]]
        asked = [sum([needs.of(each) for needs in takes]) + 1 for each in (kind, *PLANT_KINDS)]
        return _GROWTH * asked[0] / (asked[1] + asked[2])

    def cost(self, money: int) -> float:
        """The worth of so much money."""
        return self.weights.money * money

    # -- moves

    def use(self, move: Sell | Build | Plant) -> float:
        """The worth of using a tile in this way, less what the best other use would bring."""
        table = self.table
        district = table.box.districts[move.tile]
        sold = self.cost(table.box.basics.sale)
        built = self.district(district) - self.cost(district.cost)
        if isinstance(move, Build):
            return built - sold
        lost = max(0.0, built - sold)
        if isinstance(move, Sell):
            return -lost / 2
        side = table.box.plants[move.kind][table.next_plant[move.kind]].side(move.side)
        gained = self.plant(move.kind, side, renewing=move.side == "renewing")
        return gained - self.cost(side.cost) - sold - lost

    def place(self, cell: Cell) -> float:
        """The worth of a cell for the tile that is to be placed."""
        table, town = self.table, self.table.town
        near = town.tiles_beside(cell)
        own = (near & town.owned[self.seat]).bit_count()
        if table.stage == TERRAIN:
            return -float(own)
        if isinstance(table.to_place, PlantToPlace):
            others = near.bit_count() - own
            return own - _OTHERS * others + _ROOM * sum(map(town.is_free, beside(cell)))
        assert table.to_place
        if near not in self._dues:
            self._dues[near] = self._dues_at(near, table.to_place)
        points = 0
        for terrain in TERRAINS:
            if each := table.to_place.reward.points_for.of(terrain):
                points += each * town.touching(cell, terrain)
        return points + _NEIGHBOUR * own - self._dues[near]

    def _dues_at(self, near: int, district: District) -> float:
        """What the cubes of a district would cost if it touched these tiles."""
        town, takes, dues = self.table.town, self.best_demand(district).takes, 0
        reached = reach_from(town.layout, self.seat, near)
        for kind in PLANT_KINDS:
            fees, missing, _ = least_price(reached, town, self.seat, kind, takes.of(kind))
            dues += self._fee * (fees + _FAR * missing)
        return self.weights.rounds * self.cost(dues)

    def supply(self, move: Supply) -> float:
        """The worth of meeting a demand, less its cubes at their cheapest."""
        town = self.table.town
        tile = town.at[move.district]
        demand = town.districts[tile].demands[move.demand]
        takes = demand.takes
        price = cheapest(self.table, tile, takes.red, takes.blue) or 0
        return self.demand(demand) - self.weights.yellow * takes.yellow - self.cost(price)

    def cube(self, move: Cube) -> float:
        """The worth of a cube's path: what it costs, below zero."""
        town = self.table.town
        plant = town.plant_at(move.plant)
        assert plant
        return -self.cost(self._fee * len(payees(town, self.seat, plant, move.path)))

    def value(self, move: Move) -> float:
        """The worth of a move, to be compared with other moves of the same decision."""
        if isinstance(move, Pick):
            district = self.table.box.districts[move.tile]
            return max(self.district(district) - self.cost(district.cost), self.cost(self.table.box.basics.sale))
        if isinstance(move, (Sell, Build, Plant)):
            return self.use(move)
        if isinstance(move, Place):
            return self.place(move.cell)
        if isinstance(move, Supply):
            return self.supply(move)
        return self.cube(move) if isinstance(move, Cube) else 0.0


def prospects(setup: Setup, view: View, legal: Sequence[Move]) -> list[float]:
    """What each move brings in this round alone: points, money, and a little for cubes."""
    assert view.seat is not None
    judge = Judge(table_of(setup, view), view.seat, myopic(setup))
    return [judge.value(move) for move in legal]


def myopic(setup: Setup) -> Weights:
    """Weights that count money for its points at the end, and nothing beyond this round."""
    return Weights(1 / setup.components.basics.money_for_point, 1.0, 0.4, 0.2)
