"""Between Two Cities: a recorded game of two, in which a move is replaced or inserted."""

from __future__ import annotations

import json

from ..cases import Broken, edit
from ..helpers import dump, recorded, replaced
from .case import RuleCase, register

PICK, PLACE, PLACE_AGAIN = 2, 4, 10
"""The lines of a recorded game of two where seat 0 first picks, first places (twice), places in the second turn."""

CASES: dict[str, list[RuleCase]] = {}
breaks = register(CASES)


def _insert(line: int, move: bytes, pointer: str = "/move") -> Broken:
    """A move of seat 0 before a line."""
    good = recorded()
    line %= len(good)
    new = b'{"seat":0,"move":' + move + b"}"
    at = move if pointer == "/move" else json.dumps(json.loads(move)[pointer.split("/")[2]]).encode()
    return Broken(lines=replaced(good, line, new, good[line]), line=line, pointer=pointer, at=at, seat=0)


def _spoil(line: int, field: str, value: object) -> Broken:
    """One field of a move of seat 0 replaced."""
    old = json.loads(recorded()[line])
    assert old["seat"] == 0
    before, after = dump(old["move"][field]), dump(value)
    broken = edit(recorded(), line, before, after, f"/move/{field}")
    broken.seat = 0
    return broken


@breaks("TURN-GAME-OVER")
def game_over() -> Broken:
    return _insert(-1, b'{"type":"pick","tiles":["shop","shop"]}')


@breaks("TURN-CHANCE-DUE")
def chance_due() -> Broken:
    return _insert(1, b'{"type":"pick","tiles":["shop","shop"]}')


@breaks("TURN-NOT-YOURS")
def not_yours() -> Broken:
    return _insert(PICK + 1, dump(json.loads(recorded()[PICK])["move"]))


@breaks("TURN-WRONG-MOVE")
def wrong_move() -> Broken:
    return _insert(PICK, b'{"type":"place","tile":"shop","city":"left","cell":[0,0]}', "/move/type")


@breaks("B2C-PICK-NOT-IN-HAND")
def not_in_hand() -> Broken:
    return _spoil(PICK, "tiles", ["zoo", "zoo"])


@breaks("B2C-PLACE-NOT-PICKED")
def not_picked() -> Broken:
    return _spoil(PLACE, "tile", "zoo")


@breaks("B2C-PLACE-CITY-SERVED")
def city_served() -> Broken:
    return _spoil(PLACE + 1, "city", json.loads(recorded()[PLACE])["move"]["city"])


@breaks("B2C-PLACE-FIRST")
def first() -> Broken:
    return _spoil(PLACE, "cell", [1, 0])


@breaks("B2C-PLACE-COVERED")
def covered() -> Broken:
    return _spoil(PLACE_AGAIN, "cell", [0, 0])


@breaks("B2C-PLACE-APART")
def place_apart() -> Broken:
    return _spoil(PLACE_AGAIN, "cell", [1, 1])


@breaks("B2C-PLACE-FRAME")
def frame() -> Broken:
    return _spoil(PLACE_AGAIN, "cell", [4, 0])
