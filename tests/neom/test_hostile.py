"""Hostile moves: whatever a line says, there is a finding, soon, and never a traceback."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from .. import hostile
from ..by_hand import Event
from ..hostile import DEEP, HUGE, NO_CELLS, codes
from ..rows import rows
from .by_hand import course, log

WOOD = {"good": "wood", "seller": 2, "way": "left"}

PICK = (3, course(3, {}, last=(0, "pick", 1)))
BUILD = (3, course(3, {}, last=(0, "build", 11, (1, 0), "wood 2 left")))
ALONE = (1, course(1, {}, last=(0, "build", 11, (1, 0), "wood")))
PAIR = (2, course(2, {}, last=(0, "build", 11, (1, 0), "wood")))
OFFICE = (4, course(4, {0: ("build", 31, (-1, 0))}, last=(0, "swap")))
FLOOD = (3, course(3, {0: ("build", 2, (1, 0)), 1: ("pick", 24)}, last=(0, "pay")))
Position = tuple[int, Sequence[Event]]
"""How many play, and the events of a game that ends with a legal move of seat 0."""


def building(**fields: Any) -> dict[str, Any]:
    return {"type": "build", "tile": 11, "cell": [1, 0], **fields}


@rows("position", [PICK, BUILD, ALONE, PAIR, OFFICE, FLOOD])
def test_the_games_are_legal_up_to_the_last_move(position: Position, tmp_path: Path) -> None:
    assert codes(tmp_path, log(*position)) == [("GAME-TRUNCATED", len(position[1]) + 1)]


def monstrous() -> list[tuple[Position, Any, str]]:
    """Megabytes, which are made when they are needed."""
    return [
        (BUILD, building(buy=[WOOD] * 20_000), "NEOM-BUY-NOT-NEEDED"),
        (BUILD, building(buy=[{"good": "ore", "seller": 1, "way": "left"}] * 20_000), "NEOM-BUY-NOT-NEEDED"),
        (ALONE, building(buy=[{"good": "wood"}] * 50_000), "NEOM-BUY-NOT-NEEDED"),
        (BUILD, building(virtual=["wood"] * 100_000), "NEOM-BUILD-STAND-IN"),
        (BUILD, building(virtual=["ore"] * 100_000, buy=[WOOD] * 5_000), "NEOM-BUILD-STAND-IN"),
        (OFFICE, {"type": "swap", "give": [*range(100_000)], "take": []}, "NEOM-SWAP-GIVE"),
        (OFFICE, {"type": "swap", "take": [*range(100_000)]}, "NEOM-SWAP-TAKE"),
        (OFFICE, {"type": "swap", "give": [121] * 200_000}, "NEOM-SWAP-GIVE"),
        (FLOOD, {"type": "remove", "cells": [[1, 0]] * 100_000}, "NEOM-DISASTER-REMOVE"),
        (FLOOD, {"type": "remove", "cells": [[0, y] for y in range(80_000)]}, "NEOM-DISASTER-REMOVE"),
        (BUILD, building(tile=int("9" * 4000)), "NEOM-BUILD-NOT-PICKED"),
    ]


@pytest.mark.exhaustive
def test_monstrous_moves_are_refused_in_no_time(tmp_path: Path) -> None:
    hostile.refused_in_no_time(tmp_path, [(log(*position), move, code) for position, move, code in monstrous()])


@rows("number", [-HUGE, -(2**63) - 1, -1, 0, 7, 2**31, 2**63, 2**64, HUGE])
def test_numbers_outside_the_game_are_refused(number: int, tmp_path: Path) -> None:
    for position, move, code in [
        (PICK, {"type": "pick", "tile": -abs(number) - 1}, "NEOM-PICK-NOT-THERE"),
        (BUILD, building(tile=number), "NEOM-BUILD-NOT-PICKED"),
        (BUILD, {"type": "anchor", "tile": number, "cell": [1, 0]}, "NEOM-ANCHOR-NOT-HELD"),
        (BUILD, building(cell=[number or 5, 0]), "NEOM-BUILD-OUTSIDE"),
        (BUILD, building(cell=[0, number or -3]), "NEOM-BUILD-OUTSIDE"),
        (BUILD, building(alternative=number or 1), "NEOM-BUILD-ALTERNATIVE"),
        (BUILD, building(buy=[WOOD | {"seller": number}]), "NEOM-BUY-SELLER"),
        (PAIR, building(buy=[{"good": "wood", "seller": number}]), "NEOM-BUY-SELLER"),
        (ALONE, building(buy=[{"good": "wood", "seller": number}]), "NEOM-BUY-SELLER"),
        (OFFICE, {"type": "swap", "give": [number], "take": [124]}, "NEOM-SWAP-GIVE"),
        (OFFICE, {"type": "swap", "take": [number]}, "NEOM-SWAP-TAKE"),
        (FLOOD, {"type": "remove", "cells": [[number or 9, 0]]}, "NEOM-DISASTER-REMOVE"),
        (FLOOD, {"type": "remove", "cells": [[1, number or 9]]}, "NEOM-DISASTER-REMOVE"),
    ]:
        if move.get("cell") in ([-1, 0], [0, -1]):
            continue  # there are such cells
        hostile.refused(tmp_path, log(*position), move, code)


@rows(
    "text",
    [
        *[f'{{"type":"remove","cells":{cells}}}' for cells in DEEP],
        *[f'{{"type":"remove","cells":[{cell}]}}' for cell in NO_CELLS],
        '{"type":"remove","cells":null}',
        '{"type":"remove"}',
        '{"type":"pick","tile":1e400}',
        '{"type":"pick","tile":"1"}',
        '{"type":"pick","tile":' + ("9" * 5000) + "}",
        f'{{"type":"build","tile":2,"cell":{DEEP[1]}}}',
        f'{{"type":"build","tile":2,"cell":[1,0],"buy":{DEEP[0]}}}',
        '{"type":"build","tile":2,"cell":[1,0],"buy":[{"good":"' + "gold" * 100_000 + '"}]}',
        '{"type":"build","tile":2,"cell":[1,0],"buy":[{"good":"gold","way":"up"}]}',
        '{"type":"build","tile":2,"cell":[1,0],"buy":[{"good":"gold","price":0}]}',
        '{"type":"build","tile":2,"cell":[1,0],"buy":[{"seller":0}]}',
        '{"type":"build","tile":2,"cell":[1,0],"virtual":["money"]}',
        '{"type":"build","tile":2,"cell":[1,0],"produce":["steel"]}',
        '{"type":"origin","tile":0,"cell":[0,0]}',
        "[]",
        "null",
    ],
)
def test_what_is_no_move_is_a_finding_of_the_format(text: str, tmp_path: Path) -> None:
    hostile.refused_as_no_move(tmp_path, log(*BUILD), text)


@rows(
    "order",
    [
        [],
        [1] * 24,
        [*range(1, 24), "24"],
        [*range(1, 24), HUGE],
        [*range(1, 24), -1],
        [*range(1, 24), 25],
        [*range(1, 24), 121],
        [*range(100_000)],
        ["flood"] * 24,
    ],
)
def test_tiles_that_chance_cannot_bring_are_refused(order: list[Any], tmp_path: Path) -> None:
    lines = log(*BUILD)
    at = next(i for i, line in enumerate(lines) if b"generation-1" in line)
    hostile.refused_of_chance(tmp_path, lines, at, order)


@rows("options", [{"tiles": "9+"}, {"tiles": 4}, {"beginner": 1}, {"anchors": 3}, {"tiles": "5+"}])
def test_unknown_options_are_refused(options: dict[str, Any], tmp_path: Path) -> None:
    """Only a solo player can choose the tiles."""
    hostile.refused_in_header(tmp_path, log(2, [])[0], "options", options)
