"""The component file: the tiles against the index, what goes together among them, the roads, and broken files."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from importlib import resources
from itertools import combinations
from pathlib import Path
from statistics import correlation
from typing import Any

from cityleague.engine.components import packaged
from cityleague.engine.neom.components import Box, load
from cityleague.engine.neom.moves import Sell

from ..cli.helpers import run
from ..replays.helpers import broken, with_value
from ..rows import rows
from .helpers import do, new, position
from .index import DISASTERS, GOODS, INDEX, PROVIDERS, SUMS
from .scenes import far, money, put

FILE: dict[str, Any] = json.loads(packaged("neom"))
TILES: dict[int, dict[str, Any]] = {tile["number"]: tile for tile in FILE["tiles"]["list"]}
EXITS: dict[int, str] = {int(number): exits for number, exits in FILE["roads"]["exits"].items()}
RAW, TRADE, LUXURY = frozenset(GOODS[:6]), frozenset(GOODS[6:14]), frozenset(GOODS[14:])
WORTH = {good: 1 if good in RAW else 2 if good in TRADE else 10 for good in GOODS}
PRICE = {good: 2 if good in RAW else 4 if good in TRADE else 10 for good in GOODS}
STACKS = ("I", "II", "III", "anchor")

# -- the tiles


def test_all_numbers_stand_there_once() -> None:
    assert [tile["number"] for tile in FILE["tiles"]["list"]] == list(range(1, 151))


def test_stacks() -> None:
    """24, 8 and 8 a generation, 30 anchors; of the 24 one is a disaster."""
    counts = Counter((tile["stack"], tile.get("players")) for tile in TILES.values())
    expected: dict[tuple[str, int | None], int] = {("anchor", None): 30}
    for stack in STACKS[:3]:
        expected |= {(stack, 1): 24, (stack, 4): 8, (stack, 5): 8}
    assert counts == expected


@rows("number", INDEX)
def test_tiles_are_those_of_the_index(number: int) -> None:
    row, tile = INDEX[number], TILES[number]
    assert tile["name"] == row.name
    assert tile["stack"] == STACKS[row.generation - 1]
    assert tile.get("players", 0) == row.symbol
    assert set(tile["types"]) == row.types
    costs = [(way.get("money", 0), set(way.get("goods", ()))) for way in tile.get("cost", [{}])]
    assert costs == [(cost.money, set(cost.goods)) for cost in row.costs]
    assert set(tile.get("goods", ())) == row.goods
    assert tile.get("polluted", False) == ("smoke" in row.marks)
    assert tile.get("power", False) == ("power" in row.marks)
    protects = {"fire": "fire", "police": "violence"}
    assert set(tile.get("protects", ())) == {word for mark, word in protects.items() if mark in row.marks}
    assert tile.get("once", 0) == row.once
    income = tile.get("income", 0)
    assert tuple(income if isinstance(income, list) else [income] * 3) == row.income


def test_disasters() -> None:
    assert {number: tile["disaster"] for number, tile in TILES.items() if "disaster" in tile} == DISASTERS
    assert all("types" not in TILES[number] for number in DISASTERS)
    assert [TILES[number]["stack"] for number in DISASTERS] == ["I", "II", "III"]
    assert [TILES[number]["players"] for number in DISASTERS] == [1, 1, 1]
    names = ["Überschwemmung", "Großbrand", "Gewaltwelle"]
    assert [TILES[number]["name"] for number in DISASTERS] == names


@rows("number", SUMS)
def test_footnotes_agree_with_money_at_once_and_income(number: int) -> None:
    """What a tile brings in all, built as early as can be; 94's footnote, 15 for 1 and 9, is a slip."""
    row = INDEX[number]
    first = max(row.generation, 1)
    assert row.once + sum(row.income[first - 1 :]) == SUMS[number]


def test_all_money_has_a_footnote() -> None:
    """Exceptions are 94, and anchors that depend on the city or pay only once."""
    paying = {number for number, row in INDEX.items() if row.once or any(row.income)}
    assert paying - set(SUMS) == {94, 121, 122, 133, 136}
    assert (INDEX[94].once, INDEX[94].income) == (1, (9, 9, 9))


