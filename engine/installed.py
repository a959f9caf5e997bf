"""Games that other packages bring, by entry points of the group `cityleague.games`.

A package that fails is named in a warning or an error. It never keeps another package from loading.
"""

from __future__ import annotations

import re
import warnings
from collections import defaultdict
from collections.abc import Collection
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from cityleague.engine.errors import require_tuples
from cityleague.engine.protocol import Game

GROUP = "cityleague.games"
_NAME = re.compile("[a-z][a-z0-9_]{0,49}")


class GameWarning(UserWarning):
    """A package that should bring a game fails to."""


class BrokenGameError(LookupError):
    """The game of a package cannot be loaded: which game, which package, why."""


def entries(taken: Collection[str]) -> dict[str, EntryPoint]:
    """The games of packages, by name. Warns if a name is malformed, taken, or used by several packages."""
    points = defaultdict(list)
    for point in entry_points(group=GROUP):
        points[point.name].append(point)
    usable = {}
    for name, several in sorted(points.items()):
        packages = " and ".join(sorted(map(_package, several)))
        if not _NAME.fullmatch(name):
            _warn(packages, f"{name!r} cannot be a game's name: small letters, digits and _, 50 at most")
        elif name in taken:
            _warn(packages, f"a game that comes with cityleague is called {name!r} already")
        elif len(several) > 1:
            _warn(packages, f"a game called {name!r} can come from one package only")
        else:
            usable[name] = several[0]
    return usable


def load(point: EntryPoint) -> Game:
    """The game that a package brings; raises BrokenGameError."""
    outcome = _loaded(point)
    if isinstance(outcome, Game):
        return outcome
    raise BrokenGameError(f"the game {point.name!r} of the package {_package(point)} cannot be loaded: {outcome}")


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


def _warn(packages: str, why: str) -> None:
    warnings.warn(f"no game of the package {packages}: {why}", GameWarning, stacklevel=3)
