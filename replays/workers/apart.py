"""An object that lives in a process of its own: its methods are called from here, and this process stays free."""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from cityleague.replays.workers.base import WorkerError
from cityleague.replays.workers.processes import CAN_BLOCK, begin_worker, starting

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
        return True, error
