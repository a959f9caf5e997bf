"""The component file: what is in the box, tiles with possible track, files of your own, and broken files."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.bots.specs import parse
from cityleague.engine.components import ComponentsError, packaged
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import game
from cityleague.engine.twentieth_century.components import load
from cityleague.engine.twentieth_century.moves import Options
from cityleague.engine.twentieth_century.state import setup
from cityleague.replays.players import make_header, record_game

from ..replays.helpers import broken, verdicts
from ..rows import rows
from .by_hand import LAND, MINE, figures

FILE: dict[str, Any] = json.loads(packaged("twentieth_century"))
TILES: list[dict[str, Any]] = FILE["land"]["list"]
TECHNOLOGIES: list[dict[str, Any]] = FILE["technologies"]["list"]
PERIODS = ("I-II", "III-IV", "V")
BLOCKS = ("setup", "offers", "strips", "pollution", "start", "land", "technologies", "damage", "bonus")


# -- what is in the box


def test_45_land_tiles_of_which_five_are_start_tiles() -> None:
    """The start tile stands in the file once, for each of up to five players."""
    assert len(TILES) + max(game("twentieth_century").seats) == 45


def test_30_technologies_of_which_four_have_a_bridge() -> None:
    assert len(TECHNOLOGIES) == 30
    assert sum(bool(technology.get("bridge")) for technology in TECHNOLOGIES) == 4


def test_three_damage_cards_a_period() -> None:
    assert Counter(card["period"] for card in FILE["damage"]["list"]) == dict.fromkeys(PERIODS, 3)
    assert all(len(card["columns"]) == 5 for card in FILE["damage"]["list"])


def test_three_bonus_cards_a_round() -> None:
    assert Counter(card["round"] for card in FILE["bonus"]["list"]) == {2: 3, 4: 3}


def test_the_figures_that_the_rules_publish_are_in_the_file() -> None:
    setting = {name: value for name, value in FILE["setup"].items() if name != "provenance"}
    bids = dict(zip(PERIODS, (2, 3, 4), strict=True))
    assert setting == {"coins": 10, "science": 10, "compensation": 2, "largest_bid": 25, "minimum_bid": bids}
    assert FILE["pollution"]["values"] == [*range(-6, 7)]
    assert FILE["pollution"]["clean_land"] == [2] * 4 + [3] * 5 + [4] * 4


def test_on_offer_is_what_the_rules_say() -> None:
    names = ("players", "land", "technologies", "field")
    offers = [tuple(offer[name] for name in names) for offer in FILE["offers"]["list"]]
    assert offers == [(3, 5, 4, 2), (4, 6, 5, 1), (5, 8, 6, 1)]


def test_technologies_get_cheaper_within_a_round_and_more_expensive_from_period_to_period() -> None:
    strips = [FILE["strips"]["science"][period] for period in PERIODS]
    for strip in strips:
        assert strip == sorted(strip, reverse=True)
    assert [strip[0] for strip in strips] == sorted({strip[0] for strip in strips})


def test_each_block_says_where_its_figures_come_from() -> None:
    assert {FILE[block]["provenance"] for block in BLOCKS} <= {"rulebook", "published", "house"}
    assert set(FILE) == {"game", *BLOCKS}


def test_every_bonus_card_of_the_rules_is_in_the_file() -> None:
    lines = {
        card["name"]: [(line["counts"], line["points"]) for line in card["lines"]] for card in FILE["bonus"]["list"]
    }
    assert sorted(lines.values()) == sorted(
        [
            [("coins", 1), ("science", 1)],
            [("points", 1)],
            [("clean land", 6)],
            [("plants", 2), ("coins", 1)],
            [("flowers", 1), ("prosperity", 1)],
            [("clean land by pollution", 1), ("garbage", -1), ("science", 1)],
        ]
    )


# -- other files


OWN = figures(coins=31)


def test_a_game_can_be_played_with_a_file_of_your_own() -> None:
    box = load(OWN)
    assert box.hash != load(None).hash
    assert setup(Options(), 3, box).table.coins == [31] * 3


def test_a_game_of_another_file_is_valid_with_it_alone(tmp_path: Path) -> None:
    century = game("twentieth_century")
    own = Setup(century, Options(), load(OWN), 3)
    header = make_header(own, ["Ada", "Ben", "Cleo"], specs=["random"] * 3, seed="own")
    lines = record_game(own, header, [parse("random", century)] * 3)
    (said,) = verdicts(tmp_path, lines, components={"own.json": OWN})
    assert said.finding is None
    for others in ({}, {"other.json": figures(coins=30)}):
        (said,) = verdicts(tmp_path, lines, components=others)
        assert said.finding is not None
        assert (said.finding.code, said.finding.pointer) == ("LOG-COMPONENTS", "/components")


def test_things_may_stand_in_any_order() -> None:
    file = json.loads(OWN)
    for block in ("land", "technologies", "damage", "bonus"):
        file[block]["list"].reverse()
    assert load(json.dumps(file).encode()).piles["land"]["V"] == tuple(f"L{i}" for i in range(40, 32, -1))


# -- broken files


L7, START = ["land", "list", 6], ["start", "tile"]
MINE_AT = ["technologies", "list", 0]
LIFE = ["technologies", "list", 11]
DAMAGE, BONUS = ["damage", "list", 4], ["bonus", "list", 0]
CITY = {"node": "a", "at": [1, 2]}
LINE = {"counts": "coins", "points": 1}
COURSE: list[tuple[list[Any], Any, str]] = [
    (["more"], 1, "more"),
    (["setup"], None, "setup"),
    (["setup", "provenance"], "hearsay", "provenance"),
    (["setup", "coins"], -1, "setup: coins: -1"),
    (["setup", "coins"], 1001, "setup: coins: 1001"),
    (["setup", "science"], "10", 'setup: science: a whole number is needed, not "10"'),
    (["setup", "science"], -1, "setup: science: -1"),
    (["setup", "compensation"], -1, "setup: compensation: -1"),
    (["setup", "largest_bid"], -1, "setup: largest_bid: -1"),
    (["setup", "tax"], 1, "tax"),
    (["setup", "minimum_bid"], {"I-II": 2, "V": 3}, "III-IV: each period has a minimum bid"),
    (["setup", "minimum_bid", "VI"], 1, "VI"),
    (["setup", "minimum_bid", "V"], -1, "setup: minimum_bid: V: -1"),
    (["offers", "list"], [], "offers: one each for 3, 4, 5 players, in this order"),
    (["offers", "list", 0], None, "offers: one each for 3, 4, 5 players, in this order"),
    (["offers", "list", 0, "players"], 2, "offers: one each for 3, 4, 5 players, in this order"),
    (["offers", "list", 0, "field"], 0, "offers: 3 players: field .*: 0; 1 to 4"),
    (["offers", "list", 1, "field"], 5, r"offers: 4 players: field \(the strip of I-II has 4\): 5"),
    (["offers", "list", 0, "land"], 0, "offers: 3 players: land: 0"),
    (["offers", "list", 2, "land"], 9, "offers: 5 players: land: I-II needs 18, and has 16"),
    (["offers", "list", 1, "technologies"], 3, r"offers: 4 players: technologies \(one each\): 3; 4 to"),
    (["offers", "list", 1, "technologies"], 7, "offers: 4 players: technologies: I-II needs 14, and has 12"),
    (["strips", "science"], {"I-II": [1, 1], "III-IV": [1, 1]}, "V: each period has a minimum bid and a strip"),
    (["strips", "science", "V"], [], "strips: V: a strip has fields"),
    (["strips", "science", "V"], [7], r"offers: 3 players: field \(the strip of V has 1\): 2"),
    (["strips", "science", "V", 1], -1, "strips: V: -1"),
    (["strips", "science", "V", 1], 10**9, "strips: V: 1000000000"),
    (["pollution", "values"], [], "pollution: the track has an odd number of fields"),
    (["pollution", "values"], [-1, 1], "pollution: the track has an odd number of fields"),
    (["pollution", "clean_land"], [1], "pollution: the track has an odd number of fields"),
    (["pollution", "values", 0], -1001, "pollution: values: -1001"),
    (["pollution", "clean_land", 0], 1001, "pollution: clean_land: 1001"),
]
CARDS: list[tuple[list[Any], Any, str]] = [
    (["land", "list"], [], "land: 0; the box has 40"),
    (L7, None, "land: 39; the box has 40"),
    ([*L7, "period"], "IV", 'land: L7: period: one of I-II, III-IV, V is needed, not "IV"'),
    ([*L7, "period"], "V", "offers: 5 players: land: I-II needs 16, and has 15"),
    ([*L7, "name"], "L8", 'two things are called "L8"'),
    ([*L7, "name"], "start", 'two things are called "start"'),
    ([*L7, "name"], "worker", 'two things are called "worker"'),
    ([*L7, "name"], "D3", 'two things are called "D3"'),
    ([*L7, "name"], "", '"": a name is up to 20 printable ASCII'),
    ([*L7, "name"], "L" * 21, '"L{21}": a name is up to 20 printable ASCII'),
    ([*L7, "name"], " L7", '" L7": a name is'),
    ([*L7, "name"], "L\n7", r"\"L\\n7\": a name is"),
    ([*L7, "name"], "Löß", r"\"L\\u00f6\\u00df\": a name is"),
    (["technologies", "list", 3], None, "technologies: 29; the box has 30"),
    (["technologies", "list", 3, "name"], "B1", 'two things are called "B1"'),
    (["technologies", "list", 3, "period"], "V", "technologies: I-II needs 12, and has 11"),
    (["technologies", "list", 29], {"name": "P30", "period": "V"}, "technologies: P30: it does nothing"),
    ([*LIFE, "garbage"], -1, "technologies: life: garbage: -1"),
    ([*LIFE, "skulls"], -1, "technologies: life: skulls: -1"),
    ([*LIFE, "flowers"], 1001, "technologies: life: flowers: 1001"),
    ([*LIFE, "quality_of_life", "points"], 0, "technologies: life: quality_of_life: points: 0"),
    ([*LIFE, "quality_of_life", "price", "coins"], -1, "technologies: life: quality_of_life: coins: -1"),
    ([*LIFE, "recycling"], {"science": -1}, "technologies: life: recycling: science: -1"),
    ([*LIFE, "remediation"], {"coins": 1001}, "technologies: life: remediation: coins: 1001"),
    ([*LIFE, "steam"], True, "steam"),
    ([*MINE_AT, "worker"], True, "technologies: mine: a facility has no other uses"),
    ([*MINE_AT, "recycling"], {}, "technologies: mine: a facility has no other uses"),
    ([*MINE_AT, "quality_of_life"], {"price": {}, "points": 1}, "technologies: mine: a facility has no other uses"),
    ([*DAMAGE[:2], 4], None, "damage: 8; the box has 9"),
    ([*DAMAGE, "columns"], [{}] * 4, "damage: D5: a card has 5 columns"),
    ([*DAMAGE, "columns"], [{}] * 6, "damage: D5: a card has 5 columns"),
    ([*DAMAGE, "columns", 3], {"garbage": -1}, "damage: D5: column 3: garbage: -1"),
    ([*DAMAGE, "columns", 3], {"skulls": 1001}, "damage: D5: column 3: skulls: 1001"),
    ([*DAMAGE, "columns", 3], {"flowers": 1}, "flowers"),
    (["damage", "list", 8, "name"], "D1", 'two things are called "D1"'),
    ([*BONUS[:2], 4], None, "bonus: 5; the box has 6"),
    ([*BONUS, "round"], 3, "bonus: B1: round: one of 2, 4 is needed, not 3"),
    ([*BONUS, "round"], 4, "bonus: 2 cards are for round 2; the box has 3\n  bonus: 4 .* round 4; the box has 3"),
    ([*BONUS, "lines"], [], "bonus: B1: a card has lines, and no two of them count the same"),
    ([*BONUS, "lines"], [LINE, LINE], "bonus: B1: a card has lines, and no two of them count the same"),
    ([*BONUS, "lines", 0, "points"], -1001, "bonus: B1: coins: points: -1001"),
    ([*BONUS, "lines", 0, "counts"], "bridges", 'bonus: B1: lines 0: counts: one of .* needed, not "bridges"'),
]


def nodes(*spots: tuple[str, list[int]]) -> dict[str, Any]:
    """Land with cities at these points, and only one piece of track, from a to the west."""
    return {"cities": [{"node": node, "at": at} for node, at in spots], "track": ["a-W"], "spans": []}


GEOMETRY: list[tuple[dict[str, Any], str]] = [
    (nodes(("a", [0, 2])), r"land: L7: a: \[0, 2\] is not inside the tile, 1 to 3"),
    (nodes(("a", [1, 2]), ("b", [2, 4])), r"land: L7: b: \[2, 4\] is not inside"),
    (nodes(("a", [1, -2])), r"land: L7: a: \[1, -2\] is not inside"),
    (nodes(("a", [1, 2]), ("b", [1, 2])), "land: L7: two nodes lie on the same point"),
    (nodes(("a", [1, 2]), ("a", [2, 2])), "land: L7: two nodes have the same letter"),
    (nodes(("a", [1, 2]), ("B", [2, 2])), "land: L7: the name of a node is one small letter"),
    (nodes(("a", [1, 2]), ("bb", [2, 2])), "land: L7: the name of a node is one small letter"),
    (nodes(("a", [1, 2]), ("", [2, 2])), "land: L7: the name of a node is one small letter"),
    (nodes(("a", [1, 2]), ("ä", [2, 2])), "land: L7: the name of a node is one small letter"),
    (nodes(("a", [1, 2]), ("7", [2, 2])), "land: L7: the name of a node is one small letter"),
    ({"forks": [{"node": "a", "at": [2, 3]}]}, "land: L7: two nodes have the same letter"),
    ({"forks": [{"node": "x", "at": [3, 2]}]}, "land: L7: two nodes lie on the same point"),
    ({"cities": []}, "land: L7: cities: 0; 1 to 4"),
    (nodes(*[(node, [1 + i % 3, 1 + i // 3]) for i, node in enumerate("bcade")]), "land: L7: cities: 5; 1 to 4"),
    ({"cities": [CITY | {"coins": -1}]}, "land: L7: a: coins: -1"),
    ({"cities": [CITY | {"science": 1001}]}, "land: L7: a: science: 1001"),
    ({"cities": [CITY | {"prosperity": -1}]}, "land: L7: a: prosperity: -1"),
    ({"track": ["a-W", "a-W"]}, "land: L7: track: a piece is listed twice"),
    ({"spans": ["N-W", "N-W"]}, "land: L7: spans: a piece is listed twice"),
    ({"track": ["a-W", "W-a"]}, "land: L7: track: a piece is listed twice"),
    ({"track": ["a-Z"]}, "land: L7: track and spans join two of its nodes and ports, as in 'a-N'"),
    ({"track": ["a"]}, "land: L7: track and spans join two"),
    ({"track": [""]}, "land: L7: track and spans join two"),
    ({"track": ["a-b-W"]}, "land: L7: track and spans join two"),
    ({"track": ["a - W"]}, "land: L7: track and spans join two"),
    ({"spans": ["a-x"]}, "land: L7: track and spans join two"),
    ({"track": ["a-N"]}, "land: L7: track: a-N: not straight along or across the tile or diagonal"),
    ({"track": ["a-SE"]}, "land: L7: track: a-SE: not straight"),
    ({"track": ["a-a"]}, "land: L7: track: a-a: it joins a point with itself"),
    ({"track": ["NW-N"]}, "land: L7: track: NW-N: it runs along the edge of the tile"),
    ({"track": ["NE-SE"]}, "land: L7: track: NE-SE: it runs along the edge of the tile"),
    ({"track": ["a-E"]}, "land: L7: track: a-E: it runs through a node"),
    ({"track": ["W-E"]}, "land: L7: track: W-E: it runs through a node"),
    ({"track": ["a-b", "N-S"]}, "land: L7: track: a-b and N-S meet between their ends"),
    ({"track": ["NW-SE", "NE-SW"]}, "land: L7: track: NW-SE and NE-SW meet between their ends"),
    ({"track": ["a-W"], "spans": ["a-E"]}, "land: L7: spans: a-E: it runs through a node"),
    ({"spans": ["b-N"]}, "land: L7: spans: b-N: not straight"),
    ({"spans": ["a-a"]}, "land: L7: spans: a-a: it joins a point with itself"),
    ({"spans": ["N-NE"]}, "land: L7: spans: N-NE: it runs along the edge"),
    ({"spans": ["N-S"]}, "land: L7: spans: N-S crosses the track a-b"),
    ({"spans": ["b-a"]}, "land: L7: spans: b-a crosses the track a-b"),
    ({"track": [], "spans": ["NW-SE"]}, "land: L7: spans: NW-SE: a bridge does not end at a corner"),
    (
        {"cities": [{"node": "a", "at": [1, 1]}], "track": ["a-W"], "spans": ["a-NW"]},
        "land: L7: spans: a-NW: a bridge does not end",
    ),
    (
        {"cities": [{"node": "a", "at": [1, 1]}], "track": ["a-N"], "spans": ["a-SE"]},
        "spans: a-SE: a bridge does not end",
    ),
    ({"track": [], "spans": ["a-W", "a-b", "b-E", "N-E", "N-W", "S-W", "S-E", "N-S", "W-a"]}, "spans: 9; 0 to 8"),
]


FACILITIES: list[tuple[dict[str, Any], str]] = [
    ({"buildings": []}, "technologies: mine: buildings: 0; 1 to 4"),
    ({"buildings": [{**MINE["buildings"][0], "bonus": 0}]}, "technologies: mine: m: bonus: 0"),
    ({"buildings": [{**MINE["buildings"][0], "kind": "school"}]}, "school"),
    ({"buildings": [{**MINE["buildings"][0], "at": [4, 2]}]}, r"technologies: mine: m: \[4, 2\] is not inside"),
    ({"spans": ["m-NE"]}, "technologies: mine: spans: m-NE: a bridge does not end at a corner"),
    ({"spans": ["m-W"]}, "technologies: mine: spans: m-W crosses the track m-W"),
    ({"track": ["W-E"]}, "technologies: mine: track: W-E: it runs through a node"),
    ({"cities": [CITY]}, "cities"),
]
BROKEN = [
    *COURSE,
    *CARDS,
    *[(L7, {"name": "L7", "period": "I-II"} | LAND | changes, message) for changes, message in GEOMETRY],
    *[([*MINE_AT, "facility"], MINE | changes, message) for changes, message in FACILITIES],
    ([*START, "citizens"], ["a", "a"], "start: citizens live in its cities, at most one in each: a, b, c"),
    ([*START, "citizens"], ["x"], "start: citizens live in its cities, at most one in each: a, b, c"),
    ([*START, "citizens"], ["A"], "start: citizens live in its cities"),
    ([*START, "garbage"], -1, "start: garbage: -1"),
    ([*START, "track"], ["a-E"], "start: track: a-E: it runs through a node"),
    ([*START, "name"], "home", "name"),
]


@rows("path, value, message", BROKEN)
def test_a_broken_file_says_where(path: list[Any], value: Any, message: str) -> None:
    broken(load, OWN, path, value, message)


def test_a_fifth_bridge_is_refused() -> None:
    load(figures(technologies={name: {"bridge": True} for name in ("life", "worker")}))
    with pytest.raises(ComponentsError, match="technologies: the box has at most 4 bridges"):
        load(figures(technologies={name: {"bridge": True} for name in ("life", "worker", "P13")}))


def test_too_few_damage_cards_of_a_period_are_refused() -> None:
    file = json.loads(OWN)
    for card in file["damage"]["list"][3:5]:
        card["period"] = "V"
    with pytest.raises(ComponentsError, match="damage: III-IV needs 2, and has 1"):
        load(json.dumps(file).encode())
