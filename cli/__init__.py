"""The command line: parse, call, print. No logic lives here, and nothing heavy is imported before it is needed."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

import click

from cityleague.cli.common import INTERRUPTED, PIPE_CLOSED, FailedError
from cityleague.cli.games import components, games, rules, schema
from cityleague.cli.logs import score, table, validate
from cityleague.cli.output import clean, say
from cityleague.cli.play import check_bot, play
from cityleague.cli.record import record
from cityleague.cli.report import report
from cityleague.cli.show import show
from cityleague.cli.tournament import tournament

__all__ = ["cli", "main"]


class _Commands(click.Group):
    """All commands; where their output cannot be written, it says so."""

    def invoke(self, context: click.Context) -> Any:
        """Run a command; raises FailedError if its output cannot be written."""
        try:
            result = super().invoke(context)
            sys.stdout.flush()
        except click.ClickException as error:  # messages quote options and files
            vars(error).update(message=clean(error.message))  # click declares it final
            raise
        except BrokenPipeError:  # the reader has seen enough and closed the pipe
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            raise SystemExit(PIPE_CLOSED) from None
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            raise FailedError(f"the output cannot be written: {error.strerror or error}") from None
        return result


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 clean, 1 findings, 2 usage, 3 unreadable input, 4 failed (disk full, say), 130 interrupted.",
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


for command in (
    games, rules, components, schema, play, record, validate, score, show, tournament, table, report, check_bot,
):  # fmt: skip
    cli.add_command(command)


def _warn(message: Warning | str, *_where: Any, **_more: Any) -> None:
    """Show a warning as one line, without the place in the code that it comes from."""
    say(f"warning: {message}", err=True)


def main() -> None:
    """Run the command line and exit."""
    warnings.showwarning = _warn
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character is no reason to fail
    try:
        sys.exit(cli.main(prog_name="cityleague", standalone_mode=False) or 0)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
