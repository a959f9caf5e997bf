"""Things to choose from, found by a few letters: moves in words, or items of a draw."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from cityleague.engine.looks.svg import pictures_of
from cityleague.engine.protocol import Setup, State
from cityleague.replays.people.meaning import Meaning
from cityleague.replays.people.spelling import is_count, pieces_of

PAGE = 20
"""How many lines of a list are shown at once."""


class Menu:
    """Moves, each by its words; a number counts from 1."""

    def __init__(self, words: Sequence[str], moves: Sequence[object], signs: Mapping[str, str] | None = None) -> None:
        """`words` are those of the moves, in the same order; `signs` what the boards show for some of them."""
        counts = Counter(words)
        self.moves = moves
        self.words = [
            f"{said} {_json(move)}" if counts[said] > 1 else said for said, move in zip(words, moves, strict=True)
        ]
        """Different for different moves."""
        self.signs = signs or {}
        """What can be typed for words, as the boards show it."""

    @cached_property
    def _meaning(self) -> Meaning:
        return Meaning(self.words, list(map(_json, self.moves)), self.signs)

    def find(self, text: str) -> list[int]:
        """Where in the list the moves are that a text can mean (`Meaning.find`); all for an empty text."""
        if text in self.words:
            return [self.words.index(text)]
        return self._meaning.find(text)

    def hint(self, text: str) -> str:
        """Why a text finds no move: an unknown word and what is like it, or words none has together; or empty."""
        missing = self._meaning.missing(text)
        return f"No legal move has {missing}" if missing and not self.find(text) else ""

    def complete(self, text: str) -> list[str]:
        """The words of the moves that a text can mean."""
        return [self.words[i] for i in self.find(text)]


def menu_of(setup: Setup, view: Any, legal: Sequence[Any], names: Sequence[str]) -> Menu:
    """The legal moves of the seat with this view, in words; a game without pictures has them as in a log."""
    pictures = pictures_of(setup.game)
    if pictures is None:
        return Menu([_json(move) for move in legal], legal)
    words = [pictures.describe(setup, view, move, names) for move in legal]
    return Menu(words, legal, signs_of(setup, view))


def signs_of(setup: Setup, view: Any = None) -> Mapping[str, str]:
    """What the boards show for words: by sign. Without a view, those that are the same at all times."""
    signs = getattr(pictures_of(setup.game), "signs", None)
    return signs(setup, view) if signs else {}


def move_in_words(setup: Setup, view: Any, move: Any, names: Sequence[str]) -> str:
    """A move without its subject: `picks a shop and a park`; `view` is that of its seat, just before."""
    return menu_of(setup, view, [move], names).words[0]


def points(names: Sequence[str], state: State[Any]) -> str:
    """The points of all players as the game stands."""
    return ", ".join([f"{name} {sheet.total}" for name, sheet in zip(names, state.scores(), strict=True)])


def page(menu: Menu, found: Sequence[int], first: int) -> str:
    """A list from its `first` entry on, line by line, each with the number of the move in the whole menu."""
    shown = found[first : first + PAGE]
    digits = len(str(len(menu.words)))
    lines = [f"  {i + 1:{digits}}  {menu.words[i]}" for i in shown]
    left = len(found) - first - len(shown)
    if left:
        lines.append(f"  {'':{digits}}  ({left} more: Enter)")
    return "\n".join(lines)


def item_meant(text: str, names: Iterable[str], signs: Mapping[str, str] | None = None) -> list[str]:
    """The names that a few letters can stand for, read as those of moves are."""
    there = list(names)
    return [text] if text in there else [there[i] for i in Meaning(there, signs=signs).find(text)]


def items_typed(text: str, names: Iterable[str]) -> list[tuple[str, int]]:
    """The items that a line names, one after the other, and how many of each are wanted; 0 if that is not said.

    Commas, blanks and "and" part them. Of a name of several words, such as `tavern-bed`, so many words are taken as
    begin like its own.
    """
    known = list(names)
    for words in ([part.strip() for part in text.split(",")], text.replace(",", " ").split()):
        if set(words) <= set(known):
            return [(word, 0) for word in words]
    spelled, words = [parts for parts in map(pieces_of, known) if parts], pieces_of(text)
    typed: list[tuple[str, int]] = []
    i = count = 0
    while i < len(words):
        word, after = words[i], words[i + 1] if i + 1 < len(words) else ","
        if word == "*" and typed and after.isdecimal():
            typed[-1] = typed[-1][0], int(after[:4])
            i += 2
        elif is_count(word) and [word] not in spelled and after not in (",", "*"):
            count, i = int(word), i + 1
        elif word in (",", "*"):
            i += 1
        else:
            taken = max([_taken(parts, words[i:]) for parts in spelled], default=1)
            typed.append(("-".join(words[i : i + taken]), count))
            i, count = i + taken, 0
    return typed


def _taken(parts: Sequence[str], words: Sequence[str]) -> int:
    """How many words are those of a name with these parts, or their beginnings; 1 if they are others."""
    if words[0].isalpha() and "".join(words[:2]) == parts[0]:
        return 2  # `I 18` for I-18
    pairs = list(zip(parts, words, strict=False))
    fit = all(part == word if part.isdecimal() else part.startswith(word) for part, word in pairs)
    return len(parts) if fit and len(pairs) == len(parts) else 1


def _json(move: object) -> str:
    return msgspec.json.encode(move).decode()
