"""From a bot's spec to what makes the bot: one of ours, a Python class, or a program."""

from __future__ import annotations

import shlex
import shutil
from functools import cache, partial

from cityleague.engine.bots.specs import BotSpec, BotSpecError, parse
from cityleague.engine.protocol import Game
from cityleague.replays.players.programs import Limits, ProgramBot

PREFIX = "exec:"
"""The beginning of the spec of a bot that is a program; a command line follows."""


def is_foreign(spec: str) -> bool:
    """Whether a spec names a program or a Python class, whose code runs when they are looked for."""
    return ":" in spec.partition("?")[0]


def command_of(spec: str) -> list[str]:
    """The command line of a spec that begins with `PREFIX`; raises BotSpecError."""
    try:
        command = shlex.split(spec.removeprefix(PREFIX))
    except ValueError as error:
        raise BotSpecError(f"{spec!r}: not a command line: {error}") from None
    if not command:
        raise BotSpecError(f"{spec!r}: a command follows {PREFIX}")
    if shutil.which(command[0]) is None:
        raise BotSpecError(f"{spec!r}: there is no program {command[0]!r}, or it cannot be run")
    return command


@cache
def bot_of(spec: str, game: Game, limits: Limits) -> BotSpec:
    """The bot that a spec names, parsed once in each process; raises BotSpecError."""
    if not spec.startswith(PREFIX):
        return parse(spec, game)
    return BotSpec(spec, partial(ProgramBot, command=command_of(spec), limits=limits), {})
