"""Logs of Card City XL as people write them at a table, from a short notation.

Cards have the letters of RULES.md, R C K I L G; I3 is an industry of 3 %, R/C a split card; a list is "R C K".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import by_hand
from ..by_hand import Event, Told
from .helpers import hand

FIELDS = {
    "found": ("cell",),
    "divide": ("open", "hidden"),
    "show": ("cards",),
    "offer": ("first", "second"),
    "take": ("lot",),
    "return": ("card",),
    "architect": ("cell",),
    "build": ("card", "cell", "turn"),
    "smog": ("cell",),
    "develop": ("card", "cell"),
    "buy": ("card", "cell"),
    "done": (),
}
"""The fields of each type of move in the order of the notation; those at the end can be left out."""


def move(told: Told) -> dict[str, Any]:
    """A move as an object of a log."""
    kind, *given = told
    return {"type": kind, **{name: _value(name, value) for name, value in zip(FIELDS[kind], given, strict=False)}}


def _value(field: str, value: Any) -> Any:
    if field in ("open", "hidden", "cards"):
        return hand(value if isinstance(value, str) else " ".join(value))
    return hand(value)[0] if field == "card" else value


def log(
    players: int, events: Sequence[Event], options: Mapping[str, Any], components: bytes | None = None
) -> list[bytes]:
    """A log without a seed; `components`: the component file it is played with, if not the packaged one."""
    header = by_hand.header("card_city_xl", "1", players, options, components)
    return [header, *[by_hand.line(event, move, hand) for event in events]]
