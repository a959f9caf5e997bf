"""Long work: who does it, its progress, and a message for whatever stops it."""

from __future__ import annotations

import contextlib
import shlex
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from cityleague.cli.common import F, unwritable
from cityleague.cli.exits import INTERRUPTED, FailedError, FindingsError, UnreadableInputError
from cityleague.cli.output import clean, progress_bar, say, shell

if TYPE_CHECKING:
    from cityleague.replays.pages import LivePage
    from cityleague.replays.tournaments import Progress, Repeated, Sample, Tournament
    from cityleague.replays.workers import Workers


def cluster_option(what: str) -> Callable[[F], F]:
    """--cluster ADDRESS; `what` is done there."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help=f"{what} on the workers of the Dask scheduler at this address (tcp://HOST:PORT), instead of -j.",
    )


def workers_of(cluster: str | None, jobs: int) -> Workers:
    """Who does the work, processes of this machine or a cluster; raises UsageError for what cannot be."""
    from cityleague.replays.workers import cluster_workers, local_workers

    if cluster is None:
        return local_workers(jobs)
    if jobs > 1:
        raise click.UsageError("-j is for processes of this machine; with --cluster its workers do the work")
    try:
        return cluster_workers(cluster, tell)
    except ModuleNotFoundError:
        raise click.UsageError("--cluster needs Dask: pip install 'distributed>=2025.1'") from None
    except ValueError as error:
        raise click.UsageError(f"--cluster: {error}") from None


def play_all(
    played: Generator[Progress],
    folder: Path,
    table_every: int | None,
    show: Callable[[], object],
    what: str = "tournament",
) -> None:
    """Play `what` it is to the end, and `show` how things stand after every so many games; what stops it becomes a
    message.
    """
    from cityleague.replays.log import LogChangedError
    from cityleague.replays.tournaments import HopelessError
    from cityleague.replays.workers import WorkerError

    try:
        _follow(played, folder, table_every, show)
    except OSError as error:
        raise unwritable(error.filename or folder, error) from None
    except HopelessError as error:
        cure = "correct the bot or leave it out, or play on with --forfeit-limit 1"
        if what != "tournament":
            cure = "correct the bot or the ranges, and begin another folder"
        raise FailedError(f"{error}. The run stops here: {cure}.") from None
    except LogChangedError as error:
        raise FailedError(f"{error}. Put the file back as it was, and the same command goes on.") from None
    except WorkerError as error:
        raise FailedError(f"{error} The same command continues the {what}.") from None


def merge_all(
    planned: Tournament,
    folders: Sequence[Path],
    target: Path,
    content: bytes | None,
    at_work: Workers,
    live: LivePage | None,
    *,
    validate: bool,
    sample: Sample | None,
) -> None:
    """Join the shards of a tournament, and write its page; what prevents it becomes a message for the user."""
    from cityleague.replays.tournaments import MergeError, UnreadableError, merge

    try:
        merge(planned, folders, target, partial(say, err=True), content, at_work, validate=validate, sample=sample)
        if live:
            live.finish()
    except UnreadableError as error:
        raise UnreadableInputError(str(error)) from None
    except MergeError as error:
        raise FindingsError(str(error)) from None
    except OSError as error:
        raise unwritable(error.filename or target, error) from None
    except KeyboardInterrupt:
        say("stopped; nothing was written", err=True)
        raise SystemExit(INTERRUPTED) from None


def sample_from(replay: str | None, others: Mapping[str, object]) -> Sample | None:
    """The sample that `--replay` names; raises UsageError if any of the other options does not go with it."""
    from cityleague.replays.tournaments import sample_of

    if replay is None:
        return None
    if wrong := [name for name, value in others.items() if value]:
        raise click.UsageError(f"--replay plays what was played before, and does not go with {' and '.join(wrong)}")
    try:
        return sample_of(replay)
    except ValueError as error:
        raise click.UsageError(f"--replay {error}") from None


def repeat_all(repeat: Callable[[Callable[[str], None]], Repeated], folder: Path) -> None:
    """Play a sample of the blocks in a folder again; what is not repeated, or prevents it, becomes a message."""
    from cityleague.replays.tournaments import UnreadableError

    try:
        repeated = repeat(partial(say, err=True))
    except UnreadableError as error:
        raise UnreadableInputError(str(error)) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnreadableInputError(f"{error.filename or folder}: cannot be read: {error.strerror}") from None
    except KeyboardInterrupt:
        say("stopped; nothing in the folder has changed", err=True)
        raise SystemExit(INTERRUPTED) from None
    if repeated.failed:
        raise FindingsError(f"{repeated.failed} of {repeated.games} games not repeated")


def _follow(played: Generator[Progress], folder: Path, table_every: int | None, show: Callable[[], object]) -> None:
    """Show the progress: a bar on a terminal, nothing in a pipe; `show` the table after every `table_every` games."""
    last: Progress | None = None
    try:
        begun = last = next(played)
        if begun.dropped:
            say(f"{folder}: cut off an unfinished game ({begun.dropped} bytes); it is played again", err=True)
        if begun.done:
            say(f"{folder}: {begun.done} of {begun.total} games are there already", err=True)
        with _unmissable() as heed_interrupt, progress_bar(total=begun.total, initial=begun.done, unit="game") as bar:
            for progress in played:
                if bar:
                    bar.update(progress.done - last.done)
                last = progress
                heed_interrupt()
                for text in progress.told:
                    tell(text)
                if table_every and progress.done % table_every == 0 and progress.done < progress.total:
                    if bar:
                        bar.clear()
                    show()
        if last.enough:
            say(f"enough after {last.done} of {last.total} games: {last.enough}", err=True)
    except KeyboardInterrupt:
        played.close()
        command = shlex.join(["cityleague", *sys.argv[1:]])
        so_far = f" after {last.done} of {last.total} games" if last else ""
        say(f"stopped{so_far}; to continue, run the same command again:\n  {command}", err=True)
        raise SystemExit(INTERRUPTED) from None


@contextlib.contextmanager
def _unmissable() -> Iterator[Callable[[], None]]:
    """Ctrl-C and SIGTERM raise KeyboardInterrupt as ever; the function raises it again if it went under.

    That happens where it strikes within a callback of C code that drops errors, as msgspec does while it looks at
    types. What is ignored stays so: a shell has commands behind an `&` ignore Ctrl-C.
    """
    interrupted = False

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    def heed() -> None:
        if interrupted:
            raise KeyboardInterrupt

    standing = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    before = {number: handler for number, handler in standing.items() if handler != signal.SIG_IGN}
    for number in before:
        signal.signal(number, interrupt)
    try:
        yield heed
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def page_along(page: Path, folder: Path) -> LivePage:
    """A page that is written while a tournament is played in this folder; raises ForeignFileError and OSError."""
    from cityleague.replays.pages import LivePage

    return LivePage(page, str(folder), f"{shell('report', str(folder))} -o FILE.html")


def tell(text: str) -> None:
    """Print a message above the progress bar, if there is one."""
    if not sys.stderr.isatty():
        return say(text, err=True)
    from tqdm import tqdm

    return tqdm.write(clean(text), file=sys.stderr)
