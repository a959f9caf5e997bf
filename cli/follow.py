"""A tournament while it is played or merged: how far it gets, and what ends it."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cityleague.cli.common import INTERRUPTED, FailedError, FoundError, UnreadError, unwritable
from cityleague.cli.logs import print_table

if TYPE_CHECKING:
    from cityleague.replays.tournaments import Progress, Tournament


def play_all(played: Generator[Progress], folder: Path, table_every: int | None) -> None:
    """Play to the end, or to what a user is told in its place."""
    from cityleague.engine.bots.specs import BotSpecError
    from cityleague.replays.tournaments import HopelessError, ResumeError
    from cityleague.replays.workers import WorkerError

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: bots that are programs are ended
    try:
        _follow(played, folder, table_every)
    except (ResumeError, BotSpecError) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise unwritable(error.filename or folder, error) from None
    except HopelessError as error:
        raise FailedError(
            f"{error}. The run stops here: correct the bot or leave it out; --forfeit-limit 1 goes on all the same."
        ) from None
    except WorkerError as error:
        raise FailedError(f"{error} The same command continues the tournament.") from None


def merge_all(planned: Tournament, folders: Sequence[Path], target: Path) -> None:
    """Join what was played apart, or tell a user why not."""
    from cityleague.replays.tournaments import MergeError, ResumeError, UnreadableError, merge

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: nothing half is left behind
    try:
        merge(planned, folders, target, lambda text: click.echo(text, err=True))
    except ResumeError as error:
        raise click.UsageError(str(error)) from None
    except UnreadableError as error:
        raise UnreadError(str(error)) from None
    except MergeError as error:
        raise FoundError(str(error)) from None
    except OSError as error:
        raise unwritable(error.filename or target, error) from None
    except KeyboardInterrupt:
        click.echo("stopped; nothing is written", err=True)
        raise SystemExit(INTERRUPTED) from None


def _follow(played: Generator[Progress], folder: Path, table_every: int | None) -> None:
    """Show how far it gets: a bar on a terminal, nothing in a pipe; the table after each so many games."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread would take the Ctrl-C that is put off while workers are started
    so_far = ""
    try:
        begun = last = next(played)
        if begun.dropped:
            click.echo(f"{folder}: cut off an unfinished game ({begun.dropped} bytes); it is played again", err=True)
        if begun.done:
            click.echo(f"{folder}: {begun.done} of {begun.total} games are there already", err=True)
        with tqdm(total=begun.total, initial=begun.done, unit="game", disable=None, dynamic_ncols=True) as bar:
            for progress in played:
                so_far = f" after {progress.done} of {progress.total} games"
                bar.update()
                last = progress
                if table_every and progress.done % table_every == 0 and progress.done < progress.total:
                    bar.clear()
                    print_table([str(folder)], "table", err=True)
        if last.enough:
            click.echo(f"enough after {last.done} of {last.total} games: {last.enough}", err=True)
    except KeyboardInterrupt:
        played.close()
        command = shlex.join(["cityleague", *sys.argv[1:]])
        click.echo(f"stopped{so_far}; the same command goes on:\n  {command}", err=True)
        raise SystemExit(INTERRUPTED) from None


def tell(text: str) -> None:
    """Say something meanwhile, above the bar if there is one."""
    from tqdm import tqdm

    tqdm.write(text, file=sys.stderr)
