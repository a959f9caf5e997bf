"""How much memory it takes to validate a log, and whether that grows with the log."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec

from cityleague.replays.log import RawGame, decode_header, encode, read_games

_PEAK = Path(__file__).with_name("peak.py")


class Usage(NamedTuple):
    """One run of `cityleague validate`."""

    size: int
    """Bytes of log."""
    jobs: int
    seconds: float
    largest: int
    """Peak memory of the largest process in bytes."""
    together: int
    """Peak memory of all processes in bytes; 0 where it cannot be seen."""

    @property
    def peak(self) -> int:
        """What the bar is held against."""
        return max(self.largest, self.together)


def usages(logs: Sequence[Path], folder: Path, sizes: Sequence[int], jobs: Sequence[int]) -> Iterator[Usage]:
    """`cityleague validate` as a user runs it, on logs of these sizes made by repeating the games of `logs`."""
    big = folder / "big.jsonl"
    for size in sizes:
        written = _repeat(logs, big, size)
        for number in jobs:
            yield _usage(big, written, number)
    big.unlink()


def _repeat(logs: Sequence[Path], target: Path, size: int) -> int:
    """Write whole games until there are `size` bytes of them or more; the number of bytes.

    Each has an id of its own, which the header alone says: the game stays as valid as it was.
    """
    written = 0
    with target.open("wb") as file:
        for number in count(1):
            for raw in _games(logs):
                written += file.write(_named(raw, f"{number}-"))
                if written >= size:
                    return written
    raise AssertionError


def _games(logs: Sequence[Path]) -> Iterator[RawGame]:
    for log in logs:
        for raw in read_games(str(log)):
            assert isinstance(raw, RawGame)
            yield raw


def _named(raw: RawGame, prefix: str) -> bytes:
    """A game with something before its id."""
    line, _, rest = raw.data.partition(b"\n")
    header = decode_header(line)
    return encode(msgspec.structs.replace(header, id=prefix + str(header.id))) + b"\n" + rest


def _usage(log: Path, size: int, jobs: int) -> Usage:
    command = [sys.executable, "-m", "cityleague.cli", "validate", str(log), "-j", str(jobs)]
    output = subprocess.run([sys.executable, str(_PEAK), *command], capture_output=True, check=True).stdout
    found = json.loads(output)
    if found["exit"]:
        raise RuntimeError(f"{' '.join(command)} exits with {found['exit']}")
    return Usage(size, jobs, found["seconds"], found["largest"], found["together"])
