"""Which games of logs are meant: one choice for all commands, made by what the games themselves say."""

from __future__ import annotations

import enum

import msgspec

from cityleague.replays.log.dates import is_since, is_until, period
from cityleague.replays.log.decode import header_of
from cityleague.replays.log.events import Header
from cityleague.replays.log.findings import Problem
from cityleague.replays.log.reading import RawGame
from cityleague.replays.log.wording import counted, quote


class LeftOut(enum.Enum):
    """Why a game was not chosen."""

    UNDATED = "undated"
    """Its date matters, and it has none."""
    OTHER = "other"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are meant; what is empty does not matter."""

    since: str = ""
    """The first day (2026-11-23), month (2026-11) or year (2026), by the calendar of where the game was played."""
    until: str = ""
    """The last one; it counts as a whole."""
    players: tuple[str, ...] = ()
    """All of them play."""

    def __post_init__(self) -> None:
        """Raise ValueError for dates that no game can have."""
        for given in filter(None, (self.since, self.until)):
            period(given)
        if self.since and self.until and not is_until(self.since, self.until):
            raise ValueError(f"no day is since {self.since} and until {self.until}")

    def leaves_out(self, game: RawGame) -> LeftOut | None:
        """Why a game is not meant; None if it is, or if its header cannot be read: that is told, never left out."""
        if not self:
            return None
        try:
            header = header_of(game)
        except Problem:
            return None
        return self._leaves_out(header)

    def _leaves_out(self, header: Header) -> LeftOut | None:
        if not set(self.players) <= set(header.players):
            return LeftOut.OTHER
        if not (self.since or self.until):
            return None
        if not header.date:
            return LeftOut.UNDATED
        meant = is_since(header.date, self.since) and is_until(header.date, self.until)
        return None if meant else LeftOut.OTHER

    def __bool__(self) -> bool:
        """Whether it leaves out any game at all."""
        return self != _ALL

    def __str__(self) -> str:
        parts = [f"since {self.since}"] * bool(self.since) + [f"until {self.until}"] * bool(self.until)
        return " and ".join(parts + [f"with {' and '.join(map(quote, self.players))}"] * bool(self.players))


_ALL = Choice()


class Chosen(msgspec.Struct):
    """How many games a choice has taken and left out so far."""

    choice: Choice = _ALL
    taken: int = 0
    left_out: dict[LeftOut, int] = {}

    def takes(self, game: RawGame) -> bool:
        """Whether a game is meant; it is counted."""
        why = self.choice.leaves_out(game)
        if why:
            self.leave_out(why)
        self.taken += why is None
        return why is None

    def leave_out(self, why: LeftOut) -> None:
        """Count a game that is not meant."""
        self.left_out[why] = self.left_out.get(why, 0) + 1

    @property
    def undated(self) -> int:
        """How many games were left out because their date is not known."""
        return self.left_out.get(LeftOut.UNDATED, 0)

    @property
    def nothing(self) -> str:
        """That there were games, and none was chosen, in words; empty if one was."""
        if self.taken or not self.left_out:
            return ""
        return f"no game is chosen: of {counted(sum(self.left_out.values()), 'game')}, none is {self.choice}"
