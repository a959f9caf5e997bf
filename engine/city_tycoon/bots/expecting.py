"""The score that a seat may reach, told by what lies open on the table."""

from __future__ import annotations

from cityleague.engine.city_tycoon.bots.outlook import Taste
from cityleague.engine.city_tycoon.table import LAST_ROUND, TycoonTable
from cityleague.engine.sums import portable_sum

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
