"""The component files at hand: those packaged with the games, and those a user passes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cityleague.engine.components import ComponentsError, game_of
from cityleague.engine.protocol import Components, Game
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Problem, quote


class ComponentFiles:
    """Component files by game and hash."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        """`files`: contents of component files, by names that messages use. Raises ComponentsError."""
        self._files: dict[tuple[str, str], Components] = {}
        for name, data in (files or {}).items():
            try:
                game = game_of(data)
                components = find_game(game).components(data)
            except UnknownGameError as error:
                raise ComponentsError(f"{name}: a component file of {quote(game)}: {error}") from None
            except ComponentsError as error:
                raise ComponentsError(f"{name}: {error}") from None
            self._files[game, components.hash] = components

    def find(self, game: Game, digest: str | None) -> Components:
        """The components with this hash (None: the packaged ones); raises Problem."""
        packaged = game.components(None)
        if digest is None or digest == packaged.hash:
            return packaged
        if (game.name, digest) not in self._files:
            at_hand = dict.fromkeys([packaged.hash, *[known for name, known in self._files if name == game.name]])
            raise Problem(
                "LOG-COMPONENTS",
                "played with a component file that is not at hand; pass it with --components",
                "/components",
                expected=list(at_hand),
            )
        return self._files[game.name, digest]


@cache
def files_of(contents: tuple[tuple[str, bytes], ...]) -> ComponentFiles:
    """The component files of these names and contents, read once in each process; raises ComponentsError."""
    return ComponentFiles(dict(contents))


def file_of(content: bytes | None) -> ComponentFiles:
    """Likewise a single file, or none but the packaged ones."""
    return files_of(() if content is None else (("components", content),))
