"""The command that makes a league's pages."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cityleague.cli.common import (
    LOG,
    OutputPath,
    audience_option,
    components_option,
    contents,
    exit_code,
    jobs_option,
    unwritable,
)
from cityleague.cli.exits import FailedError
from cityleague.cli.logs import allow_empty_option, meant
from cityleague.cli.output import say

if TYPE_CHECKING:
    from cityleague.replays.league import Audience
    from cityleague.replays.pages import Record
    from cityleague.replays.tournaments import Progress


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=LOG)
@click.option(
    "-o",
    "--output",
    required=True,
    type=OutputPath(path_type=Path),
    help="A folder for a whole site, with a page for each player and each game; or FILE.html for one page.",
)
@click.option(
    "--validate/--no-validate",
    "validate",
    default=None,
    help="Hold the games against the rules, and show findings instead of ranking them.  [default: for a folder]",
)
@audience_option
@jobs_option("read games and write their pages")
@allow_empty_option
@components_option(multiple=True)
@click.pass_context
def report(
    context: click.Context,
    paths: tuple[str, ...],
    output: Path,
    validate: bool | None,
    audience: Audience | None,
    jobs: int,
    allow_empty: bool,
    components: tuple[str, ...],
) -> None:
    """Make pages of the games in logs: tables, charts, players.

    The pages need no server and ask nobody for anything. The games may be of any mix; each game and set of options has
    its own table. The same command again writes only what is new, and the pages then say what has changed. A file that
    was not made by cityleague is never overwritten, and nothing is written without a log. The exit code is 1 if there
    are findings.

    \b
    Examples:
      cityleague report cup more-games.jsonl -o site -j 2
      cityleague report cup -o league.html
    """
    from cityleague.engine.components import ComponentsError
    from cityleague.replays.league import audience_of
    from cityleague.replays.log import counted
    from cityleague.replays.pages import (
        ForeignFileError,
        Made,
        Sources,
        check_output,
        count_games,
        read_records,
        write_page,
        write_site,
    )
    from cityleague.replays.workers import WorkerError

    logs = meant(paths, allow_empty=allow_empty)
    if not logs:
        say(f"{output}: nothing written, as there is no log", err=True)
        return
    single = output.suffix.lower() in (".html", ".htm") and not output.is_dir()
    checked = not single if validate is None else validate
    sources = Sources()
    try:
        check_output(output, site=not single)
        folder = None if single else output
        known = contents(components)
        reading = read_records(logs, sources, known, validate=checked, bare=not validate, folder=folder, jobs=jobs)
        records = list(_watched(reading, None if single else count_games(logs)))
        played = [record.played for record in records if record.played]
        command = _command(paths, components, single, validate, allow_empty, audience)
        made = Made(command, sources.hashes(), checked, audience or audience_of(played))
        written = write_page(output, records, made, history=True) if single else write_site(output, records, made)
    except (ForeignFileError, ComponentsError) as error:
        raise click.UsageError(str(error)) from None
    except WorkerError as error:
        raise FailedError(f"{error} The same command goes on.") from None
    except OSError as error:
        raise unwritable(error.filename or output, error) from None
    findings = [record.finding for record in records if record.finding]
    bare = sum([one.bare for one in played])
    but = f" but for {counted(bare, 'result')} alone" if bare else ""
    proven = f"proven{but}" if checked else "not proven"
    begun = sum(record.line is not None for record in records)  # the others are files that cannot be read
    first, where = (output, output) if single else (output / "index.html", output / "findings.html")
    say(
        f"{first}: {written}, {counted(begun, 'game')}, {proven}, {counted(len(findings), 'finding')}"
        f"{f': see {where}' if findings else ''}",
        err=True,
    )
    context.exit(exit_code(findings))


class LivePage:
    """A page about the games in a tournament's folder, written again and again while they are played."""

    PAUSE, SHARE = 5, 20
    """Seconds between two writings, at least; and how many times as long as a writing takes."""

    def __init__(self, path: Path, folder: Path) -> None:
        """Raises UsageError if the page cannot be made there."""
        from cityleague.replays.pages import ForeignFileError, check_output

        self._path, self._folder, self._next = path, folder, 0.0
        try:
            check_output(path, site=False, history=False)
        except ForeignFileError as error:
            raise click.UsageError(str(error)) from None
        except OSError as error:
            raise unwritable(path, error) from None

    def along(self, played: Generator[Progress]) -> Generator[Progress]:
        """The same progress. The page is written on the way, and for the last time at the end, whatever the end is."""
        with contextlib.closing(played):
            progress = next(played)
            try:
                while True:
                    self._write_in_time()
                    yield progress
                    progress = next(played)
            except StopIteration:
                return
            finally:
                self.finish()

    def finish(self) -> None:
        """Write it for the last time."""
        self._write(None)

    def _write_in_time(self) -> None:
        """Write it if it is time; it then loads itself again and again."""
        begun = time.monotonic()
        if begun >= self._next:
            self._write(self.PAUSE)
            now = time.monotonic()
            self._next = now + max(self.PAUSE, self.SHARE * (now - begun))

    def _write(self, refresh: int | None) -> None:
        from cityleague.replays.pages import Made, Sources, read_records, write_page

        paths, sources = (str(self._folder),), Sources()
        try:
            records = list(read_records(paths, sources, {}, validate=False))
            made = Made(_command(paths, (), True, None), sources.hashes(), False, "bots")
            write_page(self._path, records, made, history=False, refresh=refresh)
        except OSError as error:
            raise unwritable(self._path, error) from None


def _watched(reading: Iterator[Record], total: int | None) -> Iterator[Record]:
    """The records, with a bar on a terminal."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread would receive the Ctrl-C that is held back while workers start
    yield from tqdm(reading, total=total, unit="game", disable=None, dynamic_ncols=True)


def _command(
    paths: tuple[str, ...],
    components: tuple[str, ...],
    single: bool,
    validate: bool | None,
    allow_empty: bool = False,
    audience: str | None = None,
) -> str:
    """The command as the pages tell it: without what does not change them."""
    from cityleague.replays.log import path_text

    flags = [] if validate is None else ["--validate" if validate else "--no-validate"]
    flags += ["--allow-empty"] * allow_empty
    flags += ["--for", audience] if audience else []
    files = [word for path in components for word in ("--components", path)]
    output = "FILE.html" if single else "DIR"
    return shlex.join([path_text(word) for word in ["cityleague", "report", *paths, *files, *flags]]) + f" -o {output}"
