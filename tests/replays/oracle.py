"""A validator in a few lines, to compare the real one with: no diagnosis, only the first line that is wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from cityleague.engine.chance import outcome
from cityleague.engine.protocol import Decision, Draw, State
from cityleague.engine.registry import game as find_game
from cityleague.engine.rules import IllegalMove
from cityleague.engine.scoring import ranks


def begin(header: dict[str, Any]) -> State[Any]:
    """The game as it is set up."""
    game = find_game(header["game"])
    options = msgspec.convert(header.get("options", {}), game.options)
    return game.setup(options, len(header["players"]), game.components(None))


def first_contradiction(lines: Sequence[bytes]) -> int | None:
    """The index of the first line of a game that cannot stand there; the index of the last line, if one is missing."""
    header = json.loads(lines[0])
    if "log" not in header:
        return 0
    game, state = find_game(header["game"]), begin(header)
    ended = False
    for index, line in enumerate(lines[1:], 1):
        event = json.loads(line)
        if ended or not fits(game.moves, state, header, event):
            return index
        ended = "result" in event
    return None if ended else len(lines) - 1


def fits(moves: Any, state: State[Any], header: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether an event can happen now; if it can, it happens."""
    due = state.pending()
    if "chance" in event:
        if not isinstance(due, Draw) or event["chance"] != due.name:
            return False
        if event["order"] != outcome(header["seed"], due):
            return False
        state.resolve(event["order"])
        return True
    if "move" in event:
        seat = event["seat"]
        if not isinstance(seat, int) or not 0 <= seat < state.seats:
            return False
        try:
            move = msgspec.convert(event["move"], moves)
            state.verify(seat, move)
        except (IllegalMove, msgspec.ValidationError):
            return False
        state.apply(seat, move)
        return True
    if "check" in event:
        return bool(event["check"] == state.digest())
    if due is not None or event.get("digest", state.digest()) != state.digest():
        return False
    told = claims(event["result"])
    return told == {name: value for name, value in computed(state).items() if name in {"scores", "ranks", *told}}


def claims(result: dict[str, Any]) -> dict[str, Any]:
    """A result without the words that explain it."""
    bare = json.loads(json.dumps(result))
    for sheet in bare.get("sheets", ()):
        for part in sheet["parts"]:
            for line in part["lines"]:
                line.pop("detail", None)
    return dict(bare)


def computed(state: State[Any]) -> dict[str, Any]:
    """The result of a finished game."""
    sheets = state.scores()
    plain = {
        "scores": [sheet.total for sheet in sheets],
        "ranks": ranks(sheets),
        "sheets": json.loads(msgspec.json.encode(sheets)),
        "forfeits": [],
    }
    return claims(plain)


def alternatives(lines: Sequence[bytes], index: int) -> list[dict[str, Any]]:
    """The legal moves of the seat that moves in a line."""
    header = json.loads(lines[0])
    game, state = find_game(header["game"]), begin(header)
    for line in lines[1:index]:
        assert fits(game.moves, state, header, json.loads(line))
    assert isinstance(state.pending(), Decision)
    legal = state.legal(json.loads(lines[index])["seat"])
    return list(json.loads(msgspec.json.encode(legal)))
