"""Finding one legal move by what somebody points at: first its places on the picture, then what is left of its fields.

It knows nothing of who shows it. The places of moves come from the game (`engine.looks.targets`).
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import takewhile
from operator import and_
from typing import Any, NamedTuple

import msgspec

from cityleague.engine.looks.svg import targets_of
from cityleague.engine.protocol import Setup
from cityleague.replays.people.menu import move_in_words

_CHIPS = 12
"""Of more moves that differ in whole numbers, these are stepped through."""
_FEW = 3
"""Of more moves, buttons say no more than is needed."""
_TYPE = "type"
_WORD = re.compile(r"[^\s,]+(?: \([^)]*\))?|,")
_CELL = re.compile(r"-?\d, -?\d")
_JOINING = ("for", "from", "to", "with")
"""What tells sentences apart may begin with these words."""
_ENDING = ("as", "for", "with")
"""What sentences end with and have in common begins with these."""


class Field(NamedTuple):
    """What moves differ in that have the same places."""

    name: str
    """A field of a move, or `type`."""
    values: tuple[str, ...]
    """What can be picked: as JSON, all different; numbers in order."""
    is_stepped: bool
    """Whether these are many whole numbers in a row, to step through."""


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

    def __init__(self, moves: Sequence[Any], places: Sequence[Sequence[str]]) -> None:
        """`places` are those of the moves, in the same order."""
        self.moves = moves
        self.places = [Counter(tokens) for tokens in places]

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
        return [self._field(name, columns[name]) for name in kept.values()]

    def picks(self, move: int, others: Sequence[int]) -> list[tuple[str, str]]:
        """What tells a move from others: names of fields, and its values."""
        told = [(name, value_of(self.moves[move], name)) for name in self._names([move])]
        return [
            (name, value) for name, value in told if value and {value_of(self.moves[i], name) for i in others} - {value}
        ]

    def _names(self, moves: Sequence[int]) -> list[str]:
        """The fields of some moves, the type first."""
        types = dict.fromkeys([type(self.moves[i]) for i in moves])
        fields = dict.fromkeys([name for kind in types for name in kind.__struct_fields__])
        return [_TYPE, *fields]

    def _field(self, name: str, column: Sequence[str | None]) -> Field:
        values = list(dict.fromkeys([value for value in column if value is not None]))
        whole = name != _TYPE and all(value.lstrip("-").isdigit() for value in values)
        if whole:
            values.sort(key=int)
        in_a_row = whole and len(values) == 1 + int(values[-1]) - int(values[0])
        return Field(name, tuple(values), in_a_row and len(column) > _CHIPS)


def narrowing_of(setup: Setup, view: Any, legal: Sequence[Any]) -> Narrowing:
    """The legal moves of the seat with this view; those of a game that tells no places are chosen by fields alone."""
    targets = targets_of(setup.game)
    return Narrowing(legal, [targets.places(setup, view, move) for move in legal] if targets else [()] * len(legal))


def choices(setup: Setup, view: Any, moves: Sequence[Any], names: Sequence[str]) -> list[str]:
    """What buttons for moves say: what tells those of a kind apart; else what is asked about each, or done by many."""
    told, targets = [move_in_words(setup, view, move, names) for move in moves], targets_of(setup.game)
    asked = []
    if targets and (asks := getattr(targets, "sentence", None)):
        asked = [asks(setup, view, [move], Counter(targets.places(setup, view, move))) for move in moves]
    questions, buttons = [sentence.removesuffix("?") for sentence, _ in asked], [button for _, button in asked]
    alike = len(moves) > 1 and len({*map(type, moves)}) == 1
    for words in (apart(told), apart(questions)) if alike else (buttons * (len(moves) > _FEW), questions):
        if len({*words}) == len(moves) and not any(map(_CELL.search, words)):
            return words
    return told


def apart(said: Sequence[str]) -> list[str]:
    """What tells sentences apart: without the words with which all begin, and without an end that all share.

    >>> apart(["bids 3 coins for L1", "bids 4 coins for L1"])
    ['3 coins', '4 coins']
    >>> apart(["builds a mill for 5, buying ore", "builds a mill for 7, buying gas"])
    ['For 5, buying ore', 'For 7, buying gas']
    >>> apart(["lays L1 at 0, 1", "lays L1 at 0, 1, turned half round", "lays L1 at 0, 1, turned a quarter"])
    ['As it is', 'Half round', 'A quarter']
    """
    split = [_WORD.findall(words) for words in said]
    first = _alike(split)
    while first and (split[0][first - 1] in _JOINING or any(words[first : first + 1] == ["and"] for words in split)):
        first -= 1
    rest = [words[first:] for words in split]
    end = _alike([words[::-1] for words in rest])
    while end and rest[0][-end] not in _ENDING:
        end -= 1
    told = [" ".join(words[: len(words) - end]).replace(" ,", ",").strip(", ") for words in rest]
    if "" in told and len(told) > 2:
        others = iter(apart([words for words in told if words]))
        return [next(others) if words else "As it is" for words in told]
    told = [words or "as it is" for words in told]
    return [words[0].upper() + words[1:] if words[1:2] != "-" else words for words in told]


def _alike(lists: Sequence[Sequence[str]]) -> int:
    """With how many equal words all of them begin."""
    return len([*takewhile(lambda words: len({*words}) == 1, zip(*lists, strict=False))])


def value_of(move: Any, name: str) -> str | None:
    """A field of a move as JSON; None if it has no such field."""
    if name == _TYPE:
        return str(msgspec.json.encode(move.__struct_config__.tag).decode())
    return msgspec.json.encode(getattr(move, name)).decode() if name in move.__struct_fields__ else None
