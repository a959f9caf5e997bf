"""The command line: parse, call, print. No logic lives here, and nothing heavy is imported before it is needed."""

try:  # before all that takes time, so that Ctrl-C does not strike here; even `__future__` would be a file to read
    import sys

    if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:  # python -m, in anybody's folder
        del sys.path[0]  # before anything else is imported

    from cityleague.cli import interrupts
except KeyboardInterrupt:
    from cityleague.cli import interrupts

    interrupts.end_if_ours()
    raise

import contextlib
import gc
import os
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any, TextIO

import click

from cityleague.cli.exits import FAILED, INTERRUPTED, PIPE_CLOSED, UNEXPECTED, FailedError
from cityleague.cli.output import clean, say

__all__ = ["cli", "main"]

_COMMANDS = {
    "analyse": ("analyse", "Say who was winning, and which moves were mistakes, by playing on from each position."),
    "check-bot": ("play", "Check that BOT plays GAME by the rules."),
    "components": ("games", "Print GAME's component file, or check one of your own."),
    "export": ("export", "Write games of logs again: those that are chosen, as logs or as tables."),
    "games": ("games", "List the games, their players and their bots; with GAME, the parameters of its bots."),
    "play": ("play", "Play one game of GAME, between bots or against them."),
    "record": ("record", "Write down a game of GAME as people play it at a table."),
    "report": ("report", "Make pages of the games in logs: tables, charts, players."),
    "rules": ("games", "List the rules that a move in GAME can break, by their codes."),
    "schema": ("games", "Print the JSON Schema of a line in a log of GAME."),
    "score": ("logs", "Print the score sheets of games, with how points came about."),
    "serve": ("serve", "Show games in a browser, to play them and to write them down."),
    "show": ("show", "Show the boards of a game, at the end or after any move."),
    "table": ("logs", "Print the league table of the games in logs."),
    "tournament": ("tournament", "Play bots against each other and print their league table."),
    "tune": ("tune", "Tune parameters of a bot in games against another one."),
    "validate": ("logs", "Check logs against the rules, and say where they break them."),
}
"""By name: the module, and the first sentence of the help, which `cityleague --help` shows without importing it."""


_MORE = "with PYTHONDEVMODE=1 in the environment, the same command tells more"
_MOST_SAID = 500
"""Characters of an exception that nobody has foreseen."""


class _Commands(click.Group):
    """All commands, each imported when it is called; where their output cannot be written, it says so."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, as click asks for them."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name: a function of its module."""
        if cmd_name not in _COMMANDS:
            return None
        module, _ = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"cityleague.cli.{module}"), cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of the commands, as click does it; a long sentence is wrapped instead of cut."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command that is called; for one that is mistyped, the nearest is named."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from cityleague.engine.words import similar

            near = similar(args[0], _COMMANDS)
            ctx.fail(f"No such command {args[0]!r}." + (f" Do you mean {near}?" if near else ""))
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; --color may stand anywhere before a `--`."""
        end = args.index("--") if "--" in args else len(args)
        for at in range(end - 1, -1, -1):
            if args[at].startswith("--color=") or (args[at] == "--color" and at + 1 < end):
                count = 1 if "=" in args[at] else 2
                args = [*args[at : at + count], *args[:at], *args[at + count :]]
                break
        return super().parse_args(ctx, args)

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Read the command line, or print what it asks for: --help, --version. Raises FailedError."""
        with _writing():
            return super().make_context(*arguments, **more)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; raises FailedError if its output cannot be written."""
        import signal

        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # as Ctrl-C, so that no process or half file is left
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with _writing():
                result = super().invoke(context)
                sys.stdout.flush()
        except click.ClickException as error:  # messages quote options and files
            vars(error).update(message=clean(error.message))  # click declares it final
            raise
        return result


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """Leave in good order where output cannot be written: raises SystemExit for a closed pipe, else FailedError."""
    try:
        yield
    except BrokenPipeError:  # the reader has seen enough and closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise SystemExit(PIPE_CLOSED) from None
    except OSError as error:
        from cityleague.cli.common import unread
        from cityleague.replays.log import RefusedInputError

        if isinstance(error, RefusedInputError):
            raise unread(error) from None
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise FailedError(f"the output cannot be written: {error.strerror or error}") from None


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 clean, 1 findings, 2 usage, 3 unreadable input, 4 failed (disk full, say), "
    "5 unexpected error, 130 interrupted.",
)
@click.version_option(package_name="cityleague")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colours in lines for people; auto: on a terminal, unless NO_COLOR is set.",
)
@click.pass_context
def cli(context: click.Context, color: str) -> None:
    """Tournaments, replays and validated game logs for city-building board games.

    Start with: cityleague play between_two_cities random greedy heuristic --seed 7 -o g.jsonl
    """
    context.color = {"always": True, "never": False}.get(color)


def _comes_of_ctrl_c(error: BaseException | None) -> bool:
    """Whether a library has made another exception of Ctrl-C, such as numpy while it is imported."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _tell_unexpected(error: Exception) -> int:
    """Tell of an exception that nobody has foreseen, in one line, whatever is broken; return the exit code."""
    if isinstance(error, MemoryError):
        message, code = "memory is short", FAILED
    else:
        from cityleague.engine.registry import brought_by
        from cityleague.replays.workers import came_through

        frames = came_through(error)
        where = f" ({frames[-1][1]}, line {frames[-1][2]})" if frames else ""
        what = " ".join(ascii(error).split())[:_MOST_SAID]
        whose = brought_by([module for module, *_ in frames])
        message, code = f"{whose} has a mistake, please report it: {what}{where}; {_MORE}", UNEXPECTED
    if sys.flags.dev_mode:
        sys.excepthook(type(error), error, error.__traceback__)
    with contextlib.suppress(OSError):
        say(f"Error: {message}", err=True)
    return code


def _instead(descriptor: int, mode: int) -> TextIO:
    """What stands in for a stream that was closed by whoever has started this, so that no file gets its descriptor."""
    nowhere = os.open(os.devnull, mode)
    if nowhere != descriptor:
        os.dup2(nowhere, descriptor)
        os.close(nowhere)
    os.set_inheritable(descriptor, True)
    return open(descriptor, "w", encoding="utf-8", closefd=False)


def main() -> None:
    """Run the command line and exit."""
    try:
        try:
            interrupts.raise_again()
            _main()
        finally:
            interrupts.end_at_once()
    except KeyboardInterrupt:  # at the very beginning, or at the very end
        sys.exit(INTERRUPTED)


def _main() -> None:
    # As one line, without the place in the code that it comes from.
    warnings.showwarning = lambda message, *_where, **_more: say(f"warning: {message}", err=True)
    sys.stdout = sys.stdout or _instead(1, os.O_RDONLY)  # what should be written is lost, and that is an error
    sys.stderr = sys.stderr or _instead(2, os.O_WRONLY)  # the exit code tells what this cannot
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character is no reason to fail
    gc.set_threshold(50_000)  # there is next to no garbage, and to search for it takes a twentieth of a short command
    try:
        sys.exit(cli.main(prog_name="cityleague", standalone_mode=False) or 0)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        with contextlib.suppress(OSError):  # the exit code tells what standard error cannot
            error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        sys.exit(INTERRUPTED if _comes_of_ctrl_c(error) else _tell_unexpected(error))
    finally:
        gc.freeze()  # Python searches for garbage once more when it ends: a tenth of a short command, for nothing
