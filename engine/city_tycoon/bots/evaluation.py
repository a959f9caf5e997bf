"""The evaluation of moves: of tiles, cells, demands and cubes. `greedy` plays by it."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from cityleague.engine.city_tycoon import moves
from cityleague.engine.city_tycoon.bots.outlook import Outlook, Weights, outlook, taste
from cityleague.engine.city_tycoon.figures import TERRAINS, District
from cityleague.engine.city_tycoon.routes import least_price, reach_from
from cityleague.engine.city_tycoon.supplying import cheapest, payees
from cityleague.engine.city_tycoon.table import LAST_ROUND, TERRAIN, PlantToPlace, TycoonTable
from cityleague.engine.city_tycoon.town import BuiltPlant, beside
from cityleague.engine.city_tycoon.view import View, table_of
from cityleague.engine.protocol import Setup

_FAR = 3
"""How many fees a cube counts that is not available."""
_NEIGHBOUR = 0.05
"""The worth of an own tile beside a district: little, but it breaks ties."""
_ROOM, _OTHERS = 0.3, 0.4
"""A free cell beside a plant is good. A foreign tile is bad: its owner gets cubes of the plant without crossings."""
_GROWTH = 4
"""By how many cubes, red and blue, a player's need grows each round."""


class Judge:
    """The worth of moves to a seat."""

    def __init__(self, table: TycoonTable, seat: int, weights: Weights) -> None:
        self.table, self.seat, self.weights = table, seat, weights
        self.rounds_left = LAST_ROUND - table.round + 1
        self._fee = table.box.basics.fee
        self._taste = taste(weights, self._fee)
        self._dues: dict[int, float] = {}
        self._plants: dict[tuple[moves.PlantKind, moves.Side], float] = {}

    @cached_property
    def _outlook(self) -> Outlook:
        town = self.table.town
        have = {"electric": 0, "water": 0}
        for plant in town.plants:
            have[plant.kind] += self._cubes_each_round(plant)
        districts = tuple([town.districts[tile] for tile in town.built[self.seat]])
        yellow = self.table.yellow[self.seat]
        return outlook(self.weights, self._fee, self.rounds_left, districts, have["electric"], have["water"], yellow)

    def _cubes_each_round(self, plant: BuiltPlant) -> int:
        """The cubes in each round from now on: all of an own plant, a share of a general one, none of another's."""
        if plant.number == 0:
            return plant.capacity // self.table.seats
        if plant.owner != self.seat:
            return 0
        return plant.capacity if plant.renewing else -(-plant.cubes // self.rounds_left)

    # -- tiles

    def district(self, district: District) -> float:
        """The worth of a district: its instant rewards, and its best demand in all rounds to come."""
        return self._outlook.district(district)

    def plant(self, kind: moves.PlantKind, side: moves.Side) -> float:
        """The worth of the next plant of a kind: of the cubes that are short now and in the rounds to come."""
        worth = self._plants.get((kind, side))
        if worth is None:
            figures = self.table.box.plants[kind][self.table.next_plant[kind]].side(side)
            worth = self._outlook.plant(kind, figures, self._growth[kind], renewing=side == "renewing")
            self._plants[kind, side] = worth
        return worth

    @cached_property
    def _growth(self) -> dict[moves.PlantKind, float]:
        """By how many cubes of a kind the need grows each round; the tiles in hand tell which kind grows faster."""
        table = self.table
        takes = [self._taste.best(table.box.districts[tile]).takes for tile in table.kept[self.seat]]
        asked = {kind: sum([needs.of(kind) for needs in takes]) + 1 for kind in moves.PLANT_KINDS}
        return {kind: _GROWTH * asked[kind] / sum(asked.values()) for kind in moves.PLANT_KINDS}

    def cost(self, money: int) -> float:
        """The worth of so much money."""
        return self.weights.money * money

    # -- moves

    def use(self, move: moves.Sell | moves.Build | moves.Plant) -> float:
        """The worth of using a tile in this way, less what the best other use would bring."""
        table = self.table
        district = table.box.districts[move.tile]
        sold = self.cost(table.box.basics.sale)
        built = self.district(district) - self.cost(district.cost)
        if isinstance(move, moves.Build):
            return built - sold
        lost = max(0.0, built - sold)
        if isinstance(move, moves.Sell):
            return -lost / 2
        side = table.box.plants[move.kind][table.next_plant[move.kind]].side(move.side)
        return self.plant(move.kind, move.side) - self.cost(side.cost) - sold - lost

    def place(self, cell: moves.Cell) -> float:
        """The worth of a cell for the tile that is to be placed."""
        table, town = self.table, self.table.town
        near = town.layout.border[cell]
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
        town, takes, dues = self.table.town, self._taste.best(district).takes, 0
        reached = reach_from(town.layout, self.seat, near)
        for kind in moves.PLANT_KINDS:
            fees, missing, _ = least_price(reached, town, self.seat, kind, takes.of(kind))
            dues += self._fee * (fees + _FAR * missing)
        return self.weights.rounds * self.cost(dues)

    def supply(self, move: moves.Supply) -> float:
        """The worth of meeting a demand, less its cubes at their cheapest."""
        town = self.table.town
        tile = town.at[move.district]
        demand = town.districts[tile].demands[move.demand]
        takes = demand.takes
        price = cheapest(self.table, tile, takes.red, takes.blue) or 0
        return self._taste.demand(demand) - self.weights.yellow * takes.yellow - self.cost(price)

    def cube(self, move: moves.Cube) -> float:
        """The worth of a cube's path: what it costs, below zero."""
        town = self.table.town
        plant = town.plant_at(move.plant)
        assert plant
        return -self.cost(self._fee * len(payees(town, self.seat, plant, move.path)))

    def pick(self, move: moves.Pick) -> float:
        """The worth of a tile: built or sold, whichever is better."""
        table = self.table
        district = table.box.districts[move.tile]
        return max(self.district(district) - self.cost(district.cost), self.cost(table.box.basics.sale))

    def value(self, move: moves.Move) -> float:
        """The worth of a move, to be compared with other moves of the same decision."""
        return _VALUES[type(move)](self, move)


_VALUES: dict[type[moves.Move], Callable[[Judge, Any], float]] = {
    moves.Pick: Judge.pick,
    moves.Sell: Judge.use,
    moves.Build: Judge.use,
    moves.Plant: Judge.use,
    moves.Place: lambda judge, move: judge.place(move.cell),
    moves.Supply: Judge.supply,
    moves.Cube: Judge.cube,
    moves.Pass: lambda _judge, _move: 0.0,
}
"""By type of move: its worth."""


def prospects(setup: Setup, view: View, legal: Sequence[moves.Move]) -> list[float]:
    """What each move brings in this round alone: points, money, and a little for cubes."""
    assert view.seat is not None
    judge = Judge(table_of(setup, view, accounts=False), view.seat, myopic(setup))
    return [judge.value(move) for move in legal]


def myopic(setup: Setup) -> Weights:
    """Weights that count money for its points at the end, and nothing beyond this round."""
    return Weights(1 / setup.components.basics.money_for_point, 1.0, 0.4, 0.2)
