"""The games of logs as tables: every row with the key of its game, written in groups of a fixed size."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import islice
from typing import Protocol

from cityleague.replays.archive.rows import GameRows, Row
from cityleague.replays.archive.schema import Columns
from cityleague.replays.log import Finding


class Writer(Protocol):
    """Files with tables, below a folder. There are none before `keep`."""

    group: int
    """So many rows are written at once, whoever has made them; the last ones of a table are fewer."""

    def begin(self) -> None:
        """Open them. Raises OSError, as all methods but `drop` do."""

    def write(self, table: str, rows: list[Row]) -> None:
        """Write the next rows of a table: a `group` of them, or the last ones."""

    def keep(self) -> None:
        """Give the files their names."""

    def drop(self) -> None:
        """Remove what is not kept."""


TABLE_FORMATS = {"csv": "as_csv.CsvTables", "parquet": "as_parquet.ParquetTables", "sqlite": "as_sqlite.SqliteTables"}
"""By name, what writes tables. Its module is imported when it is wanted."""


def writer_of(format_: str, folder: str, tables: Mapping[str, Columns]) -> Writer:
    """What writes these tables into a folder; raises ImportError if it needs a library that is not installed."""
    module, _, name = TABLE_FORMATS[format_].partition(".")
    with needing_pyarrow():
        found = import_module(f"cityleague.replays.archive.{module}")
    writer: Writer = getattr(found, name)(folder, tables)
    return writer


@contextlib.contextmanager
def needing_pyarrow() -> Iterator[None]:
    """Say what would do where pyarrow is not installed: raises ImportError."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "pyarrow":
            raise
        raise ImportError(
            "Parquet needs pyarrow: install the extra `data`, with pip install '.[data]' in the repository"
        ) from None


def write_tables(games: Iterable[GameRows], writer: Writer, tables: Mapping[str, Columns]) -> Iterator[Finding]:
    """Write the rows of games; yields what is wrong with them. Raises OSError.

    There are no files unless it ends, nor where there is no game.
    """
    waiting: dict[str, list[Row]] = {name: [] for name in tables}
    there = False
    try:
        writer.begin()
        for finding, rows in keyed(games):
            if finding:
                yield finding
            there = there or bool(rows)
            for name, some in rows.items():
                waiting[name] += some
                while len(waiting[name]) >= writer.group:
                    writer.write(name, waiting[name][: writer.group])
                    del waiting[name][: writer.group]
        if there:
            for name, some in waiting.items():
                writer.write(name, some)
            writer.keep()
    finally:
        writer.drop()


def keyed(games: Iterable[GameRows]) -> Iterator[GameRows]:
    """The same with keys: a number for each game that has rows, from 1, in their order."""
    key = 0
    for finding, rows in games:
        key += bool(rows)
        yield GameRows(finding, {name: [(key, *row) for row in some] for name, some in rows.items()})


def grouped(games: Iterable[GameRows], table: str, group: int) -> Iterator[list[Row]]:
    """The rows of one table, in groups of this size, the last one smaller."""
    rows = (row for _, rows in keyed(games) for row in rows.get(table, ()))
    while some := list(islice(rows, group)):
        yield some
