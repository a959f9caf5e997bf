"""Bots at a table: from a spec to a bot, programs as bots, and the game that they play, as the lines of its log.

`BOTS.md` describes what a program that plays hears and says. This room imports `log`, `replay` (for the result) and
`workers` (whose processes end its programs); `tournaments` imports it.
"""

from cityleague.replays.players.clocks import Used, used
from cityleague.replays.players.compliance import ask_again, first_forfeit, trials
from cityleague.replays.players.declarations import (
    allowed,
    check_declaration,
    declared_by,
    flaws,
    forbidden,
    with_parameter,
)
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
    "Used",
    "allowed",
    "ask_again",
    "bot_of",
    "check_declaration",
    "command_of",
    "declared_by",
    "end_idle",
    "first_forfeit",
    "flaws",
    "forbidden",
    "is_foreign",
    "make_header",
    "play_log",
    "record_game",
    "stdout_to_stderr",
    "trace_file",
    "trials",
    "used",
    "warn_of_shared_folders",
    "warn_of_unlimited_memory",
    "with_changes",
    "with_parameter",
]
