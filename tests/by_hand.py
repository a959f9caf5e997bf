"""Logs as people write them at a table, from a short notation: what all games have in common.

An event is a chance line, ("order", "0 1"), or a move: seat, type, and what its fields hold. Each game says in its own
module how a move is told, and plays games along of which only a part is told.
"""

from __future__ import annotations

import abc
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from cityleague.engine.chance import verify_draw
from cityleague.engine.components import fingerprint
from cityleague.engine.protocol import Draw, Item, State

Event = tuple[Any, ...]
Told = tuple[Any, ...]
"""A move without its seat."""
AsObject = Callable[[Told], dict[str, Any]]
"""How a game writes a move: as an object of a log."""
S = TypeVar("S", bound=State[Any])

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def items(text: str) -> list[Item]:
    """What chance brings: numbers and names."""
    return [int(word) if word.lstrip("-").isdecimal() else word for word in text.split()]


_TOKEN = re.compile(r"(?:\w+=)?(?:'[^']*'|\[[^]]*\]|\S+)")


def events(text: str) -> list[Event]:
    """Events from a text, divided by semicolons: `order: 0 1; 0 build I-1 2,0; 0 pass`.

    A word is a number, a cell (`2,0`), a name, 'a text with blanks' or [a list]; fields at the end may have names
    (`produce=oil`).
    """
    return [_event(told.strip()) for told in text.split(";") if told.strip()]


def _event(told: str) -> Event:
    name, colon, order = told.partition(": ")
    if colon:
        return name, order
    named: dict[str, Any] = {}
    given = []
    for token in _TOKEN.findall(told):
        name, equals, value = token.partition("=")
        if equals:
            named[name] = _value(value)
        else:
            given.append(_value(token))
    return (*given, named) if named else tuple(given)


def _value(token: str) -> Any:
    if token.startswith("'"):
        return token[1:-1]
    if token.startswith("["):
        return tuple([_value(word) for word in token[1:-1].split()])
    if re.fullmatch(r"-?\d+", token):
        return int(token)
    return tuple(map(int, token.split(","))) if re.fullmatch(r"-?\d+,-?\d+", token) else token


def line(event: Event, move: AsObject, drawn: Callable[[str], Sequence[Item]] = items) -> bytes:
    """An event as a line of a log."""
    if isinstance(event[0], str):
        return json.dumps({"chance": event[0], "order": drawn(event[1])}).encode()
    return json.dumps({"seat": event[0], "move": move(event[1:])}).encode()


def header(
    game: str, rules: str, players: int, options: Mapping[str, Any] | None = None, components: bytes | None = None
) -> bytes:
    """The header of a log without a seed; `components`: the file it is played with, if not the packaged one."""
    fields: dict[str, Any] = {"log": 1, "game": game, "rules": rules, "players": NAMES[:players]}
    if options is not None:
        fields["options"] = options
    if components is not None:
        fields["components"] = fingerprint(components)
    return json.dumps(fields).encode()


def after(state: S, events: Iterable[Event], as_object: AsObject, moves: Any) -> S:
    """The state after these events, which are made in it."""
    for event in events:
        if isinstance(event[0], str):
            state.resolve(items(event[1]))
        else:
            state.apply(event[0], msgspec.convert(as_object(event[1:]), moves))
    return state


class Along(abc.ABC, Generic[S]):
    """A game that is played along with the notation."""

    def __init__(self, state: S, as_object: AsObject, moves: Any) -> None:
        self.state, self.events = state, list[Event]()
        self._as_object, self._moves = as_object, moves

    @abc.abstractmethod
    def drawn(self, draw: Draw) -> list[Item]:
        """What a draw brings."""

    def draw(self, draw: Draw) -> None:
        """Let chance bring it."""
        order = self.drawn(draw)
        assert verify_draw(draw, order) is None, draw.name
        self.events.append((draw.name, " ".join(map(str, order))))
        self.state.resolve(order)

    def make(self, event: Event) -> None:
        """Make a legal move."""
        self.events.append(event)
        self.state.apply(event[0], msgspec.convert(self._as_object(event[1:]), self._moves))
