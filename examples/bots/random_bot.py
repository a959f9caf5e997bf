#!/usr/bin/env python3
"""A bot that is a program of its own: it plays any game, choosing among the legal moves by chance.

cityleague play between_two_cities "exec:examples/bots/random_bot.py" greedy -o g.jsonl
"""

import json
import random
import sys


def say(answer: dict[str, int]) -> None:
    """One answer is one line of JSON; without the flush it would wait in a buffer."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


# The first line tells what is played: "game", "options", "seats", your "seat" (from 0), your "limits".
hello = json.loads(sys.stdin.readline())
dice = random.Random(hello["random"])  # no other chance: the same game can then be played again
say({"ready": 1})

# Each further line asks for a decision. When the game is over there are no more, and the loop ends.
for line in sys.stdin:
    question = json.loads(line)["decide"]
    legal = question["legal"]  # the moves; question["view"] is what you may know of the game
    say({"choose": dice.randrange(len(legal))})  # by number; or {"move": {...}}, spelled out
