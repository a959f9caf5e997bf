"""Logs to start from, ways to spoil them, and what validation says about them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine.components import ComponentsError
from cityleague.replays.log import Finding
from cityleague.replays.replay import Verdict, validate
from cityleague.replays.tournaments import Plan, Tournament, numbered, play_single

DATA = Path(__file__).parents[2] / "examples/conformance/good"
"""The recorded games, golden for us and examples for others."""
OLDER = Path(__file__).parent / "older"
"""Games that earlier releases recorded, with rules or figures of their time; each file is named after its release.

City Tycoon's in the folder 0.1.0 has a check line after each event, with the digest that this release had there. Beside
it lies what 0.1.0 played with the seeds GAME-SEATS-NUMBER: `random` and `greedy`, and in each sixth game `heuristic`.
"""
GAME = "between_two_cities"


@cache
def recorded(players: int = 2, seed: str = "golden", **options: Any) -> tuple[bytes, ...]:
    """The lines of a game of random bots."""
    bots = tuple(numbered(["random"] * players))
    plan = Plan(game=GAME, bots=bots, seed=seed, options=options)
    return tuple(play_single(Tournament(plan)).splitlines())


def log(lines: Sequence[bytes]) -> bytes:
    """Lines as a file's content."""
    return b"".join([line + b"\n" for line in lines])


def replaced(lines: Sequence[bytes], index: int, *new: bytes) -> list[bytes]:
    """The lines with others (or none) in place of one."""
    return [*lines[:index], *new, *lines[index + 1 :]]


def edited(lines: Sequence[bytes], index: int, old: bytes, new: bytes) -> list[bytes]:
    """The lines with a bit of one replaced."""
    assert old in lines[index]
    return replaced(lines, index, lines[index].replace(old, new, 1))


def with_fields(line: bytes, **fields: Any) -> bytes:
    """A line with top-level fields added or replaced; None takes one away."""
    merged = {**json.loads(line), **fields}
    return dump({name: value for name, value in merged.items() if value is not None})


def with_value(file: bytes, path: Sequence[Any], value: Any) -> bytes:
    """A JSON file with something else in one place; None: with nothing there."""
    whole = place = json.loads(file)
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return json.dumps(whole).encode()


def broken(load: Callable[[bytes], object], file: bytes, path: Sequence[Any], value: Any, message: str) -> None:
    """With this value in one place the component file is refused, and this is said."""
    with pytest.raises(ComponentsError, match=message):
        load(with_value(file, path, value))


def dump(value: Any) -> bytes:
    """JSON as the recorder writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def write(folder: Path, data: bytes | Sequence[bytes], name: str = "game.jsonl") -> str:
    """Write a file; return its path."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else log(data))
    return str(path)


def verdicts(
    folder: Path, data: bytes | Sequence[bytes], name: str = "game.jsonl", components: Mapping[str, bytes] | None = None
) -> list[Verdict]:
    """The verdicts of validation on a log."""
    return list(validate([write(folder, data, name)], components))


def findings(folder: Path, data: bytes | Sequence[bytes], name: str = "game.jsonl") -> list[Finding]:
    """The findings of a log."""
    return [verdict.finding for verdict in verdicts(folder, data, name) if verdict.finding]


def codes(folder: Path, data: bytes | Sequence[bytes], name: str = "game.jsonl") -> list[tuple[str, int | None]]:
    """The code and the line of each finding of a log."""
    return [(finding.code, finding.line) for finding in findings(folder, data, name)]


def index_of(lines: Sequence[bytes], bit: bytes, start: int = 0) -> int:
    """The index of the first line that contains a text."""
    return next(i for i in range(start, len(lines)) if bit in lines[i])


# Not ru_maxrss: that of a process begins with its parent's.
_MEASURE = """
import re, sys
from pathlib import Path
{code}
print(int(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text()).group(1)) // 1024)
"""

_VALIDATE = """
from cityleague.replays.replay import validate
for verdict in validate([sys.argv[1]]):
    print(verdict.finding.code if verdict.finding else "ok")
"""


def measured(path: str, code: str = _VALIDATE, seconds: int = 60) -> tuple[list[str], int]:
    """What a process of its own prints (the codes of a log's findings), and its peak memory in MiB.

    It has so many seconds.
    """
    command = [sys.executable, "-c", _MEASURE.format(code=code), path]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=seconds, check=False, preexec_fn=_at_most_a_gibibyte
    )
    assert done.returncode == 0, done.stderr[-500:]
    *said, peak = done.stdout.split()
    return said, int(peak)


def _at_most_a_gibibyte() -> None:
    import resource  # noqa: PLC0415  (there is none on Windows)

    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
