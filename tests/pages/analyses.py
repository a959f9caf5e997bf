"""Two games with what `cityleague analyse` said of them, and analyses made up for any game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from cityleague.replays.analysis import Analyses, Analysis
from cityleague.replays.pages import game_page
from cityleague.replays.replay import ComponentFiles, Replay

from .games import raw_of

FOLDER = Path(__file__).parent / "analysed"
GAMES = ("between_two_cities", "neom")
"""The first by `analyse --worlds 16`, the second by `analyse --candidates 2 --worlds 4`."""


def log_path(game: str) -> Path:
    """The log of a game that is analysed."""
    return FOLDER / f"{game}.jsonl"


def analysis_path(game: str) -> Path:
    """Its analysis."""
    return FOLDER / f"{game}.analysis.jsonl"


def lines_of(game: str) -> list[dict[str, Any]]:
    """The lines of its analysis."""
    return [json.loads(line) for line in analysis_path(game).read_bytes().splitlines()]


def analysed_page(game: str) -> str:
    """The page of a game with its analysis."""
    raw = raw_of(log_path(game).read_bytes())
    return game_page(raw, ComponentFiles(), analysis=Analyses([str(analysis_path(game))]).of(raw))


def write(path: Path, lines: Sequence[dict[str, Any]]) -> Path:
    """A file with these lines."""
    path.write_text("".join([json.dumps(line) + "\n" for line in lines]))
    return path


def made_up(log: bytes, path: Path, every: int = 3) -> Analysis:
    """An analysis that marks every third choice, and calls the last other legal move better."""
    replay = Replay(raw_of(log), ComponentFiles())
    choices: list[dict[str, Any]] = []
    for number, (seat, move) in enumerate(replay.walk()):
        legal = [one for one in replay.state.legal(seat) if one != move]
        if legal and number % every == 0:
            best, played = (json.loads(msgspec.json.encode(one)) for one in (legal[-1], move))
            choice = {
                "kind": "choice",
                "line": replay.line,
                "move": replay.moves,
                "seat": seat,
                "lead": 0,
                "worlds": 24,
            }
            others = dict.fromkeys([msgspec.json.encode(one) for one in (legal[0], legal[len(legal) // 2])])
            worse = [one for one in map(json.loads, others) if one != best]
            said = {"best": best, "played": played, "worse": worse, "loss": 3, "se": 0, "mark": "mistake"}
            choices.append(choice | said | {"effects": [0] * replay.state.seats})
    header = replay.header
    assert header
    seats = range(len(header.players))
    terms = lines_of("neom")[0]["terms"]
    begun = {"kind": "game", "analysis": 1, "game": header.game, "players": header.players, "terms": terms}
    share = [1 / len(seats) for _ in seats]
    point = {"kind": "chances", "line": 1, "round": 1, "playouts": 24, "chances": share, "low": [0 for _ in seats]}
    point |= {
        "high": [1 for _ in seats],
        "places": [share for _ in seats],
        "leads": [0 for _ in seats],
        "knows_hidden": True,
    }
    ends = [
        {"kind": "seat", "seat": seat, "player": name, "choices": 9, "loss": 1, "se": 1, "marks": {}, "best": 0}
        for seat, name in enumerate(header.players)
    ]
    key = blake2b(log, digest_size=16).hexdigest()
    lines = [begun | {"hash": key}, point | {"move": 0}, *choices, point | {"move": replay.moves}, *ends]
    write(path, [line | {"id": header.id or None} for line in lines])
    found = Analyses([str(path)]).of(raw_of(log))
    assert found
    return found
