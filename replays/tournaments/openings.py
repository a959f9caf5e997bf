"""Games that begin where others stood: a tournament from the first rounds of a log, and a game that is played on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b

from cityleague.engine.protocol import Setup
from cityleague.replays.log import Found, LogError, canonical_options, counted, encode, path_text
from cityleague.replays.replay import Midgame, file_of, first_rounds
from cityleague.replays.tournaments.plan import PlanError


def openings_of(path: str, setup: Setup, components_file: bytes | None, deals: int) -> Sequence[Midgame]:
    """The games of a log after their first rounds, one for each deal; raises PlanError if they do not serve."""
    shown = path_text(path)
    try:
        games = first_rounds(Found(os.path.abspath(path), os.sep), file_of(components_file), deals)
    except LogError as error:
        raise PlanError(f"--from-file: {error}") from None
    except ValueError as error:
        raise PlanError(f"--from-file: {shown}: {error}") from None
    for number, game in enumerate(games, 1):
        if why := _why_other(game, setup):
            raise PlanError(f"--from-file: {shown}: game {number} {why}; `export` picks games that fit")
    if len(games) < deals:
        raise PlanError(f"--from-file: {shown} has {counted(len(games), 'game')}, and {deals} deals need one each")
    return games


def _why_other(game: Midgame, setup: Setup) -> str:
    """Why a tournament cannot begin where this game stood; empty if it can."""
    header, own = game.header, game.setup
    if (header.game, header.rules, header.components) != (setup.game.name, setup.game.version, setup.components.hash):
        return "is of another game, by other rules or with another component file"
    if (own.seats, canonical_options(own.options)) != (setup.seats, canonical_options(setup.options)):
        return "has other options, or another number of seats"
    return "" if isinstance(header.seed, str) else "has no seed, which decides what comes from there"


def played_on(game: Midgame) -> str:
    """What the header of a game says that begins where this one stood."""
    old = game.header.id
    return f"{counted(game.moves, 'move')} from {f'game {old}' if old else 'another game'}, then played on"


def digest_of(game: Midgame) -> str:
    """Tells what has happened in a game so far from anything else."""
    return blake2b(b"\n".join(map(encode, game.past)), digest_size=16).hexdigest()
