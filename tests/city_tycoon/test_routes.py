"""Prices of cubes against shortest paths over cells, worked out here, in the cities of random games."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.city_tycoon.components import Box
from cityleague.engine.city_tycoon.moves import Build, Cell, Cube, Move, Supply
from cityleague.engine.city_tycoon.state import TycoonState
from cityleague.engine.city_tycoon.view import PlacedDistrict, PlacedPlant, View

from ..rows import daily
from .scenes import LEGAL, any_kind, code, course, cubes, demand, do, own

BANK = -1
CENTRE = ((0, 0), (1, 0), (0, 1), (1, 1))
FEE = 2
RICH = 10_000
ONE, MANY = 0, 1
"""The demands of all districts: a cube of either colour; as many of either as there are players."""

# -- the city as it lies there


def owners(view: View) -> dict[Cell, int]:
    """The owner of the tile on each cell; terrain has none."""
    owner_of = dict.fromkeys(CENTRE, BANK)
    for district in view.districts:
        owner_of[district.cell] = district.owner
    for plant in view.plants:
        owner_of[plant.cell] = BANK if plant.owner is None else plant.owner
    return owner_of


def beside(cell: Cell) -> list[Cell]:
    """The cells that share an edge with one."""
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def fees(view: View, seat: int, district: Cell) -> dict[Cell, int]:
    """What crossings cost at least, by the plant's cell: Dijkstra's way over cells, from the district outwards.

    Entering the centre costs a fee, going on inside it nothing; what one starts from is not crossed.
    """
    city = owners(view)
    settled: dict[Cell, int] = {}
    heap = [(0, district)]
    ends: dict[Cell, int] = {}
    while heap:
        cost, cell = heapq.heappop(heap)
        if cell in settled:
            continue
        settled[cell] = cost
        for near in beside(cell):
            if near not in city or near == district:
                continue
            for end in CENTRE if near in CENTRE and cell not in CENTRE else [near]:
                ends[end] = min(cost, ends.get(end, RICH))  # reached without crossing it
            inside = near in CENTRE and cell in CENTRE
            heapq.heappush(heap, (cost if inside or city[near] == seat else cost + FEE, near))
    return {plant.cell: ends[plant.cell] for plant in view.plants if plant.cell in ends}


def price(view: View, seat: int, district: Cell) -> dict[Cell, int]:
    """What a cube of each plant costs at least."""
    city = owners(view)
    return {cell: cost + FEE * (city[cell] != seat) for cell, cost in fees(view, seat, district).items()}


def cost_of(view: View, seat: int, move: Cube) -> int:
    """What a cube costs that goes this way."""
    city = owners(view)
    return FEE * sum(city[cell] != seat for cell in (move.plant, *move.path))


def total(view: View, seat: int, district: Cell, red: int, blue: int) -> int | None:
    """What all cubes of a demand cost at least; None if they are not there."""
    prices = price(view, seat, district)
    cost = 0
    for kind, asked in (("electric", red), ("water", blue)):
        there = sorted(prices[plant.cell] for plant in view.plants if plant.kind == kind for _ in range(plant.cubes))
        if len(there) < asked:
            return None
        cost += sum(there[:asked])
    return cost


# -- random cities


@cache
def box(seats: int) -> Box:
    """Cheap districts that ask for the same; some bring terrain."""
    every = {"cost": 1, "demands": [demand(1, 1, money=4), demand(seats, seats, money=11)]}
    lakes = {f"{mark}-{number}": {"reward": {"water": 2}} for mark in ("I", "II", "III") for number in range(1, 11)}
    hills = {f"{mark}-{number}": {"reward": {"meadow": 1}} for mark in ("I", "III", "IV") for number in range(11, 15)}
    return own({**lakes, **hills}, every=every)


def builder(state: TycoonState, seat: int, stream: Stream) -> Move:
    """Builds districts more often than not."""
    some = [move for move in state.legal(seat) if isinstance(move, Build)]
    return stream.choice(some) if some and stream.below(3) else any_kind(state, seat, stream)


def cities(seats: int, seed: str) -> Iterator[TycoonState]:
    """The city at the beginning of each supply phase of a game, and now and then later in it."""
    stream = Stream(seed, "cities")
    before = ""
    for state in course(seats, seed, box(seats), builder):
        stage = state.view(None).stage
        if stage == "supplying" and (before not in {"supplying", "cubes"} or not stream.below(8)):
            yield state.copy()
        before = stage


def facing(state: TycoonState, district: PlacedDistrict, money: int) -> TycoonState:
    """The same city: the owner of a district has this much money, and is about to supply it."""
    new = state.copy()
    table = new.table
    table.give_turn(district.owner, table.stage)
    table.money[district.owner] = money
    table.town.met = {}
    table.passed = [False] * new.seats
    return new


GAMES = [(seats, seed) for seats in (2, 3, 4, 5) for seed in ("walk", "drive")]


@pytest.mark.parametrize(("seats", "seed"), daily(GAMES, 2))
def test_the_cheapest_way_from_each_plant_is_listed(seats: int, seed: str) -> None:
    seen = 0
    for state in cities(seats, seed):
        for plant in state.table.town.plants:  # all plants are asked
            plant.cubes = plant.capacity
        view = state.view(None)
        for district in view.districts:
            listed = cubes(do(facing(state, district, RICH), Supply(district.cell, ONE)))
            costs = {(move.plant, cost_of(view, district.owner, move)) for move in listed}
            cheapest = {cell: min(cost for plant, cost in costs if plant == cell) for cell, _ in costs}
            assert cheapest == price(view, district.owner, district.cell)
            assert set(cheapest) == {plant.cell for plant in view.plants}
            seen += len(cheapest)
    assert seen


@pytest.mark.parametrize(("seats", "seed"), daily([*GAMES[::2], *GAMES[1::2]], 2))
def test_each_listed_way_can_be_gone_and_costs_what_it_says(seats: int, seed: str) -> None:
    for state in cities(seats, seed):
        view = state.view(None)
        city = owners(view)
        for district in view.districts[:: max(1, len(view.districts) // 6)]:
            position = facing(state, district, RICH)
            if code(position, Supply(district.cell, ONE)) != LEGAL:
                continue
            do(position, Supply(district.cell, ONE))
            for move in cubes(position):
                way: list[set[Cell]] = [
                    set(CENTRE) if cell in CENTRE else {cell} for cell in (move.plant, *move.path, district.cell)
                ]
                assert all(cell in city for part in way for cell in part)
                assert sum(len(part) for part in way) == len(set().union(*way)), "no tile twice"
                for part, other in pairwise(way):
                    assert any(near in other for cell in part for near in beside(cell))
                after = position.copy()
                do(after, move)
                assert position.table.money[district.owner] - after.table.money[district.owner] == cost_of(
                    view, district.owner, move
                )


@pytest.mark.parametrize(("seats", "seed"), daily(GAMES, 2))
def test_what_a_demand_needs_is_the_sum_of_the_cheapest_cubes(seats: int, seed: str) -> None:
    met = 0
    for state in cities(seats, seed):
        view = state.view(None)
        for district in view.districts:
            move = Supply(district.cell, MANY)
            needed = total(view, district.owner, district.cell, seats, seats)
            if needed is None:
                assert code(facing(state, district, RICH), move) == "CT-SUPPLY-SHORT"
                continue
            met += 1
            assert code(facing(state, district, needed), move) == LEGAL
            if needed:
                assert code(facing(state, district, needed - 1), move) == "CT-SUPPLY-SHORT"
    assert met


@pytest.mark.parametrize(("seats", "seed"), daily([*GAMES[::2], *GAMES[1::2]], 4))
def test_just_enough_money_is_enough(seats: int, seed: str) -> None:
    """Whichever of the listed cubes is taken, the demand is met in the end; then there is no money left."""
    stream = Stream(seed, "cubes")
    for state in cities(seats, seed):
        view = state.view(None)
        for district in view.districts[:: max(1, len(view.districts) // 6)]:
            needed = total(view, district.owner, district.cell, seats, seats)
            if needed is None:
                continue
            position = do(facing(state, district, needed), Supply(district.cell, MANY))
            for _ in range(2 * seats):
                assert position.table.actor == district.owner
                do(position, stream.choice(cubes(position)))
            assert position.table.money[district.owner] == 11


def test_prices_by_hand() -> None:
    """The reckoning here is right for one small city: seat 0's district lies beyond seat 1's, beyond the centre."""
    view = next(cities(2, "walk")).view(None)
    plants = [PlacedPlant((-1, 0), "electric", 1, "renewing", 1, 2), PlacedPlant((4, 0), "water", 1, "renewing", 0, 2)]
    general = [plant for plant in view.plants if plant.owner is None]
    districts = [PlacedDistrict((2, 0), "I-1", 1, supplied=False), PlacedDistrict((3, 0), "I-2", 0, supplied=False)]
    small = View(**{name: getattr(view, name) for name in View.__struct_fields__} | {
        "plants": (*general, *plants), "districts": tuple(districts),
    })  # fmt: skip
    assert price(small, 0, (3, 0)) == {(0, 0): 4, (1, 1): 4, (-1, 0): 6, (4, 0): 0}
    assert total(small, 0, (3, 0), 3, 2) == 4 + 4 + 6
