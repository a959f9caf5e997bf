"""Bots at a table: from a spec to a bot, programs as bots, and the game that they play, as the lines of its log.

`BOTS.md` describes what a program that plays hears and says. This room imports `log`, `replay` (for the result) and
`workers` (whose processes end its programs); `tournaments` imports it. A module is imported when it is
first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.players.compliance import ask_again as ask_again
    from cityleague.replays.players.compliance import first_forfeit as first_forfeit
    from cityleague.replays.players.compliance import trials as trials
    from cityleague.replays.players.declarations import allowed as allowed
    from cityleague.replays.players.declarations import check_declaration as check_declaration
    from cityleague.replays.players.declarations import declared_by as declared_by
    from cityleague.replays.players.declarations import flaws as flaws
    from cityleague.replays.players.declarations import forbidden as forbidden
    from cityleague.replays.players.declarations import with_parameter as with_parameter
    from cityleague.replays.players.recording import TIMED as TIMED
    from cityleague.replays.players.recording import make_header as make_header
    from cityleague.replays.players.recording import play_log as play_log
    from cityleague.replays.players.recording import record_game as record_game
    from cityleague.replays.players.seated import SeatedBots as SeatedBots
    from cityleague.replays.players.specs import ME as ME
    from cityleague.replays.players.specs import PREFIX as PREFIX
    from cityleague.replays.players.specs import Entrant as Entrant
    from cityleague.replays.players.specs import bot_of as bot_of
    from cityleague.replays.players.specs import command_of as command_of
    from cityleague.replays.players.specs import warn_of_shared_folders as warn_of_shared_folders
    from cityleague.replays.players.specs import warn_of_unlimited_memory as warn_of_unlimited_memory
    from cityleague.replays.players.stdout import stdout_to_stderr as stdout_to_stderr
    from cityleague.replays.players.terms import Limits as Limits
    from cityleague.replays.players.terms import Terms as Terms
    from cityleague.replays.players.terms import with_changes as with_changes
    from cityleague.replays.players.trace import Used as Used
    from cityleague.replays.players.trace import trace_file as trace_file
    from cityleague.replays.players.trace import used as used
    from cityleague.replays.players.waiting import end_idle as end_idle

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
