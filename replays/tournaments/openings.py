"""Games that begin where others stood: a tournament from the first rounds of a log, and a game that is played on."""

from __future__ import annotations

import os
from collections.abc import Sequence

from cityleague.engine.protocol import Setup
from cityleague.replays.log import Found, LogError, canonical_options, counted, path_text
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
        if _kind(game.setup) != _kind(setup):
            what = "is of another game, by other rules, or with another component file, other options or other seats"
            raise PlanError(f"--from-file: {shown}: game {number} {what}; `export` picks games that fit")
        if not isinstance(game.header.seed, str):
            raise PlanError(f"--from-file: {shown}: game {number} has no seed, which decides what comes from there")
    if len(games) < deals:
        raise PlanError(f"--from-file: {shown} has {counted(len(games), 'game')}, and {deals} deals need one each")
    return games


def _kind(setup: Setup) -> tuple[object, ...]:
    """What all games of a tournament have in common."""
    game = setup.game
    return game.name, game.version, setup.components.hash, canonical_options(setup.options), setup.seats
