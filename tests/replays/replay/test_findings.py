"""Each fault gets its code, alone and in the right place; and no code goes untested."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import CODES, Finding, LogError, MoveEvent, Problem, RawGame, decoder, encode, explain
from cityleague.replays.replay import ComponentFiles, Replay, recorded_games, validate

from ...rows import rows
from ..cases import CASES, Broken, Lines
from ..helpers import codes, dump, edited, findings, index_of, recorded, replaced, verdicts
from ..rule_cases import RULE_CASES

BROKEN_RULES = [(code, make) for rules in RULE_CASES.values() for code, several in rules.items() for make in several]
FIRST = [(code, several[0]) for rules in RULE_CASES.values() for code, several in rules.items()]


@pytest.fixture
def good() -> Lines:
    return recorded()


def the_finding(broken: Broken, folder: Path, *, walk: bool = True) -> Finding:
    """The only finding of the log, whose other games are valid.

    A walk through the log, position by position, meets the same finding.
    """
    if broken.data is None or broken.data:
        said = verdicts(folder, broken.content, broken.name, broken.components)
    else:
        said = list(validate([str(folder / broken.name)]))
    (finding,) = [verdict.finding for verdict in said if verdict.finding]
    assert len(said) == 1 + broken.valid_games
    if walk:
        walked = walking(folder / broken.name, broken.components)
        assert walked == ([] if finding.code == "LOG-DUPLICATE-ID" else [finding])
    return finding


def walking(path: Path, components: Mapping[str, bytes] | None) -> list[Finding]:
    """The findings met by a walk through all games of a log, position by position."""
    findings = []
    try:
        for game in recorded_games(path, components):
            try:
                for position in game.positions():
                    assert position.line >= game.line
            except LogError as error:
                findings.append(error.finding)
    except LogError as error:
        findings.append(error.finding)
    return findings


def test_the_recorded_game_is_valid(good: Lines, tmp_path: Path) -> None:
    assert codes(tmp_path, good) == []


@rows("code, make", CASES)
def test_a_fault_is_found_alone_and_in_its_place(
    code: str, make: Callable[[Lines], Broken], good: Lines, tmp_path: Path
) -> None:
    broken = make(good)
    is_in_its_place(the_finding(broken, tmp_path), code, broken, good[0])


@rows("code, make", FIRST)
def test_a_broken_rule_is_found_alone_and_in_its_place_and_the_expected_moves_are_legal(
    code: str, make: Callable[[], Broken], tmp_path: Path
) -> None:
    broken = make()
    would_do(broken_rule(code, broken, tmp_path, walk=False), broken)


@pytest.mark.exhaustive
@rows("code, make", BROKEN_RULES)
def test_a_broken_rule_is_found_in_the_bytes_that_a_recorder_writes(
    code: str, make: Callable[[], Broken], tmp_path: Path
) -> None:
    """Those are read on a quicker way; the pointer alone tells the place in them."""
    broken = make()
    read = decoder(find_game(json.loads(broken.lines[0])["game"])).event
    lines = [encode(read(line)) for line in broken.lines]
    broken_rule(code, replace(broken, lines=lines, at=None), tmp_path, walk=False)  # without blanks and defaults


@pytest.mark.exhaustive
@rows("code, make", BROKEN_RULES)
def test_however_a_rule_is_broken_it_is_found_and_the_expected_moves_are_legal(
    code: str, make: Callable[[], Broken], tmp_path: Path
) -> None:
    broken = make()
    would_do(broken_rule(code, broken, tmp_path), broken)


def broken_rule(code: str, broken: Broken, folder: Path, *, walk: bool = True) -> Finding:
    """The finding, once it is checked that it is in its place."""
    finding = the_finding(broken, folder, walk=walk)
    is_in_its_place(finding, code, broken, broken.lines[0])
    assert len(finding.expected) <= 3
    assert bool(finding.expected) == (code not in ("TURN-GAME-OVER", "TURN-CHANCE-DUE", "TURN-NOT-YOURS"))
    return finding


def would_do(finding: Finding, broken: Broken) -> None:
    """The moves that the finding expects are legal there."""
    assert broken.line is not None
    if finding.expected:
        before = b"".join([line + b"\n" for line in broken.lines[: broken.line]])
        replay = Replay(RawGame("before.jsonl", 1, (before,), 0), ComponentFiles(broken.components or {}))
        with pytest.raises(Problem, match="the game ends in the middle"):
            list(replay.walk())
        for move in finding.expected:
            event = decoder(replay.setup.game).event(dump({"seat": broken.seat, "move": move}))
            assert isinstance(event, MoveEvent)
            replay.state.verify(event.seat, event.move)


def is_in_its_place(finding: Finding, code: str, broken: Broken, header: bytes) -> None:
    """The finding has this code, and is where the fault is; `header`: the header of the game as it should be."""
    assert finding.code == code
    assert finding.severity == "error"
    assert finding.message
    if broken.line is None:
        assert (finding.line, finding.column, finding.pointer, finding.unexamined) == (None, None, None, 0)
        assert (finding.id, finding.game) == (None, None)
        return
    assert finding.id == (json.loads(header).get("id") if broken.known else None)
    if broken.known and code != "LOG-GAME":
        assert finding.game == json.loads(header)["game"]
    assert finding.seat == broken.seat
    if code == "LOG-GAME-TOO-LONG":  # where exactly it is cut is not promised
        assert finding.line is not None
        assert finding.unexamined == len(broken.lines) - finding.line
        return
    line = broken.lines[broken.line]
    following = len(broken.lines) - broken.line - 1 if broken.unexamined is None else broken.unexamined
    assert (finding.line, finding.unexamined) == (broken.line + 1, following)
    if broken.pointer is not None:
        assert finding.pointer == broken.pointer
    if broken.at is not None and finding.code != "LOG-DUPLICATE-ID":
        assert finding.column is not None
        assert line[finding.column - 1 :].startswith(broken.at)
    if broken.seat is not None:
        before = sum(b'"move"' in earlier for earlier in broken.lines[: broken.line])
        assert finding.move == before + 1


def test_every_code_has_a_case() -> None:
    rules = {rule.code for name in GAMES for rule in find_game(name).catalogue()}
    assert {code for code, _ in CASES} == set(CODES) - {"LOG-COMMITMENT", "LOG-SEED"}  # in test_deals.py
    assert {code for cases in RULE_CASES.values() for code in cases} == rules
    for name in GAMES:
        assert set(RULE_CASES[name]) == {rule.code for rule in find_game(name).catalogue()}


@rows("code", sorted({*CODES, *(code for code, _ in BROKEN_RULES)}))
def test_every_code_is_explained_in_a_sentence(code: str) -> None:
    assert explain(code).endswith(".")


def test_malformed_json_is_pointed_at_to_the_byte(good: Lines, tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, edited(good, 4, b'"seat":0', b'"seat":0 x'))
    assert finding.column == good[4].index(b'"seat":0') + len('"seat":0 ') + 1


def test_columns_count_bytes_and_characters(good: Lines, tmp_path: Path) -> None:
    for note, more in (("", 0), ("é", 1), ("\U0001f3d9", 3)):
        line = dump({"note": note, **json.loads(good[4]), "seat": 7})
        (finding,) = findings(tmp_path, replaced(good, 4, line))
        assert finding.character == line.decode().index('"seat":7') + len('"seat":') + 1
        assert finding.column == finding.character + more


def test_the_second_of_equal_keys_is_pointed_at(good: Lines, tmp_path: Path) -> None:
    line = edited(good, 4, b'"seat":0', b'"seat":0, "seat":1')
    (finding,) = findings(tmp_path, line)
    assert finding.column == line[4].index(b'"seat":1') + len('"seat":') + 1


def test_a_repeated_key_is_named_as_it_stands_in_the_line(good: Lines, tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, edited(good, 0, b'"options":{', b'"options":{"a/b":1,"a/b":2,'))
    assert (finding.code, finding.pointer) == ("LOG-DUPLICATE-KEY", "/options/a~1b")
    assert '"a/b"' in finding.message


@pytest.mark.parametrize("name", ["a.b", "a`b", "a[0]", "a - at `$.b`", "~/", ""])
def test_an_unknown_field_is_pointed_at_whatever_its_name(name: str, good: Lines, tmp_path: Path) -> None:
    line = dump({**json.loads(good[4]), name: 7})
    (finding,) = findings(tmp_path, replaced(good, 4, line))
    assert finding.code == "LOG-UNKNOWN-FIELD"
    assert finding.pointer == "/" + name.replace("~", "~0").replace("/", "~1")
    assert finding.column == line.index(b":7}") + 2


def test_an_illegal_move_comes_with_a_few_legal_ones_the_nearest_first(good: Lines, tmp_path: Path) -> None:
    true = json.loads(good[10])["move"]
    (finding,) = findings(tmp_path, RULE_CASES["between_two_cities"]["B2C-PLACE-COVERED"][0]().content)
    assert 1 <= len(finding.expected) <= 3
    assert (finding.expected[0]["tile"], finding.expected[0]["city"]) == (true["tile"], true["city"])


@pytest.mark.parametrize(
    ("code", "number", "nearest"),
    [
        ("CCXL-DIVIDE-FIRST-LOT", 0, {"type": "divide", "open": ["residential", "industry"], "hidden": []}),
        ("CCXL-OFFER-MONEY", 0, {"type": "offer", "first": 2}),
        ("CCXL-BUILD-TURN", 0, {"type": "build", "card": "residential", "cell": [1, 0]}),
        ("CCXL-BUILD-SIZE-LIMIT", 0, {"type": "build", "card": "industry", "cell": [0, 1]}),
        ("CCXL-BUILD-LEISURE-COST", 0, {"type": "build", "card": "residential", "cell": [0, -1]}),
        ("CCXL-BUILD-MOST-CARDS", 0, {"type": "build", "card": "residential", "cell": [2, 0]}),
        ("CCXL-BUY-OFFER", 2, {"type": "buy", "card": "industry-1", "cell": [2, 0]}),
    ],
)
def test_the_nearest_legal_move_keeps_what_it_can_of_the_illegal_one(
    code: str, number: int, nearest: object, tmp_path: Path
) -> None:
    broken = RULE_CASES["card_city_xl"][code][number]()
    assert json.loads(json.dumps(the_finding(broken, tmp_path).expected[0])) == nearest


def test_a_game_cut_off_is_reported_on_its_last_line_whatever_blank_lines_follow(good: Lines, tmp_path: Path) -> None:
    assert codes(tmp_path, [*good[:10], b"", b"", b""]) == [("GAME-TRUNCATED", 10)]


def test_each_broken_game_of_a_file_has_its_own_finding(good: Lines, tmp_path: Path) -> None:
    other = recorded(seed="another")
    wrong = index_of(good, b'"left"')
    broken = [*edited(good, wrong, b'"left"', b'"middle"'), *edited(other, 2, b'"seat":0', b'"seat":7')]
    assert codes(tmp_path, broken) == [("LOG-VALUE", wrong + 1), ("LOG-SEAT", len(good) + 3)]


def test_a_header_of_a_newer_version_is_reported_as_such_whatever_else_it_has(good: Lines, tmp_path: Path) -> None:
    newer = edited(good, 0, b'"log":1', b'"log":2,"clock":{"minutes":5}')
    assert codes(tmp_path, newer) == [("LOG-VERSION", 1)]
