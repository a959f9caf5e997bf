"""Why a move is not possible: what is wanted is put into a legal move of the same kind, and the rules are asked."""

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from cityleague.engine.protocol import Setup
from cityleague.engine.rules import IllegalMove
from cityleague.replays.log import Problem
from cityleague.replays.people.menu import Menu, item_meant, move_in_words

_CELL = re.compile(r"\(?(-?\d{1,9})\s*[, ]\s*(-?\d{1,9})\)?")
_NUMBERS = re.compile(r"\[-?\d+, -?\d+\]|\bat -?\d+, -?\d+")
"""A place in the words of a refusal; no board shows these numbers."""
_AROUND = "(),.:;?!"
_KINDS = 12
"""How many legal moves are taken as patterns: those that share most words with what is wanted."""

Cell = tuple[int, int]
UNLIKE = "Nothing that is possible now is like this."


class Asked(Protocol):
    """A seat that is asked for a move."""

    @property
    def setup(self) -> Setup: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def seat(self) -> int: ...
    @property
    def view(self) -> Any: ...
    @property
    def menu(self) -> Menu: ...
    @property
    def verify(self) -> Callable[[int, Any], None]:
        """Raises IllegalMove or Problem."""


def why_not(asked: Asked, text: str) -> str:
    """Which rule forbids a move that somebody describes by words and a cell; or that it is possible."""
    plain = text.replace("\u2212", "-").casefold()
    cells = _cells(plain)
    parts = [part.strip(_AROUND) for part in _CELL.sub(" ", plain).replace(",", " ").split()]
    words = [part for part in parts if part and part not in ("a", "an", "the", "and")]
    for said in [asked.menu.words[at] for at in asked.menu.find(text)]:
        if {*cells} <= {*_cells(said)}:
            return f"This is possible: {said}."
    wanted = next(_wanted(asked, words, cells), None)
    return UNLIKE if wanted is None else verdict_on(asked, wanted)


def verdict_on(asked: Asked, wanted: Any) -> str:
    """Which rule forbids a move; or that it is possible."""
    try:
        asked.verify(asked.seat, wanted)
    except IllegalMove as error:
        return f"{error.rule.code}: {error.message}\n({error.rule.text})"
    except Problem as problem:
        return problem.message
    return f"This is possible: {move_in_words(asked.setup, asked.view, wanted, asked.names)}."


def verdict_at(asked: Asked, move: Any, cell: Cell, to: Cell) -> str:
    """Which rule forbids the same move at another cell, told without numbers of cells; empty if it has no such cell."""
    fields = [name for name in move.__struct_fields__ if getattr(move, name) == cell]
    if not fields:
        return ""
    verdict = verdict_on(asked, replace(move, **{fields[0]: to})).replace(str([*to]), "this place")
    verdict = re.sub(rf"\bat (this place|{to[0]}, {to[1]}\b)", "here", verdict)
    code, _, words = verdict.partition(": ")
    said, _, rule = words.partition("\n")
    told = [text for text in (said, rule.strip("()")) if not _NUMBERS.search(text)]
    text = told[0] if told else "only places that glow are possible"
    return f"{code}: {text[:1].upper()}{text[1:].removesuffix('.')}." if rule else verdict


def _cells(text: str) -> list[Cell]:
    return [(int(x), int(y)) for x, y in _CELL.findall(text)]


def _wanted(asked: Asked, words: Sequence[str], cells: Sequence[Cell]) -> Iterator[Any]:
    """Moves as they are described, made of legal ones; what comes first is likelier."""
    menu = asked.menu
    fits = [
        (_shared(words, said), len(_places(move, cells))) for said, move in zip(menu.words, menu.moves, strict=True)
    ]
    for at in sorted(range(len(fits)), key=fits.__getitem__, reverse=True)[:_KINDS]:
        pattern: Any = menu.moves[at]
        unsaid = [word for word in words if not _shared([word], menu.words[at])]
        for items in product(*[_fields_for(asked, pattern, word) for word in unsaid]):
            wanted = replace(pattern, **dict(items), **_places(pattern, cells))
            with contextlib.suppress(msgspec.ValidationError):  # not every field can have every name
                yield msgspec.convert(msgspec.to_builtins(wanted), type(wanted))


def _places(move: Any, cells: Sequence[Cell]) -> dict[str, Cell]:
    """The fields of a move that hold a cell, with the cells that are wanted."""
    fields = [field.name for field in msgspec.structs.fields(move) if field.type == Cell]
    return dict(zip(fields, cells, strict=False))


def _fields_for(asked: Asked, move: Any, word: str) -> list[tuple[str, Any]]:
    """The fields of a move in which a word can stand for something, each with what it stands for."""
    game = asked.setup.game
    names = game.names(asked.setup.components) if game.names else {}
    held = {field.name: getattr(move, field.name) for field in msgspec.structs.fields(move)}
    fits = []
    for field, value in held.items():
        items = {str(item): item for item in names.get(field, ())}
        for meant in item_meant(word, items)[:1]:
            if isinstance(value, type(items[meant])):
                fits.append((field, items[meant]))
    return fits


def _shared(words: Sequence[str], said: str) -> int:
    """How many words begin one of those that are said."""
    parts = [part.strip(_AROUND) for part in said.casefold().split()]
    return sum([any(part.startswith(word) for part in parts) for word in words])
