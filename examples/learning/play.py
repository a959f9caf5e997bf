#!/usr/bin/env python3
"""A program that plays Between Two Cities or NEOM by weights of your own, which `train.py` has found.

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
from cityleague.engine.between_two_cities import view as view_of_cities
from cityleague.engine.between_two_cities.bots import features as features_of_cities
from cityleague.engine.bots.learned import weights_of
from cityleague.engine.neom import view as view_of_neom
from cityleague.engine.neom.bots import features as features_of_neom

HERE = Path(__file__).resolve().parent
GAMES: dict[str, Any] = {
    "between_two_cities": (features_of_cities, view_of_cities.View),
    "neom": (features_of_neom, view_of_neom.View),
}


def say(answer: dict[str, Any]) -> None:
    """One answer is one line; without the flush it would wait in a buffer."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def player(told: dict[str, Any], weights: Path) -> Any:
    """For the game that begins: the game, the heuristic, which judges by these weights, and what its views are."""
    if told["game"] not in GAMES:
        raise SystemExit(f"nobody has learned {told['game']}; there are {', '.join(GAMES)}")
    looks, view = GAMES[told["game"]]
    setup = prepare(told["game"], told["seats"], told["options"])
    bot: Any = make_bot("heuristic?judge=hand", setup, told["random"])
    bot.promise = looks.judge(weights_of(weights.read_bytes(), looks.COLUMNS))
    return setup.game, bot, view


def main() -> None:
    """Answer line by line. The program goes on after a game, so that Python starts only once."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--weights", default="learned.json", help="a file of train.py's, beside this program")
    weights = HERE / words.parse_args().weights
    playing: Any = ()
    for line in sys.stdin:
        told = json.loads(line)
        if "cityleague" in told:
            playing = player(told, weights)
            say({"ready": 2})
        elif "result" in told:
            say({"ready": 2})
        else:
            (game, bot, view), asked = playing, told["decide"]
            legal = [game.move_of(move) for move in asked["legal"]]
            say({"choose": legal.index(bot.choose(msgspec.convert(asked["view"], view), legal))})


if __name__ == "__main__":
    main()
