"""The games of logs as tables: every row with the key of its game, written in groups of a fixed size.

CSV has a file for each table, and `datapackage.json`, which tells their types (Frictionless Data Package).
"""

import contextlib
import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import repeat
from typing import Any, Protocol

import msgspec

from cityleague.replays.archive.rows import Columns, GameRows, Row
from cityleague.replays.log import FileBeside, Finding
from cityleague.replays.reports import exact_cells


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


TABLE_FORMATS = {"csv": "tabular.CsvTables", "parquet": "as_parquet.ParquetTables", "sqlite": "as_sqlite.SqliteTables"}
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


_DESCRIPTION = "datapackage.json"
_TRUTH = {None: None, True: "true", False: "false"}
_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


class CsvTables:
    """CSV as in RFC 4180, except that lines end with a line feed alone. An empty cell is a missing value."""

    group = 1 << 10

    def __init__(self, folder: str, tables: Mapping[str, Columns]) -> None:
        self._tables = tables
        self._files = {name: FileBeside(f"{name}.csv", folder) for name in tables}
        self._description = FileBeside(_DESCRIPTION, folder)

    def begin(self) -> None:
        for name, file in self._files.items():
            file.begin()
            file.write(_lines([tuple(self._tables[name])]))
        self._description.begin()
        self._description.write(msgspec.json.format(msgspec.json.encode(_described(self._tables)), indent=2) + b"\n")

    def write(self, table: str, columns: list[list[Any]]) -> None:
        told: list[Sequence[Any]] = [*columns]
        for i, kind in enumerate(self._tables[table].values()):
            if kind is str:
                told[i] = exact_cells(columns[i])
            elif kind is bool:
                told[i] = [_TRUTH[value] for value in columns[i]]
        self._files[table].write(_lines(zip(*told, strict=True)))

    def keep(self) -> None:
        for file in (*self._files.values(), self._description):
            file.keep()

    def drop(self) -> None:
        for file in (*self._files.values(), self._description):
            file.drop()


def _lines(rows: Iterable[Row]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _described(tables: Mapping[str, Columns]) -> object:
    return {
        "resources": [
            {
                "name": name,
                "path": f"{name}.csv",
                "schema": {
                    "fields": [{"name": column, "type": _TYPES[kind]} for column, kind in columns.items()],
                    "missingValues": [""],
                },
            }
            for name, columns in tables.items()
        ]
    }
