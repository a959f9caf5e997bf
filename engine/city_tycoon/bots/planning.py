"""A plan for all tiles of a round: which to build, which to sell to pay for that, and whether to take a plant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cityleague.engine.city_tycoon.bots.evaluation import Judge
from cityleague.engine.city_tycoon.building import SIDES
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Build, Plant, PlantKind, Sell, Side

PURSE = 4
"""Coins that a player needs in the supply phase before the first demand is met."""
FIRST_COINS = 0.6
"""How much more each of these coins is worth than others, in points."""


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
    """The next move of the best plan: the plant, before others take it; then the district that is worth most.

    A tile is sold if the plan has nothing else that can be paid for now.
    """
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
