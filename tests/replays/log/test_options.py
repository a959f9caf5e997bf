"""The options of a game: as texts, in headers, and what is said of impossible ones."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.protocol import Game
from cityleague.replays.league import Played, read_results
from cityleague.replays.log import Problem, canonical_options, convert_options, decoder, options_from_text
from cityleague.replays.tournaments import Plan, Tournament, play_single

from ..helpers import edited, findings, index_of, recorded, replaced, with_fields, write

COLOURS = ["red", "green", "blue"]


def played(**options: Any) -> list[bytes]:
    return play_single(Tournament(Plan(game="toy", bots=("always",), options=options))).splitlines()


# -- as texts


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("level=high", "high"),
        ("level=", ""),
        ("level=a,b", "a,b"),
        ("level=[1]", [1]),
        ("colours=red", ["red"]),
        ("colours=red,green", ["red", "green"]),
        ("colours= red , green ", ["red", "green"]),
        ("colours=", []),
        ("colours= ", []),
        ("colours=,", ["", ""]),
        ('colours=["red"]', ["red"]),
        ("colours=[]", []),
        ("colours=null", ["null"]),
        ("names=1", ["1"]),
        ("names=1,2", ["1", "2"]),
        ("pair=x,y", ["x", "y"]),
        ("sizes=1,2", "1,2"),
        ("sizes=[1,2]", [1, 2]),
        ("unknown=a,b", "a,b"),
        ("unknown=7", 7),
    ],
)
def test_a_text_means_a_list_of_names_where_the_game_takes_one(text: str, value: Any, toy: Game) -> None:
    name, _, given = text.partition("=")
    assert options_from_text({name: given}, toy) == {name: value}


def test_a_text_that_is_nested_too_deep_is_refused(toy: Game) -> None:
    with pytest.raises(ValueError, match="colours: the value is nested too deep"):
        options_from_text({"colours": "[" * 100_000}, toy)


# -- in canonical form


def test_sets_are_written_in_sorted_order_whatever_order_they_came_in(toy: Game) -> None:
    for order in permutations(COLOURS):
        assert canonical_options(convert_options({"colours": order}, toy))["colours"] == sorted(COLOURS)
        header = json.loads(played(colours=list(order))[0])
        assert header["options"]["colours"] == sorted(COLOURS)
        assert header["id"] == json.loads(played(colours=COLOURS)[0])["id"]


def test_headers_have_all_options_and_lists_as_they_are(toy: Game) -> None:
    expected = {"level": "low", "colours": [], "names": ["b", "a"], "sizes": [], "pair": ["a", "b"]}
    assert json.loads(json.dumps(canonical_options(convert_options({"names": ["b", "a"]}, toy)))) == expected


@pytest.mark.usefixtures("toy")
def test_equal_options_in_another_order_are_one_league(tmp_path: Path) -> None:
    lines = played(colours=COLOURS)
    others = []
    for number, order in enumerate(permutations(COLOURS)):
        header = with_fields(lines[0], options={"colours": order}, id=str(number))
        assert findings(tmp_path, replaced(lines, 0, header)) == []
        others += replaced(lines, 0, header)
    results = [result for result in read_results([write(tmp_path, others)]) if isinstance(result, Played)]
    assert len(results) == 6
    assert len({result.options for result in results}) == 1


# -- what cannot be


@pytest.mark.usefixtures("toy")
def test_a_repeated_value_is_refused_in_a_set_and_allowed_in_a_list(tmp_path: Path) -> None:
    lines = played()
    header = with_fields(lines[0], options={"colours": ["red", "blue", "red"]})
    (finding,) = findings(tmp_path, replaced(lines, 0, header))
    assert (finding.code, finding.pointer) == ("LOG-VALUE", "/options/colours")
    assert finding.message == 'the value "red" stands twice'
    assert findings(tmp_path, replaced(lines, 0, with_fields(lines[0], options={"names": ["a", "a"]}))) == []


@pytest.mark.parametrize(
    ("options", "pointer", "allowed"),
    [
        ({"level": "hard"}, "/options/level", ["high", "low"]),
        ({"colours": ["red", "pink"]}, "/options/colours/1", ["blue", "green", "red"]),
    ],
)
def test_the_values_that_an_option_can_take_are_listed(
    options: dict[str, Any], pointer: str, allowed: list[str], toy: Game
) -> None:
    with pytest.raises(Problem) as caught:
        convert_options(options, toy)
    problem = caught.value
    assert (problem.code, problem.pointer, problem.expected) == ("LOG-VALUE", pointer, allowed)
    assert problem.message.endswith(" is not one of " + ", ".join(problem.expected))


@pytest.mark.parametrize(
    ("move", "pointer", "allowed"),
    [
        ('{"type":"build","lot":"third"}', "/move/lot", ["half", "mill", "pit", "tower"]),
        ('{"type":"look","lot":"third"}', "/move/lot", ["left", "right"]),
        ('{"lot":"third","type":"look"}', "/move/lot", ["left", "right"]),
        ('{"type":"dig","lot":"left"}', "/move/type", ["build", "look"]),
    ],
)
def test_the_values_that_a_field_of_a_move_can_take_are_listed(
    move: str, pointer: str, allowed: list[str], toy: Game
) -> None:
    with pytest.raises(Problem) as caught:
        decoder(toy).event(f'{{"seat":0,"move":{move}}}'.encode())
    problem = caught.value
    assert (problem.code, problem.pointer, problem.expected) == ("LOG-VALUE", pointer, allowed)


def test_the_values_that_other_fields_can_take_are_listed(tmp_path: Path) -> None:
    good = recorded()
    place = index_of(good, b'"left"')
    (finding,) = findings(tmp_path, edited(good, place, b'"left"', b'"middle"'))
    assert finding.expected == ["left", "right"]
    assert finding.message == "'middle' is not one of left, right"
    forfeit = b'{"forfeit":{"seat":0,"kind":"bored"}}'
    (finding,) = findings(tmp_path, replaced(good, 2, forfeit, good[2]))
    assert (finding.pointer, len(finding.expected)) == ("/forfeit/kind", 6)


def test_a_wrong_value_that_looks_like_a_message_is_still_a_wrong_value(tmp_path: Path) -> None:
    good = recorded()
    for value in ("expected `a`, got `b`", "x - at `$.seat`", "x" * 1000):
        header = with_fields(good[0], options={"seating": value})
        (finding,) = findings(tmp_path, replaced(good, 0, header))
        assert (finding.code, finding.pointer) == ("LOG-VALUE", "/options/seating")
        assert finding.expected == ["drawn", "given"]
        assert len(finding.message) < 400
