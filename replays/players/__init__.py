"""Bots at a table: from a spec to a bot, programs as bots, and the game that they play, as the lines of its log.

`BOTS.md` describes what a program that plays hears and says. This room imports `log`, `replay` (for the result) and
`workers` (whose processes end its programs); `tournaments` imports it. A module is imported when it is
first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cityleague.engine.doors import on_first_use

if TYPE_CHECKING:
    from cityleague.replays.players.compliance import ask_again, first_forfeit, possible_setups, trials
    from cityleague.replays.players.declarations import (
        allowed,
        check_declaration,
        declared_by,
        flaws,
        forbidden,
        with_parameter,
    )
    from cityleague.replays.players.recording import Opening, make_header, play_log, record_game
    from cityleague.replays.players.seated import SeatedBots
    from cityleague.replays.players.specs import (
        ME,
        PREFIX,
        Entrant,
        bot_of,
        command_of,
        lost_with,
        warn_of_shared_folders,
        warn_of_unlimited_memory,
    )
    from cityleague.replays.players.stdout import stdout_to_stderr
    from cityleague.replays.players.terms import PLAYED_ON, TIMED, Limits, Terms, with_changes
    from cityleague.replays.players.trace import Used, trace_file, used
    from cityleague.replays.players.waiting import end_idle

if not TYPE_CHECKING:
    __getattr__ = on_first_use(__name__)
