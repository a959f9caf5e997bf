"""The games of logs as tables: every row with the key of its game, written in groups of a fixed size."""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import repeat
from typing import Any, Protocol

from cityleague.replays.archive.rows import Columns, GameRows
from cityleague.replays.log import Finding


class Writer(Protocol):
    """Files with tables, below a folder. There are none before `keep`."""

    group: int
    """So many rows are written at once, whoever has made them; the last ones of a table are fewer."""

    def begin(self) -> None:
        """Open them. Raises OSError, as all methods but `drop` do."""

    def write(self, table: str, columns: list[list[Any]]) -> None:
        """Write the next rows of a table, told by column: a `group` of them, or the last ones."""

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
    """Write the rows of games, or no file if it does not end; yields what is wrong with games. Raises OSError."""
    there = False
    try:
        writer.begin()
        for some in grouped(games, tables, writer.group):
            if isinstance(some, Finding):
                yield some
            else:
                writer.write(*some)
                there = True
        if there:
            writer.keep()
    finally:
        writer.drop()


def grouped(
    games: Iterable[GameRows], tables: Mapping[str, Columns], group: int
) -> Iterator[Finding | tuple[str, list[list[Any]]]]:
    """What is wrong with games; and of tables, the columns of so many rows each time, at last of fewer.

    A key is before them: a number for each game that has rows, from 1, in their order.
    """
    waiting: dict[str, list[list[Any]]] = {name: [[] for _ in columns] for name, columns in tables.items()}
    key = 0
    for finding, told in games:
        if finding:
            yield finding
        key += bool(told)
        for name, own in waiting.items():
            if columns := told.get(name):
                for column, more in zip(own, [repeat(key, len(columns[0])), *columns], strict=True):
                    column.extend(more)
                while len(own[0]) >= group:
                    yield name, [column[:group] for column in own]
                    for column in own:
                        del column[:group]
    yield from ((name, own) for name, own in waiting.items() if own[0])
