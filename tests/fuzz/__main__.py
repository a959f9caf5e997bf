"""`make fuzz`: inputs of all kinds for so many seconds, each time others; what goes wrong is kept in `.fuzz`."""

from __future__ import annotations

import contextlib
import sys
import time
import traceback
from pathlib import Path
from random import Random

from . import counting, slowest
from .choosing import Choices
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


def look_for_slowest(seconds: float, start: int) -> bool:
    """Count what refused logs cost, for so many seconds, and tell of the slowest; whether it is too slow."""
    if not counting.VALGRIND:
        print("slow logs: valgrind is not installed, and nothing else counts instructions; none was looked for")
        return False
    chance, deadline, tried = Random(start), time.monotonic() + seconds, 0
    worst, most = None, 0.0
    while not tried or time.monotonic() < deadline:
        inputs = [slowest.slow(Choices.by_chance(chance)) for _ in range(slowest.BATCH)]
        share, slow = max(zip(slowest.shares(inputs), inputs, strict=True), key=lambda pair: pair[0])
        tried += len(inputs)
        worst, most = (slow, share) if share > most else (worst, most)
    assert worst
    KEPT.mkdir(exist_ok=True)
    path = KEPT / "slowest.jsonl"
    path.write_bytes(worst.data)
    print(f"slow logs: {tried} inputs; {path} takes {most:.0%} of the instructions that a refused log may take")
    return most > 1


def main(seconds: float, start: int) -> int:
    """Fuzz all kinds, for equal times, or until Ctrl-C; 1 if anything went wrong."""
    too_slow = False
    probes = {name: Probe(target) for name, target in TARGETS.items()}
    failed, spent = (dict.fromkeys(TARGETS, 0) for _ in range(2))
    deadline, number = time.monotonic() + seconds, start
    with contextlib.suppress(KeyboardInterrupt):
        too_slow = look_for_slowest(seconds / (1 + len(TARGETS)), start)
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
    return 1 if too_slow or any(failed.values()) else 0


if __name__ == "__main__":
    _, length, *others = sys.argv
    sys.exit(main(float(length), int(others[0]) if others else time.time_ns() % 10**9))
