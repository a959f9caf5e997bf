"""Commands about logs: validate, score, table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cityleague.cli import common
from cityleague.cli.choosing import choice_options, chosen_of, tell_choice
from cityleague.cli.exits import CLEAN, Command, exit_code
from cityleague.cli.output import say, say_all, terminal_width
from cityleague.replays.reports import FINDING_FORMATS, SHEET_FORMATS, STANDING_FORMATS

if TYPE_CHECKING:
    from cityleague.replays.league import Audience, Played
    from cityleague.replays.log import Choice, Finding, RawGame
    from cityleague.replays.replay import Verdict, VerdictCache

_MOST_ELO = 100_000
"""How far from 0 a rating of --anchor may be."""
_LOGS = click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=common.LOG)
allow_empty_option = click.option("--allow-empty", is_flag=True, help="A folder may hold no log.")


def _reports(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> list[tuple[str, str]]:
    """The format and the file of each --also."""
    wanted = []
    for value in values:
        format_, _, file = value.partition("=")
        if format_ not in FINDING_FORMATS or not file:
            raise click.BadParameter(f"{value!r} is not FORMAT=FILE; the formats are {', '.join(FINDING_FORMATS)}")
        wanted.append((format_, file))
    return wanted


@click.command(cls=Command)
@_LOGS
@common.jobs_option("validate")
@common.format_option(FINDING_FORMATS, "text")
@click.option(
    "--also",
    multiple=True,
    metavar="FORMAT=FILE",
    callback=_reports,
    help="Write another report, into a file. May be given several times.",
)
@click.option(
    "--max-findings",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Show no more findings than that; all are counted.",
)
@choice_options
@allow_empty_option
@click.option("--still-running", is_flag=True, help="A game need not have come to its end yet.")
@click.option("--known", type=common.FILE, help="Findings that this file names are counted, and are no failure.")
@click.option(
    "--write-known",
    "writes",
    type=common.OutputPath(dir_okay=False),
    metavar="FILE",
    help="Name all findings in this file, for --known; from now on they are no failure.",
)
@common.cache_options
@common.components_option(multiple=True)
@click.pass_context
def validate(
    context: click.Context,
    logs: tuple[str, ...],
    jobs: int,
    format_: str,
    also: list[tuple[str, str]],
    max_findings: int,
    choice: Choice,
    allow_empty: bool,
    still_running: bool,
    known: str | None,
    writes: str | None,
    cache: VerdictCache | None,
    components: tuple[str, ...],
) -> None:
    """Check logs against the rules, and say where they break them.

    A LOG is a file (.gz and .zst are unpacked), a tournament's folder, another folder, which is searched for *.jsonl,
    *.jsonl.gz and *.jsonl.zst, or - for standard input. A finding says where it is, which rule is broken and what was
    expected. Only the first thing wrong in a game is reported; the lines after it are counted. The exit code is 0 if
    nothing is wrong, 1 if there are findings, 3 if an input cannot be read to its end.

    \b
    Examples:
      cityleague validate g.jsonl cup -j 2 --format junit > report.xml
      cityleague validate logs --also junit=report.xml --also sarif=report.sarif
    """
    from cityleague.replays.log import path_text
    from cityleague.replays.replay import validate as validate_logs
    from cityleague.replays.reports import Counts, Known, UnwrittenError, report_files, reported

    counts, status = Counts(), Status()
    ledger = Known(known, writes, counts)
    paths = log_files(logs, allow_empty=allow_empty)
    chosen = chosen_of(choice, paths)
    try:
        verdicts = validate_logs(
            paths, common.contents(components), jobs, still_running=still_running, chosen=chosen, cache=cache
        )
        with report_files(also, [*paths, *components]) as files:
            for _, file in also:
                common.spare_games(file)
            seen = map(status.seeing, map(ledger.seeing, verdicts))
            say_all(reported(seen, format_, counts, max_findings, files), format_)
        with common.writing(writes):
            settled = ledger.settle()
    except UnwrittenError as error:
        raise common.unwritable(path_text(error.path), error.error) from None
    say("\n".join([str(counts), settled][: 1 + bool(settled)]), err=True)
    if "GAME-TRUNCATED" in counts.codes and not still_running:
        say("With --still-running, a game that is still being played is not a finding.", err=True)
    if counts.codes and format_ == "text":
        code = max(counts.codes, key=counts.codes.__getitem__)
        say(f"More about a rule, and an example: cityleague rules {code}", err=True)
    tell_choice(chosen, status.code, allow_empty=allow_empty)
    context.exit(status.code)


class Status:
    """The exit code so far; each finding may raise it."""

    code, findings = CLEAN, 0

    def seeing(self, verdict: Verdict) -> Verdict:
        """The same verdict; if it has a finding, that is noted."""
        if verdict.finding:
            self.note(verdict.finding)
        return verdict

    def note(self, finding: Finding) -> None:
        """Let a finding count for the exit code."""
        self.findings += 1
        self.code = max(self.code, exit_code([finding]))


@click.command(cls=Command)
@_LOGS
@common.format_option(SHEET_FORMATS, "table")
@choice_options
@common.jobs_option("replay games")
@allow_empty_option
@click.option("--partial", "partial_", is_flag=True, help="Accept games that are not over yet.")
@common.components_option(multiple=True)
@click.pass_context
def score(
    context: click.Context,
    logs: tuple[str, ...],
    format_: str,
    choice: Choice,
    jobs: int,
    allow_empty: bool,
    partial_: bool,
    components: tuple[str, ...],
) -> None:
    """Print the score sheets of games, with how points came about.

    A game needs no result line to be scored: --format result prints the line where it is missing, to be appended. A
    game that is not over is scored as it stands, marked "so far". A game that breaks a rule has no sheet. What is wrong
    goes to standard error, and the exit code is 1.

    Example: cityleague score g.jsonl --format markdown

    Example: cityleague score friday.jsonl --format result >> friday.jsonl
    """
    from functools import partial

    from cityleague.replays.replay import Scored, scored, without_result
    from cityleague.replays.reports import sheets_below_one_head, sheets_in

    status = Status()
    paths = log_files(logs, allow_empty=allow_empty)
    if partial_ and format_ == "result":
        raise click.UsageError("a game that is not over has no result line: leave out --partial")
    chosen = chosen_of(choice, paths)
    write = partial(sheets_in, format_, terminal_width() if format_ == "table" else None)
    games = scored(paths, common.contents(components), jobs, chosen, write, unfinished=partial_)

    def texts() -> Iterator[str]:
        """What there is to print; of all that is wrong, it says so at once."""
        for game in without_result(games) if format_ == "result" else games:
            if isinstance(game, str):
                say(game, err=True)
            elif finding := game.finding if isinstance(game, Scored) else game:
                report_finding(finding, status)
            if isinstance(game, Scored) and game.text:
                yield game.text

    say_all(sheets_below_one_head(texts()) if format_ == "csv" else texts(), format_)
    tell_choice(chosen, status.code, allow_empty=allow_empty)
    context.exit(status.code)


def _anchor(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[str, float] | None:
    """The player and the rating that `--anchor` names."""
    if not texts:
        return None
    if len(texts) > 1:
        raise click.UsageError(
            f"--anchor shifts all ratings together, so only one can be given: {texts[0]!r} or {texts[1]!r}"
        )
    name, _, value = texts[0].rpartition("=")
    try:
        elo = float(value)
    except ValueError:
        elo = math.nan
    if not name or not abs(elo) <= _MOST_ELO:
        raise click.UsageError(f"--anchor takes NAME=ELO, as greedy=1500; not {texts[0]!r}")
    return name, elo


anchor_option = click.option(
    "--anchor",
    multiple=True,
    callback=_anchor,
    metavar="NAME=ELO",
    help="Shift the ratings so that this player's is ELO; once.  [default: mean 0]",
)


@click.command(cls=Command)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=common.LOG)
@click.option("--validate", "proven", is_flag=True, help="Check each game against the rules; only valid ones count.")
@common.jobs_option("read games, or validate them")
@common.audience_option
@common.format_option(STANDING_FORMATS, "table")
@anchor_option
@click.option(
    "--trace",
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="Tell how long bots took, too, by the traces in this folder.",
)
@choice_options
@common.cache_options
@common.components_option(multiple=True)
@allow_empty_option
@click.pass_context
def table(
    context: click.Context,
    paths: tuple[str, ...],
    proven: bool,
    jobs: int,
    audience: Audience | None,
    format_: str,
    choice: Choice,
    cache: VerdictCache | None,
    components: tuple[str, ...],
    allow_empty: bool,
    anchor: tuple[str, float] | None,
    trace: str | None,
) -> None:
    """Print the league table of the games in logs.

    A PATH is a log, a tournament's folder, or another folder, which is searched for logs. The first line says whether
    the results are proven or taken as the logs state them (with --format json and csv, on standard error). The exit
    code is 1 if there are findings.

    Example: cityleague table cup more-games.jsonl --validate -j 2 --format markdown
    """
    from cityleague.replays.league import read_results
    from cityleague.replays.reports import proof

    logs = log_files(paths, allow_empty=allow_empty)
    chosen = chosen_of(choice, logs)
    known = proof(proven, None if format_ == "markdown" else terminal_width())
    say_all([f"{known}\n"], format_, err=format_ not in ("table", "markdown"))
    results = read_results(logs, common.contents(components), jobs, validate=proven, chosen=chosen, cache=cache)
    code = print_table(results, format_, audience, anchor=anchor, trace=trace)
    tell_choice(chosen, code, allow_empty=allow_empty)
    context.exit(code)


def print_table(
    results: Iterator[Played | Finding],
    format_: str,
    audience: Audience | None,
    entrants: Sequence[str] = (),
    *,
    anchor: tuple[str, float] | None = None,
    err: bool = False,
    trace: str | None = None,
) -> int:
    """Print the league table of results, of which some may be findings: they are reported; return the exit code.

    All `entrants` of a tournament are in it, also those who have not played yet. Raises UsageError if the player of
    `anchor` has no rating, unless there are entrants. `trace`: a folder that tells how long bots took.
    """
    from cityleague.replays.league import Results, across, anchored, audience_of, league_tables
    from cityleague.replays.log import Finding, counted
    from cityleague.replays.reports import PEOPLE_FORMATS, Clocks

    status = Status()
    clocks = Clocks(trace) if trace is not None else None

    def played() -> Iterator[Played]:
        """The results, without what was a finding."""
        for result in clocks.along(results) if clocks else results:
            if isinstance(result, Finding):
                report_finding(result, status)
            else:
                yield result

    games = Results(played())
    games.tell_files_from_their_folder()
    leagues = league_tables(games, entrants)
    if anchor:
        if not entrants and not any(
            row.player == anchor[0] and row.elo is not None for league in leagues for row in league.rows
        ):
            raise click.UsageError(f"--anchor: {anchor[0]!r} has no rating here: name one who played several deals")
        leagues = anchored(leagues, *anchor)
    formats = STANDING_FORMATS
    if (audience or audience_of(games)) == "people":
        formats, leagues = PEOPLE_FORMATS, [*leagues, *across(games)]
    as_table = {"width": terminal_width()} if format_ == "table" else {}
    lines = formats[format_](leagues, **as_table)
    say_all(lines, format_, err=err)
    if status.findings:
        say(f"{counted(status.findings, 'finding')}: a game with one is in no table", err=True)
    if clocks:
        times = clocks.lines(markdown=format_ == "markdown", **as_table)
        say_all(["", *times], format_, err=err or format_ not in ("table", "markdown"))
    return status.code


def log_files(paths: Sequence[str], *, allow_empty: bool | None = None) -> list[str]:
    """The logs that paths mean; raises UsageError for a folder without a log, or none at all, unless that is allowed.

    `allow_empty`: None is a command without such an option, which is not advised then.
    """
    from cityleague.replays.log import LOG_NAMES, path_text, search

    searched = search(paths, also_named=True)
    told = [f"{path_text(analysis)} is an analysis, and no log" for analysis in searched.analyses]
    for each in told if searched.logs else ():
        say(f"{each}: left out", err=True)
    empty = [
        f"{path_text(folder)}: there is no log in this folder (*{', *'.join(LOG_NAMES)})" for folder in searched.empty
    ]
    for message in empty if searched.logs else told:
        if not allow_empty:
            raise click.UsageError(
                message if allow_empty is None else f"{message}; with --allow-empty that is not an error"
            )
        say(message, err=True)
    return [log for log in searched.logs if log not in searched.empty]


def games_of(logs: Sequence[str], status: Status) -> Iterator[RawGame]:
    """The games of logs; a file that cannot be read is reported."""
    from cityleague.replays.log import Problem, path_text, read_games

    for path in logs:
        for raw in read_games(path):
            if isinstance(raw, Problem):
                report_finding(raw.at(path_text(path)), status)
            else:
                yield raw


def report_finding(finding: Finding, status: Status) -> None:
    """Print a finding on standard error, and let it count for the exit code."""
    from cityleague.replays.reports import finding_as_text

    status.note(finding)
    say_all(finding_as_text(finding), "text", err=True)
