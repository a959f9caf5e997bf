"""For each rule of each game, a log in which one move breaks it."""

from __future__ import annotations

import json
from collections.abc import Callable

from .cases import Broken, Lines, edit
from .helpers import replaced

PICK, PLACE, PICK_AGAIN = 2, 4, 8
"""The lines of a recorded game of two where seat 0 first picks, first places (twice), picks the second time."""
PLACE_AGAIN = 10


def insert(good: Lines, line: int, move: bytes, pointer: str = "/move") -> Broken:
    """A move of seat 0 before a line."""
    new = b'{"seat":0,"move":' + move + b"}"
    at = move if pointer == "/move" else json.dumps(json.loads(move)[pointer.split("/")[2]]).encode()
    return Broken(lines=replaced(good, line, new, good[line]), line=line, pointer=pointer, at=at, seat=0)


def game_over(good: Lines) -> Broken:
    return insert(good, len(good) - 1, b'{"type":"pick","tiles":["shop","shop"]}')


def chance_due(good: Lines) -> Broken:
    return insert(good, 1, b'{"type":"pick","tiles":["shop","shop"]}')


def not_yours(good: Lines) -> Broken:
    return insert(good, PICK + 1, json.dumps(json.loads(good[PICK])["move"]).encode())


def wrong_move(good: Lines) -> Broken:
    return insert(good, PICK, b'{"type":"place","tile":"shop","city":"left","cell":[0,0]}', "/move/type")


def _spoil(good: Lines, line: int, field: str, value: object) -> Broken:
    """One field of a move of seat 0 replaced."""
    old = json.loads(good[line])
    assert old["seat"] == 0
    before, after = (json.dumps(it, separators=(",", ":")).encode() for it in (old["move"][field], value))
    broken = edit(good, line, before, after, f"/move/{field}")
    broken.seat = 0
    return broken


def not_in_hand(good: Lines) -> Broken:
    return _spoil(good, PICK, "tiles", ["zoo", "zoo"])


def not_picked(good: Lines) -> Broken:
    return _spoil(good, PLACE, "tile", "zoo")


def city_served(good: Lines) -> Broken:
    return _spoil(good, PLACE + 1, "city", json.loads(good[PLACE])["move"]["city"])


def first(good: Lines) -> Broken:
    return _spoil(good, PLACE, "cell", [1, 0])


def covered(good: Lines) -> Broken:
    return _spoil(good, PLACE_AGAIN, "cell", [0, 0])


def apart(good: Lines) -> Broken:
    return _spoil(good, PLACE_AGAIN, "cell", [1, 1])


def frame(good: Lines) -> Broken:
    return _spoil(good, PLACE_AGAIN, "cell", [4, 0])


RULE_CASES: dict[str, dict[str, Callable[[Lines], Broken]]] = {
    "between_two_cities": {
        "TURN-GAME-OVER": game_over,
        "TURN-CHANCE-DUE": chance_due,
        "TURN-NOT-YOURS": not_yours,
        "TURN-WRONG-MOVE": wrong_move,
        "B2C-PICK-NOT-IN-HAND": not_in_hand,
        "B2C-PLACE-NOT-PICKED": not_picked,
        "B2C-PLACE-CITY-SERVED": city_served,
        "B2C-PLACE-FRAME": frame,
        "B2C-PLACE-COVERED": covered,
        "B2C-PLACE-FIRST": first,
        "B2C-PLACE-APART": apart,
    },
}
