#!/usr/bin/env python3
"""A program that declares a parameter: how often it makes the first legal move, and not one by chance.

cityleague play between_two_cities "exec:examples/bots/leaning_bot.py --lean=0.9" greedy -o g.jsonl
"""

import argparse
import json
import random
import sys
from typing import Any


def share(text: str) -> float:
    """A parameter is refused by ending: what is said on standard error is told."""
    if not 0 <= float(text) <= 1:
        raise argparse.ArgumentTypeError(f"lean takes 0 to 1, not {text}")
    return float(text)


def say(answer: dict[str, Any]) -> None:
    """One answer is one line of JSON; without the flush it would wait in a buffer."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


LEAN = {
    "name": "lean",
    "kind": "number",
    "default": 0.5,
    "low": 0,
    "high": 1,
    "about": "How often it makes the first move of all.",
}

words = argparse.ArgumentParser()
words.add_argument("--lean", type=share, default=LEAN["default"])
lean = words.parse_args().lean
dice = random.Random()

for line in sys.stdin:
    told = json.loads(line)
    if "cityleague" in told:  # a game begins
        dice = random.Random(told["random"])
        say({"ready": 2, "parameters": [LEAN]})
    elif "result" in told:  # it is over; another may follow
        say({"ready": 2})
    else:
        legal = told["decide"]["legal"]
        say({"choose": 0 if dice.random() < lean else dice.randrange(len(legal))})
