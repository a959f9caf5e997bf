"""The option `--cluster`, and who does the work: processes of this machine, or the machines of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cityleague.cli.follow import tell

if TYPE_CHECKING:
    from cityleague.replays.workers import Workers

F = TypeVar("F", bound=Callable[..., Any])


def cluster_option(what: str) -> Callable[[F], F]:
    """--cluster ADDRESS; `what` is done there."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help=f"{what} on the workers of the Dask scheduler at this address (tcp://HOST:PORT), instead of -j.",
    )


def workers_of(cluster: str | None, jobs: int) -> Workers:
    """Who does the work; raises UsageError for what cannot be."""
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
