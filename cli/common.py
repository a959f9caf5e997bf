"""What the commands share: common options, and how the values of options are read."""

from __future__ import annotations

import errno
import os
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import reduce, wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from cityleague.cli.exits import FailedError, UnreadableInputError
from cityleague.cli.output import say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from cityleague.replays.analysis import Analyses
    from cityleague.replays.log import RefusedInputError
    from cityleague.replays.replay import ComponentFiles, Midgame

FAR_ABOVE = 4
"""How many processes for each core are too many."""

F = TypeVar("F", bound=Callable[..., Any])


def all_of(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options as a single decorator."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


class GameName(click.ParamType):  # type: ignore[type-arg]  # before click 8.2 it takes none
    """A game that can be loaded, by its name or title. Help texts do not list them: to search all packages is slow."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game that is meant."""
        from cityleague.engine.registry import UnknownGameError, game, meant

        try:
            return game(meant(value)).name
        except UnknownGameError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names of all games, for the shell."""
        from click.shell_completion import CompletionItem

        from cityleague.engine.registry import names

        with warnings.catch_warnings(action="ignore"):
            return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


GAME = GameName()


class GameOrBot(GameName):
    """The name of a game, or with --from, which tells the game, already that of a bot."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game that is meant, or the same bot."""
        if ctx and isinstance(ctx.params.get("start"), str):  # an option that is not given is an object there
            from cityleague.engine.registry import UnknownGameError, meant

            with suppress(UnknownGameError):  # the command refuses a game, however it is spelled
                return meant(value)
            return value
        return super().convert(value, param, ctx)


GAME_OR_BOT = GameOrBot()


FILE = click.Path(exists=True, dir_okay=False)  # no Path: pathlib is slow to import


def unwritable(what: object, error: OSError) -> click.ClickException:
    """The exception for something that cannot be written: an impossible path is an error of usage, a full disk is not.

    Neither is a pipe whose reader has gone, a link below a folder of outputs, nor an input that was not read.
    """
    from cityleague.replays.log import InTheWayError, RefusedInputError

    if isinstance(error, RefusedInputError):
        return unread(error)
    message = f"{'standard output' if what == '-' else what}: cannot be written: {error.strerror}"
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EPIPE, errno.EBADF)
    if full or isinstance(error, InTheWayError):
        return FailedError(message)
    return click.UsageError(message)


def unread(error: RefusedInputError) -> UnreadableInputError:
    """The exception for an input that is not read."""
    return UnreadableInputError(f"{error.filename}: cannot be read: {error.strerror}")


@contextmanager
def writing(what: object) -> Iterator[None]:
    """What cannot be written in here, if not a file with a name then `what`, becomes the exception for that."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable(error.filename or what, error) from None


def spare_games(path: str, players: Collection[str] = (), specs: Collection[str] = ()) -> None:
    """Refuse to replace a log by what is no game of these players, and whatever people may have played."""
    from cityleague.replays.players import lost_with

    if lost := lost_with(path, players, specs):
        raise FailedError(f"{path} holds {lost}: name another file, or move it away")


LOG = click.Path(allow_dash=True, readable=False)  # what cannot be read is a finding


class WebAddress(click.ParamType):  # type: ignore[type-arg]  # before click 8.2 it takes none
    """The address of a folder on the web."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The same address, with a slash at its end."""
        from cityleague.replays.pages import base_address

        try:
            return base_address(value)
        except ValueError as error:
            self.fail(f"{value!r} is {error}", param, ctx)


def base_url_option(what: str) -> Callable[[F], F]:
    """--base-url ADDRESS; `what` those who show links to pages are told by it."""
    return click.option(
        "--base-url",
        "base",
        type=WebAddress(),
        metavar="https://…",
        help=f"The address at which the folder of the page will stand. Messengers that show a link to a page then get "
        f"{what}; without it they get a title and a sentence only.",
    )


class OutputPath(click.Path):
    """Where files are made that standard output cannot take; elsewhere `-` stands for it."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path, as by click."""
        if os.path.normpath(value) == "-":
            self.fail("- is standard output: name a file or a folder", param, ctx)
        return super().convert(value, param, ctx)


