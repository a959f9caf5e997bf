"""How good moves look: what districts, plants, places and demands are worth; the measure of `greedy`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cityleague.engine.city_tycoon.figures import NO_DEMAND, TERRAINS, Demand, District, PlantSide
from cityleague.engine.city_tycoon.moves import POWERS, Build, Cell, Cube, Move, Pick, Place, Plant, Power, Sell, Supply
from cityleague.engine.city_tycoon.routes import offers
from cityleague.engine.city_tycoon.supplying import cheapest, payees
from cityleague.engine.city_tycoon.table import TERRAIN, PlantToPlace, Table
from cityleague.engine.city_tycoon.town import beside, members
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.protocol import Setup

_TERRAIN = 0.3
"""Points that a tile of terrain is worth: others may come to touch it."""
_FAR = 3
"""Fees for a cube that is not there."""
_NEIGHBOUR, _ROOM = 0.05, 0.3
"""An own tile beside a district, and a free cell beside a plant: of little weight, but better than none."""
_GROWTH = 2
"""Cubes by which the need for them grows each round."""


class Weights(NamedTuple):
    """What counts how much, in points."""

    money: float
    """A coin."""
    rounds: float
    """How often a district is supplied from now on, if there are cubes."""
    cube: float
    """A red or blue cube on a plant of one's own, each time it is there."""
    yellow: float
    """A yellow cube, as long as there are demands for it."""


