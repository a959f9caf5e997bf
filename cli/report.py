"""The command that makes a league's pages."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cityleague.cli.common import LOG, FailedError, components_option, exit_code, jobs_option, unwritable
from cityleague.cli.logs import contents

if TYPE_CHECKING:
    from cityleague.replays.pages import Record


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=LOG)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="A folder for a whole site, with a page for each player and each game; or FILE.html for one page.",
)
@click.option(
    "--validate/--no-validate",
    "validate",
    default=None,
    help="Hold the games against the rules, and show findings instead of ranking them.  [default: for a folder]",
)
@jobs_option("read games and write their pages")
@components_option(multiple=True)
@click.pass_context
def report(
    context: click.Context,
    paths: tuple[str, ...],
    output: Path,
    validate: bool | None,
    jobs: int,
    components: tuple[Path, ...],
) -> None:
    """Make pages of the games in logs: league tables, charts, players, games.

    The pages need no server and ask nobody for anything. The games may be of any mix; each game and set of options has
    its own table. The same command again writes only what is new, and the pages then say what has changed. A file that
    was not made by cityleague is never overwritten. The exit code is 1 if there are findings.

    \b
    Examples:
      cityleague report cup more-games.jsonl -o site -j 2
      cityleague report cup -o league.html
    """
    from cityleague.engine.components import ComponentsError
    from cityleague.replays.pages import (
        ForeignFileError, Made, PagesMissing, Sources, read_records, require_pages, require_ours, write_page, write_site,
    )  # fmt: skip
    from cityleague.replays.workers import WorkerError

    single = output.suffix.lower() in (".html", ".htm") and not output.is_dir()
    checked = not single if validate is None else validate
    sources = Sources()
    try:
        require_pages()
        require_ours(output if single else output / "index.html")
        games = None if single else output / "games"
        reading = read_records(paths, sources, contents(components), validate=checked, folder=games, jobs=jobs)
        records = list(_watched(reading))
        made = Made(_command(paths, components, single, validate), sources.hashes(), checked)
        written = write_page(output, records, made, history=True) if single else write_site(output, records, made)
    except (ForeignFileError, PagesMissing, ComponentsError) as error:
        raise click.UsageError(str(error)) from None
    except WorkerError as error:
        raise FailedError(f"{error} The same command goes on.") from None
    except OSError as error:
        raise unwritable(error.filename or output, error) from None
    findings = [record.finding for record in records if record.finding]
    click.echo(
        f"{output if single else output / 'index.html'}: {written}, {len(records)} games, {len(findings)} findings",
        err=True,
    )
    context.exit(exit_code(findings))


def _watched(reading: Iterator[Record]) -> Iterator[Record]:
    """The records, with a bar on a terminal."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread would receive the Ctrl-C that is held back while workers start
    yield from tqdm(reading, unit="game", disable=None, dynamic_ncols=True)


def _command(paths: tuple[str, ...], components: tuple[Path, ...], single: bool, validate: bool | None) -> str:
    """The command as the pages tell it: without what does not change them."""
    from cityleague.replays.log import path_text

    flags = [] if validate is None else ["--validate" if validate else "--no-validate"]
    files = [word for path in components for word in ("--components", str(path))]
    output = "FILE.html" if single else "DIR"
    return shlex.join([path_text(word) for word in ["cityleague", "report", *paths, *files, *flags]]) + f" -o {output}"
