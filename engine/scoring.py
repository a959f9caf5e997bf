"""Score sheets that can be checked by hand, and the ranking with its tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Annotated

import msgspec
from msgspec import Meta

Points = int | float
"""Whole points, or halves where a rulebook counts halves (exact in binary)."""

Remark = Annotated[str, Meta(max_length=200)]
"""A few words about a sheet as a whole."""


class Line(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One category of a sheet: its points, and in words how they come about."""

    category: str
    points: Points
    detail: str


class Part(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A section of a sheet, such as a city. Its points are the sum of its lines; `counts`: they are in the score."""

    title: str
    points: Points
    counts: bool
    lines: tuple[Line, ...]


class TieBreak(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What decides between equal totals. Higher is better: where the rulebook prefers fewer, the value is negative."""

    name: str
    value: Points


class Sheet(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's score in parts, and its tie-breaks in the order in which they are compared."""

    parts: tuple[Part, ...]
    tiebreaks: tuple[TieBreak, ...]
    last: Remark = ""
    """Why the seat ranks behind all seats without such a reason, whatever its score; empty: it does not."""
    title: Remark = ""
    """The rulebook's title for a player with this score; empty: there is none."""

    @property
    def total(self) -> Points:
        """The final score: the sum of the parts that count."""
        return whole(sum([part.points for part in self.parts if part.counts]))

    @property
    def key(self) -> tuple[Points, ...]:
        """What sheets are ranked by: that there is no reason to be last, the score, the tie-breaks."""
        return (not self.last, self.total, *map(_value, self.tiebreaks))


_value = attrgetter("value")


def whole(points: Points) -> Points:
    """The same points, as an integer if they are whole."""
    if isinstance(points, int):
        return points
    return int(points) if points == int(points) else points


def part(title: str, lines: Sequence[Line], *, counts: bool = True) -> Part:
    """A part of these lines."""
    return Part(title, whole(sum([line.points for line in lines])), counts, tuple(lines))


def ranks(sheets: Sequence[Sheet], forfeited: Mapping[int, int] | None = None) -> list[int]:
    """The rank of each seat, 1 is best; equal keys share a rank and the next ranks stay empty (1, 2, 2, 4).

    `forfeited` maps each seat that forfeited to the number of earlier forfeits. Such seats rank behind all others; of
    two forfeits the later one ranks higher.
    """
    gone = forfeited or {}
    keys = [(gone.get(seat, len(sheets)), *sheet.key) for seat, sheet in enumerate(sheets)]
    ordered = sorted(keys, reverse=True)
    return [1 + ordered.index(key) for key in keys]


def deciding(sheet: Sheet, other: Sheet) -> str | None:
    """What decides between two sheets: "last", "score", the name of a tie-break, or None if the place is shared."""
    names = ["last", "score", *[tie.name for tie in sheet.tiebreaks]]
    for name, mine, theirs in zip(names, sheet.key, other.key, strict=True):
        if mine != theirs:
            return name
    return None
