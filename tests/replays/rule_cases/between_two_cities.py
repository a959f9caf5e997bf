"""Between Two Cities: a recorded game of two, in which a move is replaced or inserted."""

from __future__ import annotations

import json

from ..cases import Broken, edit
from ..helpers import dump, recorded, replaced
from .case import Cases

PICK, PLACE, PLACE_AGAIN = 2, 4, 10
"""The lines of a recorded game of two where seat 0 first picks, first places (twice), places in the second turn."""


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


PICKED = b'{"type":"pick","tiles":["shop","shop"]}'
CASES: Cases = {
    "TURN-GAME-OVER": [lambda: _insert(-1, PICKED)],
    "TURN-CHANCE-DUE": [lambda: _insert(1, PICKED)],
    "TURN-NOT-YOURS": [lambda: _insert(PICK + 1, dump(json.loads(recorded()[PICK])["move"]))],
    "TURN-WRONG-MOVE": [
        lambda: _insert(PICK, b'{"type":"place","tile":"shop","city":"left","cell":[0,0]}', "/move/type")
    ],
    "B2C-PICK-NOT-IN-HAND": [lambda: _spoil(PICK, "tiles", ["zoo", "zoo"])],
    "B2C-PLACE-NOT-PICKED": [lambda: _spoil(PLACE, "tile", "zoo")],
    "B2C-PLACE-CITY-SERVED": [lambda: _spoil(PLACE + 1, "city", json.loads(recorded()[PLACE])["move"]["city"])],
    "B2C-PLACE-FIRST": [lambda: _spoil(PLACE, "cell", [1, 0])],
    "B2C-PLACE-COVERED": [lambda: _spoil(PLACE_AGAIN, "cell", [0, 0])],
    "B2C-PLACE-APART": [lambda: _spoil(PLACE_AGAIN, "cell", [1, 1])],
    "B2C-PLACE-FRAME": [lambda: _spoil(PLACE_AGAIN, "cell", [4, 0])],
}
