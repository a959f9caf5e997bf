"""Games of an archive written again: those that were chosen, byte for byte in logs, or as tables for data frames.

TABLES.md describes the tables. This room holds no game longer than it takes to write it, whatever the size of the
archive. What needs pyarrow or sqlite3 is imported when it is first used.
"""

from cityleague.replays.archive.copying import By as By
from cityleague.replays.archive.copying import Copied as Copied
from cityleague.replays.archive.copying import copy_games as copy_games
from cityleague.replays.archive.duplicates import How as How
from cityleague.replays.archive.frames import read_games as read_games
from cityleague.replays.archive.frames import record_batches as record_batches
from cityleague.replays.archive.rows import Extras as Extras
from cityleague.replays.archive.rows import analysed_rows_of as analysed_rows_of
from cityleague.replays.archive.rows import rows_of as rows_of
from cityleague.replays.archive.schema import tables as tables
from cityleague.replays.archive.tabular import write_tables as write_tables
from cityleague.replays.archive.tabular import writer_of as writer_of
