"""The interface of all workers; and the simplest of them, this very process."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""How many items may be handed to a worker in advance."""
WAITING = 8 << 20
"""Once items of so many bytes are handed out and not done, no more are, whoever is idle; this bounds memory."""


class WorkerError(RuntimeError):
    """A worker is gone, and its work with it."""


def came_through(error: BaseException) -> Sequence[tuple[str, str, int]]:
    """Module, file and line of the frames that an exception came through, the innermost last.

    Workers ask first: the exception takes the answer along, and leaves its traceback behind.
    """
    frames: Sequence[tuple[str, str, int]] | None = error.__dict__.get(_FRAMES)
    if frames is None:
        walked, trace = [], error.__traceback__
        while trace:
            code, names = trace.tb_frame.f_code, trace.tb_frame.f_globals
            walked.append((str(names.get("__name__", "")), code.co_filename, trace.tb_lineno))
            trace = trace.tb_next
        frames = error.__dict__[_FRAMES] = walked
    return frames


_FRAMES = "came_through"


class Workers(Protocol):
    """Where work is done. A context manager: on leaving it, all unfinished work ends at once."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def map(
        self, function: Callable[[T], R], items: Iterable[T], *, size: Callable[[T], int] = lambda _: 0
    ) -> Iterator[R]:
        """Like the built-in `map`: lazy, with the results in the order of the items. Raises WorkerError.

        `size` tells how many bytes an item takes while it waits for a process of this machine.
        """


class Here:
    """This very process."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(
        self, function: Callable[[T], R], items: Iterable[T], *, size: Callable[[T], int] = lambda _: 0
    ) -> Iterator[R]:
        """One after the other, so that none waits."""
        return map(function, items)


_before_end: list[Callable[[], None]] = []


def before_end(action: Callable[[], None]) -> None:
    """Register an action for when a worker process ends abruptly, where neither `finally` nor `atexit` runs."""
    _before_end.append(action)


def do_before_end() -> None:
    """Run all registered actions, even if one of them fails."""
    with contextlib.ExitStack() as stack:
        for action in _before_end:
            stack.callback(action)
