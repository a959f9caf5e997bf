"""Tables as an SQLite database in one file."""

import contextlib
import errno
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from cityleague.replays.archive.rows import Columns
from cityleague.replays.log import FileBeside

DATABASE = "games.sqlite"
_TYPES = {str: "TEXT", int: "INTEGER", float: "REAL", bool: "BOOLEAN"}
"""SQLite keeps truth values as 0 and 1; the name of the type tells that they are some."""


class SqliteTables:
    """A database that is written in one go; if that is interrupted, there is none."""

    group = 1 << 10

    def __init__(self, folder: str, tables: Mapping[str, Columns]) -> None:
        self._tables = tables
        self._file = FileBeside(DATABASE, folder)
        self._database: sqlite3.Connection | None = None

    def begin(self) -> None:
        self._file.begin()
        with _as_usual():
            self._database = self._begun()

    def _begun(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._file.beside, isolation_level=None)
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        for name, columns in self._tables.items():
            told = [f'"{column}" {_TYPES[kind]}' for column, kind in columns.items()]
            if name == "games":
                told[0] += " PRIMARY KEY"
            database.execute(f"CREATE TABLE {name} ({', '.join(told)})")
        return database

    def write(self, table: str, columns: list[list[Any]]) -> None:
        assert self._database
        values = ", ".join("?" * len(self._tables[table]))
        with _as_usual():
            self._database.executemany(f"INSERT INTO {table} VALUES ({values})", zip(*columns, strict=True))

    def keep(self) -> None:
        assert self._database
        with _as_usual():
            self._database.execute("COMMIT")
        self._database.close()
        self._file.keep()

    def drop(self) -> None:
        if self._database:
            self._database.close()
        self._file.drop()


@contextlib.contextmanager
def _as_usual() -> Iterator[None]:
    """Errors in writing are those of any file: SQLite tells of a full disk in words alone."""
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(errno.ENOSPC if "full" in str(error) else errno.EIO, str(error)) from None
