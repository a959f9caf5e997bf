"""How many instructions a move takes, counted by valgrind: the same at each run, and on each machine with this Python.

Everybody does two slices of work; the instructions of the second count, when what is loaded once for all is loaded.
What a processor makes of an instruction, and how its caches like the program, is not in these figures.

`python -m tests.benchmarks.counting FOLDER` is what valgrind runs, in a folder that `record` has filled.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from . import measure, ours, peers
from .measure import Contest, Contestant

GAMES = 30
"""Recorded, and played at random, in each of the two slices."""
PLAYOUTS, CATAN_GAMES = 12, 3

Counts = dict[str, dict[str, float]]
"""Instructions a move, by what is done and who does it."""


def instructions(folder: Path) -> Counts:
    """What everybody takes for a move in validation and random play."""
    folder.mkdir()
    ours.record(folder, 2, GAMES)
    peers.record(folder, 2, GAMES)
    total, printed = measure.instructions([sys.executable, "-m", "tests.benchmarks.counting", str(folder)])
    counts: Counts = {}
    for line in printed.splitlines():
        what, name, moves, before, after = json.loads(line)
        counts.setdefault(what, {})[name] = (total[after] - total[before]) / moves
    return counts


def contests(folder: Path, slices: int, playouts: int, catan_games: int) -> list[Contest]:
    """The contests in which moves are counted; what `record` put into the folder is enough for so many slices."""
    validating = [ours.validating(name, paths) for name, paths in ours.logs(folder, slices).items()]
    playing = [ours.playing(name, playouts) for name in ours.WAYS]
    return [
        Contest(ours.VALIDATED, peers.replaying_chess(folder, slices), validating),
        Contest(ours.PLAYED, peers.playing_catan(catan_games), playing),
    ]


def _main(folder: Path) -> None:
    """Let everybody work, as many at a time as there are processes, each in one that has seen nobody else's work."""
    free = ours.PROCESSES
    for contest in contests(folder, 2, PLAYOUTS, CATAN_GAMES):
        for contestant in contest.everybody:
            if not free:
                os.wait()
                free += 1
            if not os.fork():
                _work(contest.what, contestant)
            free -= 1
    while free < ours.PROCESSES:
        os.wait()
        free += 1


def _work(what: str, contestant: Contestant) -> None:
    """Two slices. Valgrind tells the total of each process that ends: a copy's between the slices, then this one's."""
    contestant.run(0)
    if not (copy := os.fork()):
        os._exit(0)
    os.waitpid(copy, 0)
    moves = contestant.run(1)
    print(json.dumps([what, contestant.name, moves, copy, os.getpid()]), flush=True)
    os._exit(0)


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
