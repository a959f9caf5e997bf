"""People at a table: a game that is written down as it is played, and people who play against bots.

Both ask with one prompt (`asking`), through a `Console`: a terminal, or lines from a pipe. This room imports `log`,
`replay`, `players`, `reports` and `pages`, whose words for moves it uses; only `cli` imports it. A module is imported
when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.people.by_hand import record_by_hand
    from cityleague.replays.people.company import Company
    from cityleague.replays.people.console import Completing, Console
    from cityleague.replays.people.recorder import FileChangedError, NotSavedError, Recorder, new_header

__all__ = [
    "Company",
    "Completing",
    "Console",
    "FileChangedError",
    "NotSavedError",
    "Recorder",
    "new_header",
    "record_by_hand",
]

_MODULES = {
    "Company": "company",
    "Completing": "console",
    "Console": "console",
    "FileChangedError": "recorder",
    "NotSavedError": "recorder",
    "Recorder": "recorder",
    "new_header": "recorder",
    "record_by_hand": "by_hand",
}

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__, _MODULES)
