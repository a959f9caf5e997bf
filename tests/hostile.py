"""Hostile lines in a game: whatever stands in them, there is a finding, soon, and never a traceback.

A game gives legal logs, each of which ends with a move of seat 0, and what is to stand in place of that move.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .replays.helpers import dump, measured, verdicts, write

HUGE = 10**300
LONG = 100_000
SECONDS = 30
"""Much more than it takes; compared letter by letter, monstrous moves would take minutes."""
NO_OPTIONS: list[Any] = [{"level": "normal"}, {"": 0}, {"components": {}}, [], None, "none", 0]
"""What does not say any game's options."""
DEEP = ["[" * depth + "]" * depth for depth in (50, 10_000)]
"""Brackets in brackets."""
NO_CELLS = ["[1]", "[1,0,0]", "[1.5,0]", "[true,0]", "[1e400,0]", '{"x":1,"y":0}', "[" + "9" * 5000 + ",0]"]
"""JSON that is no cell."""
_CODE = """
from cityleague.replays.replay.validation import validate
own = {path.name: path.read_bytes() for path in Path(sys.argv[1]).parent.glob("own.json")}
for verdict in validate([sys.argv[1]], own):
    print(verdict.finding.code if verdict.finding else "ok")
"""

Codes = list[tuple[str, int | None]]


def with_move(lines: Sequence[bytes], move: Any) -> list[bytes]:
    """The log with another move as its last."""
    return [*lines[:-1], dump({"seat": 0, "move": move})]


def codes(folder: Path, lines: Sequence[bytes], box: bytes | None = None) -> Codes:
    """The code and the line of each finding; `box` is the component file of the game, if not the packaged one."""
    said = verdicts(folder, lines, components=None if box is None else {"own.json": box})
    return [(verdict.finding.code, verdict.finding.line) for verdict in said if verdict.finding]


def refused(folder: Path, lines: Sequence[bytes], move: Any, code: str, box: bytes | None = None) -> None:
    """The move in place of the last one breaks the rule of this code, and that is all that is found."""
    assert codes(folder, with_move(lines, move), box) == [(code, len(lines))], move


def refused_in_no_time(
    folder: Path, wrong: Sequence[tuple[Sequence[bytes], Any, str]], box: bytes | None = None
) -> None:
    """All of these moves together, each in place of the last one of its log."""
    if box is not None:
        (folder / "own.json").write_bytes(box)
    games = [line for lines, move, _ in wrong for line in with_move(lines, move)]
    said, _ = measured(write(folder, games), _CODE, SECONDS)
    assert said == [code for _, _, code in wrong]


def refused_as_no_move(folder: Path, lines: Sequence[bytes], text: str, box: bytes | None = None) -> None:
    """What is no move of the format is one finding of the format, which can be read."""
    broken = [*lines[:-1], f'{{"seat":0,"move":{text}}}'.encode()]
    (verdict,) = verdicts(folder, broken, components=None if box is None else {"own.json": box})
    assert verdict.finding is not None
    assert verdict.finding.code.startswith("LOG-")
    assert verdict.finding.line == len(lines)
    assert len(verdict.finding.message) < 500


def refused_of_chance(
    folder: Path, lines: Sequence[bytes], at: int, order: list[Any], box: bytes | None = None
) -> None:
    """Chance cannot bring this in the line of this index, with which the log ends."""
    broken = [*lines[:at], dump({"chance": json.loads(lines[at])["chance"], "order": order})]
    assert codes(folder, broken, box) == [("CHANCE-ITEMS", at + 1)]


def refused_in_header(folder: Path, header: bytes, field: str, value: Any, box: bytes | None = None) -> None:
    """A header with this value in a field is a finding of the format."""
    ((code, line),) = codes(folder, [dump(json.loads(header) | {field: value})], box)
    assert (code[:4], line) == ("LOG-", 1)
