"""How the cases of NEOM are written: a game as at a table, whose last move breaks a rule."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ...by_hand import Event
from ...neom.by_hand import Round, course, log
from ..cases import Broken


def broken(
    players: int,
    *rounds: Round,
    last: Event,
    blame: str | None,
    options: Mapping[str, Any] = {},
    **more: Any,
) -> Broken:
    """A game whose last move, in the last of these rounds, breaks a rule by what stands in a field."""
    return broken_log(
        players, *course(players, *rounds, last=last, options=options, **more), blame=blame, options=options
    )


def broken_log(players: int, *events: Event, blame: str | None, options: Mapping[str, Any] = {}) -> Broken:
    """A log whose last move breaks a rule by what stands in this field (buy/0/way); None: as a whole."""
    lines = log(players, events, options)
    return Broken(
        lines=lines,
        line=len(lines) - 1,
        pointer="/move" if blame is None else f"/move/{blame}",
        at=json.dumps(_there(json.loads(lines[-1])["move"], [] if blame is None else blame.split("/"))).encode(),
        seat=events[-1][0],
    )


def _there(value: Any, path: Sequence[str]) -> Any:
    """The value at this place; if there is none, the object that would hold it."""
    for part in path:
        if isinstance(value, dict) and part not in value:
            break
        value = value[int(part) if isinstance(value, list) else part]
    return value
