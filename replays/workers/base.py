"""What work is handed to, whoever does it; and this very process, which does it at once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""How many items a worker may be ahead of the one whose result is awaited; bounds memory."""


class WorkerError(RuntimeError):
    """A worker is gone, and with it what it was at."""


class Workers(Protocol):
    """Where work is done. A context: when it is left, whatever is still at work ends at once."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """`map`, lazily, the results in the order of the items. Raises WorkerError."""


class Here:
    """This very process."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """One after the other."""
        return map(function, items)


_before_end: list[Callable[[], None]] = []


def before_end(action: Callable[[], None]) -> None:
    """Have this done before a worker process ends itself on the spot, where neither `finally` nor `atexit` is heard."""
    _before_end.append(action)


def do_before_end() -> None:
    """Do what `before_end` was told, all of it."""
    with contextlib.ExitStack() as stack:
        for action in _before_end:
            stack.callback(action)
