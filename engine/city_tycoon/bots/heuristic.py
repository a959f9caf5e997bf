"""A bot that plans its money and tiles for the whole round, and values cubes by what its districts make of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from cityleague.engine.bots.builtin import TableBot, best
from cityleague.engine.bots.parameters import Parameters, within
from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.bots.evaluation import Judge, myopic
from cityleague.engine.city_tycoon.bots.outlook import Weights, expected, taste
from cityleague.engine.city_tycoon.building import SIDES
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Build, Move, Plant, PlantKind, Sell, Side
from cityleague.engine.city_tycoon.table import BUILDING, DRAFTING, LAST_ROUND, TycoonTable
from cityleague.engine.city_tycoon.view import table_of
from cityleague.engine.protocol import Setup

PURSE = 4
"""Coins that a player needs in the supply phase before the first demand is met."""
FIRST_COINS = 0.6
"""How much more each of these coins is worth than others, in points."""
EARNED = (0.6, 0.45, 0.25, 0.1)
"""By round: the worth in points of a coin earned in it, or left after it."""
CUBE = (1.8, 1.8, 2.5, 4.0)
"""By round: the worth of a red or blue cube that is short."""
USUAL: Mapping[int, Mapping[str, Any]] = {
    2: {"patience": 0.8, "coin": 1.1, "cube": 0.7, "tight": 0.8508, "yellow": 0.75},
    3: {"patience": 0.5995, "coin": 1.101, "cube": 0.7, "tight": 1.313, "yellow": 1.115},
    4: {"patience": 0.75, "coin": 1.057, "cube": 0.8, "tight": 1.41, "yellow": 0.75},
    5: {"patience": 0.85, "coin": 0.9, "cube": 1.2, "tight": 0.45, "yellow": 0.25},
}
"""By number of players: what is weighed. Numbers with four digits are those that `tune` has found.

