"""A folder with a database of values by keys: each value has a checksum, and the least recently used ones make room.

Whoever can write into the folder decides what it says, so it is used only if nobody but its user can. It may be by
somebody else all the same, out of git for instance: so the database has one table and nothing else, what it holds costs
bounded time and memory, and nothing of it names another file.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import chain, repeat

from cityleague.replays.log import is_unfinished, read_below, refuse_in_the_way, write_below

_TAG = (
    b"Signature: 8a477f597d28d172789f06886806bc55\n"
    b"# Verdicts that cityleague remembers (https://bford.info/cachedir/). This folder can be deleted.\n"
)
_DATABASE = "verdicts-1.sqlite"
_JOURNAL = _DATABASE + "-journal"
_NEVER_OURS = (_DATABASE + "-wal", _DATABASE + "-shm")
_FILES = ("CACHEDIR.TAG", ".gitignore", _DATABASE, _JOURNAL, *_NEVER_OURS)
_TABLE = "CREATE TABLE verdicts (key BLOB PRIMARY KEY, used INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID"
_NAMES_OTHERS = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
"""The end of a journal that names a file, which SQLite would delete."""
_APPLICATION = 0x636C7631
"""What tells the database from those of other programs."""
_WAIT = 0.4
"""So many seconds another run may keep it locked."""
_SUM = 8
"""Bytes of a checksum."""
_MOST_VALUE = 1 << 16
"""Bytes of a value: longer ones are not kept."""
_STEPS = 100_000
"""So many steps SQLite may take to read the schema."""
_PATIENCE = 10
"""Seconds for one look at the store: if it takes longer, replays are as fast."""


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
        self._database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * _MOST_VALUE)
        self._database.set_progress_handler(chain(repeat(0, _STEPS // 1000), repeat(1)).__next__, 1000)
        self._database.execute("PRAGMA trusted_schema = OFF")
        if self._figure("application_id") != _APPLICATION:
            if self._figure("application_id") or self._figure("schema_version"):
                raise ForeignError(f"{_DATABASE} is a database of another program")
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.execute(_TABLE.replace("TABLE", "TABLE IF NOT EXISTS", 1))
                self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
        schema = self._database.execute("SELECT type, name, sql FROM sqlite_master").fetchmany(2)
        if schema != [("table", "verdicts", _TABLE)]:
            raise ForeignError(f"{_DATABASE} is no store of this program: delete it, or name another folder")
        self._database.set_progress_handler(None, 0)
        self._run = self._figure("user_version") + 1  # counts the runs that wrote
        self._used: list[bytes] = []  # what was found, but not written in this run
        self._watched = self._size() > self._most / 2  # until then, nobody needs to know what was used last

    def _figure(self, name: str) -> int:
        (value,) = self._database.execute(f"PRAGMA {name}").fetchone()
        return int(value)

    def _require_sound(self) -> None:
        """Before all rows are read: raise DatabaseError if their pages are no tree, as that could have no end."""
        if self._database.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise sqlite3.DatabaseError("database disk image is malformed")

    def _size(self) -> int:
        return (self._figure("page_count") - self._figure("freelist_count")) * self._figure("page_size")

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values of these keys, as far as they are there and undamaged."""
        found: dict[bytes, bytes] = {}
        began = time.monotonic()
        with self._database as database:
            database.execute("BEGIN")
            for key in keys:  # one by one, as signals are only heard in between
                row = database.execute("SELECT value, used FROM verdicts WHERE key = ?", (key,)).fetchone()
                if time.monotonic() - began > _PATIENCE:
                    raise OSError("it is slower than replays")
                value, used = row or (None, None)
                if isinstance(value, bytes) and value[:_SUM] == _sum(key, value[_SUM:]):
                    found[key] = value[_SUM:]
                    if self._watched and used != self._run:
                        self._used.append(key)
        return found

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Write values; those that were not used for longest make room."""
        if not values and not self._used:
            return
        rows = [
            (key, self._run, _sum(key, value) + value) for key, value in values.items() if len(value) <= _MOST_VALUE
        ]
        with self._database as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute(f"PRAGMA user_version = {self._run}")
            database.executemany("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?)", rows)
            database.executemany("UPDATE verdicts SET used = ? WHERE key = ?", [(self._run, key) for key in self._used])
            self._used.clear()
            if self._size() > self._most:
                self._require_sound()
                database.execute(
                    "DELETE FROM verdicts WHERE key IN (SELECT key FROM verdicts ORDER BY used"
                    " LIMIT (SELECT count(*) / 4 FROM verdicts))"
                )

    def empty(self) -> None:
        """Forget everything."""
        self._require_sound()
        self._database.execute("DELETE FROM verdicts")

    def close(self) -> None:
        """Let go of it."""
        self._database.close()


def _sum(key: bytes, value: bytes) -> bytes:
    return blake2b(key + value, digest_size=_SUM).digest()


def _require_ours(folder: str) -> None:
    """Make the folder if it is missing; raise ForeignError if it is somebody else's, InTheWayError for links in it."""
    os.makedirs(folder, 0o700, exist_ok=True)
    names = [name for name in os.listdir(folder) if not is_unfinished(name)]
    refuse_in_the_way(folder, _FILES)
    _require_private(folder)
    if not names:
        write_below(folder, _FILES[0], _TAG, private=True)
    elif _FILES[0] not in names:
        raise ForeignError("it holds files of others: name a new or an empty folder")
    else:
        with read_below(folder, _FILES[0]) as tag:
            if tag.read(len(_TAG) + 1) != _TAG:
                raise ForeignError("it is a cache of another program: name a new or an empty folder")
    if _FILES[1] not in names:
        write_below(folder, _FILES[1], b"*\n", private=True)


def _require_private(folder: str) -> None:
    """Raise ForeignError if others could write verdicts here, or SQLite would do more with the files than read them."""
    for name in ("", *_FILES):
        path = os.path.join(folder, name)
        with suppress(FileNotFoundError):
            status = os.stat(path)
            if name in _NEVER_OURS:
                raise ForeignError(f"this program makes no {name}: delete it, or name another folder")
            if hasattr(os, "geteuid") and status.st_uid not in (0, os.geteuid()):
                raise ForeignError(f"{name or 'it'} belongs to another user: name a folder of your own")
            if hasattr(os, "geteuid") and status.st_mode & 0o022:
                raise ForeignError(f"others can write to {name or 'it'}: chmod -R go-w, or name a folder of your own")
    with suppress(FileNotFoundError), read_below(folder, _JOURNAL) as journal:
        journal.seek(max(0, journal.seek(0, os.SEEK_END) - len(_NAMES_OTHERS)))
        if journal.read() == _NAMES_OTHERS:
            raise ForeignError(f"{_JOURNAL} names another file: delete it, or name another folder")
