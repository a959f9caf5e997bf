#!/usr/bin/env python3
"""A program that plays Between Two Cities by weights of your own, which `train.py` has found.

    cityleague play between_two_cities "exec:python examples/learning/play.py --weights mine.json" greedy -o g.jsonl

With `--sandbox` it can read its own folder and Python with its packages, and nothing else: keep the weights beside it.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from cityleague.engine import make_bot, prepare
from cityleague.engine.between_two_cities.bots.features import judge, weights_of
from cityleague.engine.between_two_cities.view import View

HERE = Path(__file__).resolve().parent


def say(answer: dict[str, Any]) -> None:
    """One answer is one line; without the flush it would wait in a buffer."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def player(told: dict[str, Any], weights: Path) -> Any:
    """The heuristic, which judges cities by these weights, for the game that begins."""
    if told["game"] != "between_two_cities":
        raise SystemExit(f"these weights are for between_two_cities, not for {told['game']}")
    setup = prepare(told["game"], told["seats"], told["options"])
    bot: Any = make_bot("heuristic?judge=hand", setup, told["random"])
    bot.promise = judge(weights_of(weights.read_bytes()))
    return setup.game, bot


def main() -> None:
    """Answer line by line; whoever stays alive saves Python's start in each game."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--weights", default="learned.json", help="a file of train.py's, beside this program")
    weights = HERE / words.parse_args().weights
    game: Any = None
    bot: Any = None
    for line in sys.stdin:
        told = json.loads(line)
        if "cityleague" in told:
            game, bot = player(told, weights)
            say({"ready": 2})
        elif "result" in told:
            say({"ready": 2})
        else:
            asked = told["decide"]
            legal = [game.move_of(move) for move in asked["legal"]]
            say({"choose": legal.index(bot.choose(msgspec.convert(asked["view"], View), legal))})


if __name__ == "__main__":
    main()
