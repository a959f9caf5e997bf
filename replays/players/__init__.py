"""Bots at a table: from a spec to a bot, programs as bots, and the game that they play, as the lines of its log.

`BOTS.md` describes what a program that plays hears and says. This room imports `log`, `replay` (for the result) and
`workers` (whose processes end its programs); `tournaments` imports it.
"""

from cityleague.replays.players.compliance import trials
from cityleague.replays.players.programs import Limits, Misbehaviour
from cityleague.replays.players.recording import make_header, record_game
from cityleague.replays.players.specs import PREFIX, bot_of, command_of, is_foreign
from cityleague.replays.players.stdout import stdout_to_stderr

__all__ = [
    "PREFIX",
    "Limits",
    "Misbehaviour",
    "bot_of",
    "command_of",
    "is_foreign",
    "make_header",
    "record_game",
    "stdout_to_stderr",
    "trials",
]
