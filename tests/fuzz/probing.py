"""Inputs of one kind, one after another, until one goes wrong; then the simplest like it."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings

from .targets import PATIENCE, Target


class TooLongError(AssertionError):
    """One input has taken more CPU seconds than it may."""


class _Over(BaseException):
    """The time for all inputs is over."""


class Failure(NamedTuple):
    """An input that something is wrong with."""

    value: Any
    error: Exception

    @property
    def digest(self) -> str:
        """A name for it."""
        return blake2b(repr(self.value).encode(), digest_size=6).hexdigest()


@contextlib.contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raises TooLongError in whatever code uses more CPU time, at most once it is in Python again."""

    def late(_signal: int, _frame: object) -> None:
        raise TooLongError(f"more than {seconds:g} CPU seconds")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # again, should it be raised where exceptions are ignored
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def probe(target: Target, number: int, inputs: int, seconds: float = float("inf")) -> tuple[int, Failure | None]:
    """Try so many inputs at most; which ones, `number` decides. How many it were, and the simplest that went wrong."""
    tried = 0
    failed: Failure | None = None
    deadline = time.monotonic() + seconds

    @seed(number)
    @settings(
        max_examples=inputs,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    @given(target.strategy())
    def try_one(value: Any) -> None:
        nonlocal tried, failed
        if time.monotonic() > deadline:
            raise _Over
        tried += 1
        try:
            with bounded(PATIENCE):
                target.check(value)
        except Exception as error:
            failed = Failure(value, error)
            raise

    with contextlib.suppress(_Over, Exception):  # the failure is kept
        try_one()
    return tried, failed
