"""The command that makes a league's pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from cityleague.cli import common
from cityleague.cli.choosing import choice_options, chosen_of, tell_choice
from cityleague.cli.exits import Command, FailedError, UnreadableInputError, exit_code
from cityleague.cli.logs import allow_empty_option, log_files
from cityleague.cli.output import progress_bar, say, shell, word_of

if TYPE_CHECKING:
    from cityleague.replays.analysis import Analyses
    from cityleague.replays.league import Audience
    from cityleague.replays.log import Choice
    from cityleague.replays.pages import Records, Share
    from cityleague.replays.replay import VerdictCache


PAGE_BYTES, PAGE_SECONDS = 11, 25e-6
"""What the page of a game takes for each byte of its log: bytes (9 to 15), and seconds of a core (about)."""
MANY_MEGABYTES = 10
"""Pages that take less are not spoken of."""


@click.command(cls=Command)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=common.LOG)
@click.option(
    "-o",
    "--output",
    required=True,
    type=common.OutputPath(path_type=Path),
    help="A folder for a whole site, with a page for each player and each game; or FILE.html for one page.",
)
@click.option(
    "--validate/--no-validate",
    "validate",
    default=None,
    help="Check the games against the rules, and show findings instead of ranking them.  [default: for a folder]",
)
@common.audience_option
@click.option(
    "--pages",
    "paged",
    type=click.Choice(["all", "findings", "none"]),
    help="With a folder: which games get a page. `findings`: those with something wrong.  [default: all]",
)
@common.base_url_option("its address and a picture, which is drawn where rsvg-convert or the like is installed")
@common.analysis_option(multiple=True)
@common.jobs_option("read games and write their pages")
@choice_options
@common.cache_options
@allow_empty_option
@common.components_option(multiple=True)
@click.pass_context
def report(
    context: click.Context,
    paths: tuple[str, ...],
    output: Path,
    validate: bool | None,
    audience: Audience | None,
    paged: str | None,
    base: str | None,
    analysis: tuple[str, ...],
    jobs: int,
    choice: Choice,
    cache: VerdictCache | None,
    allow_empty: bool,
    components: tuple[str, ...],
) -> None:
    """Make pages of the games in logs: tables, charts, players.

    The pages need no server and load nothing from elsewhere. The games may be of any mix; each game and set of options
    has its own table. The same command again writes only what is new, and the pages then say what has changed. A file
    that was not made by cityleague is never overwritten, and nothing is written without a log, without a game that was
    chosen, or if a PATH does not exist. The exit code is 1 if there are findings.

    A game of which the log has only the result is taken as it stands, and the pages say that it is not proven; with
    --validate it is a finding.

    \b
    Examples:
      cityleague report cup more-games.jsonl -o site -j 2
      cityleague report cup -o league.html
      cityleague report cup -o site --base-url https://example.org/league/
      cityleague report evenings --since 2026 --player Ada -o ada
    """
    from cityleague.replays.league import audience_of
    from cityleague.replays.log import counted, path_text
    from cityleague.replays.pages import (
        ConverterMissing,
        Made,
        Records,
        Sources,
        check_output,
        count_games,
        read_records,
        write_page,
        write_site,
    )
    from cityleague.replays.workers import WorkerError

    if missing := [path for path in paths if path != "-" and not os.path.lexists(path)]:
        raise UnreadableInputError(f"{path_text(missing[0])}: there is no such file or folder; nothing is written")
    logs = log_files(paths, allow_empty=allow_empty)
    if not logs:
        say(f"{output}: nothing written, as there is no log", err=True)
        return
    single = output.suffix.lower() in (".html", ".htm") and not output.is_dir()
    if single and (paged or analysis):
        option = "--pages" if paged else "--analysis"
        raise click.UsageError(f"{option} is for a folder: one page about a league has no pages of games")
    checked = not single if validate is None else validate
    sources, chosen = Sources(), chosen_of(choice, logs)
    analyses = common.analyses_of(analysis) if analysis else None
    try:
        share = _share(base or "")
        check_output(output, site=not single, picture=share.pictures)
        reading = read_records(
            logs,
            sources,
            common.contents(components),
            validate=checked,
            bare=not validate,
            folder=None if single else output,
            paged=paged or "all",
            share=share,
            jobs=jobs,
            chosen=chosen,
            cache=cache,
            analyses=analyses,
        )
        size = None if single or choice else count_games(logs)
        if size and paged in (None, "all"):
            _warn_of(*size, jobs)
        with progress_bar(reading, total=size[0] if size else None, unit="game") as watched:
            records = Records(watched)
        findings = [record.finding for record in records.findings if record.finding]
        _tell_doubts(records, analyses)
        tell_choice(chosen, exit_code(findings), allow_empty=allow_empty)
        if chosen.nothing and not len(records):
            say(f"{output}: nothing written, as no game was chosen", err=True)
            return
        told = shell("report", *_words(context)) + f" -o {'FILE.html' if single else 'DIR'}"
        made = Made(told, sources.hashes(), checked, audience or audience_of(records.played))
        if single:
            written = write_page(output, records, made, share, history=True)
        else:
            written = write_site(output, records, made, share)
    except ConverterMissing as error:
        raise FailedError(f"{error}; without --base-url no pictures are drawn") from None
    except WorkerError as error:
        raise FailedError(f"{error} The same command goes on.") from None
    except OSError as error:
        raise common.unwritable(error.filename or output, error) from None
    where = output if single else output / "findings.html"
    told = f"{counted(len(findings), 'finding')}{f': see {where}' if findings else ''}"
    say(f"{output if single else output / 'index.html'}: {written}, {records.proof(checked)}, {told}", err=True)
    context.exit(exit_code(findings))


def _tell_doubts(records: Records, analyses: Analyses | None) -> None:
    """Say which analyses are not shown, and why."""
    for record in records if analyses else ():
        if record.doubt:
            say(f"not shown: {record.doubt}", err=True)
    common.tell_unused(analyses, "not shown")


def _warn_of(games: int, size: int, jobs: int) -> None:
    """Tell what pages of many games will cost, before they are made."""
    megabytes, seconds = PAGE_BYTES * size / 1e6, PAGE_SECONDS * size / jobs
    if megabytes >= MANY_MEGABYTES:
        say(
            f"{games} games: their pages take about {megabytes:.0f} MB, and if they are new about {seconds:.0f} s; "
            "--pages findings makes only those of games with findings, --pages none makes none",
            err=True,
        )


def _share(base: str) -> Share:
    """Where the pages will stand; a line for people if they cannot have pictures."""
    from cityleague.replays.pages import NOWHERE, ConverterMissing, Share, share_at

    try:
        return share_at(base) if base else NOWHERE
    except ConverterMissing as error:
        say(f"links to these pages will be shown without a picture: {error}", err=True)
        return Share(base)


def _words(context: click.Context) -> Iterator[str]:
    """The command as the pages tell it: what was given, without what does not change them."""
    for parameter in context.command.params:
        name, value = str(parameter.name), context.params.get(str(parameter.name))
        if name in ("output", "jobs", "folder", "uncached") or (name, value) == ("paged", "all"):
            continue
        if context.get_parameter_source(name) != ParameterSource.COMMANDLINE:
            continue
        if isinstance(parameter, click.Argument):
            yield from map(word_of, value or ())
        elif isinstance(value, bool):
            yield (parameter.opts if value else parameter.secondary_opts)[0]
        else:
            for part in value if isinstance(value, tuple) else [value]:
                yield from (parameter.opts[0], str(part))
