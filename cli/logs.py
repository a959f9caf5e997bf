"""Commands about logs: validate, score, table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cityleague.cli.common import (
    CLEAN,
    LOG,
    components_option,
    exit_code,
    format_option,
    jobs_option,
)
from cityleague.cli.output import say, say_all

if TYPE_CHECKING:
    from cityleague.replays.log import Finding, RawGame
    from cityleague.replays.replay import ComponentFiles, Report, Verdict

_LOGS = click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=LOG)


@click.command()
@_LOGS
@jobs_option("validate")
@format_option(["text", "json", "junit", "sarif", "github"], "text")
@components_option(multiple=True)
@click.pass_context
def validate(
    context: click.Context, logs: tuple[str, ...], jobs: int, format_: str, components: tuple[Path, ...]
) -> None:
    """Check logs against the rules; say exactly what is wrong, where, and what was expected.

    A LOG is a file (.gz and .zst are unpacked), a tournament's folder, or - for standard input. Only the first thing
    wrong in a game is reported; the lines after it are counted. The exit code is 0 if nothing is wrong, 1 if there
    are findings, 3 if an input cannot be read to its end.

    Example: cityleague validate g.jsonl cup -j 2 --format junit > report.xml
    """
    from cityleague.engine.components import ComponentsError
    from cityleague.replays.replay import validate as validate_logs
    from cityleague.replays.reports import FINDING_FORMATS, Counts, counting

    counts = Counts()
    status = Status()
    try:
        verdicts = validate_logs(logs, contents(components), jobs)
        say_all(FINDING_FORMATS[format_](status.watching(counting(verdicts, counts))), format_)
    except ComponentsError as error:
        raise click.UsageError(str(error)) from None
    say(str(counts), err=True)
    context.exit(status.code)


class Status:
    """The exit code so far; each finding may raise it."""

    code = CLEAN

    def watching(self, verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
        for verdict in verdicts:
            if verdict.finding:
                self.note(verdict.finding)
            yield verdict

    def note(self, finding: Finding) -> None:
        self.code = max(self.code, exit_code([finding]))


@click.command()
@_LOGS
@format_option(["table", "json", "csv", "markdown"], "table")
@click.option("--game", "game_id", metavar="ID", help="Only the game with this id.")
@components_option(multiple=True)
@click.pass_context
def score(
    context: click.Context,
    logs: tuple[str, ...],
    format_: str,
    game_id: str | None,
    components: tuple[Path, ...],
) -> None:
    """Replay the games of logs and print their score sheets, and how each line of points came about.

    A game that is not valid has no sheet; what is wrong with it goes to standard error, and the exit code is 1.

    Example: cityleague score g.jsonl --format markdown
    """
    from cityleague.replays.replay import Replay
    from cityleague.replays.reports import SHEET_FORMATS

    status = Status()
    files = component_files(components)
    met = False

    def reports() -> Iterator[Report]:
        for raw in games_of(logs, status):
            report = Replay(raw, files).run()
            if game_id in (None, report.id):
                nonlocal met
                met = True
                if report.finding:
                    report_finding(report.finding, status)
                else:
                    yield report

    say_all(SHEET_FORMATS[format_](reports()), format_)
    if game_id is not None and not met:
        raise click.UsageError(f"there is no game with the id {game_id}")
    context.exit(status.code)


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=LOG)
@format_option(["table", "json", "csv", "markdown"], "table")
@click.pass_context
def table(context: click.Context, paths: tuple[str, ...], format_: str) -> None:
    """Print the league table of the games in logs, whoever played them.

    A PATH is a log or a tournament's folder. Results are taken as the logs state them; `validate` proves them.

    Example: cityleague table cup more-games.jsonl --format markdown
    """
    context.exit(print_table(paths, format_))


def print_table(paths: Sequence[str], format_: str, *, err: bool = False) -> int:
    """Print the league table of logs, to standard error if `err`; return the exit code."""
    from cityleague.replays.league import Played, league_tables, read_results
    from cityleague.replays.log import Finding
    from cityleague.replays.reports import STANDING_FORMATS

    status = Status()

    def played() -> Iterator[Played]:
        for one in read_results(paths):
            if isinstance(one, Finding):
                report_finding(one, status)
            else:
                yield one

    say_all(STANDING_FORMATS[format_](league_tables(played())), format_, err=err)
    return status.code


def games_of(logs: tuple[str, ...] | list[str], status: Status) -> Iterator[RawGame]:
    """The games of logs; a file that cannot be read is reported."""
    from cityleague.replays.log import Problem, log_of, path_text, read_games

    for path in dict.fromkeys(map(log_of, logs)):
        for raw in read_games(path):
            if isinstance(raw, Problem):
                report_finding(raw.at(path_text(path)), status)
            else:
                yield raw


def report_finding(finding: Finding, status: Status) -> None:
    from cityleague.replays.replay import Verdict
    from cityleague.replays.reports import findings_as_text

    status.note(finding)
    say_all(findings_as_text([Verdict(finding.file, finding.line, finding.id, 0, finding)]), "text", err=True)


def component_files(components: tuple[Path, ...]) -> ComponentFiles:
    from cityleague.engine.components import ComponentsError
    from cityleague.replays.replay import ComponentFiles

    try:
        return ComponentFiles(contents(components))
    except ComponentsError as error:
        raise click.UsageError(str(error)) from None


def contents(components: tuple[Path, ...]) -> dict[str, bytes]:
    """The component files of --components, by name."""
    try:
        return {str(path): path.read_bytes() for path in components}
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror}") from None
