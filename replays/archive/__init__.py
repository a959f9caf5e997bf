"""Games of an archive written again: those that were chosen, byte for byte in logs, or as tables for data frames.

TABLES.md describes the tables. This room holds no game longer than it takes to write it, whatever the size of the
archive. What needs pyarrow or sqlite3 is imported when it is first used.
"""

from cityleague.replays.archive.copying import By, Copied, How, copy_games
from cityleague.replays.archive.frames import read_games, record_batches
from cityleague.replays.archive.rows import Extras, rows_of, tables
from cityleague.replays.archive.tabular import write_tables, writer_of
