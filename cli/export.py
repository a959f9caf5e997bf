"""The command that writes the games of logs again: those that are chosen, in another form or in other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cityleague.cli.choosing import choice_options, chosen_of, tell_choice
from cityleague.cli.common import LOG, format_option, unwritable
from cityleague.cli.logs import Status, allow_empty_option, log_files, report_finding
from cityleague.cli.output import say

if TYPE_CHECKING:
    from cityleague.replays.log import Choice


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="LOG...", type=LOG)
@click.option("-o", "--output", required=True, type=click.Path(allow_dash=True), metavar="OUT", help="The new log.")
@format_option(["jsonl"], "jsonl")
@choice_options
@allow_empty_option
@click.pass_context
def export(
    context: click.Context, paths: tuple[str, ...], output: str, format_: str, choice: Choice, allow_empty: bool
) -> None:
    """Write games of logs again: those that are chosen.

    Example: cityleague export evenings --player Ada -o ada.jsonl
    """
    from cityleague.replays.archive import Copied, copy_games
    from cityleague.replays.log import counted

    status = Status()
    logs = log_files(paths, allow_empty=allow_empty)
    chosen = chosen_of(choice, logs)
    try:
        for one in copy_games(logs, output, chosen):
            if isinstance(one, Copied):
                say(f"{output}: {counted(one.games, 'game')}", err=True)
            else:
                report_finding(one, status)
    except OSError as error:
        raise unwritable(output, error) from None
    tell_choice(chosen, status.code, allow_empty=allow_empty)
    context.exit(status.code)
