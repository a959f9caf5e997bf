"""How many instructions short commands take, as multiples of an empty interpreter's: most of it is imports."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .measure import ENVIRONMENT, instructions

ONE_GAME = Path(__file__).parents[2] / "examples" / "by-hand.jsonl"
"""One game of 63 moves."""
_LOG, _GAME = str(ONE_GAME), "between_two_cities"
_CUP = ["tournament", "--game", _GAME, "--bots", "a=random,b=random", "--deals", "1", "--seed", "1", "-o"]
COMMANDS = {
    "validate": ["validate", _LOG],
    "table": ["table", _LOG],
    **{name: [name, _GAME] for name in ("games", "rules", "schema", "components")},
    "export": ["export", _LOG, "-o", "-"],
    "play": ["play", _GAME, "random", "random"],
    "check-bot --at": ["check-bot", "random", "--at", _LOG, "--move", "30"],
    "tournament": _CUP,
    "report": ["report", _LOG, "-o"],
}
"""What is given to `cityleague`; a folder goes behind `-o` where nothing does."""


def starts() -> dict[str, float]:
    """The instructions of each command by an empty interpreter's, when what it imports has been compiled."""
    found = {}
    with tempfile.TemporaryDirectory(prefix="cityleague-starts-") as folder:
        empty = _counted([sys.executable, "-c", "pass"])
        for name, words in COMMANDS.items():
            first, second = [_command(words, str(Path(folder, f"{name}-{run}"))) for run in (1, 2)]
            subprocess.run(first, env=ENVIRONMENT, capture_output=True, check=True)
            found[name] = _counted(second) / empty
    return found


def _command(words: Sequence[str], target: str) -> list[str]:
    return [sys.executable, "-m", "cityleague.cli", *words, *([target] if words[-1] == "-o" else [])]


def _counted(command: Sequence[str]) -> int:
    """Those of all processes; there is one."""
    totals, _ = instructions(command)
    return sum(totals.values())
