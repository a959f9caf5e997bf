"""Hostile moves and files: whatever a line says, there is a finding, quickly, and never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import hostile
from ..by_hand import Event
from ..hostile import DEEP, HUGE, LONG, NO_CELLS, NO_OPTIONS
from ..rows import rows
from .by_hand import ALL_IN_ONE as BOX
from .by_hand import FIELDS, course, log

UP = (0, "choose", "L1")
Position = list[Event]
"""The events of a game of three that ends with a legal move of seat 0."""


def position(*events: Event) -> Position:
    """A game that goes through these events and ends with the last of them."""
    return course(3, *events[:-1], last=events[-1], components=BOX)


CHOOSE = position(UP)
BID = position(UP, (0, "bid", 2))
BUY = position((0, "buy", "worker"))
CONTAIN = position((2, "contain", 0, 0), (0, "contain", 1, 0))
LAY = position(UP, (0, "buy", "worker"), (0, "lay", "L1", (1, 0)))
LAID = (UP, (0, "buy", "worker"), (0, "lay", "L1", (1, 0)))
SETTLE = position(*LAID, (0, "settle", "L1.a"))
USE = position(*LAID, (0, "locomotive", "worker", "start.b", "start.c"))
WORKS = ((0, "buy", "worker"), (0, "worker", "worker", "start.c"))
CLEAR = position(*WORKS, (0, "clear", "start.c", "start"))
POSITIONS = [CHOOSE, BID, BUY, CONTAIN, LAY, SETTLE, USE, CLEAR]
DONE = {"type": "done"}


def codes(folder: Path, lines: list[bytes]) -> hostile.Codes:
    return hostile.codes(folder, lines, BOX)


def lines_of(played: Position) -> list[bytes]:
    return log(3, played, BOX)


@rows("played", POSITIONS)
def test_the_games_are_legal_so_far(played: Position, tmp_path: Path) -> None:
    assert codes(tmp_path, lines_of(played)) == [("GAME-TRUNCATED", len(played) + 1)]


MONSTROUS: list[tuple[Position, dict[str, Any], str]] = [
    (CHOOSE, {"type": "choose", "tile": "L" + "1" * LONG}, "CENTURY-LAND-NOT-OFFERED"),
    (BID, {"type": "bid", "coins": int("9" * 4000)}, "CENTURY-BID-COINS"),
    (BID, {"type": "bid", "coins": -int("9" * 4000)}, "CENTURY-BID-MINIMUM"),
    (BUY, {"type": "buy", "technology": "\0" * LONG}, "CENTURY-TECHNOLOGY-NOT-OFFERED"),
    (CONTAIN, {"type": "contain", "column": int("9" * 4000), "science": 0}, "CENTURY-DAMAGE-COLUMN"),
    (CONTAIN, {"type": "contain", "column": 2, "science": int("9" * 4000)}, "CENTURY-DAMAGE-LIMIT"),
    (LAY, {"type": "lay", "tile": "L1 " * LONG, "cell": [1, 0]}, "CENTURY-LAY-NOT-NEW"),
    (LAY, {"type": "lay", "tile": "L1", "cell": [int("9" * 4000), -int("9" * 4000)]}, "CENTURY-LAY-APART"),
    (SETTLE, {"type": "settle", "city": ["L1", "a" * LONG]}, "CENTURY-CITY-UNKNOWN"),
    (USE, {"type": "bridge", "technology": "worker", "tile": "start", "span": "N-" * LONG}, "CENTURY-BRIDGE-SPAN"),
    (USE, {"type": "collect", "technology": "worker", "tile": "start", "to": "é" * LONG}, "CENTURY-LAND-NOT-YOURS"),
    (CLEAR, {"type": "clear", "plant": ["start", "c"], "tile": "start" * LONG}, "CENTURY-LAND-NOT-YOURS"),
]


def test_monstrous_moves_are_refused_in_no_time(tmp_path: Path) -> None:
    hostile.refused_in_no_time(tmp_path, [(lines_of(played), move, code) for played, move, code in MONSTROUS], BOX)


ODD = [
    "",
    " ",
    "L0",
    "l1",
    "L1 ",
    " L1",
    "L01",
    "L1\0",
    "L²",
    "١",
    "start ",
    "Start",
    "-",
    "N",
    "None",
    "'",
    "é",
    "[]",
    "[0]",
]


@rows("name", ODD)
def test_names_that_do_not_exist_are_refused(name: str, tmp_path: Path) -> None:
    absent = "CENTURY-LAND-NOT-YOURS"
    for played, move, code in [
        (CHOOSE, {"type": "choose", "tile": name}, "CENTURY-LAND-NOT-OFFERED"),
        (BUY, {"type": "buy", "technology": name}, "CENTURY-TECHNOLOGY-NOT-OFFERED"),
        (LAY, {"type": "lay", "tile": name, "cell": [1, 0]}, "CENTURY-LAY-NOT-NEW"),
        (LAY, {"type": "dump", "tile": name}, absent),
        (SETTLE, {"type": "settle", "city": [name, "a"]}, absent),
        (SETTLE, {"type": "settle", "city": ["L1", name]}, "CENTURY-CITY-UNKNOWN"),
        (USE, {"type": "worker", "technology": name, "city": ["start", "c"]}, "CENTURY-USE-NOT-YOURS"),
        (USE, {"type": "remediate", "technology": name}, "CENTURY-USE-NOT-YOURS"),
        (USE, {"type": "worker", "technology": "worker", "city": ["start", name]}, "CENTURY-CITY-UNKNOWN"),
        (USE, {"type": "bridge", "technology": "worker", "tile": name, "span": "N-E"}, absent),
        (USE, {"type": "bridge", "technology": "worker", "tile": "start", "span": name}, "CENTURY-BRIDGE-SPAN"),
        (USE, {"type": "separate", "technology": "worker", "tile": name}, absent),
        (USE, {"type": "recycle", "technology": "worker", "tile": name}, absent),
        (USE, {"type": "locomotive", "technology": "worker", "city": [name, "b"], "to": ["start", "c"]}, absent),
        (USE, {"type": "locomotive", "technology": "worker", "city": ["start", "b"], "to": [name, "c"]}, absent),
        (CLEAR, {"type": "clear", "plant": [name, "c"], "tile": "start"}, absent),
        (CLEAR, {"type": "clear", "plant": ["start", name], "tile": "start"}, "CENTURY-CITY-UNKNOWN"),
        (CLEAR, {"type": "clear", "plant": ["start", "c"], "tile": name}, absent),
    ]:
        hostile.refused(tmp_path, lines_of(played), move, code, BOX)


@rows("number", [-HUGE, -(2**63) - 1, -(2**16), -7, 65536, 2**31, 2**32, 2**63, 2**64, HUGE])
def test_numbers_that_cannot_be_in_the_game_are_refused(number: int, tmp_path: Path) -> None:
    """A cell that is far away touches nothing."""
    out_of_range = "LOG-VALUE" if -(2**63) <= number < 2**64 else "LOG-TYPE"
    for played, move, code in [
        (BID, {"type": "bid", "coins": number}, "CENTURY-BID-COINS" if number > 0 else "CENTURY-BID-MINIMUM"),
        (CONTAIN, {"type": "contain", "column": number, "science": 0}, "CENTURY-DAMAGE-COLUMN"),
        (CONTAIN, {"type": "contain", "column": 2, "science": number}, "CENTURY-DAMAGE-LIMIT"),
        (LAY, {"type": "lay", "tile": "L1", "cell": [number, 0]}, "CENTURY-LAY-APART"),
        (LAY, {"type": "lay", "tile": "L1", "cell": [0, number]}, "CENTURY-LAY-APART"),
        (LAY, {"type": "lay", "tile": "L1", "cell": [number, number], "turn": 3}, "CENTURY-LAY-APART"),
        (LAY, {"type": "lay", "tile": "L1", "cell": [1, 0], "turn": number}, out_of_range),
    ]:
        hostile.refused(tmp_path, lines_of(played), move, code, BOX)


@rows("kind", FIELDS)
@rows("number", range(len(POSITIONS)))
def test_every_kind_of_move_has_an_answer_at_every_stage(kind: str, number: int, tmp_path: Path) -> None:
    """Its fields hold values of another shape, or names that do not exist."""
    shapes: dict[str, Any] = {"coins": -1, "column": -1, "science": -1, "cell": [99, 99], "turn": 1}
    shapes |= {name: ["L40", "z"] for name in ("city", "to", "plant")}
    for to in (shapes["to"], "L40"):
        move = {"type": kind} | {name: to if name == "to" else shapes.get(name, "L40") for name in FIELDS[kind]}
        lines = hostile.with_move(lines_of(POSITIONS[number]), move)
        ((code, line),) = codes(tmp_path, lines)
        assert line == len(lines)
        assert code.startswith(("CENTURY-", "TURN-", "LOG-TYPE", "GAME-TRUNCATED"))


@rows(
    "text",
    [
        *[f'{{"type":"lay","tile":"L1","cell":{cell}}}' for cell in (*DEEP, *NO_CELLS)],
        '{"type":"lay","tile":"L1","cell":[1,0],"turn":4}',
        '{"type":"lay","tile":"L1","cell":[1,0],"turn":-1}',
        '{"type":"lay","tile":"L1","cell":[1,0],"turn":"1"}',
        '{"type":"lay","tile":"L1","cell":[1,0],"turn":null}',
        '{"type":"lay","tile":"L1"}',
        '{"type":"lay","tile":1,"cell":[1,0]}',
        '{"type":"settle","city":"L1.a"}',
        '{"type":"settle","city":["L1"]}',
        '{"type":"settle","city":["L1",0]}',
        '{"type":"settle","city":["L1","a","b"]}',
        '{"type":"settle","city":{"L1":"a"}}',
        '{"type":"bid","coins":"2"}',
        '{"type":"bid","coins":2.5}',
        '{"type":"bid","coins":NaN}',
        '{"type":"bid"}',
        '{"type":"contain","column":0}',
        '{"type":"contain","column":[0],"science":0}',
        '{"type":"collect","technology":"worker","tile":"start","to":["L1","a"]}',
        '{"type":"locomotive","technology":"worker","city":["start","b"],"to":"L1"}',
        '{"type":"worker","city":["start","c"]}',
        '{"type":"done","tile":"L1"}',
        '{"type":"Done"}',
        '{"type":"trade"}',
        '{"type":null}',
        "{}",
        "[]",
        "null",
    ],
)
def test_a_value_that_is_not_a_move_is_a_finding_of_the_format(text: str, tmp_path: Path) -> None:
    hostile.refused_as_no_move(tmp_path, lines_of(LAY), text, BOX)


LAND = [f"L{number}" for number in range(1, 6)]


@rows(
    "line, order",
    [
        (1, []),
        (1, [3]),
        (1, [-1]),
        (1, ["0"]),
        (1, [0, 1]),
        (1, [HUGE]),
        (2, ["B4"]),
        (2, ["B1", "B2"]),
        (3, ["B1"]),
        (4, []),
        (4, LAND[:4]),
        (4, [*LAND, "L6"]),
        (4, [*LAND[:4], "L1"]),
        (4, [*LAND[:4], "L17"]),
        (4, [*LAND[:4], "start"]),
        (4, [*LAND[:4], "worker"]),
        (4, [*LAND[:4], 5]),
        (4, ["L1"] * LONG),
        (4, ["L" * LONG] * 5),
        (5, ["mine", "worker", "worker-2", "P13"]),
        (5, ["mine", "worker", "worker-2", "mine"]),
        (6, ["D4"]),
        (6, ["D1", "D2"]),
    ],
)
def test_a_draw_that_chance_cannot_bring_is_refused(line: int, order: list[Any], tmp_path: Path) -> None:
    hostile.refused_of_chance(tmp_path, lines_of(CHOOSE), line, order, BOX)


NO_PLAYERS = [[], ["A", "B"], ["A", "B", "B"], [*"ABCDEF"], ["A"] * LONG, "ABC", None, [1, 2, 3]]


@rows("field, value", [*[("options", value) for value in NO_OPTIONS], *[("players", value) for value in NO_PLAYERS]])
def test_an_impossible_header_is_refused(field: str, value: Any, tmp_path: Path) -> None:
    hostile.refused_in_header(tmp_path, lines_of([])[0], field, value, BOX)
