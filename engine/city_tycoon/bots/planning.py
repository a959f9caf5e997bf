"""What to do with all tiles of a round at once: which to build, which to sell for it, and whether to take a plant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cityleague.engine.city_tycoon.bots.evaluation import Judge
from cityleague.engine.city_tycoon.building import SIDES
from cityleague.engine.city_tycoon.moves import PLANT_KINDS, Build, Plant, PlantKind, Sell, Side

PURSE = 4
"""Coins that one needs in the supply phase, before the first demand is met."""
FIRST_COINS = 0.6
"""What each of them is worth more than others, in points."""


class Offer(NamedTuple):
    """A district of one's own that can be built."""

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
    """Districts to build, and a plant or none; the other tiles are given for the plant and sold."""

    worth: float
    cost: int
    districts: tuple[Offer, ...] = ()
    plant: PlantOffer | None = None


def first_step(judge: Judge) -> Build | Plant | Sell:
    """The next move of the best plan: the plant before others take it, then what is worth most.

    A tile is sold when nothing else can be paid or is left.
    """
    table = judge.table
    money = table.money[judge.seat]
    own = [table.box.districts[tile] for tile in table.kept[judge.seat]]
    offers = [Offer(judge.district(district), district.cost, district.name) for district in own]
    if not table.town.free:
        return Sell(min(offers).tile)
    plan = best_plan(judge, offers)
    spare = [one for one in offers if one not in plan.districts]
    if plan.plant and plan.plant.cost <= money:
        return Plant(min(spare).tile, plan.plant.kind, plan.plant.side)
    payable = [one for one in plan.districts if one.cost <= money]
    return Build(max(payable).tile) if payable else Sell(min(spare).tile)


def best_plan(judge: Judge, offers: Sequence[Offer]) -> Plan:
    """The plan that is worth most, money included, of those that money and sales pay; of equal ones the first."""
    sale, money = judge.table.box.basics.sale, judge.table.money[judge.seat]
    best, best_worth = Plan(0.0, 0), float("-inf")
    for plan in _plans(judge, offers):
        sold = len(offers) - len(plan.districts) - (plan.plant is not None)
        left = money + sale * sold - plan.cost
        if sold >= 0 <= left:
            worth = plan.worth + judge.weights.money * left + FIRST_COINS * min(left, PURSE)
            if worth > best_worth:
                best, best_worth = plan, worth
    return best


def _plans(judge: Judge, offers: Sequence[Offer]) -> Iterator[Plan]:
    """All sets of districts, each without a plant and with any that can be had."""
    sets = [Plan(0.0, 0)]
    for offer in offers:
        sets += [Plan(one.worth + offer.worth, one.cost + offer.cost, (*one.districts, offer)) for one in sets]
    yield from sets
    for plant in _plants(judge):
        for one in sets:
            yield Plan(one.worth + plant.worth, one.cost + plant.cost, one.districts, plant)


def _plants(judge: Judge) -> Iterator[PlantOffer]:
    """Both sides of the next plant of each kind."""
    table = judge.table
    for kind in PLANT_KINDS:
        figures = table.box.plants[kind].get(table.next_plant[kind])
        if figures:
            for side in SIDES:
                worth = judge.plant(kind, figures.side(side), renewing=side == "renewing")
                yield PlantOffer(worth, figures.side(side).cost, kind, side)
