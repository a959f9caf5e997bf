"""Each of the 150 tiles, built, against the index: what it takes, pays, makes, is worth and counts as."""

from __future__ import annotations

from cityleague.engine.neom.moves import Build, Cell

from ..rows import rows
from .helpers import do, points, position, refusal
from .index import DISASTERS, INDEX, PROVIDERS, Cost
from .scenes import HOME, LEGAL, code, facing, far, goods, income, makers, money, put, raws_without, tiles

THREE = {"R": (1, 2, 4), "C": (7, 8, 27), "I": (12, 13, 53)}
WAYS = [(number, way) for number, row in INDEX.items() for way in range(len(row.costs))]
VARIABLE = {60, 103, 118, *range(124, 133), 134, 135, 138, 140, *range(142, 146), 147, 148, 149}
"""Tiles with variable points: those are in test_tiles_effects and test_anchors, as all that is marked `more`."""
VARIABLE_INCOME = {121, 122, 123, 136}
PAYS_BY_CITY = {146}


def means(cost: Cost, without: str = "") -> dict[Cell, int]:
    """A city that meets all of a cost but the money and the one good."""
    if cost.tiles:
        return far(THREE[cost.tiles])
    return makers(*[good for good in cost.goods if good != without])


def chosen(number: int, way: int = 0) -> Build:
    """The move that builds the tile south of the origin in one of the ways that there are to pay for it."""
    return put(number, alternative=way, produce="glass" if number == 137 else None)


def test_the_table_has_all_tiles() -> None:
    assert sorted([*INDEX, *DISASTERS]) == list(range(1, 151))
    assert {number for number, row in INDEX.items() if "more" in row.marks} >= VARIABLE | VARIABLE_INCOME | PAYS_BY_CITY


@rows("number, way", WAYS)
def test_a_tile_takes_no_more_than_the_index_says_and_pays_at_once(number: int, way: int) -> None:
    row, cost = INDEX[number], INDEX[number].costs[way]
    others = [good for ways in row.costs for good in ways.goods]
    state = facing(number, city=means(cost), money=cost.money, raws=raws_without(*others, *row.goods))
    before = goods(state)
    assert before.isdisjoint(row.goods)
    assert chosen(number, way) in state.legal(0)
    do(state, chosen(number, way))
    assert money(state) == row.once
    assert tiles(state)[HOME] == number
    assert goods(state) == before | row.goods | ({"glass"} if number == 137 else set())


@rows("number, way", [(n, way) for n, way in WAYS if INDEX[n].costs[way].money])
def test_a_tile_takes_all_the_money_of_the_index(number: int, way: int) -> None:
    cost = INDEX[number].costs[way]
    state = facing(number, city=means(cost), money=cost.money - 1, raws=raws_without(*cost.goods))
    assert code(state, chosen(number, way)) == "NEOM-BUILD-MONEY"


@rows("number, way", [(n, way) for n, way in WAYS if INDEX[n].costs[way].goods])
def test_a_tile_takes_each_good_of_the_index(number: int, way: int) -> None:
    cost = INDEX[number].costs[way]
    for good in cost.goods:
        state = facing(number, city=means(cost, good), raws=raws_without(*cost.goods))
        assert code(state, chosen(number, way)) == "NEOM-BUILD-GOOD", good


@rows("number", [83, 94, 99])
def test_three_tiles_of_a_type_are_needed(number: int) -> None:
    kind = INDEX[number].costs[0].tiles
    assert refusal(facing(number, city=far(THREE[kind])), put(number)) == LEGAL
    assert code(facing(number, city=far(THREE[kind][:2])), put(number)) == "NEOM-BUILD-NEEDS"
    others = [tile for letter, tiles_ in THREE.items() if letter != kind for tile in tiles_[:2]][:3]
    assert code(facing(number, city=far([*THREE[kind][:2], *others])), put(number)) == "NEOM-BUILD-NEEDS"


