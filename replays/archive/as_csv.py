"""Tables as CSV, a file for each, and `datapackage.json`, which tells their types (Frictionless Data Package)."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from cityleague.replays.archive.rows import Columns, Row
from cityleague.replays.log import FileBeside
from cityleague.replays.reports import exact_cells

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