The others were chosen together with the house figures: the bot beats `greedy`, and plants first does not beat it.
"""


class Tastes(Parameters, frozen=True):
    """What the heuristic weighs."""

    patience: Annotated[float, within(0, 3, "How much a later round counts, compared with this one.")] = 1.0
    coin: Annotated[float, within(0.1, 5, "A factor of what a coin is worth by round.", scale="log")] = 1.0
    tight: Annotated[float, within(0, 5, "The worth of a coin, in a draft, to a player who has none.")] = 0.9
    cube: Annotated[float, within(0.1, 5, "A factor of the worth of a scarce red or blue cube.", scale="log")] = 1.0
    yellow: Annotated[float, within(0, 5, "The worth of a yellow cube, while there are demands for it.")] = 0.7

    @classmethod
    def usual(cls, setup: Setup) -> Tastes:
        """What has been found for this number of players."""
        return cls(**USUAL.get(setup.seats, {}))


class Heuristic(TableBot):
    """Chooses the move that is worth most over all rounds to come."""

    parameters = Tastes

    def __init__(self, setup: Setup, stream: Stream, parameters: Mapping[str, str]) -> None:
        super().__init__(setup, stream, table_of)
        self._tastes = Tastes.read(parameters, setup)
        self._earned = [self._tastes.coin * coin for coin in EARNED]
        box: Box = setup.components
        self._for_point, self._costs = box.basics.money_for_point, _costs(box)

    def _expect(self, table: TycoonTable, _seat: int | None) -> list[float]:
        worth = taste(myopic(self._setup), table.box.basics.fee)
        return [expected(table, seat, worth) for seat in range(table.seats)]

    def _choose(self, table: TycoonTable, seat: int, legal: Sequence[Move]) -> Any:
        judge = Judge(table, seat, self._weights(table, seat))
        if (
            table.stage == BUILDING and (step := first_step(judge)) in legal
        ):  # the caller may offer only some of the legal moves
            return step
        return best(legal, [judge.value(move) for move in legal], self._stream)

    def _weights(self, table: TycoonTable, seat: int) -> Weights:
        """The weights for this round. `patience` is how much a later round counts, compared with this one.

        A draft is for this round alone: cubes for all that is picked are seldom there later.
        """
        left = 1 if table.stage == DRAFTING else 1 + self._tastes.patience * (LAST_ROUND - table.round)
        coin, cube = self._coin(table, seat), self._tastes.cube * CUBE[table.round - 1]
        return Weights(coin, left, cube, self._tastes.yellow)

    def _coin(self, table: TycoonTable, seat: int) -> float:
        """The worth of a coin: less for a player with more money than a round needs, more in a draft with little."""
        money, now, later = table.money[seat], self._costs[table.round], self._costs[table.round + 1]
        if table.stage not in {DRAFTING, BUILDING}:
            return self._earned[table.round - 1]
        least = 1 / self._for_point
        left = max(least, self._earned[table.round - 1] * (1 - max(0, money - now) / later))
        return left + (self._tastes.tight - left) * max(0.0, 1 - money / now) if table.stage == DRAFTING else left


def _costs(box: Box) -> dict[int, float]:
    """By round, and for one more: the average cost of a hand of its districts."""
    costs: dict[int, float] = {}
    for number, names in box.rounds.items():
        costs[number] = max(1, box.basics.hand * sum([box.districts[name].cost for name in names]) / len(names))
    return costs | {LAST_ROUND + 1: costs[LAST_ROUND]}


# -- a plan for all tiles of a round: which to build, which to sell to pay for that, and whether to take a plant


class Offer(NamedTuple):
    """A district that the player holds and can build."""

    worth: float
    cost: int
    tile: str


class PlantOffer(NamedTuple):
    """A side of the next plant of a kind."""

    worth: float
    cost: int
    kind: PlantKind
    side: Side


class Plan(NamedTuple):
    """Districts to build, and perhaps a plant. One other tile is given for the plant, and the others are sold."""

    districts: int = 0
    """As a set of offers."""
    plant: PlantOffer | None = None


def first_step(judge: Judge) -> Build | Plant | Sell:
    """The next move of the best plan: the plant first, then the best district; if neither can be paid, a sale."""
    table = judge.table
    money = table.money[judge.seat]
    own = [table.box.districts[tile] for tile in table.kept[judge.seat]]
    offers = [Offer(judge.district(district), district.cost, district.name) for district in own]
    if table.town.full:
        return Sell(min(offers).tile)
    plan = best_plan(judge, offers)
    chosen = [offer for i, offer in enumerate(offers) if plan.districts >> i & 1]
    spare = [offer for offer in offers if offer not in chosen]
    if plan.plant and plan.plant.cost <= money:
        return Plant(min(spare).tile, plan.plant.kind, plan.plant.side)
    payable = [offer for offer in chosen if offer.cost <= money]
    return Build(max(payable).tile) if payable else Sell(min(spare).tile)


def best_plan(judge: Judge, offers: Sequence[Offer]) -> Plan:
    """The plan that is worth most, leftover money included, of all that money and sales pay for. Ties: the first.

    All sets of districts are tried without a plant, then with each plant on offer.
    """
    sale, money, coin = judge.table.box.basics.sale, judge.table.money[judge.seat], judge.weights.money
    worths, rests = [0.0], [money + sale * len(offers)]
    for offer in offers:
        worths += [worth + offer.worth for worth in worths]
        rests += [rest - offer.cost - sale for rest in rests]
    sets = [*zip(range(len(rests)), worths, rests, strict=True)]  # of offers, with a bit for each
    best, plan = float("-inf"), Plan()
    for plant in (None, *_plants(judge)):
        gained, spent = (plant.worth, plant.cost + sale) if plant else (0.0, 0)  # a tile given for it is not sold
        for chosen, worth, rest in sets[:-1] if plant else sets:  # the last are all districts: none is left to be given
            left = rest - spent
            if left >= 0:
                total = worth + gained + coin * left + FIRST_COINS * (left if left < PURSE else PURSE)
                if total > best:
                    best, plan = total, Plan(chosen, plant)
    return plan


def _plants(judge: Judge) -> Iterator[PlantOffer]:
    """Both sides of the next plant of each kind."""
    table = judge.table
    for kind in PLANT_KINDS:
        figures = table.box.plants[kind].get(table.next_plant[kind])
        if figures:
            for side in SIDES:
                yield PlantOffer(judge.plant(kind, side), figures.side(side).cost, kind, side)
