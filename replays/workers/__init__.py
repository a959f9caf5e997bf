"""Where work is done: in this very process, in processes of this machine, or on the machines of a cluster.

Wherever it is, the results come in the order of the work, so that what is made of them has the same bytes. This room
knows nothing of games; it needs no other, and all may enter that have much to do (validation, tournaments). What
processes and Dask need is slow to import, and imported when it is used.
"""

from __future__ import annotations

from collections.abc import Callable

from cityleague.replays.workers.base import Here, WorkerError, Workers, before_end

__all__ = ["Here", "WorkerError", "Workers", "before_end", "cluster_workers", "local_workers"]


def local_workers(jobs: int) -> Workers:
    """So many processes of this machine, or this very one."""
    if jobs <= 1:
        return Here()
    from cityleague.replays.workers.processes import Processes  # noqa: PLC0415  (multiprocessing is slow to import)

    return Processes(jobs)


def cluster_workers(address: str, tell: Callable[[str], object]) -> Workers:
    """The workers of the Dask scheduler at this address; `tell` gets what a user may want to know meanwhile.

    Raises ModuleNotFoundError without Dask, which is an extra, and ValueError if the address is none.
    """
    from cityleague.replays.workers.cluster import Cluster  # noqa: PLC0415  (so is Dask, very)

    return Cluster(address, tell)