def complete_bots(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The names of the bots that know the game already given, and of a person, for the shell."""
    from cityleague.engine.bots.specs import known
    from cityleague.engine.registry import game

    name = context.params.get("game")  # None while no known game is given
    return [bot for bot in [*known(game(name)), "me"] if bot.startswith(incomplete)] if name else []


def _refused(_context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise click.UsageError(f"--game does not choose a game by its id any longer: use --id {value}")


def id_option(help_: str) -> Callable[[F], F]:
    """--id ID, and --game, which was its name, refused with advice."""
    return all_of(
        click.option("--id", "game_id", metavar="ID", help=help_),
        click.option("--game", "former_id", hidden=True, expose_value=False, callback=_refused, metavar="ID"),
    )


def middle_options(name: str, text: str) -> Callable[[F], F]:
    """An option that names a log, with --move and --id to find a position in it."""
    return all_of(
        click.option(name, "start", type=LOG, metavar="LOG", is_eager=True, help=text),
        click.option("--move", type=click.IntRange(0), metavar="N", help=f"With {name}: after so many moves."),
        id_option(f"With {name}: the game with this id.  [default: the first]"),
    )


def middle_of(
    name: str, start: str | None, move: int | None, game_id: str | None, components: str | None
) -> Midgame | None:
    """The position that the options of `middle_options` name; None if they name none."""
    if start is None:
        if move is not None or game_id is not None:
            raise click.UsageError(f"--move and --id need {name} LOG")
        return None
    if move is None:
        raise click.UsageError(f"{name} needs --move N: the number of moves that are made already")
    from cityleague.replays.replay import game_after

    files = component_files((components,) if components else ())
    try:
        return game_after(start, files, move, game_id)
    except ValueError as error:
        raise click.UsageError(f"{start}: {error}") from None


def components_option(*, multiple: bool, needs: str = "") -> Callable[[F], F]:
    """--components FILE, once or several times; `needs` is the option without which it is refused."""
    what = f"With {needs}: a component file" if needs else "A component file"
    several = " May be given several times." if multiple else ""
    return click.option(
        "--components", type=FILE, multiple=multiple, help=f"{what} to use instead of the packaged one.{several}"
    )


def cache_options(command: F) -> F:
    """--cache, --no-cache: the command is given a `cache`, or None; it is closed when the command ends."""

    @wraps(command)
    def with_cache(*arguments: Any, folder: str | None, uncached: bool, **more: Any) -> Any:
        cache = None
        if folder and not uncached:
            from cityleague.replays.replay import VerdictCache

            cache = VerdictCache(folder, lambda line: say(line, err=True))
            click.get_current_context().call_on_close(cache.close)
        return command(*arguments, cache=cache, **more)

    options = all_of(
        click.option(
            "--cache",
            "folder",
            type=OutputPath(),
            envvar="CITYLEAGUE_CACHE",
            metavar="DIR",
            help="Remember verdicts in this folder: what was proven once is not replayed. It is trusted like the "
            "program.  [env: CITYLEAGUE_CACHE]",
        ),
        click.option("--no-cache", "uncached", is_flag=True, help="Replay every game, whatever is remembered."),
    )
    return cast("F", options(with_cache))


def analysis_option(*, multiple: bool) -> Callable[[F], F]:
    """--analysis FILE, once or several times."""
    return click.option(
        "--analysis",
        "analysis",
        type=LOG,
        multiple=multiple,
        metavar="FILE",
        help="What `cityleague analyse` wrote: who was winning, and which moves were mistakes."
        + " May be given several times." * multiple,
    )


def analyses_of(paths: Iterable[str]) -> Analyses:
    """The analyses in files; raises UsageError."""
    from cityleague.replays.analysis import Analyses

    paths = list(paths)
    try:
        return Analyses(paths)
    except OSError as error:
        raise click.UsageError(f"{error.filename or ', '.join(paths)}: cannot be read: {error.strerror}") from None


def tell_unused(analyses: Analyses | None, how: str) -> None:
    """Say what analyses are about games that nobody has met."""
    from cityleague.replays.log import counted

    if analyses and (unused := analyses.unused):
        first = f"{unused[0].file}:{unused[0].first}"
        say(f"{how}: what is said of {counted(len(unused), 'game')} not among these; see {first}", err=True)


def jobs_option(what: str) -> Callable[[F], F]:
    """-j N."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        callback=_within_reason,
        help=f"How many processes {what}.",
    )


def _within_reason(_context: click.Context, _parameter: click.Parameter, jobs: int) -> int:
    """The number of processes; a warning if it is far above that of the cores."""
    cores = os.cpu_count() or 1
    if jobs > FAR_ABOVE * cores:
        say(f"warning: -j {jobs}, and {cores} cores: each process takes memory, and makes nothing faster", err=True)
    return jobs


def format_option(formats: Iterable[str], default: str) -> Callable[[F], F]:
    """--format NAME."""
    names = list(formats)
    return click.option(
        "--format", "format_", type=click.Choice(names), default=default, show_default=True, help="Output format."
    )


audience_option = click.option(
    "--for",
    "audience",
    type=click.Choice(["people", "bots"]),
    help="What comes first: games won and against whom (people), or ratings and what they rest on (bots).  "
    "[default: people if most games have a date or no seed]",
)

limit_option = click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=VALUE",
    help="For exec: bots: decision=10, start=10 and game=300 (seconds), time=BANK+INCREMENT (a clock instead of game), "
    "memory=1024 (MiB), output=1048576 (bytes).",
)


options_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game, see its RULES.md; a list is written A,B,...",
)
sandbox_option = click.option(
    "--sandbox",
    is_flag=True,
    help="Run each exec: bot, and no other, in bubblewrap: no network, no files but its own (see SANDBOX.md).",
)
trace_option = click.option(
    "--trace",
    type=OutputPath(file_okay=False),
    metavar="DIR",
    help="Keep what is said to and by each bot, with times, in a file for each game.",
)
times_option = click.option(
    "--times", is_flag=True, help="Write into the log how long each move took; it then differs from run to run."
)
info_option = click.option(
    "--info", is_flag=True, help="Write into the log what bots say of their moves (see BOTS.md)."
)


def read(path: str) -> bytes:
    """The content of a component file; raises UsageError."""
    from cityleague.replays.log import read_whole

    try:
        return read_whole(path)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise click.UsageError(f"{path!r}: {getattr(error, 'strerror', None) or error}") from None


def content_of(path: str | None) -> bytes | None:
    """The content of a component file, if there is one."""
    return read(path) if path else None


def component_files(components: tuple[str, ...]) -> ComponentFiles:
    """The component files of --components."""
    from cityleague.replays.replay import ComponentFiles

    return ComponentFiles(contents(components))


def contents(components: tuple[str, ...]) -> dict[str, bytes]:
    """The component files of --components, by name."""
    return {path: read(path) for path in components}


def named_values(option: str, texts: Iterable[str]) -> dict[str, str]:
    """The values of --option NAME=VALUE by their names, as text; callers know what they mean."""
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.UsageError(f"{option} takes NAME=VALUE, not {text!r}")
        if name in options:
            raise click.UsageError(f"{option} {name} is given twice")
        options[name] = value
    return options
