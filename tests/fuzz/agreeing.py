"""Two ways of doing the same: whatever a log holds, both say the same of it."""

from __future__ import annotations

import json
from pathlib import Path

from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Finding, LineDecoder, Problem, RawGame, decoder
from cityleague.replays.log.reading import read_games
from cityleague.replays.replay import ComponentFiles, Replay

from ..replays.helpers import dump

Outcome = tuple[int, str | None, int | None, int | None]
"""Moves, and the code, line and column of what is wrong."""


def check_agreement(path: Path, files: ComponentFiles) -> None:
    """Hold the ways to read each game of this log against each other."""
    for raw in read_games(str(path)):
        if isinstance(raw, RawGame):
            played = _played(raw, files)
            assert _walked(raw, files) == played, "played and walked"
            in_lines = raw._replace(pieces=tuple(raw.data.splitlines(keepends=True)) or (b"",))
            assert _played(in_lines, files) == played, "in one piece and line by line"
            _check_decoders(raw)
            spaced = _spaced(raw)
            assert _played(spaced, files)[:3] == played[:3], "as it is and with blanks"


def _played(raw: RawGame, files: ComponentFiles) -> Outcome:
    report = Replay(raw, files).run()
    return _outcome(report.moves, report.finding)


def _walked(raw: RawGame, files: ComponentFiles) -> Outcome:
    replay = Replay(raw, files)
    found = None
    try:
        for _ in replay.walk():
            pass
    except Problem as problem:
        found = replay.finding(problem)
    return _outcome(replay.moves, found)


def _outcome(moves: int, found: Finding | None) -> Outcome:
    return (moves, found.code, found.line, found.column) if found else (moves, None, None, None)


def _check_decoders(raw: RawGame) -> None:
    """A decoder that has met a line, and one that never met any, read the same out of it."""
    game = next((name for name in GAMES if f'"game":"{name}"'.encode() in raw.data[:4096]), None)
    if game is None:
        return
    known, fresh = decoder(find_game(game)), LineDecoder(find_game(game))
    for line in raw.each_line_with_end():
        first, again = known.move(line), known.move(line)
        assert first == again == fresh.move(line), "remembered and decoded"


def _spaced(raw: RawGame) -> RawGame:
    """The same game; lines in canonical form have blanks behind commas and colons."""
    return raw._replace(pieces=(b"".join(map(_with_blanks, raw.each_line_with_end())),))


def _with_blanks(line: bytes) -> bytes:
    try:
        value = json.loads(line)
        return json.dumps(value).encode() + b"\n" if dump(value) + b"\n" == line else line
    except (ValueError, RecursionError):
        return line
