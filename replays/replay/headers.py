"""From a header to a game that is set up; what the header says is checked on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cityleague.engine.protocol import Game, OptionsError, Setup, State
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Header, Problem, convert_options, printable, quote
from cityleague.replays.replay.component_files import ComponentFiles


def begin(header: Header, files: ComponentFiles) -> tuple[Setup, State[Any]]:
    """The game that a header describes, set up and begun; raises Problem."""
    game = game_of(header)
    check_seats(len(header.players), game)
    check_names(header.players)
    options = convert_options(header.options, game)
    components = files.find(game, header.components if isinstance(header.components, str) else None)
    try:
        setup = Setup(game, options, components, len(header.players))
        return setup, setup.begin()
    except OptionsError as error:
        raise Problem("LOG-OPTIONS", printable(str(error)), "/options") from None


def game_of(header: Header) -> Game:
    """The game that a header names, by the version of its rules that the header states; raises Problem."""
    try:
        today = find_game(header.game)
    except UnknownGameError as error:
        raise Problem("LOG-GAME", printable(str(error)), "/game") from None
    versions = today.versions()
    if header.rules not in versions:
        raise Problem(
            "LOG-RULES",
            f"played by version {quote(header.rules)} of the rules of {today.title}; this program knows "
            f"{' and '.join(versions)}: correct the version, or take the release of cityleague that recorded the game",
            "/rules",
            expected=list(versions),
        )
    return versions[header.rules]


def check_seats(seats: int, game: Game) -> None:
    """Raise Problem unless the game can be played by so many players."""
    if seats not in game.seats:
        count = f"{game.seats.start} to {game.seats.stop - 1} players, not by {seats}"
        raise Problem("LOG-PLAYERS", f"{game.title} is played by {count}", "/players")


def check_names(players: Sequence[str]) -> None:
    """Raise Problem unless there are players, and their names differ."""
    if not players:
        raise Problem("LOG-PLAYERS", "nobody plays", "/players")
    if len(set(players)) < len(players):
        twice = next(name for i, name in enumerate(players) if name in players[:i])
        raise Problem("LOG-PLAYERS", f"two players are called {quote(twice)}", "/players")
