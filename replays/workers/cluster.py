"""Work spread over the machines of a Dask cluster. Only this module needs Dask, which is an extra.

Machines come and go. When a worker dies, another one does its work again; without workers, the run waits. The scheduler
must stay, because everything travels through it, but it need not have cityleague.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import secrets
import socket
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple, NoReturn, Self, TypeVar

import distributed

from cityleague.engine.version import __version__
from cityleague.replays.workers.base import AHEAD, WorkerError, came_through

_one_at_a_time = Lock()
"""A worker with several threads does one thing after the other: msgspec can crash where threads first use a type at
once, and standard output, from which what bots print is led away, is the whole process's.
"""

T = TypeVar("T")
R = TypeVar("R")

_dask: Any = distributed
"""Untyped, because the types of Dask leave too much out."""

_CONNECT, _LEAVE = 10.0, 3.0
"""Seconds within which the scheduler must answer, at first and at the end."""
_LOOK, _SILENCE = 1.0, 5.0
"""Seconds between looks for workers; seconds without a worker after which the user is told."""
_ATTEMPTS = 3
"""How often work is handed out. Each time, Dask itself gives it to another worker if a worker dies; by default three
times (`allowed-failures`)."""


class _Call:
    """What a worker does, and returns, when it unpickles this.

    Dask is asked only to unpickle this. So its scheduler does not need cityleague, and a worker that has no cityleague,
    or another version, can say so.
    """

    def __init__(self, function: Callable[[T], R], item: T) -> None:
        self._pickled = pickle.dumps((function, item))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, bytes]]:
        return do, (__version__, self._pickled)


class _Work(NamedTuple):
    """An item of work that the cluster does, or will do."""

    number: int
    call: bytes
    future: Any


class Cluster:
    """The workers of a Dask scheduler; `tell` gets remarks while one waits. Raises ValueError for its address."""

    def __init__(self, address: str, tell: Callable[[str], object]) -> None:
        _, port = _dask.comm.get_address_host_port(address)
        if not 0 < port < 1 << 16:
            raise ValueError(f"{port} is not a port")
        self._address, self._tell = address, tell
        self._run = secrets.token_hex(8)
        self._submitted = 0
        self._client: Any = None
        self._logging = logging.root.manager.disable
        self._threads = 1
        self._looked = 0.0
        self._seen = 0.0
        self._told = False

    def __enter__(self) -> Self:
        logging.disable()  # the errors below tell users what Dask would log
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about other versions of packages, which do not matter here
                asyncio.run(asyncio.wait_for(_greet(self._address), _CONNECT))
                self._client = _dask.Client(self._address, timeout=_CONNECT, set_as_default=False)
        except Exception as error:  # nobody answers, or it is not a scheduler, or of another version
            logging.disable(self._logging)
            raise WorkerError(f"no Dask scheduler answers at {self._address}: {_in_a_line(error)}.") from None
        self._seen = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave; the scheduler then forgets all unfinished work."""
        with suppress(Exception):  # the scheduler may be gone
            self._client.close(timeout=_LEAVE)
        logging.disable(self._logging)

    def map(self, function: Callable[[T], R], items: Iterable[T], *, size: object = None) -> Iterator[R]:
        """Hand out items in advance, more of them if there are more workers; results come in order."""
        queue: deque[_Work] = deque()
        todo = enumerate(items)
        while True:
            self._look()
            for number, item in islice(todo, max(0, AHEAD * self._threads - len(queue))):
                queue.append(self._submit(number, pickle.dumps(_Call(function, item))))
            if not queue:
                return
            result, error = self._result(queue.popleft())
            if error is not None:
                raise error
            yield result

    def _submit(self, number: int, call: bytes) -> _Work:
        """Hand out a call. Earlier ones go first. Each has a unique key, so that Dask does not merge two of them."""
        self._submitted += 1
        key = (f"cityleague-{self._run}", self._submitted)
        future = self._client.submit(pickle.loads, call, key=key, priority=-number)
        return _Work(number, call, future)

    def _result(self, work: _Work) -> tuple[Any, Exception | None]:
        """What `do` returned, after several attempts if necessary."""
        deaths = 0
        for attempt in range(_ATTEMPTS):
            try:
                return self._awaited(self._submit(work.number, work.call) if attempt else work)
            except _dask.KilledWorker as error:
                deaths += error.allowed_failures + 1
        raise WorkerError(f"{deaths} workers have died while they had the same game; is memory short?")

    def _awaited(self, work: _Work) -> tuple[Any, Exception | None]:
        """What `do` returned; raises KilledWorker."""
        while True:
            try:
                answer: tuple[Any, Exception | None] = work.future.result(timeout=_LOOK)
                return answer
            except TimeoutError:
                self._look()
            except _dask.KilledWorker:
                raise
            except (OSError, CancelledError):
                self._scheduler_gone()
            except Exception as error:
                raise WorkerError(f"the cluster at {self._address} cannot do it: {_in_a_line(error)}.") from None

    def _look(self) -> None:
        """Count the workers from time to time; tell the user, once, if there have been none for a while."""
        if self._client.status != "running":
            self._scheduler_gone()
        now = time.monotonic()
        if now < self._looked + _LOOK:
            return
        self._looked = now
        try:
            threads = sum(self._client.nthreads().values())
        except OSError:
            self._scheduler_gone()
        self._threads = max(1, threads)
        if threads:
            self._seen, self._told = now, False
        elif not self._told and now > self._seen + _SILENCE:
            self._told = True
            self._tell(f"waiting for workers at {self._address}")

    def _scheduler_gone(self) -> NoReturn:
        raise WorkerError(f"the Dask scheduler at {self._address} is gone.") from None


def _in_a_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ").removesuffix(".")


async def _greet(address: str) -> None:
    """Shake hands first: a client would wait for ever for a server that accepts the connection and stays silent."""
    comm = await _dask.comm.connect(address, timeout=_CONNECT, **_dask.Security().get_connection_args("client"))
    comm.abort()


def do(wanted: str, pickled: bytes) -> tuple[Any, Exception | None]:
    """What a worker does: return the function's result, or the exception that it raised."""
    if __version__ != wanted:
        there = f"the worker on {socket.gethostname()} has cityleague {__version__}"
        return None, WorkerError(f"{there}, not {wanted} as here.")
    with _one_at_a_time:
        function, item = pickle.loads(pickled)
        try:
            return function(item), None
        except Exception as error:
            came_through(error)
            return None, error
