"""The registry of games: those that come with cityleague, and those of other packages.

A package brings a game by an entry point of the group `cityleague.games`. The name of the entry point is the game's
name; its value says where the `Game` is, as in `backyards = "backyards:GAME"`. A game is imported only when it is
asked for. Installed packages are searched only for a name that is not ours, or when all names are asked for.
"""

from __future__ import annotations

import copyreg
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cityleague.engine.protocol import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = {
    "between_two_cities": "Between Two Cities",
    "card_city_xl": "Card City XL",
    "city_tycoon": "City Tycoon",
    "neom": "NEOM",
    "twentieth_century": "20th Century",
}
"""Names and titles of the games that come with cityleague; each name is also that of the module."""


class UnknownGameError(LookupError):
    """No game has this name, or the package that brings it fails."""


def names() -> list[str]:
    """The names of all games: ours, then those of packages, which may still fail to load."""
    return [*GAMES, *_entries()]


def _by_name(game: Game) -> tuple[Any, tuple[str, str]]:
    return versioned, (game.name, game.version)


copyreg.pickle(Game, _by_name)
"""A game is pickled by its name and version, which the registry of the other process must know."""


@cache  # a game's module is loaded and looked up for each game of a log
def game(name: str) -> Game:
    """The game of this name; raises UnknownGameError."""
    if name in GAMES:
        ours = import_module(f"cityleague.engine.{name}").GAME
        assert isinstance(ours, Game)
        return ours
    if name not in _entries():
        raise UnknownGameError(_unknown(name, "; there"))
    from cityleague.engine import installed  # noqa: PLC0415 see _entries

    try:
        return installed.load(_entries()[name])
    except installed.BrokenGameError as error:
        raise UnknownGameError(str(error)) from None


def versioned(name: str, version: str) -> Game:
    """The game of this name, by these rules; raises UnknownGameError."""
    try:
        return game(name).versions()[version]
    except KeyError:
        raise UnknownGameError(f"{name} has no rules of version {version!r}") from None


def meant(text: str) -> str:
    """The name of the game that people mean: by its name or title, whatever its capitals, blanks and dashes.

    Raises UnknownGameError, which names the nearest, if it is none, or could be several.
    """
    if text in GAMES or text in _entries():
        return text
    titles = {name: title(name) for name in names()}
    spelled = {name: {_letters(name), _letters(words)} for name, words in titles.items()}
    found = [name for name, alike in spelled.items() if _letters(text) in alike]
    if len(found) == 1:
        return found[0]
    from difflib import get_close_matches  # noqa: PLC0415  (slow to import, and only for what is not understood)

    near = found or [
        name
        for name, alike in spelled.items()
        if get_close_matches(_letters(text), alike, 1) or any(len(text) > 2 and _letters(text) in way for way in alike)
    ]
    hint = f"{' or '.join(near)}? There" if near else "there"
    raise UnknownGameError(_unknown(text, f"{'; do you mean ' if near else '; '}{hint}"))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _unknown(name: str, before: str) -> str:
    return f"no game is called {name!r}{before} are: {', '.join(names())}; others can be installed as packages"


def games() -> Iterator[Game]:
    """All games. One whose package fails is left out, with a warning that says why."""
    from cityleague.engine.installed import GameWarning  # noqa: PLC0415 see _entries

    for name in GAMES:
        yield game(name)
    for name in _entries():
        try:
            yield game(name)
        except UnknownGameError as error:
            warnings.warn(str(error), GameWarning, stacklevel=2)


def title(name: str) -> str:
    """The title of a game; for an unknown game, its name."""
    if name in GAMES:
        return GAMES[name]
    try:
        return game(name).title
    except UnknownGameError:
        return name


@cache  # packages are searched once
def _entries() -> Mapping[str, EntryPoint]:
    """The entry points of packages, by name."""
    from cityleague.engine import installed  # noqa: PLC0415 it takes a third of the time of a short command

    return installed.entries(GAMES)
