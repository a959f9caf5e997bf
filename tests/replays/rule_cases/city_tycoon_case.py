"""How the cases of City Tycoon are written: a game as at a table, whose last move breaks a rule.

They are played with figures of their own (`by_hand.figures`): two tiles a hand, 20 money for everyone, a tile is sold
for 5; a district costs 2 and asks for a red cube; an exhausting plant costs 2 and has two cubes, a renewing one costs 3
and has one. With two players, water lies on [0, -1], [1, -1], [-1, 0] and [-1, 1], and the centre's plants have two
cubes.
"""

from __future__ import annotations

import json
from typing import Any

from ...by_hand import Event
from ...city_tycoon.by_hand import PLAIN, course, log
from ..cases import Broken


def broken(players: int, *events: Event, blame: str | None, components: bytes = PLAIN, **more: Any) -> Broken:
    """A game whose last move breaks a rule by what stands in a field; None: as a whole."""
    *before, last = events
    played = course(players, *before, last=last, components=components, **more)
    return broken_log(players, *played, blame=blame, components=components)


def broken_log(players: int, *events: Event, blame: str | None, components: bytes = PLAIN) -> Broken:
    """A log whose last move breaks a rule by what stands in this field; None: as a whole."""
    lines = log(players, events, components)
    move = json.loads(lines[-1])["move"]
    return Broken(
        lines=lines,
        components={"own.json": components},
        line=len(lines) - 1,
        pointer="/move" if blame is None else f"/move/{blame}",
        at=json.dumps(move.get(blame, move)).encode(),
        seat=events[-1][0],
    )
