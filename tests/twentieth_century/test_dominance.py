"""Nothing that is on offer at the same time, for the same price, brings all that another brings, and more.

Read from the file, without the engine. Land of a period is auctioned from one minimum, technologies of a period cost
what the marker says. Two that bring the same differ in their track. Columns of damage cards are bid for, and bonus
cards are the rulebook's: nobody chooses between two of these at a price.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import pytest

from cityleague.engine.components import packaged

Json = dict[str, Any]
PERIODS = ("I-II", "III-IV", "V")
USES = ("worker", "bridge", "waste_separation", "locomotive", "garbage_collection")
YIELDS = ("coins", "science", "prosperity", "recycling")


def covers(better: Sequence[Any], worse: Sequence[Any], good: Callable[[Any, Any], bool]) -> bool:
    """Whether each of some things has another one, of its own, that is at least as good."""
    return any(all(map(good, chosen, worse)) for chosen in permutations(better, len(worse)))


def city_as_good(city: Json, other: Json) -> bool:
    return all(city.get(good, 0) >= other.get(good, 0) for good in YIELDS)


def land_as_good(land: Json, other: Json) -> bool:
    """Each city has a counterpart that yields as much of everything: only one of them gets a citizen at first."""
    return covers(land["cities"], other["cities"], city_as_good)


def as_cheap(price: Json | None, other: Json | None) -> bool:
    """Whether a use is there, at a price that is no higher in coins or science, if the other has it."""
    return other is None or (
        price is not None and all(price.get(good, 0) <= other.get(good, 0) for good in ("coins", "science"))
    )


def technology_as_good(mine: Json, other: Json) -> bool:
    """No more garbage, a marker that is no further to the left, all uses, as cheap, and all buildings, as good."""
    life, other_life = mine.get("quality_of_life"), other.get("quality_of_life")
    shifts = [technology.get("flowers", 0) - technology.get("skulls", 0) for technology in (mine, other)]
    buildings, others = [technology.get("facility", {}).get("buildings", []) for technology in (mine, other)]
    return bool(
        mine.get("garbage", 0) <= other.get("garbage", 0)
        and shifts[0] >= shifts[1]
        and all(mine.get(use, False) >= other.get(use, False) for use in USES)
        and all(as_cheap(mine.get(use), other.get(use)) for use in ("recycling", "remediation"))
        and (not other_life or (life and life["points"] >= other_life["points"]))
        and as_cheap(life and life["price"], other_life and other_life["price"])
        and covers(buildings, others, lambda a, b: a["kind"] == b["kind"] and a["bonus"] >= b["bonus"])
    )


KINDS: dict[str, Callable[[Json, Json], bool]] = {"land": land_as_good, "technologies": technology_as_good}


def dominated(file: Json, kind: str) -> set[tuple[str, str]]:
    """Each one that is better than another of its period, with that other."""
    as_good = KINDS[kind]
    return {
        (item["name"], other["name"])
        for period in PERIODS
        for item, other in permutations([item for item in file[kind]["list"] if item["period"] == period], 2)
        if as_good(item, other) and not as_good(other, item)
    }


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_on_offer_is_better_than_another_in_all_it_brings(kind: str) -> None:
    assert dominated(json.loads(packaged("twentieth_century")), kind) == set()


def test_the_figures_of_release_0_2_0_had_three_such_pairs() -> None:
    """What the definition is for: T7 was T6 with a bridge, and L4 and L12 had the city of L6 and another."""
    file = json.loads(packaged("twentieth_century", file="older/0.2.0.json"))
    assert dominated(file, "land") == {("L4", "L6"), ("L12", "L6")}
    assert dominated(file, "technologies") == {("T7", "T6")}


def technology(**brings: Any) -> Json:
    return {"name": "", "period": "I-II"} | brings


MINE, SMALL = ({"facility": {"buildings": [{"kind": "mine", "bonus": bonus}]}} for bonus in (2, 1))


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"worker": True}, {"worker": True, "garbage": 1}),
        ({"worker": True}, {"worker": True, "skulls": 1}),
        ({"flowers": 2, "skulls": 1, "bridge": True}, {"bridge": True}),
        ({"recycling": {"coins": 1}}, {"recycling": {"coins": 2}}),
        (
            {"quality_of_life": {"price": {"coins": 1}, "points": 3}},
            {"quality_of_life": {"price": {"coins": 1}, "points": 2}},
        ),
        ({"quality_of_life": {"price": {}, "points": 2}}, {"quality_of_life": {"price": {"coins": 1}, "points": 2}}),
        (MINE, SMALL),
    ],
)
def test_what_is_better_is_told_from_what_is_worse(more: Json, less: Json) -> None:
    assert technology_as_good(technology(**more), technology(**less))
    assert not technology_as_good(technology(**less), technology(**more))


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ({"worker": True}, {"bridge": True}),
        ({"recycling": {"coins": 1}}, {"recycling": {"science": 1}}),
        ({"worker": True, "garbage": 1, "bridge": True}, {"worker": True, "skulls": 1}),
    ],
)
def test_what_is_better_in_one_thing_and_worse_in_another_is_neither(first: Json, other: Json) -> None:
    assert not technology_as_good(technology(**first), technology(**other))
    assert not technology_as_good(technology(**other), technology(**first))


def test_two_yields_of_one_city_are_more_than_those_of_two() -> None:
    both, two = ({"cities": cities} for cities in ([{"coins": 1, "science": 1}], [{"coins": 1}, {"science": 1}]))
    assert not land_as_good(two, both)
    assert not land_as_good(both, two)
    assert land_as_good({"cities": [{"coins": 1, "science": 1}, {"coins": 1}]}, both)
