"""Every way to play, from the command line's point of view: a game is recorded, and its log is valid."""

from __future__ import annotations

import msgspec
import pytest

from cityleague.engine.bots.specs import parse
from cityleague.engine.card_city_xl.moves import Options
from cityleague.engine.protocol import Setup
from cityleague.replays.log import RawGame, encode
from cityleague.replays.players import make_header, record_game
from cityleague.replays.replay import ComponentFiles, Replay

from ..rows import rows
from .helpers import GAME, LEVELS, Way, options, sample, ways


def test_there_are_240_ways_for_any_number_of_players() -> None:
    assert {players: len(set(ways(players))) for players in GAME.seats} == dict.fromkeys(GAME.seats, 240)


def play(players: int, way: Way, seed: str) -> None:
    """Record a game of random moves and validate it."""
    random, chosen = parse("random", GAME), msgspec.convert(options(way), Options)
    setup = Setup(GAME, chosen, GAME.components(None), players)
    names = [f"p{seat}" for seat in range(players)]
    header = make_header(setup, names, specs=["random"] * players, seed=seed)
    lines = record_game(setup, header, [random] * players)
    report = Replay(RawGame("log", 1, (b"".join(line + b"\n" for line in lines),), 0), ComponentFiles()).run()
    assert report.finding is None
    assert report.result is not None
    assert encode(report.result) == lines[-1]


@rows("players, way", sample())
def test_a_game_is_played_and_valid_whichever_two_choices_meet(players: int, way: Way) -> None:
    play(players, way, f"sample/{way}")


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_is_played_and_valid_in_every_way(players: int, level: str) -> None:
    for number, way in enumerate(ways(players)):
        if way[0] == level:
            play(players, way, f"{players}/{number}")
