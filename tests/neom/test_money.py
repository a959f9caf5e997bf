"""Where all money comes from and where it goes, worked out from the component file and what lies open alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cityleague.engine.components import packaged
from cityleague.engine.neom.moves import LEVELS, Build, Pay, Pick, Purchase, Sell
from cityleague.engine.neom.view import CityView, View

from ..rows import daily
from .helpers import course

Cell = tuple[int, int]
Gains = Iterator[tuple[str, int, int]]
"""For what, who, and how much."""

FILE = json.loads(packaged("neom"))
TILES: dict[int, dict[str, Any]] = {tile["number"]: tile for tile in FILE["tiles"]["list"]}
EXITS = FILE["roads"]["exits"]
PRICES: dict[str, int] = {good: FILE["goods"][level]["price"] for level, goods in LEVELS.items() for good in goods}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = dict(zip("NESW", "SWNE", strict=True))
BUILDINGS = {"residential", "commercial", "industrial", "public"}


class Town:
    """A city as the table sees it."""

    def __init__(self, view: CityView) -> None:
        self.view = view
        self.numbers: dict[Cell, int] = {placed.cell: placed.tile for placed in view.tiles}

    def types(self, cell: Cell) -> set[str]:
        number = self.numbers.get(cell)
        if number is None:
            return {"extraction"} if cell == (0, 0) else set()
        return set(TILES[number].get("types", []))

    def of(self, *types: str) -> list[Cell]:
        return [cell for cell in {*self.numbers, (0, 0)} if self.types(cell) & set(types)]

    def has(self, number: int) -> bool:
        return number in self.numbers.values()

    def exits(self, cell: Cell) -> str:
        number = self.numbers.get(cell)
        return str(EXITS[str(number)]) if number else "NESW" if cell == (0, 0) else ""

    def linked(self, cell: Cell) -> list[Cell]:
        cells = []
        for exit_ in self.exits(cell):
            other = cell[0] + STEPS[exit_][0], cell[1] + STEPS[exit_][1]
            if OPPOSITE[exit_] in self.exits(other):
                cells.append(other)
        return cells

    def unprotected(self, disaster: str, *types: str) -> int:
        stations = [cell for cell, number in self.numbers.items() if disaster in TILES[number].get("protects", [])]
        return sum(not any(max(abs(x - a), abs(y - b)) < 2 for a, b in stations) for x, y in self.of(*types))


def fine_of(town: Town, disaster: int) -> int:
    kind = TILES[disaster]["disaster"]
    if kind == "violence":
        full = 2 * town.unprotected("violence", "residential", "commercial", "industrial")
    else:
        full = town.unprotected(kind, *BUILDINGS)  # nothing protects from a flood
    return full // 2 if town.has(133) else full


def income(town: Town, generation: int) -> int:
    money = 0
    for number in town.numbers.values():
        fixed = TILES[number].get("income", 0)
        money += fixed[generation - 1] if isinstance(fixed, list) else fixed
        money += sum(share["each"] * len(town.of(share["of"])) for share in TILES[number].get("income_per", []))
    return money


def price(seats: int, buyer: int, before: View, purchase: Purchase) -> int:
    city, full = before.cities[buyer], PRICES[purchase.good]
    if seats == 1:
        return max(1, full - {None: 0, "both": 2}.get(purchase.way, 1))
    if seats == 2:
        return max(1, full - city.left - city.right)
    step = 1 if purchase.way == "left" else -1
    seat, between = (buyer + step) % seats, 0
    while seat != purchase.seller:
        seat, between = (seat + step) % seats, between + 1
    return full + between - (city.left if purchase.way == "left" else city.right)


def built(seat: int, move: Build, before: View, after: View) -> Gains:
    """What a build costs and brings."""
    seats, tile, town = len(before.cities), TILES[move.tile], Town(after.cities[seat])
    for cost in tile.get("cost", [{}])[move.alternative : move.alternative + 1]:
        yield "cost", seat, -cost.get("money", 0)
    for purchase in move.buy:
        paid = price(seats, seat, before, purchase)
        yield "purchase", seat, -paid
        if purchase.seller is not None:
            yield "sale to a seat", purchase.seller, paid
    yield "once", seat, tile.get("once", 0)
    if move.tile == 146:
        sides = [(x + dx, y + dy) for x, y in town.of("commercial") for dx, dy in STEPS.values()]
        yield "pairs of 146", seat, 2 * sum("industrial" in town.types(cell) for cell in sides)
    if town.has(132) and "commercial" in tile["types"]:
        yield "132", seat, 1
    if town.has(150) and move.tile != 150:
        yield "150", seat, 2 * sum("commercial" in town.types(cell) for cell in town.linked(move.cell))


def explained(before: View, seat: int, move: Any, after: View, answers: dict[int, Any]) -> Gains:
    """All that an event brings, who gets it and why."""
    seats = len(before.cities)
    if isinstance(move, Build):
        yield from built(seat, move, before, after)
    elif isinstance(move, Sell):
        yield "sale", seat, 5
    elif isinstance(move, Pick) and before.stage == "picking":
        together = seats > 2
        if not together or sum(due == "pick" for due in before.due) == 1:  # the last one: all picks are shown
            for other in range(seats) if together else [seat]:
                yield "141", other, int(Town(before.cities[other]).has(141))
    if before.stage == "disaster":
        answers[seat] = move
        if sum(due == "suffer" for due in before.due) == 1:
            for other, answer in answers.items():
                if isinstance(answer, Pay):
                    assert before.disaster
                    yield "fine", other, -fine_of(Town(before.cities[other]), before.disaster)
            answers.clear()
    if after.generation > before.generation or (after.stage == "over" and before.stage != "over"):
        for other in range(seats):
            yield "income", other, income(Town(after.cities[other]), before.generation)


def follow(seats: int, options: Mapping[str, Any], seed: str) -> Counter[str]:
    """How often money moves in a random game, by reason; every event's money is as explained."""
    reasons: Counter[str] = Counter()
    answers: dict[int, Any] = {}
    last: tuple[View, Any] | None = None
    for state, event in course(seats, options, seed):
        after = state.view(None)
        assert min(after.money) >= 0
        if last is None:
            assert after.money == (6,) * seats
        else:
            before, made = last
            change = [0] * seats
            if isinstance(made, tuple):
                seat, move = made
                for reason, paid, gain in explained(before, seat, move, after, answers):
                    change[paid] += gain
                    reasons[reason] += bool(gain)
            owned = [[sum(pair) for pair in zip(table.money, table.incoming, strict=True)] for table in (before, after)]
            assert [b - a for a, b in zip(*owned, strict=True)] == change, made
            if after.round == before.round and after.stage != "over":  # the price of goods is there after the round
                assert all(a <= b for a, b in zip(before.incoming, after.incoming, strict=True))
            else:
                assert not any(after.incoming)
        last = after, event
    return reasons


@pytest.mark.parametrize("games", daily([8, 15]))
@pytest.mark.parametrize("seats", range(1, 6))
def test_all_money_is_accounted_for(seats: int, games: int) -> None:
    """Nothing comes from nowhere: what is not paid between seats goes to the bank or comes from it."""
    reasons: Counter[str] = Counter()
    for number in range(games):
        reasons += follow(seats, {}, f"money {number}")
    assert reasons.keys() >= {"cost", "sale", "income"}, reasons  # what no game is without
    assert seats > 1 or "sale to a seat" not in reasons
    if seats > 2:
        assert reasons["purchase"] == reasons["sale to a seat"]


@pytest.mark.parametrize("options", [{"tiles": "4+"}, {"tiles": "5+"}, {"beginner": True}], ids=str)
def test_all_money_is_accounted_for_with_options(options: Mapping[str, Any]) -> None:
    assert {"cost", "sale", "income"} <= set(follow(1, options, "money"))
