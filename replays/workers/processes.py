"""Work shared by processes of this machine, with results in the order of the work; and an object that lives in one."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker, util
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any, Generic, NamedTuple, NoReturn, Self, TypeVar

from cityleague.replays.workers.base import AHEAD, WAITING, WorkerError, came_through, do_before_end

T = TypeVar("T")
R = TypeVar("R")

CAN_BLOCK = hasattr(signal, "pthread_sigmask")
"""Whether signals can be blocked. Windows cannot, and has no resource tracker to start."""
_as_this_process: Callable[[], list[str]] = util._args_from_interpreter_flags  # type: ignore[attr-defined]
# Python begins workers, and the tracker beside them, by `python -c`, which looks for modules in the current folder
# first. That may be a stranger's. Without -P, its `pickle.py` would run here.
util._args_from_interpreter_flags = lambda: [*_as_this_process(), "-P"]  # type: ignore[attr-defined]

_SECONDS = 0.25
"""About so long a process works on items that it gets together."""
_MOST = 32
"""So many items at most go together."""


class _Done(NamedTuple, Generic[R]):
    """What has come of items that were handed out together."""

    results: deque[R]
    error: Exception | None
    """What the item after these results has raised."""
    seconds_each: float


def _each(function: Callable[[T], R], items: Sequence[T]) -> _Done[R]:
    """The results of items, up to the first that raises an exception."""
    results: deque[R] = deque()
    error, start = None, monotonic()
    try:
        for item in items:
            results.append(function(item))
    except Exception as raised:
        came_through(error := raised)
    return _Done(results, error, max(monotonic() - start, 1e-6) / len(items))


class Processes:
    """Processes of this machine. They also end by themselves when this process is killed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            processes = list((executor._processes or {}).values())
            manager = getattr(executor, "_executor_manager_thread", None)
            results = getattr(executor, "_result_queue", None)
            executor.shutdown(wait=False, cancel_futures=True)
            ended = False
            while not ended:
                for process in processes:  # again and again: a process that is just about to wait overlooks a signal
                    process.terminate()
                if manager is not None:  # else it may close a pipe while Python writes to it at its end: a traceback
                    manager.join(1)
                if results is not None and not any(process.is_alive() for process in processes):
                    results._writer.close()  # or it waits for the rest of a result whose process ended as it wrote it
                ended = manager is None or not manager.is_alive()

    def map(
        self, function: Callable[[T], R], items: Iterable[T], *, size: Callable[[T], int] = lambda _: 0
    ) -> Iterator[R]:
        """Hand out items in advance, so that no process is idle; results come in order.

        Quick items are handed out several at a time, or this process would spend a tenth of all time on it.
        """
        if self._executor is None:
            if CAN_BLOCK:
                resource_tracker.ensure_running()  # its start unblocks Ctrl-C, so it must come before `starting`
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._jobs, mp_context=context, initializer=begin_worker)
        executor = self._executor
        queue: deque[tuple[Future[_Done[R]], int]] = deque()
        waiting = 0
        together = 1
        todo = iter(items)

        def hand_out() -> bool:
            """Hand out the next items; whether there are any."""
            nonlocal waiting
            several: list[T] = []
            before = waiting
            for item in todo:
                several.append(item)
                waiting += size(item)
                if len(several) >= together or waiting >= WAITING:
                    break
            if several:
                with starting():
                    queue.append((executor.submit(_each, function, several), waiting - before))
            return bool(several)

        try:
            while True:
                while len(queue) < self._jobs * AHEAD and waiting < WAITING and hand_out():
                    pass
                if not queue:
                    return
                future, size_of_these = queue.popleft()
                done = future.result()
                del future  # its results may be large, and are not needed any more
                together = min(_MOST, max(1, int(_SECONDS / done.seconds_each)))
                while done.results:
                    yield done.results.popleft()
                if done.error:
                    raise done.error
                waiting -= size_of_these
        except BrokenProcessPool:
            raise WorkerError("a worker process has died; was it killed, or is memory short?") from None


