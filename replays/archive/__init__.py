"""Games of an archive written again: those that were chosen, byte for byte in logs, or as tables for data frames.

TABLES.md describes the tables. This room holds no game longer than it takes to write it, whatever the size of the
archive. A module is imported when it is first used, so that copying does not wait for what tables need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.archive.analysed import analysed_rows_of as analysed_rows_of
    from cityleague.replays.archive.copying import By as By
    from cityleague.replays.archive.copying import Copied as Copied
    from cityleague.replays.archive.copying import copy_games as copy_games
    from cityleague.replays.archive.duplicates import How as How
    from cityleague.replays.archive.frames import read_games as read_games
    from cityleague.replays.archive.frames import record_batches as record_batches
    from cityleague.replays.archive.rows import Extras as Extras
    from cityleague.replays.archive.rows import rows_of as rows_of
    from cityleague.replays.archive.schema import tables as tables
    from cityleague.replays.archive.tabular import write_tables as write_tables
    from cityleague.replays.archive.tabular import writer_of as writer_of

_MODULES = {
    "By": "copying",
    "Copied": "copying",
    "Extras": "rows",
    "How": "duplicates",
    "analysed_rows_of": "analysed",
    "copy_games": "copying",
    "read_games": "frames",
    "record_batches": "frames",
    "rows_of": "rows",
    "tables": "schema",
    "write_tables": "tabular",
    "writer_of": "tabular",
}
__all__ = list(_MODULES)

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__, _MODULES)
