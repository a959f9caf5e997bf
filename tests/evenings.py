"""A club's evenings: games of people, with names and dates. Bots play them, and each log is that of a recorded game:
it has no seed, and says what chance brought.

`python -m tests.evenings FOLDER` writes the logs, to look at their tables and pages.
"""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta
from pathlib import Path

from cityleague.replays import play

GAMES = ("between_two_cities", "neom", "city_tycoon")
FRIENDS = {"Ada": "heuristic", "Ben": "heuristic", "Cleo": "greedy", "Dan": "greedy"}
"""The people, and the bots that play for them."""
_FIRST = date(2026, 1, 9)
_TITLES = {3: "The night of the long river", 20: "Ben's birthday"}


def evening(number: int, game: str) -> bytes:
    """The log of the game that is played as so manieth of its kind, from 0."""
    at = number * len(GAMES) + GAMES.index(game)
    names = [name for i, name in enumerate(FRIENDS) if number % 3 == 0 or i != at % len(FRIENDS)]
    seats = names[number % len(names) :] + names[: number % len(names)]
    log = play(game, [FRIENDS[name] for name in seats], seed=f"evening {number}").log
    header, *lines = log.splitlines(keepends=True)
    told = json.loads(header) | {"players": seats, "date": str(_FIRST + timedelta(weeks=2) * number), "place": "Ada's"}
    del told["seed"]
    if at in _TITLES:
        told["title"] = _TITLES[at]
    return json.dumps(told).encode() + b"\n" + b"".join(lines)


def alone(players: dict[str, int], day: str, game: str = "between_two_cities") -> bytes:
    """An old game of which only the scores are known: header and result, no moves."""
    scores = list(players.values())
    header = {"log": 1, "game": game, "rules": "1", "players": list(players), "date": day}
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return b"".join(
        [json.dumps(line).encode() + b"\n" for line in (header, {"result": {"scores": scores, "ranks": ranks}})]
    )


def write(folder: Path, evenings: int = 12) -> Path:
    """Write the logs of so many evenings, each of three games, and of one old game whose moves nobody knows."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(evenings):
        games = b"".join([evening(number, game) for game in GAMES])
        (folder / f"{_FIRST + timedelta(weeks=2) * number}.jsonl").write_bytes(games)
    (folder / "old.jsonl").write_bytes(alone({"Ada": 51, "Ben": 58, "Cleo": 44}, "2025-12-27"))
    return folder


if __name__ == "__main__":
    write(Path(sys.argv[1]))
