"""People at a table: a game that is written down as it is played, and people who play against bots.

`Table` is the game in progress, under whatever shows it: it takes the answers of people, bots and chance, and keeps the
log. `Session` is a table on a `Console`: a terminal, or lines from a pipe. `Narrowing` finds a legal move by what
somebody taps on its picture. This room imports `log`, `replay`, `players`, `workers`, `analysis`, `reports` and
`pages`, whose words for moves it uses. A module is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.people.boxes import of_the_box
    from cityleague.replays.people.by_hand import new_header, recording
    from cityleague.replays.people.console import Completing, Console
    from cityleague.replays.people.finals import record_finals
    from cityleague.replays.people.journal import FileChangedError, Journal, NotSavedError
    from cityleague.replays.people.narrowing import narrowing_of, targets_of, value_of
    from cityleague.replays.people.session import Session
    from cityleague.replays.people.table import RefusedError
    from cityleague.replays.people.with_bots import company, play_with_bots, seed_of

__all__ = [
    "Completing",
    "Console",
    "FileChangedError",
    "Journal",
    "NotSavedError",
    "RefusedError",
    "Session",
    "company",
    "narrowing_of",
    "new_header",
    "of_the_box",
    "play_with_bots",
    "record_finals",
    "recording",
    "seed_of",
    "targets_of",
    "value_of",
]

_MODULES = {
    "Completing": "console",
    "Console": "console",
    "FileChangedError": "journal",
    "Journal": "journal",
    "NotSavedError": "journal",
    "RefusedError": "table",
    "Session": "session",
    "company": "with_bots",
    "narrowing_of": "narrowing",
    "new_header": "by_hand",
    "of_the_box": "boxes",
    "play_with_bots": "with_bots",
    "record_finals": "finals",
    "recording": "by_hand",
    "seed_of": "with_bots",
    "targets_of": "narrowing",
    "value_of": "narrowing",
}

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__, _MODULES)
