"""A bot that stays alive from game to game: staying.py VERSION FILE [FAULT].

It chooses by the number that it gets for each game, and writes down who it is and what it hears between decisions.
FAULT: `talks` says something after the result; `ends` ends after it.
"""

from __future__ import annotations

import json
import os
import random
import sys


def main(version: str, path: str, fault: str = "") -> None:
    """Play all games."""
    dice = random.Random()
    for line in sys.stdin:
        heard = json.loads(line)
        if "decide" in heard:
            answer = {"choose": dice.randrange(len(heard["decide"]["legal"]))}
        else:
            with open(path, "a", encoding="utf-8") as file:
                file.write(json.dumps({"pid": os.getpid()} | heard) + "\n")
            if "result" in heard and fault == "ends":
                return
            dice = random.Random(heard.get("random"))
            answer = {"ready": int(version)}
            if fault == "talks" and "result" in heard:
                sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