def test_goods_and_money() -> None:
    for level, goods, price, points in [("raw", RAW, 2, 1), ("trade", TRADE, 4, 2), ("luxury", LUXURY, 10, 10)]:
        assert (FILE["goods"][level]["price"], FILE["goods"][level]["points"]) == (price, points)
        assert len(goods) == {"raw": 6, "trade": 8, "luxury": 3}[level]
    assert (FILE["setup"]["money"], FILE["setup"]["sale"]) == (6, 5)
    assert sorted(FILE["setup"]["boards"]) == sorted(RAW)


def test_ratings() -> None:
    assert {key: FILE["ratings"][key] for key in ("1+", "4+", "5+")} == {
        "1+": [80, 100, 110, 120, 125],
        "4+": [85, 105, 115, 125, 130],
        "5+": [90, 110, 120, 130, 135],
    }


# -- what goes together


def test_each_good_has_a_producer_of_the_right_kind() -> None:
    """Raw goods of extraction only, trade goods of industry, luxury goods of that of generation III."""
    assert {good for row in INDEX.values() for good in row.goods} == set(GOODS)
    for row in INDEX.values():
        made = {level for level, goods in (("raw", RAW), ("trade", TRADE), ("luxury", LUXURY)) if row.goods & goods}
        assert len(made) < 2
        if "raw" in made:
            assert row.types == {"extraction"}
        if made & {"trade", "luxury"}:
            assert row.types == {"industrial"}
        if "luxury" in made:
            assert row.generation == 3
    assert all(INDEX[number].goods == {good} for good, number in PROVIDERS.items())


def test_each_good_that_is_needed_can_be_made() -> None:
    """In the same generation or one before, of tiles of the same symbol or below."""
    for row in INDEX.values():
        for good in {good for cost in row.costs for good in cost.goods}:
            makers = [maker for maker in INDEX.values() if good in maker.goods]
            assert any(by.generation <= row.generation and by.symbol <= row.symbol for by in makers), (row, good)


def test_industry_pollutes_and_makes_something() -> None:
    for number, row in INDEX.items():
        if "industrial" in row.types:
            assert "smoke" in row.marks
            assert row.goods or number == 137
        elif "smoke" in row.marks:
            assert row.types == {"public"}
            assert "power" in row.marks


def test_only_residential_and_public_tiles_have_printed_points() -> None:
    for tile in TILES.values():
        if tile.get("points") or tile.get("points_per"):
            assert set(tile["types"]) & {"residential", "public"}


def test_only_two_tiles_have_two_types() -> None:
    assert {number for number, row in INDEX.items() if len(row.types) != 1} == {86, 87}


def test_tiles_of_one_name_are_of_one_type() -> None:
    for tile, other in combinations(TILES.values(), 2):
        if tile["name"] == other["name"]:
            assert tile["types"] == other["types"]
            assert tile["gloss"] == other["gloss"]
            assert set(tile.get("goods", ())) == set(other.get("goods", ()))
            assert tile["number"] != other["number"]
        else:
            assert tile["gloss"] != other["gloss"]


def test_commercial_tiles_bring_money_and_extraction_tiles_goods() -> None:
    for number, row in INDEX.items():
        if "commercial" in row.types:
            assert row.once or any(row.income) or TILES[number]["income_per"]
        if "extraction" in row.types:
            assert row.goods or row.marks == {"power"}
            assert row.costs == ((0, (), ""),)


# -- the roads


def test_the_spread_of_exits() -> None:
    """Four 24 times, three 72, two 46 (a third of them straight), one 5; none for disasters."""
    assert set(EXITS) == set(INDEX)
    assert Counter(map(len, EXITS.values())) == {4: 24, 3: 72, 2: 46, 1: 5}
    straight = sum(set(exits) in ({"N", "S"}, {"E", "W"}) for exits in EXITS.values())
    assert abs(straight - 46 / 3) < 2


@rows("stack", STACKS)
def test_all_directions_are_equally_frequent_in_a_stack(stack: str) -> None:
    counts = Counter(
        "".join(EXITS[number] for number, tile in TILES.items() if tile["stack"] == stack and number in EXITS)
    )
    assert max(counts.values()) - min(counts.values()) <= (1 if stack == "anchor" else 0)


def test_tiles_of_one_name_have_different_roads() -> None:
    for tile, other in combinations(INDEX.values(), 2):
        if tile.name == other.name:
            assert set(EXITS[tile.number]) != set(EXITS[other.number])


def cost(number: int) -> float:
    """A tile's cheapest cost, goods at their prices."""
    return min(way.money + sum(PRICE[good] for good in way.goods) for way in INDEX[number].costs)


