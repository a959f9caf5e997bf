"""Logs of Card City XL as people write them at a table, from a short notation.

Cards have the letters of RULES.md, R C K I L G; I3 is an industry of 3 %, R/C a split card; a list is "R C K".
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cityleague.engine.components import fingerprint

Event = tuple[Any, ...]
"""A chance line, ("round-1", "R C K"), or a move: seat, type, and what its fields hold."""

NAMES = ("Ada", "Ben", "Cleo", "Dan")
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
LETTERS = {
    "R": "residential",
    "C": "commerce",
    "K": "parking",
    "I": "industry",
    "L": "leisure",
    "G": "park",
}


def cards(text: str) -> list[str]:
    """Cards by their names."""
    return ["/".join([_half(letter) for letter in card.split("/")]) for card in text.split()]


def _half(letter: str) -> str:
    return LETTERS[letter[0]] + ("-" + letter[1:] if letter[1:] else "")


def line(event: Event) -> bytes:
    """An event as a line of a log."""
    if isinstance(event[0], str):
        name, drawn = event
        return json.dumps({"chance": name, "order": cards(drawn)}).encode()
    seat, kind, *given = event
    move = {"type": kind, **{name: _value(name, value) for name, value in zip(FIELDS[kind], given, strict=False)}}
    return json.dumps({"seat": seat, "move": move}).encode()


def _value(field: str, value: Any) -> Any:
    if field in ("open", "hidden", "cards"):
        return cards(value)
    return cards(value)[0] if field == "card" else value


def log(
    players: int, options: Mapping[str, Any], events: Sequence[Event], components: bytes | None = None
) -> list[bytes]:
    """A log without a seed; `components`: the component file it is played with, if not the packaged one."""
    header: dict[str, Any] = {"log": 1, "game": "card_city_xl", "rules": "1", "players": NAMES[:players]}
    header["options"] = options
    if components is not None:
        header["components"] = fingerprint(components)
    return [json.dumps(header).encode(), *map(line, events)]
