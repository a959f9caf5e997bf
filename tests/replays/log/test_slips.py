"""Slips in the JSON of a log that was typed by hand: the words of each finding help whoever made the slip."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from cityleague.engine.registry import game
from cityleague.engine.words import similar
from cityleague.replays.log import Problem, convert_options, decode_header, decoder
from cityleague.replays.log.compression import pack

from ...rows import rows
from ..helpers import GAME, dump, edited, findings, index_of, log, recorded, replaced, with_fields

GOOD = recorded()


def refused(line: str | bytes) -> Problem:
    """The message about a wrong line of a game."""
    with pytest.raises(Problem) as caught:
        decoder(game(GAME)).event(line if isinstance(line, bytes) else line.encode())
    return caught.value


@rows(
    "line, told, at",
    [
        ('{"seat":0,}', "a comma too many", "}"),
        ('{"seat":0,"move":{"type":"pick","tiles":["park","park",]}}', "a comma too many", "]}}"),
        ('{"seat":0},', "no comma stands between lines", ","),
        ("{“seat”: 0}", 'straight double quotes ("), not “', "“seat"),
        ("{'seat': 0}", "straight double quotes (\"), not '", "'seat"),
        ('{"seat": 0, "note": „hm“}', 'straight double quotes ("), not „', "„"),
        ("{seat: 0}", "the name of a field must stand here", "seat"),
        ('{"seat" 0}', "a colon is missing before this: 0}", "0"),
        ('{"seat":0 "move":{}}', 'a comma or } is missing before this: "move"', '"move'),
        ('{"order":["shop" "park"]}', 'a comma or ] is missing before this: "park"]}', '"park'),
        ('{"seat":0} {"seat":1}', "a second object begins here", '{"seat":1'),
        ('{"seat":0}}', "the object ends here", "}"),
        ('{"seat":0', "} is missing", ""),
        ('{"order":["shop"', "]} is missing", ""),
        ('{"note":"so', 'a closing " is missing', ""),
        ('{"note":"so\\"', 'a closing " is missing', ""),
        ('{"seat": None}', "None is written null", "None"),
        ('{"beginner": True}', "True is written true", "True"),
        ('{"seat": zero}', 'text must stand between double quotes: "zero"', "zero"),
        ('{"seat": tru}', "tru is not a value", ""),
        ("// round 2", "a log has no comments", "//"),
        ("# round 2", "a log has no comments", "#"),
        ("\0\0\0", "a NUL byte: the file is damaged", "\0"),
        ('{"note":"a\tb"}', "a tab or another control character", "\t"),
        ('{"note":"C:\\x"}', "a backslash in text must be written twice", None),
        ('{"seat":01}', "invalid number", None),
        ('{"seat":;}', "; does not belong here", ";"),
    ],
)
def test_malformed_json_is_explained_in_plain_words_and_pointed_at(line: str, told: str, at: str | None) -> None:
    problem = refused(line)
    assert problem.code == "LOG-JSON"
    assert problem.message.startswith("not JSON: ")
    assert told in problem.message
    if at is not None:
        assert problem.column is not None
        assert line.encode()[problem.column - 1 :].startswith(at.encode())
        assert at or problem.column >= len(line)


@rows("line", ["{", "  }", "},", "]", '  "log": 1,', '"players": ['])
def test_an_object_over_several_lines_is_reported_as_such(line: str) -> None:
    assert "one object must stand on each line" in refused(line).message


def test_a_list_of_events_is_not_a_log(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, b"[" + b",".join(GOOD) + b"]")
    assert (finding.code, finding.line) == ("LOG-EVENT", 1)
    assert "this one is a list" in finding.message
    first, *_ = findings(tmp_path, b"[\n" + b",\n".join(GOOD) + b"\n]\n")
    assert "a log is not a list" in first.message


@rows(
    "line, pointer, message, expected",
    [
        ('{"log":1,"game":"neom","rules":1,"players":["a"]}', "/rules", "expected text", ["1"]),
        ('{"log":1,"game":"neom","rules":"1","players":"a"}', "/players", "expected a list (in [ ]), not text", []),
        ('{"seat":"1","move":{"type":"pick","tiles":["a","b"]}}', "/seat", "expected a whole number, not text", [1]),
        ('{"seat":1.5,"move":{"type":"pick","tiles":["a","b"]}}', "/seat", "not a number with a decimal point", []),
        ('{"seat":true,"move":{"type":"pick","tiles":["a","b"]}}', "/seat", "not true or false", []),
        ('{"chance":7,"order":[]}', "/chance", "expected text", ["7"]),
        ('{"result":{"scores":["5"],"ranks":[1]}}', "/result/scores/0", "expected a number, not text", [5]),
        ('{"seat":0,"move":[]}', "/move", "expected an object (in { }), not a list", []),
    ],
)
def test_a_value_of_the_wrong_type_is_reported_with_the_right_type(
    line: str, pointer: str, message: str, expected: list[object]
) -> None:
    problem = refused(line)
    assert (problem.code, problem.pointer, problem.expected) == ("LOG-TYPE", pointer, expected)
    assert message in problem.message


def test_an_unknown_option_is_reported_with_all_options(tmp_path: Path) -> None:
    with pytest.raises(Problem) as caught:
        convert_options({"Seating": "drawn"}, game(GAME))
    assert caught.value.message == 'there is no option "Seating" here: there is only seating; did you mean "seating"?'
    header = GOOD[0].replace(b'"seating"', b'"seats"')
    (finding,) = findings(tmp_path, replaced(GOOD, 0, header))
    assert (finding.code, finding.pointer) == ("LOG-UNKNOWN-FIELD", "/options/seats")
    assert "there is only seating" in finding.message


@rows(
    "line, told",
    [
        ('{"seat":0,"moves":{}}', 'none of them; did you mean "move"?'),
        ('{"Chance":"round-1","order":[]}', 'did you mean "chance"?'),
        ('{"seat":0,"move":{"type":"Pick"}}', 'is not one of pick, place; did you mean "pick"?'),
        ('{"seat":0,"move":{"type":"pick","tile":["a"]}}', 'there are type, tiles; did you mean "tiles"?'),
        ('{"forfeit":{"seat":0,"kind":"Crash"}}', 'did you mean "crash"?'),
    ],
)
def test_a_mistyped_name_comes_with_the_one_that_was_meant(line: str, told: str) -> None:
    assert told in refused(line).message


def test_a_field_of_the_header_is_named_too() -> None:
    with pytest.raises(Problem, match='did you mean "players"'):
        decode_header(b'{"log":1,"game":"neom","rules":"1","player":["a"]}')


def test_only_a_slip_is_taken_for_one() -> None:
    names = ["shop", "tavern-bed", "house-12"]
    for name in ("Shop", "SHOP", "shopp"):
        assert similar(name, names) == "shop"
    for name in ("shop", "park", "tavern-food", "house-13", "house", "", "x" * 5000):
        assert similar(name, names) is None


@rows(
    "line",
    [
        b'{"' + b'\\"' * 400_000,
        b'{"":"' * 100_000,
        b'"' * 999_999,
        b"[" * 1000 + b'"a' * 400_000,
        b"{" * 900 + b"tru" * 200_000,
        dump({"x" * 900_000: 1}),
    ],
)
def test_long_lines_are_diagnosed_in_no_time(line: bytes) -> None:
    start = time.process_time()
    assert len(refused(line).message) < 400
    assert time.process_time() - start < 2


@rows("packed", ["gz", "zst"])
def test_a_compressed_log_is_recognised_whatever_its_name(packed: str, tmp_path: Path) -> None:
    data = pack(f"game.{packed}", log(GOOD))
    for name in ("game.jsonl", "game", "game.txt"):
        assert findings(tmp_path, data, name) == []
    (finding,) = findings(tmp_path, data[: len(data) // 2], "game.jsonl")
    assert finding.code == "IO-TRUNCATED"


# -- names and numbers that the game knows


@rows(
    "index, old, new, pointer, told",
    [
        (1, b'"park"', b'"Park"', "/order/0", '; did you mean "park"?'),
        (2, b'"tavern-bed"', b'"Tavern-bed"', "/move/tiles", '; did you mean "tavern-bed"?'),
        (2, b'"seat":0', b'"seat":2', "/seat", "0 to 1, not 2: the first player sits at seat 0"),
        (2, b'"seat":0', b'"seat":7', "/seat", "0 to 1, not 7"),
    ],
)
def test_a_slip_in_a_game_is_reported_with_what_was_meant(
    index: int, old: bytes, new: bytes, pointer: str, told: str, tmp_path: Path
) -> None:
    (finding,) = findings(tmp_path, edited(GOOD, index, old, new))
    assert finding.pointer == pointer
    assert finding.message.endswith(told)


def test_the_only_item_that_cannot_have_been_drawn_is_pointed_at(tmp_path: Path) -> None:
    by_hand = (Path(__file__).parents[3] / "examples" / "by-hand.jsonl").read_bytes().splitlines()
    draw = json.loads(by_hand[index_of(by_hand, b'"round-2"')])["order"]

    def pointer(order: list[str]) -> str | None:
        index = index_of(by_hand, b'"round-2"')
        (finding,) = findings(tmp_path, replaced(by_hand, index, with_fields(by_hand[index], order=order)))
        assert finding.code == "CHANCE-ITEMS"
        return finding.pointer

    assert pointer([*draw[:4], "zoo", *draw[5:]]) == "/order/4"
    assert pointer([*draw[:4], "zoo", "zoo", *draw[6:]]) == "/order"
    assert pointer([*draw[:4], *draw[5:]]) == "/order"
    assert pointer([*draw, "zoo"]) == "/order"
    twice = "house|tavern-bed"  # there is one of it
    assert pointer([*draw[:6], twice, *draw[7:]]) == "/order/6"
