"""The command line, in process and as a process of its own."""

from __future__ import annotations

from pathlib import Path

import click
from click.testing import CliRunner, Result

from cityleague.cli import cli

GAME = "between_two_cities"


def commands() -> dict[str, click.Command]:
    """All commands, by name."""
    context = click.Context(cli)
    by_name = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    return {name: command for name, command in by_name.items() if command}


def run(*arguments: str | Path, code: int | None = 0) -> Result:
    """A command in process, which ends with this exit code, if that matters, and without a traceback."""
    result = CliRunner().invoke(cli, list(map(str, arguments)))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert code is None or result.exit_code == code, result.output
    return result


def usage(*arguments: str | Path) -> str:
    """The one message with which a command is refused."""
    result = run(*arguments, code=2)
    assert result.stdout == ""
    before, _, message = result.stderr.rpartition("Error: ")
    assert "Try '" in before
    assert message.count("\n") == 1
    return message.strip()
