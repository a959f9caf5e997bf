"""A folder with a database of values by keys: each value has a checksum, and the least recently used ones make room."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from cityleague.replays.log import is_unfinished, read_below, refuse_in_the_way, write_below

_TAG = (
    b"Signature: 8a477f597d28d172789f06886806bc55\n"
    b"# Verdicts that cityleague remembers (https://bford.info/cachedir/). This folder can be deleted.\n"
)
_DATABASE = "verdicts-1.sqlite"
_FILES = ("CACHEDIR.TAG", ".gitignore", *[_DATABASE + ending for ending in ("", "-journal", "-wal", "-shm")])
_APPLICATION = 0x636C7631
"""What tells the database from those of other programs."""
_WAIT = 0.4
"""So many seconds another run may keep it locked."""
_SUM = 8
"""Bytes of a checksum."""


class ForeignError(OSError):
    """What is in the way is not ours, and stays as it is."""


class Store:
    """The folder, opened. Every method raises OSError, InTheWayError and ForeignError among them, or sqlite3.Error."""

    def __init__(self, folder: str, most: int) -> None:
        """`most`: about so many bytes it may take."""
        _require_ours(folder)
        self._most = most
        self._database = sqlite3.connect(os.path.join(folder, _DATABASE), timeout=_WAIT, isolation_level=None)
        try:
            self._begin()
        except BaseException:
            self._database.close()
            raise

    def _begin(self) -> None:
        if self._figure("application_id") != _APPLICATION:
            if self._figure("application_id") or self._figure("schema_version"):
                raise ForeignError(f"{_DATABASE} is a database of another program")
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.execute(
                    "CREATE TABLE IF NOT EXISTS verdicts"
                    " (key BLOB PRIMARY KEY, used INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID"
                )
                self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._run = self._figure("user_version") + 1  # counts the runs that wrote
        self._used: list[bytes] = []  # what was found, but not written in this run
        self._watched = self._size() > self._most / 2  # until then, nobody needs to know what was used last

    def _figure(self, name: str) -> int:
        (value,) = self._database.execute(f"PRAGMA {name}").fetchone()
        return int(value)

    def _size(self) -> int:
        return (self._figure("page_count") - self._figure("freelist_count")) * self._figure("page_size")

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values of these keys, as far as they are there and undamaged."""
        places = ",".join("?" * len(keys))
        rows = self._database.execute(f"SELECT key, value, used FROM verdicts WHERE key IN ({places})", keys)
        found = {}
        for key, value, used in rows.fetchall():
            if isinstance(key, bytes) and isinstance(value, bytes) and value[:_SUM] == _sum(key, value[_SUM:]):
                found[key] = value[_SUM:]
                if self._watched and used != self._run:
                    self._used.append(key)
        return found

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Write values; those that were not used for longest make room."""
        if not values and not self._used:
            return
        with self._database as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute(f"PRAGMA user_version = {self._run}")
            rows = [(key, self._run, _sum(key, value) + value) for key, value in values.items()]
            database.executemany("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?)", rows)
            database.executemany("UPDATE verdicts SET used = ? WHERE key = ?", [(self._run, key) for key in self._used])
            self._used.clear()
            if self._size() > self._most:
                database.execute(
                    "DELETE FROM verdicts WHERE key IN (SELECT key FROM verdicts ORDER BY used"
                    " LIMIT (SELECT count(*) / 4 FROM verdicts))"
                )

    def empty(self) -> None:
        """Forget everything."""
        self._database.execute("DELETE FROM verdicts")

    def close(self) -> None:
        """Let go of it."""
        self._database.close()


def _sum(key: bytes, value: bytes) -> bytes:
    return blake2b(key + value, digest_size=_SUM).digest()


def _require_ours(folder: str) -> None:
    """Make the folder if it is missing; raise ForeignError if it is somebody else's, InTheWayError for links in it."""
    os.makedirs(folder, exist_ok=True)
    names = [name for name in os.listdir(folder) if not is_unfinished(name)]
    refuse_in_the_way(folder, _FILES)
    if not names:
        write_below(folder, _FILES[0], _TAG)
    elif _FILES[0] not in names:
        raise ForeignError("it holds files of others: name a new or an empty folder")
    else:
        with read_below(folder, _FILES[0]) as tag:
            if tag.read(len(_TAG) + 1) != _TAG:
                raise ForeignError("it is a cache of another program: name a new or an empty folder")
    if _FILES[1] not in names:
        write_below(folder, _FILES[1], b"*\n")
