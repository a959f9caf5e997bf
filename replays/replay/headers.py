"""From a header to a game that is set up, with the component files at hand: packaged ones, and those a user passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from cityleague.engine.components import ComponentsError
from cityleague.engine.components import game_of as game_of_file
from cityleague.engine.protocol import Components, Game, OptionsError, Setup, State
from cityleague.engine.registry import UnknownGameError
from cityleague.engine.registry import game as find_game
from cityleague.replays.log import Header, Problem, convert_options, printable, quote


def begin(header: Header, files: ComponentFiles) -> tuple[Setup, State[Any]]:
    """The game that a header describes, set up and begun; raises Problem."""
    setup = set_up(header, files)
    try:
        return setup, setup.begin()
    except OptionsError as error:
        raise Problem("LOG-OPTIONS", printable(str(error)), "/options") from None


def set_up(header: Header, files: ComponentFiles) -> Setup:
    """The same, not begun; raises Problem. Options that do not go together are refused only when it begins."""
    game = game_of(header)
    check_seats(len(header.players), game)
    check_names(header.players)
    options = convert_options(header.options, game)
    components = files.find(game, header.components if isinstance(header.components, str) else None)
    return Setup(game, options, components, len(header.players))


def game_of(header: Header) -> Game:
    """The game that a header names, by the version of its rules that the header states; raises Problem."""
    try:
        today = find_game(header.game)
    except UnknownGameError as error:
        raise Problem("LOG-GAME", printable(str(error)), "/game") from None
    versions = today.versions()
    if header.rules not in versions:
        raise Problem(
            "LOG-RULES",
            f"played by version {quote(header.rules)} of the rules of {today.title}; this program knows "
            f"{' and '.join(versions)}: correct the version, or take the release of cityleague that recorded the game",
            "/rules",
            expected=list(versions),
        )
    return versions[header.rules]


def check_seats(seats: int, game: Game) -> None:
    """Raise Problem unless the game can be played by so many players."""
    if seats not in game.seats:
        count = f"{game.seats.start} to {game.seats.stop - 1} players, not by {seats}"
        raise Problem("LOG-PLAYERS", f"{game.title} is played by {count}", "/players")


def check_names(players: Sequence[str]) -> None:
    """Raise Problem unless there are players, and their names differ."""
    if not players:
        raise Problem("LOG-PLAYERS", "nobody plays", "/players")
    if len(set(players)) < len(players):
        twice = next(name for i, name in enumerate(players) if name in players[:i])
        raise Problem("LOG-PLAYERS", f"two players are called {quote(twice)}", "/players")


class ComponentFiles:
    """Component files by game, version of its rules, and hash."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        """`files`: contents of component files, by names that messages use. Raises ComponentsError."""
        self._files: dict[tuple[str, str, str], Components] = {}
        for name, data in (files or {}).items():
            try:
                game = game_of_file(data)
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
