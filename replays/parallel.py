"""Work spread over processes, results in the order of the work, whatever happens to either side."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import NoReturn, TypeVar

from cityleague.replays.foreign import kill_all

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 4
"""How many items a worker may be ahead of the one whose result is awaited; bounds memory."""


class WorkerError(RuntimeError):
    """A worker process is gone, and with it what it was at."""


def ordered_map(function: Callable[[T], R], items: Iterable[T], jobs: int) -> Generator[R]:
    """`map` over `jobs` processes, lazily and in order; with one job in this very process.

    Closing the iterator, or Ctrl-C, ends the workers at once; they also end by themselves when this process is
    killed. Raises WorkerError if a worker dies.
    """
    if jobs == 1:
        yield from map(function, items)
        return
    resource_tracker.ensure_running()  # when it is started it unblocks Ctrl-C, whoever has blocked it
    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_worker)
    try:
        queue: deque[Future[R]] = deque()
        todo = iter(items)
        while True:
            ahead = list(islice(todo, jobs * _AHEAD - len(queue)))
            with _no_interrupt():
                queue.extend(executor.submit(function, item) for item in ahead)
            if not queue:
                return
            yield queue.popleft().result()
    except BrokenProcessPool:
        raise WorkerError("a worker process has died; was it killed, or is memory short?") from None
    finally:
        workers = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Put off Ctrl-C while workers may be started: they inherit that it is blocked, and leave it to the parent."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda _number, _frame: _end(1))
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _end(1)


def _end(code: int) -> NoReturn:
    """End at once, and leave no program behind that plays."""
    try:
        kill_all()
    finally:
        os._exit(code)
