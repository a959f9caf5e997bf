"""Where all money and all cubes come from and go, worked out from the component file and what lies open alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cityleague.engine.city_tycoon.components import load
from cityleague.engine.city_tycoon.moves import Build, Cube, Place, Plant, Sell, Supply
from cityleague.engine.city_tycoon.view import PlacedPlant, View
from cityleague.engine.components import packaged

from ..rows import daily
from .helpers import course
from .scenes import varied

Cell = tuple[int, int]
BANK = None
Flow = tuple[str, "int | None", "int | None", int]
"""Money: for what, from whom, to whom (a seat or the bank), and how much."""

FILE = json.loads(packaged("city_tycoon"))
FEES = json.dumps(FILE | {"setup": FILE["setup"] | {"fee": 3, "sale": 7, "money": 60}}).encode()
"""Other figures of the course: another fee and sale, and more money, so that more is paid for cubes."""
VARIED = json.dumps(varied("money")).encode()
"""Figures as a real copy may have them."""
CENTRE = {(0, 0), (1, 0), (0, 1), (1, 1)}
GENERAL = {(0, 0): "electric", (1, 1): "water"}
COLOURS = {"electric": "red", "water": "blue"}
NOTHING: dict[str, Any] = {}


class Figures:
    """A component file, as it is written."""

    def __init__(self, file: dict[str, Any]) -> None:
        self.setup = file["setup"]
        self.tiles = {tile["name"]: tile for tile in file["districts"]["list"]}
        self.plants = {(kind, plant["number"]): plant for kind in COLOURS for plant in file["plants"][kind]}

    def demand(self, view: View, cell: Cell, number: int) -> dict[str, Any]:
        (tile,) = [placed.tile for placed in view.districts if placed.cell == cell]
        demand: dict[str, Any] = self.tiles[tile]["demands"][number]
        return demand


def owner(view: View, cell: Cell) -> int | None:
    """Whose tile lies on a cell; the bank gets what the centre brings."""
    if cell in CENTRE:
        return BANK
    owners: dict[Cell, int | None] = {district.cell: district.owner for district in view.districts}
    owners |= {plant.cell: plant.owner for plant in view.plants}
    return owners[cell]


def last_cube(view: View) -> bool:
    return view.meeting is not None and view.meeting.red + view.meeting.blue == 1


def met(figures: Figures, seat: int, move: Any, before: View) -> dict[str, Any] | None:
    """The demand that a move of the seat meets."""
    if isinstance(move, Supply):
        demand = figures.demand(before, move.district, move.demand)
        return None if any(demand["takes"].get(colour) for colour in COLOURS.values()) else demand
    if isinstance(move, Cube) and last_cube(before):
        assert before.meeting
        return figures.demand(before, before.meeting.district, before.meeting.demand)
    return None


def flows(figures: Figures, seat: int, move: Any, before: View) -> Iterator[Flow]:
    """All money that a move moves."""
    if isinstance(move, Sell):
        yield "sale", BANK, seat, figures.setup["sale"]
    elif isinstance(move, Build):
        yield "district", seat, BANK, figures.tiles[move.tile]["cost"]
    elif isinstance(move, Plant):
        yield "plant", seat, BANK, figures.plants[move.kind, before.next_plant[move.kind]][move.side]["cost"]
    elif isinstance(move, Cube):
        for what, cell in [("cube", move.plant), *[("crossing", cell) for cell in move.path]]:
            payee = owner(before, cell)
            if payee != seat:
                yield f"{what} of {'the centre' if payee is BANK else 'another'}", seat, payee, figures.setup["fee"]
    demand = met(figures, seat, move, before)
    if demand:
        yield "demand", BANK, seat, demand["gives"].get("money", 0)


def goods(figures: Figures, move: Any, before: View) -> Iterator[tuple[str, int]]:
    """All yellow cubes that a move brings and takes."""
    if isinstance(move, Place) and before.placing and before.placing.district:
        yield "instant reward", figures.tiles[before.placing.district].get("reward", NOTHING).get("yellow", 0)
    elif isinstance(move, Supply):
        yield "goods taken", -figures.demand(before, move.district, move.demand)["takes"].get("yellow", 0)
    demand = met(figures, before.actor, move, before)
    if demand:
        yield "goods given", demand["gives"].get("yellow", 0)


def in_stock(view: View) -> dict[Cell, int]:
    return {plant.cell: plant.cubes for plant in view.plants}


def capacity(figures: Figures, seats: int, plant: PlacedPlant) -> int:
    """What a plant holds at most."""
    if not plant.number:
        assert GENERAL[plant.cell] == plant.kind
        return seats
    cubes: int = figures.plants[plant.kind, plant.number][plant.side]["cubes"]
    return cubes


def cleaned(figures: Figures, view: View, stock: dict[Cell, int]) -> dict[Cell, int]:
    """The cubes of the plants after the clean-up."""
    return {
        plant.cell: capacity(figures, len(view.money), plant) if plant.side == "renewing" else stock[plant.cell]
        for plant in view.plants
    }


def step(figures: Figures, before: View, seat: int, move: Any, after: View) -> Counter[str]:
    """Check what a move does to money and cubes; how often something was paid, by reason."""
    seats = len(before.money)
    moved = [flow for flow in flows(figures, seat, move, before) if flow[3]]
    money = list(before.money)
    for _, payer, payee, amount in moved:
        for who, change in ((payer, -amount), (payee, amount)):
            if who is not None:
                money[who] += change
    assert after.money == tuple(money), move

    yellow, stock = list(before.yellow), in_stock(before)
    bought = [good for good in goods(figures, move, before) if good[1]]
    yellow[seat] += sum(number for _, number in bought)
    assert min(yellow) >= 0
    if isinstance(move, Cube):
        stock[move.plant] -= 1
        (kind,) = [plant.kind for plant in before.plants if plant.cell == move.plant]
        assert before.meeting
        assert getattr(before.meeting, COLOURS[kind]) > 0
        if after.meeting:
            asked = {colour: getattr(before.meeting, colour) for colour in COLOURS.values()}
            asked[COLOURS[kind]] -= 1
            assert asked == {colour: getattr(after.meeting, colour) for colour in COLOURS.values()}
    elif isinstance(move, Place) and before.placing and before.placing.plant:
        (new,) = [plant for plant in after.plants if plant.cell == move.cell]
        assert (new.kind, new.number, new.side, new.owner) == (*before.placing.plant, seat)
        stock[new.cell] = capacity(figures, seats, new)
    if after.round > before.round:
        bought += [("cleaned up", count) for count in yellow if count]
        yellow, stock = [0] * seats, cleaned(figures, after, stock)
    assert after.yellow == tuple(yellow), move
    assert in_stock(after) == stock, move
    return Counter([flow[0] for flow in moved] + [reason for reason, _ in bought])


def follow(seats: int, seed: str, data: bytes) -> Counter[str]:
    """How often money and yellow cubes move in a random game, by reason; every event's are as explained."""
    figures, box = Figures(json.loads(data)), load(data)
    reasons: Counter[str] = Counter()
    paid = [[0] * (seats + 1) for _ in range(seats + 1)]
    last: tuple[View, Any] | None = None
    for state, event in course(seats, seed, box):
        after = state.view(None)
        assert min(after.money) >= 0
        if last is not None:
            before, made = last
            if isinstance(made, tuple):
                seat, move = made
                reasons += step(figures, before, seat, move, after)
                for _, payer, payee, amount in flows(figures, seat, move, before):
                    paid[-1 if payer is None else payer][-1 if payee is None else payee] += amount
            elif before.stage == "ordering":
                first, more = figures.setup["money"], figures.setup["step"]
                assert [after.money[seat] for seat in after.order] == [first + more * i for i in range(seats)]
                paid[-1][:seats] = after.money
            else:
                assert (before.money, before.yellow, before.plants) == (after.money, after.yellow, after.plants)
        last = after, event
    flows_are_told(state, paid)
    return reasons


