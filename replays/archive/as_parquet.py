"""Tables as Parquet, a file for each, by pyarrow; and as Arrow's record batches."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cityleague.replays.archive.rows import Columns
from cityleague.replays.log import FileBeside

GROUP = 1 << 14
"""The rows of a row group, or of a record batch: the more, the smaller the files, and the more memory it takes."""
_TYPES = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}


class ParquetTables:
    """Parquet files, compressed by Zstandard, each row group of the same size."""

    group = GROUP

    def __init__(self, folder: str, tables: Mapping[str, Columns]) -> None:
        self._schemas = {name: schema_of(columns) for name, columns in tables.items()}
        self._files = {name: FileBeside(f"{name}.parquet", folder) for name in tables}
        self._writers: dict[str, pq.ParquetWriter] = {}

    def begin(self) -> None:
        for name, file in self._files.items():
            file.begin()
            self._writers[name] = pq.ParquetWriter(file.beside, self._schemas[name], compression="zstd")

    def write(self, table: str, columns: list[list[Any]]) -> None:
        self._writers[table].write_batch(batch_of(columns, self._schemas[table]))

    def keep(self) -> None:
        for name, file in self._files.items():
            self._writers[name].close()
            file.keep()

    def drop(self) -> None:
        for name, file in self._files.items():
            if name in self._writers:
                self._writers[name].close()
            file.drop()


def schema_of(columns: Columns) -> pa.Schema:
    """The columns of a table as Arrow has them; only a key is never missing."""
    return pa.schema([pa.field(name, _TYPES[kind], nullable=name != "key") for name, kind in columns.items()])


def batch_of(columns: list[list[Any]], schema: pa.Schema) -> pa.RecordBatch:
    """Some rows of a table, told by column."""
    arrays = [pa.array(values, kind.type) for values, kind in zip(columns, schema, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
