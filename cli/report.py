"""The command that makes a league's pages."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cityleague.cli.common import (
    LOG,
    OutputPath,
    base_url_option,
    components_option,
    contents,
    exit_code,
    jobs_option,
    unwritable,
)
from cityleague.cli.exits import FailedError
from cityleague.cli.logs import allow_empty_option, log_files
from cityleague.cli.output import say

if TYPE_CHECKING:
    from cityleague.replays.pages import Record, Share
    from cityleague.replays.tournaments import Progress


PAGE_BYTES, PAGE_SECONDS = 11, 25e-6
"""What the page of a game takes for each byte of its log: bytes (9 to 15), and seconds of a core (about)."""
MANY_MEGABYTES = 10
"""Pages that take less are not spoken of."""


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
@click.option(
    "--pages",
    "chosen",
    type=click.Choice(["all", "findings", "none"]),
    help="With a folder: which games get a page. `findings`: those with something wrong.  [default: all]",
)
@base_url_option("its address and a picture, which is drawn where rsvg-convert or the like is installed")
@jobs_option("read games and write their pages")
@allow_empty_option
@components_option(multiple=True)
@click.pass_context
def report(
    context: click.Context,
    paths: tuple[str, ...],
    output: Path,
    validate: bool | None,
    chosen: str | None,
    base: str | None,
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
      cityleague report cup -o site --base-url https://example.org/league/
    """
    from cityleague.engine.components import ComponentsError
    from cityleague.replays.log import counted
    from cityleague.replays.pages import (
        ConverterMissing,
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

    logs = log_files(paths, allow_empty=allow_empty)
    if not logs:
        say(f"{output}: nothing written, as there is no log", err=True)
        return
    single = output.suffix.lower() in (".html", ".htm") and not output.is_dir()
    if single and chosen:
        raise click.UsageError("--pages is for a folder: one page about a league has no pages of games")
    checked = not single if validate is None else validate
    sources = Sources()
    try:
        share = _share(base or "")
        check_output(output, site=not single, picture=share.pictures)
        folder = None if single else output
        given = contents(components)
        reading = read_records(
            logs, sources, given, validate=checked, folder=folder, chosen=chosen or "all", share=share, jobs=jobs
        )
        size = None if single else count_games(logs)
        if size and chosen in (None, "all"):
            _warn_of(*size, jobs)
        records = list(_watched(reading, size[0] if size else None))
        flags = ["--pages", chosen] if chosen in ("findings", "none") else []
        flags += ["--base-url", base] if base else []
        made = Made(_command(paths, components, single, validate, allow_empty, flags), sources.hashes(), checked)
        if single:
            written = write_page(output, records, made, share, history=True)
        else:
            written = write_site(output, records, made, share)
    except (ForeignFileError, ComponentsError) as error:
        raise click.UsageError(str(error)) from None
    except ConverterMissing as error:
        raise FailedError(f"{error}; without --base-url no pictures are drawn") from None
    except WorkerError as error:
        raise FailedError(f"{error} The same command goes on.") from None
    except OSError as error:
        raise unwritable(error.filename or output, error) from None
    findings = [record.finding for record in records if record.finding]
    proven = "proven" if checked else "not proven"
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
            made = Made(_command(paths, (), True, None), sources.hashes(), False)
            write_page(self._path, records, made, history=False, refresh=refresh)
        except OSError as error:
            raise unwritable(self._path, error) from None


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
    more: Sequence[str] = (),
) -> str:
    """The command as the pages tell it: without what does not change them."""
    from cityleague.replays.log import path_text

    flags = [] if validate is None else ["--validate" if validate else "--no-validate"]
    flags += [*more, *["--allow-empty"] * allow_empty]
    files = [word for path in components for word in ("--components", path)]
    output = "FILE.html" if single else "DIR"
    return shlex.join([path_text(word) for word in ["cityleague", "report", *paths, *files, *flags]]) + f" -o {output}"
