"""Games that bots play: their logs are valid, and the same bots play the same game everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import msgspec
import pytest

from cityleague.engine.bots.specs import known, parse
from cityleague.engine.protocol import Setup
from cityleague.replays.log import RawGame, encode
from cityleague.replays.players import make_header, record_game
from cityleague.replays.replay import ComponentFiles, Replay
from cityleague.replays.testing.games import full_table, setups


def _quick(bot: str) -> str:
    """The spec of a bot, with the smallest budget that it can have."""
    return f"{bot}?iterations=4&width=2&horizon=1&policy=random" if bot == "mcts" else bot


def test_every_bot_plays_by_the_rules_and_its_game_is_valid(setup: Setup, bot: str) -> None:
    specs = [_quick(bot)] * setup.seats
    header = make_header(setup, [f"p{seat}" for seat in range(setup.seats)], specs=specs, seed="bots")
    lines = record_game(setup, header, [parse(spec, setup.game) for spec in specs])
    report = Replay(RawGame("log", 1, b"".join(line + b"\n" for line in lines), 0), ComponentFiles()).run()
    assert report.finding is None
    assert report.result is not None
    assert report.result.result.forfeits == ()
    assert encode(report.result) == lines[-1]


@pytest.mark.parametrize("which", ["first", "last"])
def test_a_game_does_not_depend_on_the_order_of_hashes(name: str, which: str) -> None:
    first, last = full_table(name), [*setups(name).values()][-1]
    setup = last if which == "last" and last.options != first.options else first
    if which == "last" and setup is first:
        return  # there is one way to play
    bots = [_quick(bot) for bot in reversed(known(setup.game)) if which == "first" or bot != "mcts"] * setup.seats
    options = msgspec.to_builtins(setup.options, order="deterministic").items()
    chosen = [word for key, value in options for word in ("--option", f"{key}={json.dumps(value)}")]
    command = [sys.executable, "-m", "cityleague.cli", "play", name, *bots[: setup.seats], *chosen, "--seed", "hash"]
    first_run, *others = [_output(command, os.environ | {"PYTHONHASHSEED": seed}) for seed in ("0", "1", "4242")]
    assert len(first_run) > setup.seats
    for other in others:
        for here, there in zip(first_run, other, strict=False):
            assert here == there, "this line depends on the hash seed; does something go through a set?"
    assert others == [first_run] * 2


def _output(command: list[str], environment: dict[str, str]) -> list[str]:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
