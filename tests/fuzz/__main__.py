"""`make fuzz`: inputs of all kinds for so many seconds, each time others; what goes wrong is kept in `.fuzz`."""

from __future__ import annotations

import contextlib
import sys
import time
import traceback
from pathlib import Path

from .probing import Failure, Probe
from .targets import TARGETS

ROUND = 200
"""Inputs of one kind before it is the turn of the kind that has had the least time."""
KEPT = Path(".fuzz")


def keep(name: str, failure: Failure) -> Path:
    """Write an input down with what came of it; its file."""
    KEPT.mkdir(exist_ok=True)
    told = "".join(traceback.format_exception(failure.error))
    data = failure.value if isinstance(failure.value, bytes) else repr(failure.value).encode()
    path = KEPT / f"{name}-{failure.digest}"
    path.write_bytes(data)
    path.with_suffix(".txt").write_text(told, "utf-8")
    return path


def main(seconds: float, start: int) -> int:
    """Fuzz all kinds, for equal times, or until Ctrl-C; 1 if anything went wrong."""
    probes = {name: Probe(target) for name, target in TARGETS.items()}
    failed, spent = (dict.fromkeys(TARGETS, 0) for _ in range(2))
    deadline, number = time.monotonic() + seconds, start
    with contextlib.suppress(KeyboardInterrupt):
        while (left := deadline - time.monotonic()) > 0:
            name = min(TARGETS, key=lambda name: spent[name])
            begun = time.process_time_ns()
            failure = probes[name].run(number, ROUND, left)
            spent[name] += time.process_time_ns() - begun
            if failure:
                failed[name] += 1
                error = failure.error
                print(
                    f"{name}: {type(error).__name__}: {str(error)[:200]!r}; see {keep(name, failure)}.txt", flush=True
                )
            number += 1
    for name, probe in probes.items():
        print(f"{name}: {probe.tried} inputs, {failed[name]} failures")
    print(f"{sum(probe.tried for probe in probes.values())} inputs; for others, start with {number}")
    return 1 if any(failed.values()) else 0


if __name__ == "__main__":
    _, length, *others = sys.argv
    sys.exit(main(float(length), int(others[0]) if others else time.time_ns() % 10**9))