def flows_are_told(state: Any, paid: list[list[int]]) -> None:
    """The sheets tell who paid how much to whom, and their sum is the money that is left."""
    for seat, sheet in enumerate(state.scores()):
        (part,) = [part for part in sheet.parts if part.title == "money flows"]
        lines = {line.category: line.points for line in part.lines if line.detail == "for cubes and crossings"}
        for other in range(state.seats):
            if other != seat:
                assert lines[f"paid to seat {other}"] == -paid[seat][other]
                assert lines[f"got from seat {other}"] == paid[other][seat]
        banked = sum(line.points for line in part.lines if line.detail in ("from the bank", "to the bank"))
        assert banked == paid[-1][seat] - paid[seat][-1]
        assert sum(line.points for line in part.lines) == part.points == state.view(None).money[seat]


MONEY = {
    "sale", "district", "plant", "demand",
    "cube of the centre", "cube of another", "crossing of the centre", "crossing of another",
}  # fmt: skip
GOODS = {"instant reward", "goods taken", "goods given", "cleaned up"}


@pytest.mark.parametrize("games", daily([2, 4]))
@pytest.mark.parametrize("data", [packaged("city_tycoon"), FEES, VARIED], ids=["packaged", "fees", "varied"])
@pytest.mark.parametrize("seats", daily([*range(2, 6)], 2))
def test_all_money_and_all_cubes_are_accounted_for(seats: int, data: bytes, games: int) -> None:
    """Nothing comes from nowhere: what is not paid between seats goes to the bank or comes from it."""
    reasons: Counter[str] = Counter()
    for number in range(games):
        reasons += follow(seats, f"money {number}", data)
    assert set(reasons) == MONEY | GOODS, reasons
