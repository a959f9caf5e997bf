"""The command that writes the games of logs again: those that are chosen, in another form or in other files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from cityleague.cli import common
from cityleague.cli.choosing import choice_options, chosen_of, tell_choice
from cityleague.cli.exits import Command
from cityleague.cli.logs import Status, allow_empty_option, log_files, report_finding
from cityleague.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cityleague.replays.archive import By, How
    from cityleague.replays.log import Choice, Chosen


@click.command(cls=Command)
@click.argument("paths", nargs=-1, required=True, metavar="LOG...", type=common.LOG)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(allow_dash=True),
    metavar="OUT",
    help="The new log, packed if it ends with .gz or .zst; - is standard output. For tables, a folder.",
)
@common.format_option(["jsonl", "csv", "parquet", "sqlite"], "jsonl")
@click.option("--split", type=click.IntRange(1), metavar="N", help="Make files of N games each: OUT-0001, OUT-0002 ...")
@click.option(
    "--split-by",
    type=click.Choice(["player", "game", "date"]),
    help="Make a file for each: OUT-Ada, OUT-Ben, ... A game is in the file of each of its players.",
)
@click.option(
    "--dedupe",
    type=click.Choice(["bytes", "moves"]),
    is_flag=False,
    flag_value="bytes",
    help="Copy a game only once, though it stands there several times: with the same bytes, or with the same draws and "
    "moves, whoever made them.  [without a value: bytes]",
)
@click.option("--legal", is_flag=True, help="In tables: how many legal moves there were at each move.")
@click.option("--scores", is_flag=True, help="In tables: the points of all seats after each move.")
@common.analysis_option(multiple=True)
@choice_options
@common.components_option(multiple=True)
@common.jobs_option("make tables")
@allow_empty_option
@click.pass_context
def export(
    context: click.Context,
    paths: tuple[str, ...],
    output: str,
    format_: str,
    split: int | None,
    split_by: By | None,
    dedupe: How | None,
    legal: bool,
    scores: bool,
    analysis: tuple[str, ...],
    choice: Choice,
    components: tuple[str, ...],
    jobs: int,
    allow_empty: bool,
) -> None:
    """Write games of logs again: those that are chosen, as logs or as tables.

    As jsonl, games are copied byte for byte, in their order; whether they keep the rules is not checked. A game whose
    header cannot be read is told and not copied, and the exit code is 1. The files get their names when all are whole:
    an interrupted run leaves nothing, and without a game nothing is written.

    The other formats make tables of games, seats, categories, moves and draws, for data frames, in a folder:
    replays/archive/TABLES.md describes them. For that, games are held against the rules. What is wrong with them is
    told, and the exit code is 1.

    \b
    Examples:
      cityleague export evenings --player Ada -o ada.jsonl
      cityleague export evenings --split-by date -o days/evening.jsonl.zst
      cityleague export old new --dedupe moves --split 1000 -o archive/games.jsonl.gz
      cityleague export cup --format parquet -j 2 -o tables
    """
    status = Status()
    _refuse_others(context, format_)
    logs = log_files(paths, allow_empty=allow_empty)
    chosen = chosen_of(choice, logs)
    if format_ != "jsonl":
        given = logs, output, format_, chosen, status
        _make_tables(*given, components=components, jobs=jobs, legal=legal, scores=scores, analysis=analysis)
        tell_choice(chosen, status.code, allow_empty=allow_empty)
        context.exit(status.code)
    if split and split_by:
        raise click.UsageError("--split and --split-by do not go together: leave out one of them")
    if output == "-" and (split or split_by):
        raise click.UsageError("standard output is one log: leave out --split and --split-by, or name a file with -o")
    _copy(logs, output, chosen, status, split=split or 0, split_by=split_by, dedupe=dedupe)
    tell_choice(chosen, status.code, allow_empty=allow_empty)
    context.exit(status.code)


def _copy(logs: Sequence[str], output: str, chosen: Chosen, status: Status, **how: Any) -> None:
    """Copy the chosen games into logs."""
    if os.path.isdir(output) or output.endswith("/"):
        raise click.UsageError(f"{output} is a folder: name a file in it, as {os.path.join(output, 'games.jsonl')}")
    from cityleague.replays.archive import Copied, copy_games
    from cityleague.replays.log import check_ending

    check_ending(output)
    with common.writing(output):
        for copied in copy_games(logs, output, chosen, **how):
            if isinstance(copied, Copied):
                say(f"{'standard output' if output == '-' else output}: {copied}", err=True)
            else:
                report_finding(copied, status)


_OF_LOGS = ("split", "split_by", "dedupe")
_OF_TABLES = ("legal", "scores", "analysis", "components", "jobs")


def _refuse_others(context: click.Context, format_: str) -> None:
    """Raise UsageError for options that another format has."""
    foreign: tuple[str, ...] = _OF_LOGS
    needed = "--format jsonl"
    if format_ == "jsonl":
        foreign, needed = _OF_TABLES, "a table format (csv, parquet, sqlite)"
    for option in context.command.params:
        name = str(option.name)
        if name in foreign and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} needs {needed}; this is --format {format_}")


def _make_tables(
    logs: list[str],
    folder: str,
    format_: str,
    chosen: Chosen,
    status: Status,
    *,
    components: tuple[str, ...],
    jobs: int,
    legal: bool,
    scores: bool,
    analysis: tuple[str, ...],
) -> None:
    """Write tables of the chosen games into a folder, and tell what is wrong with the games."""
    if folder == "-":
        raise click.UsageError("tables are several files: name a folder for them with -o")
    from cityleague.replays.archive import Extras, rows_of, tables, write_tables, writer_of
    from cityleague.replays.log import counted

    analyses = common.analyses_of(analysis) if analysis else None
    columns = tables(legal=legal, scores=scores, analysis=bool(analysis))
    extras = Extras(legal, scores)
    games = rows_of(logs, common.contents(components), jobs, chosen=chosen, extras=extras, analyses=analyses)
    try:
        for finding in write_tables(games, writer_of(format_, folder, columns), columns):
            report_finding(finding, status)
    except ImportError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise common.unwritable(folder, error) from None
    if not chosen.nothing:
        told = f"tables of {counted(chosen.taken, 'game')}" if chosen.taken else "nothing written, as there is no game"
        say(f"{folder}: {told}", err=True)
    common.tell_unused(analyses, "not in the tables")
