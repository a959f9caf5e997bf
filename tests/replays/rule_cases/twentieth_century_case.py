"""How the cases of 20th Century are written: a game as at a table, whose last move breaks a rule.

They are played with figures of their own (`by_hand.figures`): 20 coins and science for everyone, columns of damage that
do nothing. With three players L1 to L5 are on offer in round I unless something else is told. All land has two cities,
a in the west and b in the east, on a track from edge to edge; on the start tile there is also c in the south, a plant
without a citizen, which track joins to b and to the tile in the south.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from cityleague.engine.twentieth_century.moves import Options

from ...by_hand import Event
from ...twentieth_century.by_hand import PLAIN, USUAL, course, log, move
from ..cases import Broken


@dataclass(kw_only=True)
class Told(Broken):
    """A broken log, and what the finding says of it."""

    says: str
    """A piece of the message."""


def broken(
    players: int,
    *events: Event,
    blame: str | None,
    says: str,
    components: bytes = PLAIN,
    start: int = 0,
    options: Options = USUAL,
) -> Told:
    """A game whose last move breaks a rule by what stands in a field; None: as a whole."""
    *before, last = events
    played = course(players, *before, last=last, start=start, components=components, options=options)
    return broken_log(players, *played, blame=blame, says=says, components=components, options=options)


def broken_log(
    players: int,
    *events: Event,
    blame: str | None,
    says: str,
    components: bytes = PLAIN,
    options: Options = USUAL,
) -> Told:
    """A log whose last move breaks a rule by what stands in this field, "city/0" for a part of it; None: as a whole."""
    lines = log(players, events, components, options)
    at: Any = move(events[-1][1:])
    for part in blame.split("/") if blame else ():
        at = at[int(part) if part.isdecimal() else part]
    return Told(
        lines=lines,
        components={"own.json": components},
        line=len(lines) - 1,
        pointer="/move" if blame is None else f"/move/{blame}",
        at=json.dumps(at).encode(),
        seat=events[-1][0],
        says=says,
    )
