"""How many instructions the validation of a log takes, counted by valgrind: the same number at each run.

Time differs from run to run and from machine to machine, and steps of Python, which a trace could count, leave out what
is done in C: a search that goes back and forth would go unnoticed. Valgrind counts everything, in one process for many
logs; it takes about fifty times as long as the validation itself.

`python -m tests.fuzz.counting LOG...` is what valgrind runs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cityleague.replays.log.decode import decoder
from cityleague.replays.replay import validate
from cityleague.replays.reports import Counts, reported

VALGRIND = shutil.which("valgrind")
"""Without it, nothing is counted."""
_MARK = "getppid"
"""A function of the C library that only `_counted` calls here; each time, valgrind writes down what it has counted."""
_COUNT = re.compile(r"^totals: (\d+)$", re.MULTILINE)
_ROOT = Path(__file__).parents[2]


def instructions(logs: Sequence[Path], warm: Sequence[Path]) -> list[int]:
    """How many instructions the validation of each log takes, with the report on it; no move is remembered before.

    `warm` are logs that are validated first, so that what is loaded once for all is no part of any count.
    """
    assert VALGRIND, "valgrind is not installed"
    with tempfile.TemporaryDirectory() as folder:
        tool = [VALGRIND, "-q", "--tool=callgrind", f"--dump-before={_MARK}", f"--callgrind-out-file={folder}/counted"]
        ours = [sys.executable, "-m", "tests.fuzz.counting", *[str(path.absolute()) for path in (*warm, *logs)]]
        subprocess.run(
            [*tool, *ours], cwd=_ROOT, env=os.environ | {"PYTHONHASHSEED": "0"}, capture_output=True, check=True
        )
        first = 2 + len(warm)  # the first count is that of the start
        counts = [Path(folder) / f"counted.{number}" for number in range(first, first + len(logs))]
        return [int(_COUNT.findall(count.read_text())[0]) for count in counts]


def _counted(log: str) -> None:
    decoder.cache_clear()
    os.getppid()
    for _ in reported(validate(log), "text", Counts(), 1000):
        pass


if __name__ == "__main__":
    for path in sys.argv[1:]:
        _counted(path)
    os.getppid()
