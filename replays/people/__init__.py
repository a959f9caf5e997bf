"""People at a table: a game that is written down as it is played, and people who play against bots.

Both ask with one prompt (`asking`), through a `Console`: a terminal, or lines from a pipe. This room imports `log`,
`replay`, `players`, `reports` and `pages`, whose words for moves it uses; only `cli` imports it.
"""

from cityleague.replays.people.by_hand import record_by_hand
from cityleague.replays.people.console import Completing, Console
from cityleague.replays.people.recorder import Recorder, RecordError, new_header

__all__ = ["Completing", "Console", "RecordError", "Recorder", "new_header", "record_by_hand"]
