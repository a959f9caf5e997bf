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
    from cityleague.replays.people.editing import Part, parts_of, with_parts
    from cityleague.replays.people.finals import record_finals
    from cityleague.replays.people.journal import FileChangedError, Journal, NotSavedError
    from cityleague.replays.people.lasting import Lasting, LastingMove, lasting_move
    from cityleague.replays.people.menu import Menu, in_words, menu_of, signs_of
    from cityleague.replays.people.narrowing import Narrowed, narrowing_of, targets_of, value_of
    from cityleague.replays.people.news import named, news_of
    from cityleague.replays.people.session import Session
    from cityleague.replays.people.table import UNFINISHED, OutdatedError, Question, RefusedError, Step, Table, only
    from cityleague.replays.people.why import UNLIKE, verdict_on, why_not

__all__ = [
    "UNFINISHED",
    "UNLIKE",
    "Bots",
    "Completing",
    "Console",
    "DrawAnswers",
    "FileChangedError",
    "Journal",
    "Lasting",
    "LastingMove",
    "Menu",
    "Narrowed",
    "NotSavedError",
    "OutdatedError",
    "Part",
    "Question",
    "RefusedError",
    "Session",
    "Step",
    "Table",
    "company",
    "in_words",
    "lasting_move",
    "lines_of",
    "menu_of",
    "named",
    "narrowing_of",
    "new_header",
    "news_of",
    "of_the_box",
    "only",
    "parts_of",
    "play_with_bots",
    "questions_of",
    "record_finals",
    "recording",
    "seed_of",
    "signs_of",
    "targets_of",
    "value_of",
    "verdict_on",
    "why_not",
    "with_parts",
]

_MODULES = {
    "UNFINISHED": "table",
    "UNLIKE": "why",
    "Bots": "bots",
    "Completing": "console",
    "Console": "console",
    "DrawAnswers": "draws",
    "FileChangedError": "journal",
    "Journal": "journal",
    "Lasting": "lasting",
    "LastingMove": "lasting",
    "Menu": "menu",
    "Narrowed": "narrowing",
    "NotSavedError": "journal",
    "OutdatedError": "table",
    "Part": "editing",
    "Question": "table",
    "RefusedError": "table",
    "Session": "session",
    "Step": "table",
    "Table": "table",
    "company": "bots",
    "in_words": "menu",
    "lasting_move": "lasting",
    "lines_of": "by_hand",
    "menu_of": "menu",
    "named": "news",
    "narrowing_of": "narrowing",
    "new_header": "by_hand",
    "news_of": "news",
    "of_the_box": "by_hand",
    "only": "table",
    "parts_of": "editing",
    "play_with_bots": "bots",
    "questions_of": "draws",
    "record_finals": "finals",
    "recording": "by_hand",
    "seed_of": "bots",
    "signs_of": "menu",
    "targets_of": "narrowing",
    "value_of": "narrowing",
    "verdict_on": "why",
    "why_not": "why",
    "with_parts": "editing",
}

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__, _MODULES)
