"""The component file: how many of what, figures within their bounds, what grows from round to round; broken files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations
from statistics import mean
from typing import Any

import msgspec
import pytest

from cityleague.engine.city_tycoon.components import load
from cityleague.engine.city_tycoon.moves import Options
from cityleague.engine.city_tycoon.state import setup
from cityleague.engine.components import ComponentsError, packaged

from ..replays.helpers import broken
from ..rows import rows
from .scenes import NAMES, demand, file, own

FILE: dict[str, Any] = json.loads(packaged("city_tycoon"))
TILES: list[dict[str, Any]] = FILE["districts"]["list"]
PLANTS: list[dict[str, Any]] = [*FILE["plants"]["electric"], *FILE["plants"]["water"]]
ROUNDS = ("I", "II", "III", "IV")


def of(mark: str) -> list[dict[str, Any]]:
    """The districts of a round."""
    return [tile for tile in TILES if tile["name"].startswith(f"{mark}-")]


# -- what is in the box


def test_thirty_districts_a_round() -> None:
    assert Counter(tile["name"].split("-")[0] for tile in TILES) == dict.fromkeys(ROUNDS, 30)
    assert {tile["name"] for tile in TILES} == set(NAMES)
    box = load(None)
    assert [box.rounds[number] for number in (1, 2, 3, 4)] == [
        tuple([tile["name"] for tile in of(mark)]) for mark in ROUNDS
    ]


def test_six_plants_of_each_kind_with_two_sides() -> None:
    assert [plant["number"] for plant in PLANTS] == [1, 2, 3, 4, 5, 6] * 2
    assert all(set(plant[side]) == {"cost", "cubes"} for plant in PLANTS for side in ("exhausting", "renewing"))


def test_published_figures_of_the_course() -> None:
    setting = {name: value for name, value in FILE["setup"].items() if name != "provenance"}
    assert setting == {"money": 20, "step": 2, "sale": 5, "fee": 2, "money_for_point": 10, "terrain": 32, "hand": 6}


def test_each_block_says_where_it_is_from() -> None:
    assert FILE["plants"]["provenance"] == FILE["districts"]["provenance"] == "house"
    assert FILE["setup"]["provenance"] in {"rulebook", "published"}


# -- districts


def test_costs_span_what_is_published() -> None:
    """Round I from 1 to 8, round IV up to about 30."""
    first, last = [tile["cost"] for tile in of("I")], [tile["cost"] for tile in of("IV")]
    assert (min(first), max(first)) == (1, 8)
    assert 28 <= max(last) <= 32


@rows("most", [min, max])
def test_the_least_and_the_most_cost_grow_from_round_to_round(most: Callable[[list[int]], int]) -> None:
    costs = [most([tile["cost"] for tile in of(mark)]) for mark in ROUNDS]
    assert all(cost < other for cost, other in pairwise(costs)), costs


def test_one_instant_reward_at_most() -> None:
    known = {"points", "yellow", "meadow", "water", "points_for"}
    for tile in TILES:
        reward = tile.get("reward", {})
        assert len([name for name, value in reward.items() if value]) <= 1, tile["name"]
        assert set(reward) <= known, tile["name"]


@rows("mark", ROUNDS)
def test_each_round_has_all_instant_rewards(mark: str) -> None:
    seen = {name for tile in of(mark) for name in tile.get("reward", {})}
    assert seen == {"points", "yellow", "meadow", "water", "points_for"}
    touched = {terrain for tile in of(mark) for terrain in tile.get("reward", {}).get("points_for", {})}
    assert touched == {"meadow", "water"}
    assert any("reward" not in tile for tile in of(mark))


def test_one_or_two_demands() -> None:
    for tile in TILES:
        assert 1 <= len(tile["demands"]) <= 2, tile["name"]
        for asked in tile["demands"]:
            assert sum(asked["takes"].values()) > 0, tile["name"]
            assert sum(asked["gives"].values()) > 0, tile["name"]
            assert min(*asked["takes"].values(), *asked["gives"].values(), 1) >= 0
    assert {len(tile["demands"]) for tile in TILES} == {1, 2}


@rows("mark", ROUNDS)
def test_each_round_asks_for_and_gives_all_there_is(mark: str) -> None:
    demands = [demand for tile in of(mark) for demand in tile["demands"]]
    for part, names in [("takes", ("red", "blue", "yellow")), ("gives", ("money", "points", "yellow"))]:
        assert {name for demand in demands for name, value in demand[part].items() if value} == set(names)


@rows("mark", ROUNDS)
def test_red_and_blue_are_asked_for_alike(mark: str) -> None:
    red, blue = [sum(demand["takes"].get(c, 0) for t in of(mark) for demand in t["demands"]) for c in ("red", "blue")]
    assert 0.8 < red / blue < 1.25


def test_two_demands_of_a_district_differ() -> None:
    for tile in TILES:
        if len(tile["demands"]) == 2:
            first, other = tile["demands"]
            assert first != other, tile["name"]
            assert first["takes"] != other["takes"], tile["name"]


def cost(tile: dict[str, Any]) -> float:
    """What it costs."""
    return float(tile["cost"])


def cubes(tile: dict[str, Any]) -> float:
    """What its largest demand takes."""
    return float(max(sum(demand["takes"].values()) for demand in tile["demands"]))


def points(tile: dict[str, Any]) -> float:
    """The points of its best demand."""
    return float(max(demand["gives"].get("points", 0) for demand in tile["demands"]))


def worth(tile: dict[str, Any]) -> float:
    """The points and money of its best demand, as they count in the end."""
    rewards = [demand["gives"] for demand in tile["demands"]]
    return float(max(reward.get("points", 0) + reward.get("money", 0) / 10 for reward in rewards))


def instant(tile: dict[str, Any]) -> float:
    """The points it brings at once."""
    return float(tile.get("reward", {}).get("points", 0))


@rows("measure", [cost, cubes, points, worth, instant])
def test_what_grows_from_round_to_round(measure: Callable[[dict[str, Any]], float]) -> None:
    means = [mean(map(measure, of(mark))) for mark in ROUNDS]
    assert all(mean < other for mean, other in pairwise(means)), means


def rewards(tile: dict[str, Any]) -> list[int]:
    """The instant rewards of a district, each figure in its place."""
    reward = tile.get("reward", {})
    touching = reward.get("points_for", {})
    at_once = [reward.get(name, 0) for name in ("points", "yellow", "meadow", "water")]
    return at_once + [touching.get(terrain, 0) for terrain in ("meadow", "water")]


def asks_less(demand: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether a demand takes no more of anything than another one, and gives no less."""
    return all(
        demand["takes"].get(colour, 0) <= other["takes"].get(colour, 0) for colour in ("red", "blue", "yellow")
    ) and all(demand["gives"].get(what, 0) >= other["gives"].get(what, 0) for what in ("money", "points", "yellow"))