@rows("number", INDEX)
def test_there_is_no_other_alternative(number: int) -> None:
    (*_, cost) = costs = INDEX[number].costs
    state = facing(number, city=means(cost))
    assert code(state, chosen(number, len(costs))) == "NEOM-BUILD-ALTERNATIVE"


@rows("number", INDEX)
def test_a_tile_has_the_income_of_the_index(number: int) -> None:
    row = INDEX[number]
    if number in VARIABLE_INCOME:
        assert row.income == (0, 0, 0)
        return
    for generation in range(max(row.generation, 1), 4):
        assert income({HOME: number}, generation) == row.income[generation - 1]


@rows("number", INDEX)
def test_a_tile_has_the_points_of_the_index(number: int) -> None:
    row = INDEX[number]
    if number not in VARIABLE:
        assert points(position(city={HOME: number}, picked=6))["tiles"] == row.points


@rows("number", INDEX)
def test_power_takes_the_penalty_off(number: int) -> None:
    """A residential tile besides: 4 for the ghost town, or nothing."""
    row = INDEX[number]
    ghost = 0 if "residential" in row.types else -4
    penalties = points(position(city={HOME: number, (0, -2): 44}, picked=6))["penalties"]
    assert penalties == ghost - (0 if "power" in row.marks else 5)


@rows("number", INDEX)
def test_pollution(number: int) -> None:
    """A residential tile at its side loses 2, one at its corner 1."""
    row, loss = INDEX[number], -1 if "smoke" in INDEX[number].marks else 0
    assert ("industrial" in row.types) <= ("smoke" in row.marks)
    assert points(position(city={HOME: number, (1, 1): 44}, picked=6))["pollution"] == 2 * loss
    assert points(position(city={HOME: number, (1, 2): 44}, picked=6))["pollution"] == loss


@rows("number", INDEX)
def test_the_types_of_the_index_decide_what_replaces_it(number: int) -> None:
    for kind, other in {"residential": 44, "commercial": 48, "industrial": 53, "public": 70, "extraction": 61}.items():
        state = facing(other, city={HOME: number}, raws=("ore", "coal", "gas"))
        expected = "" if INDEX[number].types & {kind, "extraction"} else "NEOM-BUILD-REPLACE"
        assert number == other or code(state, put(other)) == expected, kind


@rows("number", INDEX)
def test_the_types_of_the_index_decide_what_it_replaces(number: int) -> None:
    row = INDEX[number]
    cost = row.costs[0]
    for kind, other in {"residential": 4, "commercial": 8, "industrial": 30, "public": 17, "extraction": 32}.items():
        city = {**means(cost), HOME: other}
        expected = "" if kind in row.types or kind == "extraction" else "NEOM-BUILD-REPLACE"
        assert number == other or code(facing(number, city=city), chosen(number)) == expected, kind


@rows("number", INDEX)
def test_what_a_tile_makes_is_worth_points(number: int) -> None:
    """Lumber is worth 2 and the goods of the swamp 1 each, as all of their levels."""
    row = INDEX[number]
    level = {good: 1 if place < 6 else 2 if place < 14 else 10 for place, good in enumerate(PROVIDERS)}
    raw = raws_without(*row.goods)
    made = points(position(city={HOME: number}, picked=6, raws=raw, produced="glass" if number == 137 else None))
    assert made["goods"] == 1 + sum(level[good] for good in row.goods) + (2 if number == 137 else 0)


@rows("number, generation", [(24, 1), (64, 2), (104, 3)])
def test_who_picks_a_disaster_does_not_act(number: int, generation: int) -> None:
    state = position(picked=number, generation=generation, others_picked={1: 6})
    assert state.view(0).due[0] == ""
    assert state.view(1).due[1] == "act"


@rows("number, types", [(86, {"residential", "commercial"}), (87, {"residential", "commercial"})])
def test_two_tiles_are_of_two_types(number: int, types: set[str]) -> None:
    assert INDEX[number].types == types
    assert points(position(city={HOME: number}, picked=6))["residential areas"] == 1
    assert points(position(city={HOME: number}, picked=6))["penalties"] == -4 - 5