class Judge:
    """What moves are worth to a seat."""

    def __init__(self, table: Table, seat: int, weights: Weights) -> None:
        self.table, self.seat, self.weights = table, seat, weights
        self._fee = table.box.setup.fee
        self._need = self._cubes_needed()
        self._have = self._cubes_there()

    def _cubes_needed(self) -> dict[Power, float]:
        """The cubes that the own districts ask for in a round."""
        found: dict[Power, float] = dict.fromkeys(POWERS, 0)
        for tile in members(self.table.town.owned[self.seat]):
            if tile in self.table.town.districts:
                takes = self.best_demand(self.table.town.districts[tile]).takes
                for kind in POWERS:
                    found[kind] += takes.of(kind)
        return found

    def _cubes_there(self) -> dict[Power, float]:
        """The cubes that the own plants and a share of the general ones bring in a round."""
        found: dict[Power, float] = dict.fromkeys(POWERS, 0)
        for works in self.table.town.works:
            if works.number == 0:
                found[works.kind] += works.capacity / self.table.seats
            elif works.owner == self.seat:
                found[works.kind] += works.cubes if works.renewing else works.cubes / 2
        return found

    # -- tiles

    def demand(self, demand: Demand) -> float:
        """What meeting a demand is worth, besides its cubes."""
        weights, takes, gives = self.weights, demand.takes, demand.gives
        return gives.points + weights.money * gives.money + weights.yellow * (gives.yellow - takes.yellow)

    def best_demand(self, district: District) -> Demand:
        """The demand that is worth most, each cube at what it costs to buy."""
        return max(district.demands, key=lambda one: self.demand(one) - self._bought(one), default=NO_DEMAND)

    def _bought(self, demand: Demand) -> float:
        """What the cubes of a demand cost if half of them are bought."""
        return (demand.takes.red + demand.takes.blue) * self._fee * self.weights.money / 2

    def district(self, district: District) -> float:
        """What a district is worth: its instant reward, and its best demand as often as it can be met."""
        best = self.best_demand(district)
        reward = district.reward
        found = reward.points + self.weights.yellow * reward.yellow + _TERRAIN * (reward.meadow + reward.water)
        found += sum(map(reward.points_for.of, TERRAINS))
        return found + self._often(best) * max(0.0, self.demand(best) - self._bought(best))

    def _often(self, demand: Demand) -> float:
        """How often a demand will be met: seldom, if cubes are short."""
        share = 1.0
        for kind in POWERS:
            if takes := demand.takes.of(kind):
                share = min(share, (self._have[kind] + 1) / (self._need[kind] + takes))
        return self.weights.rounds * share

    def plant(self, kind: Power, side: PlantSide, *, renewing: bool) -> float:
        """What a plant is worth: the cubes that are short, and some of the others, which are sold."""
        rounds = self.weights.rounds
        used = 0.0
        for number in range(max(1, round(rounds))):
            short = max(0.0, self._need[kind] + _GROWTH * (number + 1) - self._have[kind])
            left = side.cubes if renewing else max(0.0, side.cubes - used)
            used += min(left, short)
        return self.weights.cube * used

    def cost(self, money: int) -> float:
        """What paying is worth to avoid."""
        return self.weights.money * money

    # -- moves

    def use(self, move: Sell | Build | Plant) -> float:
        """What using a tile like this brings; what else could be done with it is lost."""
        table = self.table
        district = table.box.districts[move.tile]
        sold = self.cost(table.box.setup.sale)
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
        """How well what is to be placed lies on a cell."""
        table = self.table
        if table.stage == TERRAIN:
            return -float(len([tile for tile in self._near(cell) if table.town.owners[tile] == self.seat]))
        town = table.town.copy()
        tile = town.place(cell, self.seat)
        if isinstance(table.to_place, PlantToPlace):
            return self._plant_place(town.spread(1 << tile), cell)
        assert isinstance(table.to_place, District)
        district = table.to_place
        takes = self.best_demand(district).takes
        prices = offers(town, tile, self._fee)
        found = 0.0
        for kind in POWERS:
            needed = takes.of(kind)
            costs = [price for price, _ in prices[kind]][:needed]
            found -= self.weights.rounds * self.cost(sum(costs) + _FAR * self._fee * (needed - len(costs)))
        found += sum([district.reward.points_for.of(terrain) * town.touching(cell, terrain) for terrain in TERRAINS])
        return found + _NEIGHBOUR * (town.spread(1 << tile) & town.owned[self.seat]).bit_count()

    def _near(self, cell: Cell) -> list[int]:
        town = self.table.town
        return [town.at[near] for near in beside(cell) if near in town.at]

    def _plant_place(self, near: int, cell: Cell) -> float:
        """A plant lies well beside own tiles, and with room for more."""
        town = self.table.town
        own = (near & town.owned[self.seat]).bit_count()
        return own + _ROOM * sum(map(town.is_free, beside(cell)))

    def supply(self, move: Supply) -> float:
        """What meeting a demand brings for its cubes at their cheapest."""
        town = self.table.town
        tile = town.at[move.district]
        demand = town.districts[tile].demands[move.demand]
        takes = demand.takes
        price = cheapest(self.table, tile, takes.red, takes.blue) or 0
        return self.demand(demand) - self.cost(price)

    def cube(self, move: Cube) -> float:
        """What a cube costs on its way."""
        town = self.table.town
        works = town.works_at(move.plant)
        assert works
        return -self.cost(self._fee * len(payees(self.table, self.seat, works, move.path)))

    def value(self, move: Move) -> float:
        """What a move is worth; comparable with others of the same decision."""
        if isinstance(move, Pick):
            district = self.table.box.districts[move.tile]
            return max(self.district(district) - self.cost(district.cost), self.cost(self.table.box.setup.sale))
        if isinstance(move, Sell | Build | Plant):
            return self.use(move)
        if isinstance(move, Place):
            return self.place(move.cell)
        if isinstance(move, Supply):
            return self.supply(move)
        return self.cube(move) if isinstance(move, Cube) else 0.0


def prospects(setup: Setup, view: View, legal: Sequence[Move]) -> list[float]:
    """What each move brings in this round alone: points and money, and cubes for a little."""
    assert view.seat is not None
    judge = Judge(table_of(setup.components, view), view.seat, myopic(setup))
    return [judge.value(move) for move in legal]


def myopic(setup: Setup) -> Weights:
    """Money for what it scores, nothing beyond this round."""
    return Weights(1 / setup.components.setup.money_for_point, 1.0, 0.4, 0.2)
