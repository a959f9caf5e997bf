"""The last states of a league's pages, kept beside them, so that a later page can say what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from cityleague.replays.league import League
from cityleague.replays.log import read_below, write_below
from cityleague.replays.pages.files import foreign


class PastRow(msgspec.Struct, frozen=True):
    """A player's line in a table."""

    player: str
    place: int
    elo: float | None


class PastTable(msgspec.Struct, frozen=True):
    """A league table."""

    game: str
    options: str
    solo: bool
    games: int
    rows: list[PastRow]


class PastState(msgspec.Struct, frozen=True):
    """What the pages said."""

    games: str
    """A hash of all games that were read."""
    tables: list[PastTable]
    findings: list[str]

    def table(self, league: League) -> PastTable | None:
        """The table of the same league."""
        key = (league.game, league.options, league.solo)
        return next((table for table in self.tables if (table.game, table.options, table.solo) == key), None)


class History(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last state, and the one before it that was made of other games."""

    cityleague: int
    """The version of this file's format."""
    now: PastState
    before: PastState | None

    def then(self, now: PastState) -> History:
        """The history after another run; the same games again change nothing."""
        return self if now == self.now else History(1, now, self.now)


def state_of(names: Iterable[str], leagues: Sequence[League], findings: Sequence[str]) -> PastState:
    """The state to be kept; `names` tell the games that were read."""
    tables = []
    for league in leagues:
        rows = [PastRow(row.player, row.place, row.elo and round(row.elo, 1)) for row in league.rows]
        tables.append(PastTable(league.game, league.options, league.solo, league.games, rows))
    return PastState(sha256("\n".join(sorted(names)).encode()).hexdigest(), tables, sorted(findings))


def read_history(folder: str, name: str) -> History | None:
    """The history in a file; None: there is none. Raises ForeignFileError if something else is in it, and OSError."""
    try:
        with read_below(folder, name) as file:
            return msgspec.json.decode(file.read(), type=History)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, RecursionError):
        raise foreign(folder, name) from None


def write_history(folder: str, name: str, history: History) -> None:
    """Write it. Raises OSError."""
    write_below(folder, name, msgspec.json.format(msgspec.json.encode(history), indent=1) + b"\n")
