"""Bots at a table: from a spec to a bot, programs as bots, and the game that they play, as the lines of its log.

`BOTS.md` describes what a program that plays hears and says. This room imports `log`, `replay` (for the result) and
`workers` (whose processes end its programs); `tournaments` imports it.
"""

from cityleague.replays.players.compliance import ask_again, first_forfeit, refusals, trials
from cityleague.replays.players.idle import end_idle
from cityleague.replays.players.program import Misbehaviour
from cityleague.replays.players.recording import TIMED, Beside, make_header, play_log, record_game
from cityleague.replays.players.specs import (
    ME,
    PREFIX,
    Entrant,
    bot_of,
    command_of,
    is_foreign,
    warn_of_shared_folders,
    warn_of_unlimited_memory,
)
from cityleague.replays.players.stdout import stdout_to_stderr
from cityleague.replays.players.terms import Limits, Terms, with_changes
from cityleague.replays.players.trace import trace_file

__all__ = [
    "ME",
    "PREFIX",
    "TIMED",
    "Beside",
    "Entrant",
    "Limits",
    "Misbehaviour",
    "Terms",
    "ask_again",
    "bot_of",
    "command_of",
    "end_idle",
    "first_forfeit",
    "is_foreign",
    "make_header",
    "play_log",
    "record_game",
    "refusals",
    "stdout_to_stderr",
    "trace_file",
    "trials",
    "warn_of_shared_folders",
    "warn_of_unlimited_memory",
    "with_changes",
]