@contextlib.contextmanager
def starting() -> Iterator[None]:
    """Block Ctrl-C while workers may be started: they inherit the block, and leave Ctrl-C to the parent.

    Nor do they inherit the current folder, which is the last place to look for modules once a bot there was named: a
    package `cityleague` in it would go before ours, which is a namespace. They add it when they look for the bot.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if CAN_BLOCK else None
    at_last = sys.path.pop() if sys.path[-1:] == [""] else None
    try:
        yield
    finally:
        if at_last is not None:
            sys.path.append(at_last)
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _terminated)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _terminated(_number: int, _frame: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the next one would come while what is begun here is not done
    _end(1)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _end(1)


def _end(code: int) -> NoReturn:
    """End at once, but leave nothing behind, such as a program that plays."""
    try:
        do_before_end()
    finally:
        os._exit(code)


_GRACE = 2.0
"""Seconds that the process has for closing its object, and for ending."""


class Partner:
    """An object with a method `close`, in a process that ends with this one. One thread at a time may call it."""

    def __init__(self, make: Callable[..., Any], *arguments: object) -> None:
        """What is made of these arguments in the process. Raises what `make` raises, and WorkerError."""
        if CAN_BLOCK:
            resource_tracker.ensure_running()  # its start unblocks Ctrl-C, so it must come before `starting`
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there, make, arguments), daemon=False)
        with starting():
            self._process.start()
        there.close()
        self._lock = threading.Lock()
        self._busy, self._interrupted = True, False
        try:
            self._take()
        except BaseException:
            self.close()
            raise

    def call(self, method: str, *arguments: Any, **named: Any) -> Any:
        """What a method of the object returns; raises what it raises, and WorkerError."""
        with self._lock:
            if self._interrupted:
                raise _gone()
            self._busy = True
        try:
            self._here.send((method, arguments, named))
        except OSError:
            raise _gone() from None
        return self._take()

    def interrupt(self) -> None:
        """Call nothing any more, and end the process if it is at work: whoever has called it, or calls it later, gets a
        WorkerError. Any thread may do this."""
        with self._lock:
            self._interrupted = True
            if self._busy:
                self._end()

    def close(self) -> None:
        """Close the object, and end the process; one that is at work just ends. Raises what closing it raises."""
        failed: bool = False
        value: Any = None
        if not self._busy:
            with contextlib.suppress(EOFError, OSError):
                self._here.send(None)
                if self._here.poll(_GRACE):
                    failed, value = self._here.recv()
        self._end()
        self._here.close()
        if failed:
            raise value

    def _end(self) -> None:
        self._process.terminate()
        self._process.join(_GRACE)
        self._process.kill()  # only one that does not come to handle signals is still there
        self._process.join()

    def _take(self) -> Any:
        try:
            failed, value = self._here.recv()
        except (EOFError, OSError):
            raise _gone() from None
        self._busy = False
        if failed:
            raise value
        return value


def _gone() -> WorkerError:
    return WorkerError("the process in which the bots think has died; was it killed, or is memory short?")


def _serve(connection: Connection, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Make the object, and answer calls until there is none to come."""
    begin_worker()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the other process is gone
        try:
            served = make(*arguments)
        except Exception as error:
            came_through(error)
            connection.send((True, error))
            return
        connection.send((False, None))
        while (asked := connection.recv()) is not None:
            method, positional, named = asked
            connection.send(_outcome(getattr(served, method), *positional, **named))
        connection.send(_outcome(served.close))


def _outcome(method: Callable[..., Any], *arguments: Any, **named: Any) -> tuple[bool, Any]:
    """Whether it failed, and the error or what it returned."""
    try:
        return False, method(*arguments, **named)
    except Exception as error:
        came_through(error)
        return True, error
