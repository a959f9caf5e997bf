"""The command that writes the games of logs again: those that are chosen, in another form or in other files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from cityleague.cli.choosing import choice_options, chosen_of, tell_choice
from cityleague.cli.common import LOG, components_option, contents, format_option, jobs_option, unwritable
from cityleague.cli.logs import Status, allow_empty_option, log_files, report_finding
from cityleague.cli.output import say

if TYPE_CHECKING:
    from cityleague.replays.archive import Columns, GameRows
    from cityleague.replays.log import Choice


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="LOG...", type=LOG)
@click.option("-o", "--output", required=True, type=click.Path(allow_dash=True), metavar="OUT", help="The new log.")
@format_option(["jsonl", "csv", "parquet", "sqlite"], "jsonl")
@click.option("--legal", is_flag=True, help="For tables: how many legal moves there were at each move.")
@click.option("--scores", is_flag=True, help="For tables: the points of all seats after each move.")
@choice_options
@components_option(multiple=True)
@jobs_option("make tables")
@allow_empty_option
@click.pass_context
def export(
    context: click.Context,
    paths: tuple[str, ...],
    output: str,
    format_: str,
    choice: Choice,
    allow_empty: bool,
    components: tuple[str, ...],
    jobs: int,
    legal: bool,
    scores: bool,
) -> None:
    """Write games of logs again: those that are chosen.

    \b
    With --format jsonl they are copied into one log, byte for byte. The other
    formats make tables of games, seats, categories, moves and draws for data
    frames, in a folder: replays/archive/TABLES.md describes them. Games are held
    against the rules for that; one with a finding is not proven, and has no moves.

    Example: cityleague export evenings --player Ada -o ada.jsonl

    Example: cityleague export cup --format parquet -j 2 -o tables
    """
    from cityleague.replays.archive import Copied, Extras, copy_games, rows_of, tables
    from cityleague.replays.log import counted

    status = Status()
    logs = log_files(paths, allow_empty=allow_empty)
    chosen = chosen_of(choice, logs)
    if format_ != "jsonl":
        columns = tables(legal=legal, scores=scores)
        games = rows_of(logs, contents(components), jobs, chosen=chosen, extras=Extras(legal, scores))
        _write_tables(games, columns, output, format_, status)
        say(f"{output}: tables of {counted(chosen.taken, 'game')}", err=True)
        tell_choice(chosen, status.code, allow_empty=allow_empty)
        context.exit(status.code)
    _refuse_for_logs(context)
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


def _write_tables(
    games: Iterator[GameRows], columns: Mapping[str, Columns], folder: str, format_: str, status: Status
) -> None:
    """Write the tables of games into a folder, and tell what is wrong with the games."""
    from cityleague.engine.components import ComponentsError
    from cityleague.replays.archive import write_tables, writer_of

    if folder == "-":
        raise click.UsageError("tables are several files: name a folder for them with -o")
    try:
        for finding in write_tables(games, writer_of(format_, folder, columns), columns):
            report_finding(finding, status)
    except (ComponentsError, ImportError) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise unwritable(folder, error) from None


def _refuse_for_logs(context: click.Context) -> None:
    """Raise UsageError for options that only tables have."""
    for name, option in (("legal", "--legal"), ("scores", "--scores"), ("components", "--components"), ("jobs", "-j")):
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option} is for tables: games are copied as they are; choose another --format")
