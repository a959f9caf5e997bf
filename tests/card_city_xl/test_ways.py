"""Every way to play, from the command line's point of view: a game is recorded, and its log is valid."""

from __future__ import annotations

import msgspec
import pytest

from cityleague.engine.bots.specs import parse
from cityleague.engine.card_city_xl.moves import Options
from cityleague.engine.protocol import Setup
from cityleague.replays.log.events import encode
from cityleague.replays.log.reading import RawGame
from cityleague.replays.players.recording import make_header, play
from cityleague.replays.replay.component_files import Library
from cityleague.replays.replay.replay import Replay

from .helpers import GAME, LEVELS, options, ways


def test_there_are_240_ways_for_any_number_of_players() -> None:
    assert {players: len(set(ways(players))) for players in GAME.seats} == dict.fromkeys(GAME.seats, 240)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_is_played_and_valid_in_every_way(players: int, level: str) -> None:
    random = parse("random", GAME)
    for number, way in enumerate(ways(players)):
        if way[0] == level:
            chosen = msgspec.convert(options(way), Options)
            setup = Setup(GAME, chosen, GAME.components(None), players)
            names = [f"p{seat}" for seat in range(players)]
            header = make_header(setup, names, specs=["random"] * players, seed=f"{players}/{number}")
            lines = play(setup, header, [random] * players)
            report = Replay(RawGame("log", 1, b"".join(line + b"\n" for line in lines), 0), Library()).run()
            assert report.finding is None
            assert report.result is not None
            assert encode(report.result) == lines[-1]
