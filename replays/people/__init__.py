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
    from cityleague.replays.people.bots import Bots as Bots
    from cityleague.replays.people.bots import company as company
    from cityleague.replays.people.bots import play_with_bots as play_with_bots
    from cityleague.replays.people.bots import seed_of as seed_of
    from cityleague.replays.people.by_hand import lines_of as lines_of
    from cityleague.replays.people.by_hand import new_header as new_header
    from cityleague.replays.people.by_hand import of_the_box as of_the_box
    from cityleague.replays.people.by_hand import recording as recording
    from cityleague.replays.people.console import Completing as Completing
    from cityleague.replays.people.console import Console as Console
    from cityleague.replays.people.draws import DrawAnswers as DrawAnswers
    from cityleague.replays.people.draws import questions_of as questions_of
    from cityleague.replays.people.editing import Part as Part
    from cityleague.replays.people.editing import parts_of as parts_of
    from cityleague.replays.people.editing import with_parts as with_parts
    from cityleague.replays.people.finals import record_finals as record_finals
    from cityleague.replays.people.journal import FileChangedError as FileChangedError
    from cityleague.replays.people.journal import Journal as Journal
    from cityleague.replays.people.journal import NotSavedError as NotSavedError
    from cityleague.replays.people.menu import Menu as Menu
    from cityleague.replays.people.menu import menu_of as menu_of
    from cityleague.replays.people.menu import move_in_words as move_in_words
    from cityleague.replays.people.menu import signs_of as signs_of
    from cityleague.replays.people.narrowing import Narrowed as Narrowed
    from cityleague.replays.people.narrowing import narrowing_of as narrowing_of
    from cityleague.replays.people.narrowing import targets_of as targets_of
    from cityleague.replays.people.narrowing import value_of as value_of
    from cityleague.replays.people.session import Session as Session
    from cityleague.replays.people.steps import UNFINISHED as UNFINISHED
    from cityleague.replays.people.steps import Lasting as Lasting
    from cityleague.replays.people.steps import LastingMove as LastingMove
    from cityleague.replays.people.steps import OutdatedError as OutdatedError
    from cityleague.replays.people.steps import Question as Question
    from cityleague.replays.people.steps import Step as Step
    from cityleague.replays.people.steps import TableError as TableError
    from cityleague.replays.people.steps import lasting_move as lasting_move
    from cityleague.replays.people.steps import only as only
    from cityleague.replays.people.table import Table as Table
    from cityleague.replays.people.why import UNLIKE as UNLIKE
    from cityleague.replays.people.why import verdict_on as verdict_on
    from cityleague.replays.people.why import why_not as why_not

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
