"""Run a command; print as JSON its exit code, seconds, processor time, and the memory of its processes at their peak.

A program of its own that imports next to nothing: Linux lets a new process inherit the peak of the one that
starts it, so that a large one would be measured instead of the command.

    python peak.py COMMAND ARGUMENT...
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from time import monotonic, sleep

_INTERVAL = 0.05
_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in what `ru_maxrss` counts."""


def run(command: list[str]) -> dict[str, float]:
    """What is known of a run of this command.

    `largest` is the peak of the largest single process in bytes, as the kernel kept it. `together` is the highest
    sum over all processes that was seen, twenty times a second, memory that they share being counted once; 0 where
    there is no /proc to see it in. `processor` is the processor time of all processes in seconds, and `first` that of
    the one which starts the others.
    """
    start = monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    together = 0
    first = 0.0
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        first = max(first, _processor(process.pid))
        together = max(together, sum(map(_proportional, _family(process.pid))))
        sleep(_INTERVAL)
    return {
        "exit": os.waitstatus_to_exitcode(status),
        "seconds": monotonic() - start,
        "largest": usage.ru_maxrss * _UNIT,
        "together": together,
        "processor": usage.ru_utime + usage.ru_stime,
        "first": first,
    }


def _processor(pid: int) -> float:
    """The processor time of a process alone, in seconds; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> Iterator[int]:
    """A process and all that come from it."""
    yield pid
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = file.read().split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _proportional(pid: int) -> int:
    """The proportional set size of a process in bytes; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            sizes = [int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:")]
    except OSError:
        return 0
    return sum(sizes)


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1:])))
