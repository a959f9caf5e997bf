"""Games that bots play: their logs are valid, and the same bots play the same game everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import cycle, islice
from typing import Any

import msgspec

from cityleague.engine.bots.specs import known, parse
from cityleague.engine.protocol import Setup
from cityleague.replays.log import RawGame, encode
from cityleague.replays.players import make_header, record_game
from cityleague.replays.replay import ComponentFiles, Replay
from cityleague.replays.testing.games import full_table, setups


def _quick(bot: str) -> str:
    """The spec of a bot, with the smallest budget that it can have."""
    return f"{bot}?iterations=4&width=2&horizon=1&policy=random" if bot == "mcts" else bot


def _crowd(name: str) -> Setup:
    """The first setup in which all bots of the game can play at once; if there is none, the full table."""
    full = full_table(name)
    return next((setup for setup in setups(name).values() if setup.seats >= len(known(setup.game))), full)


def _is_valid(log: bytes) -> None:
    report = Replay(RawGame("log", 1, (log,), 0), ComponentFiles()).run()
    assert report.finding is None
    assert report.result is not None
    assert report.result.result.forfeits == ()
    assert encode(report.result) == log.splitlines()[-1]


def test_every_bot_plays_by_the_rules_and_its_game_is_valid(setup: Setup) -> None:
    """Where the most and the fewest play, as many games as it takes for all bots to play; elsewhere one at random.

    `mcts` is slow, and searches in the same way at all tables: it plays at one.
    """
    crowd = _crowd(setup.game.name)
    if setup is crowd and setup.seats >= len(known(setup.game)):
        return  # all of them play in the next test
    bots = [_quick(bot) for bot in known(setup.game) if bot != "mcts" or setup is crowd]
    if setup is not crowd and setup.seats not in (setup.game.seats[0], setup.game.seats[-1]):
        bots = ["random"]
    for first in range(0, len(bots), setup.seats):
        specs = [*islice(cycle(bots), first, first + setup.seats)]
        header = make_header(setup, [f"p{seat}" for seat in range(setup.seats)], specs=specs, seed="bots")
        lines = record_game(setup, header, [parse(spec, setup.game) for spec in specs])
        _is_valid(b"".join(line + b"\n" for line in lines))


def test_a_game_does_not_depend_on_the_order_of_hashes(name: str) -> None:
    """All bots play at once; and all but `mcts` in the last way to play, if there are several."""
    first, last = _crowd(name), [*setups(name).values()][-1]
    several = [_quick(bot) for bot in reversed(known(first.game))]
    again = [bot for bot in several if not bot.startswith("mcts")]
    tables = [(first, several)] + [(last, again)] * (last.options != first.options)
    games = [
        (
            name,
            [*islice([*bots, *again * setup.seats], setup.seats)],
            msgspec.to_builtins(setup.options, order="sorted"),
        )
        for setup, bots in tables
    ]
    runs = [_played(games, hash_seed) for hash_seed in ("0", "4242")]
    first_run, other_run = [[line for log in logs for line in log] for logs in runs]
    assert len(first_run) > first.seats
    for here, there in zip(first_run, other_run, strict=False):
        assert here == there, "this line depends on the hash seed; does something go through a set?"
    assert other_run == first_run
    assert len(runs[0]) == len(games)
    for log in runs[0]:
        _is_valid(b"".join([line + b"\n" for line in log]))


_PLAY = """
import json, sys
from cityleague.replays import play

for game, bots, options in json.loads(sys.argv[1]):
    print(json.dumps(play(game, bots, seed="hash", options=options).log.decode()))
"""


def _played(games: list[tuple[str, list[str], Any]], hash_seed: str) -> list[list[bytes]]:
    """The lines of each log of games, each a name, bots and options, that a process with this hash seed plays."""
    done = subprocess.run(
        [sys.executable, "-c", _PLAY, json.dumps(games)],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return [json.loads(log).encode().splitlines() for log in done.stdout.splitlines()]
