"""The registry of games: those that come with cityleague, and those of other packages.

A package brings a game by an entry point of the group `cityleague.games`. The name of the entry point is the game's
name; its value says where the `Game` is, as in `backyards = "backyards:GAME"`. A game is imported only when it is
asked for. Installed packages are searched only for a name that is not ours, or when all names are asked for. One that
fails is named in a warning or an error; it never keeps another package from loading.
"""

from __future__ import annotations

import copyreg
import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cityleague.engine.errors import require_tuples
from cityleague.engine.protocol import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "cityleague.games"
"""The group of the entry points by which packages bring games."""
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


class GameWarning(UserWarning):
    """A package that should bring a game fails to."""


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
    point = _entries()[name]
    outcome = _loaded(point)
    if not isinstance(outcome, Game):
        why = f"the game {name!r} of the package {_package(point)} cannot be loaded: {outcome}"
        raise UnknownGameError(why)
    return outcome


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


def brought_by(modules: Iterable[str]) -> str:
    """Whose code these modules are: the game of another package, if one of them is in it; else cityleague."""
    for module in modules:
        for name, point in _entries().items() if not module.startswith("cityleague.") else ():
            if point.module.partition(".")[0] == module.partition(".")[0]:
                return f"the game {name}, of the package {_package(point)},"
    return "cityleague"


@cache  # packages are searched once
def _entries() -> Mapping[str, EntryPoint]:
    """The entry points of packages, by name. Warns if a name is malformed, ours, or used by several packages."""
    import re  # noqa: PLC0415  (slow to import)
    from importlib.metadata import entry_points  # noqa: PLC0415  (it takes a third of the time of a short command)

    points: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        points.setdefault(point.name, []).append(point)
    usable = {}
    for name, several in sorted(points.items()):
        why = ""
        if not re.fullmatch("[a-z][a-z0-9_]{0,49}", name):
            why = f"{name!r} cannot be a game's name: small letters, digits and _, 50 at most"
        elif name in GAMES:
            why = f"a game that comes with cityleague is called {name!r} already"
        elif len(several) > 1:
            why = f"a game called {name!r} can come from one package only"
        if why:
            packages = " and ".join(sorted(map(_package, several)))
            warnings.warn(f"no game of the package {packages}: {why}", GameWarning, stacklevel=2)
        else:
            usable[name] = several[0]
    return usable


@cache  # a failure is not tried again, nor reported twice in different words
def _loaded(point: EntryPoint) -> Game | str:
    """The game, or what is wrong."""
    try:
        loaded = point.load()
    except (Exception, SystemExit) as error:  # the package is not ours, and can fail in any way
        return f"{type(error).__name__}: {error}"
    if not isinstance(loaded, Game):
        return f"{point.value} is not a Game of cityleague.engine.protocol"
    if loaded.name != point.name:
        return f"{point.value} calls itself {loaded.name!r}"
    try:
        for game in loaded.versions().values():
            require_tuples(game, "rules", "superseded", "private", "ways")
    except TypeError as error:
        return str(error)
    if not isinstance(loaded.seats, range):
        return f"Game.seats is no range, but {loaded.seats!r}: range(2, 5) is for 2 to 4 players"
    old = [name for game in loaded.versions().values() for name in game.superseded]
    for name in ("RULES.md", "components.json", *old):
        try:
            loaded.file(name)
        except (ImportError, OSError, TypeError):  # TypeError: it is a module without files
            return f"{loaded.package} has no file {name}; does pyproject.toml list it as package data?"
    for version, before in loaded.older.items():
        try:
            before.components(None)
        except Exception as error:  # as above
            return f"its rules {version} have no component file: {type(error).__name__}: {error}"
    return loaded


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.module
