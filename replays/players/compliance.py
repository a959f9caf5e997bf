"""Does a bot keep to the protocol? It plays with every number of players, in changing seats; forfeits are reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cityleague.engine.protocol import Game, Setup
from cityleague.replays.log import ForfeitEvent, MoveEvent, decoder
from cityleague.replays.players.programs import Limits
from cityleague.replays.players.recording import make_header, record_game
from cityleague.replays.players.specs import bot_of
from cityleague.replays.players.stdout import stdout_to_stderr

OTHERS = "random"
"""The bot at all other seats."""


class Trial(NamedTuple):
    """A game that the bot played."""

    seats: int
    seat: int
    """The bot's own seat."""
    moves: int
    """The moves that the bot made itself."""
    forfeit: str
    """The kind of forfeit, and why; empty if there is none."""
    repeats: bool
    """Whether a second playing gave the same game."""


def trials(spec: str, game: Game, limits: Limits, rounds: int) -> Iterator[Trial]:
    """Play `rounds` games with each number of players, each game twice; raises BotSpecError."""
    for number in range(rounds):
        for seats in game.seats:
            yield _trial(spec, game, limits, seats, number)


def _trial(spec: str, game: Game, limits: Limits, seats: int, number: int) -> Trial:
    seat = (number + seats) % seats
    specs = [spec if one == seat else OTHERS for one in range(seats)]
    setup = Setup(game, game.options(), game.components(None), seats)
    header = make_header(setup, [f"seat {one}" for one in range(seats)], specs=specs, seed=f"check/{number}")
    with stdout_to_stderr():
        logs = [record_game(setup, header, [bot_of(one, game, limits) for one in specs]) for _ in range(2)]
    events = [decoder(game).event(line) for line in logs[0]]
    forfeits = [(at, event.forfeit) for at, event in enumerate(events) if isinstance(event, ForfeitEvent)]
    end = forfeits[0][0] if forfeits else len(events)
    moves = sum(isinstance(event, MoveEvent) and event.seat == seat for event in events[:end])
    forfeit = f"{forfeits[0][1].kind}: {forfeits[0][1].reason}" if forfeits else ""
    return Trial(seats, seat, moves, forfeit, logs[0] == logs[1])
