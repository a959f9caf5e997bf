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
    from cityleague.replays.people.bots import Bots, company, play_with_bots, seed_of
    from cityleague.replays.people.by_hand import lines_of, new_header, of_the_box, recording
    from cityleague.replays.people.console import Completing, Console
    from cityleague.replays.people.draws import DrawAnswers, questions_of
    from cityleague.replays.people.finals import record_finals
    from cityleague.replays.people.journal import FileChangedError, Journal, NotSavedError
    from cityleague.replays.people.menu import Menu, menu_of, move_in_words, signs_of
    from cityleague.replays.people.moves import Part, parts_of, with_parts
    from cityleague.replays.people.narrowing import Narrowed, choices, narrowing_of, value_of
    from cityleague.replays.people.session import Session
    from cityleague.replays.people.steps import (
        UNFINISHED,
        Lasting,
        OutdatedError,
        Question,
        Step,
        TableError,
        lasting_move,
        only,
    )
    from cityleague.replays.people.table import Table
    from cityleague.replays.people.why import UNLIKE, verdict_at, why_not

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
