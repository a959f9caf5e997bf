"""Finding one legal move by what somebody points at: first its places on the picture, then what is left of its fields.

It knows nothing of who shows it. The places of moves come from the game (`engine.looks.targets`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_
from typing import Any, Literal, NamedTuple

import msgspec

from cityleague.engine.looks.svg import targets_of
from cityleague.engine.protocol import Setup
from cityleague.replays.people.menu import move_in_words

_CHIPS = 12
"""A field with more values is no row of buttons."""
_TYPE = "type"


class Field(NamedTuple):
    """What moves differ in that have the same places."""

    name: str
    """A field of a move, or `type`."""
    kind: Literal["chips", "stepper", "list"]
    """How it is best shown: a few buttons, whole numbers in a row to step through, or a list to search."""
    values: tuple[str, ...]
    """What can be picked: as JSON, all different, in order."""
    words: tuple[str, ...]
    """The same in words: the whole move where a value belongs to only one."""


class Narrowed(NamedTuple):
    """What is left after some taps and picks."""

    moves: tuple[int, ...]
    """The moves that remain, by where they are in the list of legal moves."""
    told: tuple[int, ...]
    """Those of them that no further place tells apart."""
    tokens: tuple[str, ...]
    """The places that can be tapped next. More may be tapped: what all moves share tells nothing new."""
    fields: tuple[Field, ...]
    """What tells those that are `told` apart, and from the others."""

    @property
    def chosen(self) -> int | None:
        """The only move that remains."""
        return self.moves[0] if len(self.moves) == 1 else None


class Narrowing:
    """Legal moves, to be narrowed down to one."""

    def __init__(
        self,
        moves: Sequence[Any],
        places: Sequence[Sequence[str]],
        words: Callable[[Sequence[int]], Sequence[str]] = lambda _: (),
    ) -> None:
        """`places` are those of the moves, in the same order; `words` says some, told by where they are in the list."""
        self.moves = moves
        self.places = [Counter(tokens) for tokens in places]
        self._words = words

    def after(self, taps: Sequence[str] = (), picks: Sequence[tuple[str, str]] = ()) -> Narrowed:
        """What is left after taps (tokens, in any order) and picks (the name of a field and one of its values).

        Raises ValueError if no legal move has all of these.
        """
        tapped = Counter(taps)
        left = [
            i
            for i, tokens in enumerate(self.places)
            if tapped <= tokens and all(value_of(self.moves[i], name) == value for name, value in picks)
        ]
        if not left:
            raise ValueError(f"no legal move has all of this: {', '.join([*taps, *map(' '.join, picks)])}")
        to_come = {i: self.places[i] - tapped for i in left}
        shared = reduce(and_, to_come.values())
        told = tuple([i for i in left if to_come[i] == shared])
        tokens = dict.fromkeys([token for i in left for token in to_come[i] - shared])
        return Narrowed(tuple(left), told, tuple(tokens), tuple(self._fields(left, told)))

    def _fields(self, left: Sequence[int], told: Sequence[int]) -> list[Field]:
        """What tells the moves that are told apart; if there is nothing, what tells them from the others."""
        if len(left) == 1 or not told:
            return []
        columns = {name: [value_of(self.moves[i], name) for i in told] for name in self._names(told)}
        names = [name for name, values in columns.items() if len({*values} - {None}) > 1]
        if not names:
            names = [name for name in columns if len({value_of(self.moves[i], name) for i in left}) > 1][:1]
        kept: dict[tuple[int, ...], str] = {}
        for name in names:  # of fields that tell the same apart, the first will do
            kept.setdefault(tuple([columns[name].index(value) for value in columns[name]]), name)
        return [self._field(name, told, columns[name]) for name in kept.values()]

    def _names(self, moves: Sequence[int]) -> list[str]:
        """The fields of some moves, the type first."""
        types = dict.fromkeys([type(self.moves[i]) for i in moves])
        fields = dict.fromkeys([name for kind in types for name in kind.__struct_fields__])
        return [_TYPE, *fields]

    def _field(self, name: str, told: Sequence[int], column: Sequence[str | None]) -> Field:
        moves: dict[str, list[int]] = {}
        for i, value in zip(told, column, strict=True):
            if value is not None:
                moves.setdefault(value, []).append(i)
        whole = name != _TYPE and all(value.lstrip("-").isdigit() for value in moves)
        if whole:
            moves = {value: moves[value] for value in sorted(moves, key=int)}
        kind: Literal["chips", "stepper", "list"] = "chips"
        if len(moves) > _CHIPS:
            in_a_row = whole and len(moves) == 1 + max(map(int, moves)) - min(map(int, moves))
            kind = "stepper" if in_a_row else "list"
        plain = {value: _value_as_text(msgspec.json.decode(value)) for value in moves}
        alone = [found[0] for found in moves.values() if kind == "chips" and len(found) == 1]
        whole_moves = dict(zip(alone, self._words(alone), strict=False))
        words = [
            whole_moves.get(found[0], plain[value] if Counter(plain.values())[plain[value]] == 1 else value)
            for value, found in moves.items()
        ]
        return Field(name, kind, tuple(moves), tuple(words))


def narrowing_of(setup: Setup, view: Any, legal: Sequence[Any], names: Sequence[str]) -> Narrowing:
    """The legal moves of the seat with this view; those of a game that tells no places are chosen by fields alone."""
    targets = targets_of(setup.game)
    places = [targets.places(setup, view, move) for move in legal] if targets else [()] * len(legal)
    asks = getattr(targets, "sentence", None)

    def words(some: Sequence[int]) -> list[str]:
        """As somebody is asked about each, where that tells them apart."""
        asked = [asks(setup, view, [legal[i]], Counter(places[i]))[0].removesuffix("?") for i in some if asks]
        return asked if len({*asked}) == len(some) else [move_in_words(setup, view, legal[i], names) for i in some]

    return Narrowing(legal, places, words)


def value_of(move: Any, name: str) -> str | None:
    """A field of a move as JSON; None if it has no such field."""
    if name == _TYPE:
        return str(msgspec.json.encode(move.__struct_config__.tag).decode())
    return msgspec.json.encode(getattr(move, name)).decode() if name in move.__struct_fields__ else None


def _value_as_text(value: Any) -> str:
    """A value that was JSON, in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join([_value_as_text(part) for part in value.values()])
    if isinstance(value, list):
        return ", ".join([_value_as_text(part) for part in value]) or "none"
    return "none" if value is None else str(value).replace("_", " ")
