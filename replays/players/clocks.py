"""How long bots took, by traces: they alone tell it, for a log holds no times that a bot could lose by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType


class Used(NamedTuple):
    """The time that a bot took in a game."""

    decisions: int
    """How many it was asked for."""
    seconds: float
    """For all that counts on its clock: decisions, and getting ready unless that has a limit of its own."""
    left: float | None
    """The fewest seconds that were left after a decision, before it added its increment; None: there was no clock."""
    late: bool
    """Whether it lost on time."""


class _Decision(msgspec.Struct):
    left: float | None = None


class _Heard(msgspec.Struct):
    """What a bot was sent: a greeting has limits, a result neither."""

    decide: _Decision | None = None
    limits: dict[str, Any] | None = None


class _Line(msgspec.Struct):
    seat: int
    ms: float = 0.0
    hears: _Heard | str | UnsetType = UNSET
    says: str | UnsetType = UNSET
    forfeits: str | UnsetType = UNSET
    dropped: int = 0
    of: str = ""


_decode = msgspec.json.Decoder(_Line).decode


def used(trace: Iterable[bytes]) -> dict[int, Used]:
    """The time that each seat took in the game of a trace; without seats of which the trace has lost something.

    Raises ValueError if these are not the lines of a trace.
    """
    seats: dict[int, _Seat] = {}
    lost: set[int] = set()
    for text in trace:
        line = _decode(text)
        if line.dropped and line.of == "talk":
            lost.add(line.seat)
        else:
            seats.setdefault(line.seat, _Seat()).note(line)
    return {number: seat.used for number, seat in sorted(seats.items()) if number not in lost}


class _Seat:
    """Follows what one seat hears and says."""

    def __init__(self) -> None:
        self.used = Used(0, 0.0, None, late=False)
        self._asked: float | None = None
        """When it was asked what it has not answered, in milliseconds; None: nothing that counts on its clock."""
        self._left: float | None = None

    def note(self, line: _Line) -> None:
        """The next line about this seat."""
        if self._asked is not None and (line.hears, line.says, line.forfeits) != (UNSET, UNSET, UNSET):
            self._took((line.ms - self._asked) / 1000)
        if line.forfeits is not UNSET and line.forfeits.startswith("timeout:"):
            self.used = self.used._replace(late=True)
        if isinstance(line.hears, str):  # a long one, which is cut
            line.hears = _Heard(_Decision() if line.hears.startswith('{"decide"') else None)
        if line.hears is UNSET:
            return
        decision, limits = line.hears.decide, line.hears.limits
        self._left = decision.left if decision else None
        if decision:
            self.used = self.used._replace(decisions=self.used.decisions + 1)
        if decision or (limits is not None and "start" not in limits):
            self._asked = line.ms

    def _took(self, seconds: float) -> None:
        """What it was asked is over, and it took so many seconds."""
        self._asked, left = None, self.used.left
        if self._left is not None:
            now = max(0.0, self._left - seconds)
            left = now if left is None else min(left, now)
        self.used = self.used._replace(seconds=self.used.seconds + seconds, left=left)
