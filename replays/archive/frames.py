"""The games of logs for data frames, from Python."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from cityleague.replays.archive.rows import Extras, rows_of
from cityleague.replays.archive.schema import TABLES, tables
from cityleague.replays.archive.tabular import grouped
from cityleague.replays.log import Choice, Chosen

if TYPE_CHECKING:
    import pyarrow


def record_batches(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    table: str,
    components: Mapping[str, bytes] | None = None,
    jobs: int = 1,
    *,
    choice: Choice = Choice(),
    legal: bool = False,
    scores: bool = False,
) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a table of `cityleague export`, as Arrow's record batches: replays/archive/TABLES.md lists the tables.

    It needs pyarrow, the extra `data`.
    """
    from cityleague.replays.archive.as_parquet import batch_of, schema_of  # noqa: PLC0415  (slow to import)

    if table not in TABLES:
        raise ValueError(f"there is no table {table!r}; there are {', '.join(TABLES)}")
    given = [paths] if isinstance(paths, str | os.PathLike) else paths
    games = rows_of(
        [os.fspath(path) for path in given], components, jobs, chosen=Chosen(choice), extras=Extras(legal, scores)
    )
    schema = schema_of(tables(legal=legal, scores=scores)[table])
    for rows in grouped(games, table):
        yield batch_of(rows, schema)