def dominates(tile: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether nobody would ever rather have the other district, equal ones included."""
    return (
        tile["cost"] <= other["cost"]
        and all(mine >= its for mine, its in zip(rewards(tile), rewards(other), strict=True))
        and all(any(asks_less(mine, its) for mine in tile["demands"]) for its in other["demands"])
    )


def turned(tile: dict[str, Any]) -> dict[str, Any]:
    """The district with red cubes for blue ones, and blue for red."""
    colours = {"red": "blue", "blue": "red"}
    takes = [{colours.get(name, name): cubes for name, cubes in asked["takes"].items()} for asked in tile["demands"]]
    return tile | {"demands": [asked | {"takes": cubes} for asked, cubes in zip(tile["demands"], takes, strict=True)]}


def dominated(tiles: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Each district that is better than another, up to the colour of cubes from plants, and the other."""
    return [
        (tile["name"], other["name"])
        for tile, other in permutations(tiles, 2)
        if dominates(tile, other) or dominates(turned(tile), other)
    ]


@rows("mark", ROUNDS)
def test_no_district_is_dominated_by_another_of_its_round(mark: str) -> None:
    assert dominated(of(mark)) == []


def test_in_earlier_figures_blue_districts_dominated_red_ones() -> None:
    tiles = json.loads(packaged("city_tycoon", file="older/rules-3.json"))["districts"]["list"]
    assert dominated([tile for tile in tiles if tile["name"].startswith("I-")]) == [("I-12", "I-11"), ("I-14", "I-13")]


def test_dominance_looks_at_cost_reward_and_each_demand() -> None:
    plain: dict[str, Any] = {
        "cost": 4,
        "reward": {"points": 1},
        "demands": [demand(red=1), demand(red=1, blue=1, money=3)],
    }
    assert dominates(plain, plain)
    assert dominates(plain, plain | {"cost": 5})
    assert not dominates(plain | {"cost": 5}, plain)
    assert not dominates(plain | {"reward": {"yellow": 9}}, plain)
    assert not dominates(plain | {"reward": {"points_for": {"water": 9}}}, plain)
    assert not dominates(plain | {"demands": plain["demands"][:1]}, plain)
    assert dominates(plain | {"demands": plain["demands"][1:]}, plain | {"demands": [demand(red=2, blue=1, money=2)]})


# -- plants


@rows("side", ["exhausting", "renewing"])
def test_plants_cost_more_and_hold_more_the_higher_the_number(side: str) -> None:
    for plant, other in (*pairwise(PLANTS[:6]), *pairwise(PLANTS[6:])):
        assert plant[side]["cost"] < other[side]["cost"]
        assert plant[side]["cubes"] <= other[side]["cubes"]
    assert all(PLANTS[first][side]["cubes"] < PLANTS[first + 5][side]["cubes"] for first in (0, 6))


def test_renewing_plants_hold_fewer_cubes_than_exhausting_ones() -> None:
    assert all(plant["renewing"]["cubes"] < plant["exhausting"]["cubes"] for plant in PLANTS)


# -- other files


def test_a_file_of_ones_own_is_played_with() -> None:
    box = load(json.dumps(file()).encode())
    assert box.hash != load(None).hash
    assert setup(Options(), 3, box).pending() is not None


def test_districts_may_stand_in_any_order() -> None:
    turned = file()
    turned["districts"]["list"].reverse()
    assert load(json.dumps(turned).encode()).rounds[1] == tuple(reversed(NAMES[:30]))


@rows("demands", range(7))
def test_a_district_may_have_any_number_of_demands_up_to_six(demands: int) -> None:
    box = own({"II-7": {"demands": [demand(red=1, points=number + 1) for number in range(demands)]}})
    assert len(box.districts["II-7"].demands) == demands


def test_all_instant_rewards_may_come_together() -> None:
    reward = {"points": 1, "yellow": 2, "meadow": 3, "water": 4, "points_for": {"meadow": 5, "water": 6}}
    box = own({"II-7": {"reward": reward}})
    assert json.loads(msgspec.json.encode(box.districts["II-7"].reward)) == reward


def test_plants_may_stand_in_any_order() -> None:
    turned = file()
    turned["plants"]["water"].reverse()
    assert load(json.dumps(turned).encode()).plants == load(json.dumps(file()).encode()).plants


def at(name: str, *path: Any) -> list[Any]:
    """Where something of a district stands."""
    return ["districts", "list", NAMES.index(name), *path]


def number(plant: int, *path: Any) -> list[Any]:
    """Where something of a water plant stands."""
    return ["plants", "water", plant - 1, *path]


TAKES_NOTHING = {"takes": {}, "gives": {"money": 1}}
GIVES_NOTHING = {"takes": {"red": 1}, "gives": {}}
BROKEN: list[tuple[list[Any], Any, str]] = [
    (["more"], 1, "more"),
    (["setup"], None, "setup"),
    (["setup", "provenance"], None, "provenance"),
    (["setup", "provenance"], "hearsay", "provenance"),
    (["setup", "money"], -1, "setup: money.*-1"),
    (["setup", "money"], "20", 'setup: money: a whole number is needed, not "20"'),
    (["setup", "step"], -2, "setup: step"),
    (["setup", "sale"], 10**6, "setup: sale"),
    (["setup", "fee"], -1, "setup: fee"),
    (["setup", "fee"], 1.5, "setup: fee: a whole number is needed, not 1.5"),
    (["setup", "money_for_point"], 0, "setup: money_for_point"),
    (["setup", "terrain"], 3, "setup: terrain"),
    (["setup", "hand"], 0, "setup: hand"),
    (["setup", "hand"], 7, "setup: hand"),
    (["setup", "hand"], None, "hand"),
    (["setup", "tax"], 1, "tax"),
    (["plants", "electric"], [], "plants: electric: missing: 1, 2, 3, 4, 5, 6$"),
    (["plants", "water"], None, "plants: missing: water$"),
    (number(6), None, "plants: water: missing: 6$"),
    (number(3, "number"), 4, "plants: water: missing: 3\n  plants: water: there more than once: 4$"),
    (number(3, "number"), 7, 'plants: water: missing: 3\n  plants: water: not in this game: "7"$'),
    (number(3, "renewing"), None, r"plants: missing: water 3 \(renewing\)$"),
    (number(3, "renewing", "cost"), -1, "plants: water 3: renewing: cost"),
    (number(5, "exhausting", "cubes"), 0, "plants: water 5: exhausting: cubes"),
    (number(5, "exhausting", "cubes"), 10**30, "plants: water 5: exhausting: cubes"),
    (["plants", "electric", 1, "renewing", "cubes"], 0, "plants: electric 2: renewing: cubes"),
    (number(5, "exhausting", "points"), 1, "points"),
    (["districts", "list"], [], "districts: missing: I-1, .*, I-10 and 110 more$"),
    (at("II-7"), None, "districts: missing: II-7$"),
    (at("II-7", "name"), "II-8", "districts: missing: II-7\n  districts: there more than once: II-8$"),
    (at("II-7", "name"), "II-31", 'districts: missing: II-7\n  districts: not in this game: "II-31"$'),
    (at("II-7", "name"), "II-07", 'districts: not in this game: "II-07"$'),
    (at("II-7", "name"), "V-1", 'districts: not in this game: "V-1"$'),
    (at("II-7", "name"), "", "districts: missing: II-7$"),
    (at("II-7", "name"), None, "name"),
    (at("II-7", "cost"), -1, "districts: II-7: cost"),
    (at("II-7", "cost"), 10**6, "districts: II-7: cost"),
    (at("II-7", "cost"), None, "cost"),
    (at("II-7", "price"), 4, "price"),
    (at("II-7", "demands"), None, "demands"),
    (at("II-7", "demands"), [demand(1)] * 7, "II-7: a district has 6 demands at most, not 7"),
    (at("II-7", "demands", 0), TAKES_NOTHING, "II-7: demand 0: .*takes something"),
    (at("II-7", "demands", 0), GIVES_NOTHING, "II-7: demand 0: .*gives something"),
    (at("II-7", "demands"), [demand(1), demand(0, 0, money=1)], "II-7: demand 1: .*takes"),
    (at("II-7", "demands", 0, "takes", "red"), -1, "II-7: demand 0: takes: red"),
    (at("II-7", "demands", 0, "takes", "green"), 1, "green"),
    (at("II-7", "demands", 0, "gives", "money"), -1, "II-7: demand 0: gives: money"),
    (at("II-7", "demands", 0, "gives"), None, r"districts: missing: II-7 \(demands 0: gives\)"),
    (at("II-7", "reward"), {"points": -1}, "II-7: reward: points"),
    (at("II-7", "reward"), {"water": 10**6}, "II-7: reward: water"),
    (at("II-7", "reward"), {"forest": 1}, "forest"),
    (at("II-7", "reward"), {"points_for": {"forest": 1}}, 'points_for: there is no field "forest" here'),
    (at("II-7", "reward"), {"points_for": {"water": -1}}, "II-7: reward: points_for: water"),
    (at("II-7", "reward"), {"points_for": {"meadow": 1001}}, "II-7: reward: points_for: meadow"),
]


@rows("path, value, message", BROKEN)
def test_a_broken_file_says_where(path: list[Any], value: Any, message: str) -> None:
    broken(load, json.dumps(file()).encode(), path, value, message)


def test_a_district_too_many_is_named() -> None:
    whole = file()
    whole["districts"]["list"].append({"name": "V-1", "cost": 1, "demands": [demand(1)]})
    with pytest.raises(ComponentsError, match='districts: not in this game: "V-1"'):
        load(json.dumps(whole).encode())
