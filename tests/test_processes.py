"""States, moves and bots go to other processes, however these are started, and come to the same decisions there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import multiprocessing
import sys

from cityleague.engine import make_bot, next_decision, prepare
from cityleague.engine.registry import GAMES

BOTS = ("heuristic", "mcts?iterations=4&width=2&horizon=1&policy=greedy")


def jobs():
    for name in GAMES:
        options = {"level": "advanced"} if name == "card_city_xl" else None  # lots are listed lazily there
        setup = prepare(name, 3, options)
        state = setup.begin()
        seat = next_decision(state, "7").seats[0]
        for spec in BOTS:
            yield state, make_bot(spec, setup, "7"), state.legal(seat), state.view(seat)


def decide(job):
    state, bot, legal, view = job
    return state.digest(), repr(bot.choose(view, legal)), len(legal)


if __name__ == "__main__":
    wanted = [decide(job) for job in jobs()]
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        assert pool.map(decide, jobs()) == wanted
    print(len(wanted))
"""


@pytest.mark.parametrize("start", ["fork", "spawn", "forkserver"])
def test_bots_in_other_processes_decide_alike(start: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    command = [sys.executable, "program.py", start]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.returncode) == ("10\n", 0), done.stderr
