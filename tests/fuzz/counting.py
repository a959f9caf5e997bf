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

_MARK = "getppid"
"""A function of the C library that nothing here calls but `_marked`; valgrind writes a count down where it is called."""
_COUNT = re.compile(r"^totals: (\d+)$", re.MULTILINE)


def instructions(logs: Sequence[Path], warm: Sequence[Path]) -> list[int] | None:
    """How many instructions `cityleague validate` takes for each log, beyond its start; None where nothing can count.

    `warm` are logs that are validated before, so that what is loaded once for all is no part of any count.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        ours = [sys.executable, "-m", __spec__.name, *map(str, [*warm, *logs])]
        tool = [valgrind, "-q", "--tool=callgrind", f"--dump-before={_MARK}", f"--callgrind-out-file={folder}/counted"]
        done = subprocess.run(
            [*tool, *ours], env=os.environ | {"PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        # The first count is that of the start; the file without a number has what follows the last mark.
        files = [Path(folder) / f"counted.{number}" for number in range(2 + len(warm), 2 + len(warm) + len(logs))]
        return [int(_COUNT.findall(file.read_text())[0]) for file in files]


def _marked(log: str) -> None:
    decoder.cache_clear()  # each log begins with no move remembered
    os.getppid()
    for _ in reported(validate(log), "text", Counts(), 1000):
        pass


if __name__ == "__main__":
    for path in sys.argv[1:]:
        _marked(path)
    os.getppid()
