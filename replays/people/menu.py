"""Things to choose from, found by a few letters: moves in words, or items of a draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from cityleague.engine.protocol import Setup, State
from cityleague.replays.pages import pictures_of

PAGE = 20
"""How many lines of a list are shown at once."""
_AROUND = ".:;()"


class Menu:
    """Moves, each by its words; a number counts from 1."""

    def __init__(self, words: Sequence[str], moves: Sequence[object]) -> None:
        """`words` are those of the moves, in the same order."""
        counts = Counter(words)
        self.moves = moves
        self.words = [
            f"{one} {_json(move)}" if counts[one] > 1 else one for one, move in zip(words, moves, strict=True)
        ]
        """Different for different moves."""

    def find(self, text: str) -> list[int]:
        """Where in the list the moves are that have all words of a text, in any order; all for an empty text.

        A word that stands twice in the text must stand twice in the move.

        Whole words count first. If no move has them all, beginnings of words do, and then any letters, also of the
        move as a log has it.
        """
        if text in self.words:
            return [self.words.index(text)]
        wanted = Counter(_split(text))
        moves = [
            (_split(one), f"{_joined(one)} {_json(move)}".casefold())
            for one, move in zip(self.words, self.moves, strict=True)
        ]
        for test in (_whole_words, _beginnings, _anywhere):
            found = [
                i
                for i, (parts, whole) in enumerate(moves)
                if all(test(one, parts, whole) >= times for one, times in wanted.items())
            ]
            if found:
                return found
        return []

    def complete(self, text: str) -> list[str]:
        """The words of the moves that a text can mean."""
        return [self.words[i] for i in self.find(text)]


def _whole_words(word: str, parts: Sequence[str], _text: str) -> int:
    """How often a move has a word."""
    return parts.count(word)


def _beginnings(word: str, parts: Sequence[str], _text: str) -> int:
    """How many of its words begin like this."""
    return sum([part.startswith(word) for part in parts])


def _anywhere(word: str, _parts: Sequence[str], text: str) -> int:
    """How often it has these letters."""
    return text.count(word)


def menu_of(setup: Setup, view: Any, legal: Sequence[Any], names: Sequence[str]) -> Menu:
    """The legal moves of the seat with this view, in words; a game without pictures has them as in a log."""
    pictures = pictures_of(setup.game)
    if pictures is None:
        return Menu([_json(move) for move in legal], legal)
    return Menu([pictures.describe(setup, view, move, names) for move in legal], legal)


def in_words(setup: Setup, view: Any, move: Any, names: Sequence[str]) -> str:
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


def item_meant(text: str, names: Iterable[str]) -> list[str]:
    """The names that a few letters can stand for: the name itself, else its beginning, else any part of it."""
    wanted, there = text.casefold(), list(names)
    for found in (
        [name for name in there if name.casefold() == wanted],
        [name for name in there if name.casefold().startswith(wanted)],
        [name for name in there if wanted in name.casefold()],
    ):
        if found:
            return found
    return []


def _json(move: object) -> str:
    return msgspec.json.encode(move).decode()


def _joined(text: str) -> str:
    """Text in which a cell is one word: `0, -1` as `0,-1`."""
    return text.replace(", ", ",")


def _split(text: str) -> list[str]:
    """The words of a text in small letters, without what stands around them."""
    words = [word.strip(_AROUND).rstrip(",") for word in _joined(text).casefold().split()]
    return [word for word in words if word]
