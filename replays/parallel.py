"""Work spread over processes, results in the order of the work, whatever happens to either side."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing.connection import wait
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""How many items a worker may be ahead of the one whose result is awaited; bounds memory."""


def ordered_map(function: Callable[[T], R], items: Iterable[T], jobs: int) -> Generator[R]:
    """`map` over `jobs` processes, lazily and in order; with one job in this very process.

    Closing the iterator, or Ctrl-C, ends the workers at once; they also end by themselves when this process is
    killed.
    """
    if jobs == 1:
        yield from map(function, items)
        return
    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_worker)
    try:
        queue: deque[Future[R]] = deque()
        todo = iter(items)
        while True:
            queue.extend(executor.submit(function, item) for item in islice(todo, jobs * _AHEAD - len(queue)))
            if not queue:
                return
            yield queue.popleft().result()
    finally:
        workers = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
