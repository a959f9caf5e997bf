"""What bots answer: lines that a program says, right, spoilt or nonsense, and a check of what becomes of its game."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from unittest import mock

from cityleague.engine.bots.specs import BotSpec
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import ChanceEvent, Header, MoveEvent, decoder
from cityleague.replays.players import Entrant, Terms, bot_of, make_header, programs, record_game
from cityleague.replays.players.program import Launch
from cityleague.replays.players.programs import ProgramBot
from cityleague.replays.replay import validate
from cityleague.replays.tournaments import Plan, Tournament, numbered

from ..replays.helpers import dump, log
from .choosing import EDGE, Choices
from .probing import folder
from .spoiling import HOSTILE, spoilt


class _Script(NamedTuple):
    """A game, and what one of its players says, line by line; a line of None is a number to be taken of the moves."""

    game: str
    left: int
    """How many events at the end of a game of random bots are played anew, with this player; 0: all of them."""
    ready: bytes
    answers: list[tuple[str, Any]]


_READY = [b'{"ready":1}'] * 16 + [b'{"ready":2}'] * 2 + [b'{"ready":true}', b"\xff", b""]


def _answer(choices: Choices) -> tuple[str, Any]:
    match choices.below(5):
        case 0 | 1:
            return "legal", choices.below(1001)
        case 2:
            path = choices.some_of(range(10), 4)
            return "spoilt", (choices.below(1001), path, choices.of(HOSTILE))
        case 3:
            known = [b'{"choose": 0}', b'{"move": {"type": "pick"}}']
            return "raw", spoilt(choices, known) if choices.below(2) else choices.data(20)
    names = choices.some_of(["move", "choose", "ready", "x"], 2)
    return "json", {name: choices.junk(HOSTILE) for name in names}


def answered(choices: Choices) -> _Script:
    game = choices.of(sorted(GAMES))
    left = len(_table(game).events)
    for _ in range(3):  # most join late: whatever they say, the rest is played by others, and takes long
        left = 1 + choices.below(left)
    left = left if choices.below(EDGE) else 0
    return _Script(game, left, choices.of(_READY), [_answer(choices) for _ in range(choices.below(7))])


_FIRST = b'{"choose":0}'


class _Program:
    """A program that says what a script has for it, and then chooses the first move."""

    def __init__(self, script: _Script) -> None:
        self.note: Callable[[str, bytes], None] = lambda _who, _said: None
        self.alive = True
        self._ready: bytes | None = script.ready
        self._answers = iter(script.answers)

    def ask(self, question: bytes, _seconds: float) -> bytes:
        """The next line."""
        if self._ready is not None:
            line, self._ready = self._ready, None
            return line
        value: Any
        kind, value = next(self._answers, ("raw", _FIRST))
        if kind == "raw":
            return bytes(value)
        legal = json.loads(question).get("decide", {"legal": [None]})["legal"]
        match kind:
            case "json":
                return dump(value)
            case "legal":
                return dump({"choose": value % len(legal)})
        number, path, wrong = value
        return dump({"move": _replaced(legal[number % len(legal)], path, wrong)})

    def close(self) -> None:
        """Nothing runs."""


def _replaced(value: Any, path: list[int], wrong: Any) -> Any:
    """A value with `wrong` somewhere in it; `path` says where, as far as there is depth."""
    if not path or not isinstance(value, dict | list) or not value:
        return wrong
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    keys = list(copy) if isinstance(copy, dict) else range(len(copy))
    key = keys[path[0] % len(keys)]
    copy[key] = _replaced(copy[key], path[1:], wrong)
    return copy


class _Table(NamedTuple):
    """A game before it begins, and the draws and moves of random bots in it."""

    setup: Setup
    header: Header
    others: list[BotSpec]
    events: list[Any]


@cache
def _table(game: str) -> _Table:
    fewest = max(2, min(find_game(game).seats))
    setup = Tournament(Plan(game=game, bots=tuple(numbered(["random"] * fewest)), seed="0")).setup
    names = [str(number) for number in range(fewest)]
    header = make_header(setup, names, specs=names, seed="0")
    bots = [bot_of(Entrant(name, "random"), setup.game, Terms()) for name in names]
    events = map(decoder(setup.game).event, record_game(setup, header, bots)[1:])
    return _Table(setup, header, bots[1:], [event for event in events if isinstance(event, ChanceEvent | MoveEvent)])


def check_answers(script: _Script) -> None:
    """Whatever a bot says, its game is played to the end, and the log of it is good."""
    setup, header, others, events = _table(script.game)

    def speaking(setup: Any, stream: Any, parameters: Any) -> ProgramBot:
        return ProgramBot(setup, stream, parameters, launch=Launch(("no program",)))

    bots = [BotSpec("0", speaking, {}), *others]
    opening = events[: -script.left] if script.left else []
    with mock.patch.object(programs, "Program", return_value=_Program(script)), folder() as here:
        path = here / "game.jsonl"
        path.write_bytes(log(record_game(setup, header, bots, opening=opening)))
        (verdict,) = validate(path)
    assert verdict.finding is None, verdict.finding
