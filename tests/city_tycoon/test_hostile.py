"""Hostile moves: whatever a line says, there is a finding, soon, and never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import hostile
from ..by_hand import Event
from ..hostile import DEEP, HUGE, LONG, NO_CELLS, NO_OPTIONS
from ..rows import rows
from .by_hand import PLAIN, ROUNDS, course, figures, log

HOME = (0, "build", "I-1", (2, 0))
SUPPLY = (0, "supply", (2, 0))
Position = list[Event]
"""The events of a game of two that ends with a legal move of seat 0."""
PICK = course(2, last=(0, "pick", "I-1"), held={0: "I-1"})
BUILD = course(2, last=(0, "build", "I-1"))
PLACE = course(2, HOME[:3], last=(0, "place", (2, 0)))
MEET = course(2, HOME, last=SUPPLY)
CUBE = course(2, HOME, SUPPLY, last=(0, "cube", (0, 0)))


def codes(folder: Path, lines: list[bytes]) -> hostile.Codes:
    return hostile.codes(folder, lines, PLAIN)


@rows("position", [PICK, BUILD, PLACE, MEET, CUBE])
def test_the_games_are_legal_up_to_the_last_move(position: Position, tmp_path: Path) -> None:
    assert codes(tmp_path, log(2, position)) == [("GAME-TRUNCATED", len(position) + 1)]


def monstrous() -> list[tuple[Position, Any, str]]:
    """Megabytes, which are made when they are needed."""
    return [
        (CUBE, {"type": "cube", "plant": [0, 0], "path": [[2, 1]] * LONG}, "CT-CUBE-PATH"),
        (CUBE, {"type": "cube", "plant": [0, 0], "path": [[1, 0]] * LONG}, "CT-CUBE-PATH"),
        (CUBE, {"type": "cube", "plant": [0, 0], "path": [[2, 0], [1, 0]] * (LONG // 2)}, "CT-CUBE-PATH"),
        (CUBE, {"type": "cube", "plant": [0, 0], "path": [[x, 0] for x in range(LONG)]}, "CT-CUBE-PATH"),
        (CUBE, {"type": "cube", "plant": [1, 1], "path": [[1, 0]] * LONG}, "CT-CUBE-COLOUR"),
        (PICK, {"type": "pick", "tile": "I-" + "1" * 5 * LONG}, "CT-PICK-NOT-IN-HAND"),
        (BUILD, {"type": "sell", "tile": "I-1 " * LONG}, "CT-BUILD-NOT-IN-HAND"),
        (BUILD, {"type": "plant", "tile": "\0" * LONG, "kind": "water", "side": "renewing"}, "CT-BUILD-NOT-IN-HAND"),
        (PLACE, {"type": "place", "cell": [int("9" * 4000), int("9" * 4000)]}, "CT-PLACE-APART"),
        (MEET, {"type": "supply", "district": [2, 0], "demand": int("9" * 4000)}, "CT-SUPPLY-DEMAND"),
    ]


def test_monstrous_moves_are_refused_in_no_time(tmp_path: Path) -> None:
    hostile.refused_in_no_time(
        tmp_path, [(log(2, position), move, code) for position, move, code in monstrous()], PLAIN
    )


def test_a_wrong_way_through_a_city_of_all_tiles_is_refused_in_no_time(tmp_path: Path) -> None:
    """Four seats fill four rows, mixed; what could be said instead is a way of over twenty tiles past all of them."""
    built: list[Event] = []
    for column in range(23):
        for row in range(4):
            seat = 1 + (row + column * column) % 4
            tile = f"{ROUNDS[column // 6]}-{seat * 6 + column % 6 + 1}"
            built.append((seat, "build", tile, (2 + column, row)))
    built.sort(key=lambda event: (event[3][0], event[0]))
    home = (0, "build", "IV-30", (25, 0))
    box = figures(hand=6, money=1000, fee=1)
    events = course(5, *built, home, (0, "supply", (25, 0)), last=(0, "cube", (0, 0)), components=box)
    hostile.refused_in_no_time(
        tmp_path, [(log(5, events, box), {"type": "cube", "plant": [0, 0]}, "CT-CUBE-PATH")], box
    )


@rows("position", [PICK, BUILD, PLACE, MEET, CUBE])
@rows("tile", ["", "I-0", "I-31", "I-01", "i-1", "I-1 ", "V-1", "I", "-", "I-1\0", "Ⅰ-1", "١"])
def test_unknown_tiles_are_refused(position: Position, tile: str, tmp_path: Path) -> None:
    for kind, due, code in (("pick", PICK, "CT-PICK-NOT-IN-HAND"), ("build", BUILD, "CT-BUILD-NOT-IN-HAND")):
        expected = code if due is position else "TURN-WRONG-MOVE"
        hostile.refused(tmp_path, log(2, position), {"type": kind, "tile": tile}, expected, PLAIN)


@rows("number", [-HUGE, -(2**63) - 1, -7, 7, 2**31, 2**63, 2**64, HUGE])
def test_numbers_outside_the_game_are_refused(number: int, tmp_path: Path) -> None:
    for position, move, code in [
        (PLACE, {"type": "place", "cell": [number, 0]}, "CT-PLACE-APART"),
        (PLACE, {"type": "place", "cell": [0, number]}, "CT-PLACE-APART"),
        (MEET, {"type": "supply", "district": [number, 0]}, "CT-SUPPLY-NOT-YOURS"),
        (MEET, {"type": "supply", "district": [2, number]}, "CT-SUPPLY-NOT-YOURS"),
        (MEET, {"type": "supply", "district": [2, 0], "demand": number}, "CT-SUPPLY-DEMAND"),
        (CUBE, {"type": "cube", "plant": [number, 0]}, "CT-CUBE-PLANT"),
        (CUBE, {"type": "cube", "plant": [0, number]}, "CT-CUBE-PLANT"),
        (CUBE, {"type": "cube", "plant": [0, 0], "path": [[number, 0]]}, "CT-CUBE-PATH"),
        (CUBE, {"type": "cube", "plant": [0, 0], "path": [[1, number], [2, 1]]}, "CT-CUBE-PATH"),
    ]:
        hostile.refused(tmp_path, log(2, position), move, code, PLAIN)


@rows(
    "text",
    [
        *[f'{{"type":"cube","plant":[0,0],"path":{path}}}' for path in DEEP],
        *[f'{{"type":"cube","plant":[0,0],"path":[{cell}]}}' for cell in NO_CELLS],
        *[f'{{"type":"place","cell":{cell}}}' for cell in NO_CELLS],
        '{"type":"cube","plant":[0,0],"path":[1,0]}',
        '{"type":"cube","plant":[0,0],"path":null}',
        '{"type":"cube","plant":[0,0],"path":"[1,0]"}',
        '{"type":"cube","plant":[]}',
        '{"type":"cube","plant":"electric"}',
        '{"type":"cube","path":[]}',
        '{"type":"cube"}',
        '{"type":"cube","plant":[0,0],"cost":0}',
        '{"type":"supply","district":[2,0],"demand":"0"}',
        '{"type":"supply","district":[2,0],"demand":0.0}',
        '{"type":"supply","district":[2,0],"demand":null}',
        '{"type":"supply","district":[2,1e400]}',
        '{"type":"supply","demand":0}',
        '{"type":"plant","tile":"I-1","kind":"gas","side":"renewing"}',
        '{"type":"plant","tile":"I-1","kind":"water","side":"' + "renewing" * 100_000 + '"}',
        '{"type":"plant","kind":"water","side":"renewing"}',
        '{"type":"pick","tile":1}',
        '{"type":"pick","tile":["I-1"]}',
        '{"type":"pass","tile":"I-1"}',
        '{"type":"begin"}',
        "[]",
        "null",
    ],
)
def test_what_is_no_move_is_a_finding_of_the_format(text: str, tmp_path: Path) -> None:
    hostile.refused_as_no_move(tmp_path, log(2, CUBE), text, PLAIN)


DEALT = ["I-1", "I-2", "I-3", "I-4"]


@rows(
    "line, order",
    [
        (1, []),
        (1, [0]),
        (1, [0, 0]),
        (1, [1, 2]),
        (1, [0, 1, 2]),
        (1, ["0", "1"]),
        (1, [0, HUGE]),
        (1, [-1, 0]),
        (2, []),
        (2, DEALT[:3]),
        (2, [*DEALT, "I-5"]),
        (2, [*DEALT[:3], "I-1"]),
        (2, [*DEALT[:3], "II-1"]),
        (2, [*DEALT[:3], "I-31"]),
        (2, [*DEALT[:3], 4]),
        (2, ["I-1"] * LONG),
        (2, ["I" * LONG] * 4),
        (2, [HUGE] * 4),
    ],
)
def test_what_chance_cannot_bring_is_refused(line: int, order: list[Any], tmp_path: Path) -> None:
    hostile.refused_of_chance(tmp_path, log(2, BUILD), line, order, PLAIN)


NO_PLAYERS = [[], ["Ada"], ["Ada", "Ada"], [*"ABCDEF"], ["A"] * LONG, "AB", None, [1, 2]]


@rows("field, value", [*[("options", value) for value in NO_OPTIONS], *[("players", value) for value in NO_PLAYERS]])
def test_an_impossible_header_is_refused(field: str, value: Any, tmp_path: Path) -> None:
    hostile.refused_in_header(tmp_path, log(2, [])[0], field, value, PLAIN)