def worth(number: int) -> float:
    """Points, goods and money in all, 1 point for 2; for tiles that vary just what does not."""
    row = INDEX[number]
    brought = row.once + sum(row.income[max(row.generation, 1) - 1 :])
    return row.points + sum(WORTH[good] for good in row.goods) + brought / 2 + 5 * ("power" in row.marks)


@rows("measure", [cost, worth])
def test_exits_go_with_neither_cost_nor_worth(measure: Callable[[int], float]) -> None:
    """Among all tiles that are dealt, and as far as their worth does not depend on the city."""
    some = [number for number, row in INDEX.items() if row.generation and not TILES[number].get("points_per")]
    assert abs(correlation([len(EXITS[number]) for number in some], [measure(number) for number in some])) < 0.1


def test_types_hardly_differ_in_exits() -> None:
    means = [
        sum(some) / len(some)
        for kind in ("residential", "commercial", "industrial", "public", "extraction")
        if (some := [len(EXITS[number]) for number, row in INDEX.items() if kind in row.types])
    ]
    assert max(means) - min(means) < 0.35


# -- other files


def test_a_file_of_roads_is_complete() -> None:
    exits = {str(number): "N" for number in INDEX}
    box = load(json.dumps({"game": "neom", "roads": {"provenance": "published", "exits": exits}}).encode())
    assert box.hash != load(None).hash
    assert new(3, box=box).pending() is not None


def test_exits_may_stand_in_any_order() -> None:
    assert load(with_value(packaged("neom"), ["roads", "exits", "7"], "WE")).hash


def at(number: int, *path: Any) -> list[Any]:
    """Where something of a tile stands."""
    return ["tiles", "list", number - 1, *path]


BROKEN: list[tuple[list[Any], Any, str]] = [
    (["roads", "exits", "5"], None, "roads.* 5"),
    (["roads", "exits", "5"], "", "roads.* 5"),
    (["roads", "exits", "5"], "NX", "roads: exits: 5 .*NX"),
    (["roads", "exits", "5"], "n", 'roads: exits: 5 .*"n"'),
    (["roads", "exits", "5"], "NN", "roads: exits: 5 .*NN"),
    (["roads", "exits", "5"], "NESWN", "roads: exits: 5 .*NESWN"),
    (["roads", "exits", "5"], 5, "roads: exits: 5: text is needed, not 5"),
    (["roads", "exits", "151"], "N", "roads.*151"),
    (["roads", "exits", "0"], "N", 'roads.*"0"'),
    (["roads", "exits", "05"], "N", "roads.*05"),
    (["roads", "exits", "five"], "N", "roads.*five"),
    (["roads", "exits", "24"], "N", "roads.* 24.*disaster"),
    (["roads", "exits"], None, "roads"),
    (["roads", "exits"], [], "roads"),
    (["roads", "provenance"], None, "provenance"),
    (["roads"], None, "roads"),
    (["more"], 1, "more"),
    (at(5), None, "tiles.*5"),
    (at(5, "number"), 6, "tiles: missing: 5\n  tiles: there more than once: 6"),
    (at(5, "number"), 151, 'tiles: missing: 5\n  tiles: not in this game: "151"'),
    (at(5, "number"), None, "number"),
    (at(5, "stack"), "IV", "stack"),
    (at(5, "stack"), "II", "tiles"),
    (at(5, "stack"), "anchor", "tiles"),
    (at(5, "players"), 4, "tiles"),
    (at(5, "players"), 2, "players"),
    (at(125, "players"), 4, "tiles"),
    (at(45, "players"), 4, "tiles"),
    (at(65, "players"), 5, "tiles"),
    (at(90, "players"), 5, "tiles"),
    (at(110, "players"), 5, "tiles"),
    (at(24, "players"), 4, "tiles"),
    (at(5, "swaps"), True, "tiles.*swap"),
    (at(5, "points"), -1, "tiles.* 5.*points"),
    (at(5, "points"), 10**6, "tiles.* 5.*points"),
    (at(6, "once"), -1, "tiles.* 6.*once"),
    (at(6, "income"), -1, "tiles.* 6.*income"),
    (at(132, "trigger", "money"), -1, "tiles.* 132.*trigger"),
    (at(121, "income_per", 0, "each"), -1, "tiles.* 121"),
    (at(121, "income_per", 0, "of"), "five_final_income", "tiles.* 121"),
    (at(5, "types"), None, "tiles.* 5"),
    (at(5, "types"), [], "tiles.* 5"),
    (at(5, "types"), ["rural"], "types"),
    (at(5, "types"), ["public", "public"], "tiles.* 5"),
    (at(5, "disaster"), "flood", "tiles"),
    (at(24, "disaster"), "plague", "disaster"),
    (at(24, "types"), ["public"], "tiles.* 24"),
    (at(24, "disaster"), None, "tiles"),
    (at(5, "points"), "1", "points"),
    (at(5, "points"), 1.5, "points"),
    (at(5, "points"), 10**30, "points"),
    (at(5, "cost", 0, "goods"), ["cheese"], "goods"),
    (at(5, "cost", 0, "goods"), ["lumber", "lumber"], "tiles.* 5"),
    (at(5, "cost", 0, "money"), -1, "tiles.* 5|money"),
    (at(11, "goods"), ["cheese"], "goods"),
    (at(11, "goods"), ["lumber", "lumber"], "tiles.* 11"),
    (at(36, "income"), [1, 2], "income|tiles.* 36"),
    (at(36, "income"), [1, 2, 3, 4], "income|tiles.* 36"),
    (at(60, "points_per", 0, "of"), "friends", "tiles.* 60.*friends"),
    (at(121, "income_per", 0, "of"), "friends", "tiles.* 121.*friends"),
    (at(146, "once_per", 0, "of"), "friends", "tiles.* 146.*friends"),
    (at(132, "trigger", "on"), "sunday", "trigger"),
    (at(17, "protects"), ["flood"], "tiles.* 17|protects"),
    (at(5, "colour"), "red", "colour"),
    (["setup", "boards"], ["coal"], "setup|boards"),
    (["setup", "boards", 0], "steel", "setup|boards"),
    (["setup", "boards", 0], "ore", "setup|boards"),
    (["setup", "money"], -1, "setup|money"),
    (["goods", "raw"], None, "raw"),
    (["goods", "raw", "price"], -1, "goods|price"),
    (["ratings", "1+"], [80, 100], "ratings|1\\+"),
    (["ratings", "1+"], [100, 80, 110, 120, 125], "ratings|1\\+"),
]


