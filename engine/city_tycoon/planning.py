"""What to do with all the tiles of a round at once: which to build, which to sell for it, and whether to take a plant."""

from __future__ import annotations

from typing import NamedTuple

from cityleague.engine.city_tycoon.building import SIDES
from cityleague.engine.city_tycoon.evaluation import Judge
from cityleague.engine.city_tycoon.moves import POWERS, Build, Plant, Power, Sell, Side

_PURSE, _SCARCE = 4, 0.6
"""Coins that one keeps for cubes, and what each of them is worth more than others, in points."""


class Offer(NamedTuple):
    """A district or plant that money can buy."""

    worth: float
    cost: int
    what: str | tuple[Power, Side]


class Plan(NamedTuple):
    """Districts to build, and a plant or none; all other tiles are sold."""

    districts: tuple[Offer, ...]
    plant: Offer | None


def first_step(judge: Judge) -> Build | Plant | Sell:
    """The next move of the best plan: what is worth most and can be paid; a sale if nothing can, or nothing is left."""
    table = judge.table
    tiles, money = table.kept[judge.seat], table.money[judge.seat]
    if not table.town.free:
        return Sell(tiles[0])
    offers = [Offer(judge.district(table.box.districts[tile]), table.box.districts[tile].cost, tile) for tile in tiles]
    plan = best_plan(judge, offers)
    spare = [one for one in offers if one not in plan.districts]
    if plan.plant and plan.plant.cost <= money:
        kind, side = plan.plant.what
        return Plant(_least(spare), kind, side)
    payable = [one for one in plan.districts if one.cost <= money]
    if payable:
        return Build(max(payable).what)
    return Sell(_least(spare))


def _least(offers: list[Offer]) -> str:
    return min(offers).what


def best_plan(judge: Judge, offers: list[Offer]) -> Plan:
    """The plan that is worth most of those that money and the sales of all other tiles pay."""
    setup, tiles = judge.table.box.setup, len(offers)
    money = judge.table.money[judge.seat]
    sets: list[tuple[float, int, tuple[Offer, ...]]] = [(0.0, 0, ())]
    for offer in offers:
        sets += [(worth + offer.worth, cost + offer.cost, (*chosen, offer)) for worth, cost, chosen in sets]
    best, found = float("-inf"), Plan((), None)
    for plant in [None, *plants(judge)]:
        worth_, cost_ = (plant.worth, plant.cost) if plant else (0.0, 0)
        room = tiles - bool(plant)
        for worth, cost, chosen in sets:
            if len(chosen) > room:
                continue
            left = money + setup.sale * (room - len(chosen)) - cost - cost_
            if left < 0:
                continue
            total = worth + worth_ + judge.weights.money * left + _SCARCE * min(left, _PURSE)
            if total > best:
                best, found = total, Plan(chosen, plant)
    return found


def plants(judge: Judge) -> list[Offer]:
    """Both sides of the next plant of each kind."""
    table, found = judge.table, []
    for kind in POWERS:
        figures = table.box.plants[kind].get(table.next_plant[kind])
        if figures:
            for side in SIDES:
                worth = judge.plant(kind, figures.side(side), renewing=side == "renewing")
                found.append(Offer(worth, figures.side(side).cost, (kind, side)))
    return found
