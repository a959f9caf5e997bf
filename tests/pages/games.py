"""Recorded games to look at, played once for all tests of pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from cityleague.engine.registry import GAMES
from cityleague.replays import play
from cityleague.replays.log import RawGame
from cityleague.replays.pages import game_page
from cityleague.replays.pages.steps import walk
from cityleague.replays.replay import ComponentFiles

NAMES = tuple(GAMES)


@cache
def log_of(game: str, seats: int, bots: Sequence[str] = (), **options: Any) -> bytes:
    """The log of a game of greedy bots, or of these."""
    return play(game, bots or ["greedy"] * seats, seed="pages", options=options).log


def raw_of(log: bytes, file: str = "g.jsonl") -> RawGame:
    """A log of one game, as it is read from a file."""
    return RawGame(file, 1, (log,), 0)


@cache
def page_of(log: bytes) -> str:
    """The page of a game."""
    return game_page(raw_of(log), ComponentFiles())


def ends_of(log: bytes) -> list[int]:
    """Where steps lead: to all positions but those before what only carries out a move, as in City Tycoon."""
    moves = [step.move for step in walk(raw_of(log), ComponentFiles()).steps]
    return [
        number for number in range(len(moves)) if not any(move and move.follows for move in moves[number + 1 :][:1])
    ]


def events(log: bytes) -> list[dict[str, Any]]:
    """The lines of a log."""
    return [json.loads(line) for line in log.splitlines()]


def written(lines: Sequence[dict[str, Any]]) -> bytes:
    """The bytes of a log with these lines."""
    return b"".join([json.dumps(line).encode() + b"\n" for line in lines])