@rows("path, value, message", BROKEN)
def test_a_broken_file_says_where(path: list[Any], value: Any, message: str) -> None:
    broken(load, packaged("neom"), path, value, message)


# -- tile 94

RULES = resources.files("cityleague.engine").joinpath("neom", "RULES.md").read_text("utf-8")
OWN_94 = re.findall(r'^    ("once": \d+, "income": \d+)$', RULES, re.MULTILINE)
"""What the rules document offers for the line of tile 94."""
PRINTED_94 = '"once": 1, "income": 9'


def with_94(figures: str) -> bytes:
    """The file that `cityleague components neom` prints, with these figures in the line of tile 94."""
    lines = packaged("neom").decode().splitlines(keepends=True)
    (number,) = [i for i, line in enumerate(lines) if '"number": 94,' in line]
    assert lines[number].count(PRINTED_94) == 1
    lines[number] = lines[number].replace(PRINTED_94, figures)
    return "".join(lines).encode()


def brought_by_94(box: Box) -> int:
    """The money that tile 94 brings when it is built in the last generation."""
    state = position(3, city=far([6, 7, 8]), picked=94, generation=3, turn=7, box=box)
    with_it, without = do(state.copy(), put(94)), do(state, Sell())
    return money(with_it) - (money(without) - 5)


def test_tile_94_brings_ten_and_with_a_file_as_the_rules_say_fifteen() -> None:
    assert f"`{PRINTED_94}`" in RULES
    assert brought_by_94(load(None)) == 1 + 9
    assert len(OWN_94) == 2
    assert [brought_by_94(load(with_94(figures))) for figures in OWN_94] == [15, 15]


@rows("figures", OWN_94)
def test_a_game_with_another_tile_94_is_played_and_validated(figures: str, tmp_path: Path) -> None:
    own, log = tmp_path / "mine.json", tmp_path / "game.jsonl"
    own.write_bytes(run("components", "neom").stdout_bytes)
    assert own.read_bytes() == with_94(PRINTED_94)
    own.write_bytes(with_94(figures))
    run("components", "neom", "--check", own)
    run("play", "neom", "random", "greedy", "random", "-o", log, "--components", own)
    run("validate", log, "--components", own)
    assert "LOG-COMPONENTS" in run("validate", log, code=1).stdout
