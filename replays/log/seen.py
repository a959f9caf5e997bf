"""What was seen so far, and where first, in memory that does not grow with it: names, and ids that games have twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cityleague.replays.log.findings import Finding, repeated_id

if TYPE_CHECKING:
    import sqlite3

_FEW = 1000
"""So many names are kept without a database."""


class Seen:
    """Names seen so far: the first ones here, many of them in a temporary database that moves to disk as it grows."""

    def __init__(self) -> None:
        self._few: dict[str, str] = {}
        self._many: sqlite3.Connection | None = None

    def close(self) -> None:
        """Forget them."""
        if self._many is not None:
            self._many.close()

    def first(self, name: str, place: str) -> str | None:
        """Where this name was seen before; None if it was not: then it was seen at this place."""
        if self._many is None:
            if name in self._few:
                return self._few[name]
            self._few[name] = place
            if len(self._few) == _FEW:
                self._many = _database(self._few)
                self._few = {}
            return None
        if self._many.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (name, place)).rowcount:
            return None
        (found,) = self._many.execute("SELECT place FROM seen WHERE id = ?", (name,)).fetchone()
        return str(found)


def _database(places: Mapping[str, str]) -> sqlite3.Connection:
    """A temporary database of names and where they were seen first."""
    import sqlite3  # noqa: PLC0415  (slow to import, and needed for many games alone)

    database = sqlite3.connect("", isolation_level=None)
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("CREATE TABLE seen (id TEXT PRIMARY KEY, place TEXT) WITHOUT ROWID")
    database.execute("BEGIN")
    database.executemany("INSERT INTO seen VALUES (?, ?)", places.items())
    return database


class Ids(Seen):
    """The ids seen so far."""

    def repeated(self, name: str | None, file: str, line: int | None, game: str | None) -> Finding | None:
        """A finding if a game that begins there has an id (None: it has none) that was seen before."""
        first = None if name is None else self.first(name, f"{file}:{line}")
        return None if name is None or first is None else repeated_id(name, first, file, line, game)
