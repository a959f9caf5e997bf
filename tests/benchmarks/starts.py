"""How long short commands take, as multiples of an empty interpreter: most of it is imports."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

ONE_GAME = Path(__file__).parents[2] / "examples" / "by-hand.jsonl"
"""One game of 63 moves."""
_EMPTY = (sys.executable, "-c", "pass")
COMMANDS = {
    "--help": ["--help"],
    **{f"{name} of one game": [name, str(ONE_GAME)] for name in ("validate", "show", "score", "table")},
    **{f"{name} of one game": [name, "between_two_cities"] for name in ("rules", "schema", "components", "games")},
    "export of one game": ["export", str(ONE_GAME), "-o", "-"],
}


def starts(rounds: int) -> dict[str, float]:
    """The processor time of each command by that of an empty interpreter; both are the best of so many rounds."""
    commands = {name: (sys.executable, "-m", "cityleague.cli", *words) for name, words in COMMANDS.items()}
    times: dict[str, list[float]] = {name: [] for name in ["", *commands]}
    for _ in range(rounds):
        for name, command in [("", _EMPTY), *commands.items()]:
            times[name].append(_time_of(command))
    return {name: min(times[name]) / min(times[""]) for name in commands}


def _time_of(command: Sequence[str]) -> float:
    """Seconds of processor time, the system's included: a start reads a hundred files."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
