"""Where work is done: in this very process, in processes of this machine, or on the machines of a cluster.

Everywhere, results come in the order of the work, so that what is made of them has the same bytes. This room knows
nothing of games and imports no other room; rooms with much to do import it (validation, tournaments). Modules for
processes and Dask are slow to import, and are imported only when they are used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cityleague.replays.workers.base import Here, WorkerError, Workers, before_end, came_through

if TYPE_CHECKING:
    from cityleague.replays.workers.processes import Partner

__all__ = [
    "Here", "WorkerError", "Workers", "before_end", "came_through", "cluster_workers", "local_workers", "partner",
]  # fmt: skip


def local_workers(jobs: int) -> Workers:
    """`jobs` processes of this machine; with one job, this very process."""
    if jobs <= 1:
        return Here()
    from cityleague.replays.workers.processes import Processes  # noqa: PLC0415  (multiprocessing is slow to import)

    return Processes(jobs)


def partner(make: Callable[..., Any], *arguments: object) -> Partner:
    """An object in a process of its own, made of these arguments. Raises what `make` raises, and WorkerError."""
    from cityleague.replays.workers.processes import Partner  # noqa: PLC0415  (multiprocessing is slow to import)

    return Partner(make, *arguments)


def cluster_workers(address: str, tell: Callable[[str], object]) -> Workers:
    """The workers of the Dask scheduler at this address; `tell` is called with remarks for the user.

    Raises ModuleNotFoundError without Dask, which is an extra, and ValueError if the address is invalid.
    """
    from cityleague.replays.workers.cluster import Cluster  # noqa: PLC0415  (Dask is very slow to import)

    return Cluster(address, tell)
