"""The component files at hand: those packaged with the games, today's and earlier ones, and those a user passes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cityleague.engine.components import ComponentsError, game_of
from cityleague.engine.protocol import Components, Game
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Problem, quote


class ComponentFiles:
    """Component files by game, version of its rules, and hash."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        """`files`: contents of component files, by names that messages use. Raises ComponentsError."""
        self._files: dict[tuple[str, str, str], Components] = {}
        for name, data in (files or {}).items():
            try:
                game = game_of(data)
                for version, components in _loaded(find_game(game), data).items():
                    self._files[game, version, components.hash] = components
            except UnknownGameError as error:
                raise ComponentsError(f"{name}: a component file of {quote(game)}: {error}") from None
            except ComponentsError as error:
                raise ComponentsError(f"{name}: {error}") from None

    def find(self, game: Game, digest: str | None) -> Components:
        """The components with this hash (None: the packaged ones of the game's version); raises Problem."""
        packaged = game.components(None)
        if digest is None or digest == packaged.hash:
            return packaged
        before = superseded(game)
        passed = self._files.get((game.name, game.version, digest)) or (before[digest][1] if digest in before else None)
        if passed is None:
            of_game = [known for name, version, known in self._files if (name, version) == (game.name, game.version)]
            at_hand = dict.fromkeys([packaged.hash, *of_game, *before])
            raise Problem(
                "LOG-COMPONENTS",
                "played with a component file that is not at hand; pass it with --components",
                "/components",
                expected=list(at_hand),
            )
        return passed


def _loaded(game: Game, data: bytes) -> dict[str, Components]:
    """A component file by each version of the rules; raises the ComponentsError of today's if none can be played."""
    loaded, wrong = {}, []
    for version, played in game.versions().items():
        try:
            loaded[version] = played.components(data)
        except ComponentsError as error:
            wrong.append(error)
    if not loaded:
        raise wrong[0]
    return loaded


@cache  # or each game of a log reads those files again
def superseded(game: Game) -> dict[str, tuple[str, Components]]:
    """The component files that were packaged before with these rules, by hash, with their names."""
    files = [(name, game.components(game.file(name))) for name in game.superseded]
    return {components.hash: (name, components) for name, components in files}


@cache
def files_of(contents: tuple[tuple[str, bytes], ...]) -> ComponentFiles:
    """The component files of these names and contents, read once in each process; raises ComponentsError."""
    return ComponentFiles(dict(contents))


def file_of(content: bytes | None) -> ComponentFiles:
    """Likewise a single file, or none but the packaged ones."""
    return files_of(() if content is None else (("components", content),))
