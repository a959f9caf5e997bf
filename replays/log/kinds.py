"""The kind of event that a line is: its fields tell, before anything else in it is examined."""

from __future__ import annotations

import re

import msgspec
from msgspec import UNSET, Raw, UnsetType

from cityleague.engine.components import plain
from cityleague.replays.log.events import EVENTS

MAX_LINE = 1 << 20
"""Bytes of a line; a longer one is not decoded."""

_Fields = msgspec.defstruct("_Fields", [(field, Raw | UnsetType, UNSET) for field in EVENTS])
"""The fields that tell a line's kind, with any value."""
_decode = msgspec.json.Decoder(_Fields).decode
_LOOKS_LIKE_HEADER = rb'\s*\{\s*"log"\s*:'


def kinds(line: bytes) -> list[str]:
    """Which of the fields that tell a line's kind it has; exactly one, if all is well.

    Raises msgspec's errors, and RecursionError for a line that is nested too deep.
    """
    if len(line) > plain.DEPTH and plain.too_deep(line):
        raise RecursionError
    fields = _decode(line)
    return [field for field in EVENTS if getattr(fields, field) is not UNSET]


def is_header(line: bytes) -> bool:
    """Whether a line begins a game, well formed or not."""
    if line.startswith(b'{"log":'):
        return True
    if b'"log"' not in line or len(line) > MAX_LINE:
        return False
    return has_field(line, "log") or re.match(_LOOKS_LIKE_HEADER, line) is not None


def has_field(line: bytes, field: str) -> bool:
    """Whether a line is an object that has `field`, one of those that tell a line's kind."""
    try:
        return field in kinds(line)
    except (msgspec.MsgspecError, RecursionError):
        return False
