"""How much memory and time it takes to validate a log, and whether memory grows with the log."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, cycle, islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from cityleague.replays.log import RawGame, decode_header, encode, read_games

MIB = 1 << 20
_PEAK = Path(__file__).with_name("peak.py")
_SHORT_GAMES = 40_000
_LONG_GAMES, _LONG = 24, 15 * MIB
_CELLS = 150
"""Of the path in a short game's only move."""


class Usage(NamedTuple):
    """One run of `cityleague validate`."""

    log: str
    """What the log is made of."""
    size: int
    """Bytes of log."""
    jobs: int
    seconds: float
    processor: float
    """Seconds of processor time of all processes."""
    first: float
    """Seconds of processor time of the process that starts the others."""
    largest: int
    """Peak memory of the largest process in bytes."""
    together: int
    """Peak memory of all processes in bytes; 0 where it cannot be seen."""


def usages(logs: Sequence[Path], folder: Path, sizes: Sequence[int], jobs: Sequence[int]) -> Iterator[Usage]:
    """`cityleague validate` as users run it, on logs of these sizes that mix all games, and on hostile ones."""
    kinds: list[tuple[str, Callable[[Path], int]]] = [
        (f"all games mixed, {size / 10**6:,.0f} MB", partial(_mixed, logs, size=size)) for size in sizes
    ]
    kinds += [
        (f"{_SHORT_GAMES:,} games of two lines, one path a kilobyte long", lambda target: _short(logs, target)),
        (f"{_LONG_GAMES} games of {_LONG // MIB} MiB", lambda target: _long(logs, target)),
    ]
    big = folder / "big.jsonl"
    for what, make in kinds:
        written = make(big)
        for number in jobs:
            yield _usage(what, big, written, number)
    big.unlink()


def _mixed(logs: Sequence[Path], target: Path, size: int) -> int:
    """Write whole games from each log in turn, until there are at least `size` bytes; return their number.

    Each has an id of its own, which the header alone says: the game stays as valid as it was.
    """
    written = 0
    with target.open("wb") as file:
        for number in count(1):
            for raws in zip(*map(_games, logs), strict=False):
                for raw in raws:
                    written += file.write(_named(raw, f"{number}-"))
                if written >= size:
                    return written
    raise AssertionError


def _short(logs: Sequence[Path], target: Path) -> int:
    """Games with one illegal move each, whose path is as long as possible and different in every game."""
    heads = [raw.data.partition(b"\n")[0] for log in logs for raw in islice(_games(log), 5)]
    heads = [head for head in heads if decode_header(head).game == "city_tycoon"]
    with target.open("wb") as file:
        for number, head in zip(range(_SHORT_GAMES), cycle(heads), strict=False):
            cells = [[(number >> bit % 16) % 2, bit % 10] for bit in range(_CELLS)]
            move = {"type": "cube", "plant": [0, 2], "path": cells}
            header = msgspec.structs.replace(decode_header(head), id=str(number))
            file.write(encode(header) + b"\n" + msgspec.json.encode({"seat": 0, "move": move}) + b"\n")
        return file.tell()


def _long(logs: Sequence[Path], target: Path) -> int:
    """Valid games in which remarks fill the lines."""
    with target.open("wb") as file:
        for number, log in zip(range(_LONG_GAMES), cycle(logs), strict=False):
            head, *lines = _named(next(_games(log)), f"{number}-").splitlines()
            note = b',"note":"%s"}' % (b"x" * min(_LONG // len(lines), MIB - 1000))
            file.write(b"\n".join([head, *[line[:-1] + note for line in lines]]) + b"\n")
        return file.tell()


def _games(log: Path) -> Iterator[RawGame]:
    for raw in read_games(str(log)):
        assert isinstance(raw, RawGame)
        yield raw


def _named(raw: RawGame, prefix: str) -> bytes:
    """A game with something before its id."""
    line, _, rest = raw.data.partition(b"\n")
    header = decode_header(line)
    return encode(msgspec.structs.replace(header, id=prefix + str(header.id))) + b"\n" + rest


def _usage(what: str, log: Path, size: int, jobs: int) -> Usage:
    command = [sys.executable, "-m", "cityleague.cli", "validate", str(log), "-j", str(jobs), "--max-findings", "1"]
    output = subprocess.run([sys.executable, str(_PEAK), *command], capture_output=True, check=True).stdout
    measurement = json.loads(output)
    if measurement["exit"] not in (0, 1):
        raise RuntimeError(f"{' '.join(command)} exits with {measurement['exit']}")
    measured = [measurement[name] for name in ("seconds", "processor", "first", "largest", "together")]
    return Usage(what, size, jobs, *measured)
