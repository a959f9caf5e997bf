"""Inputs of one kind, one after another, until one goes wrong; then the simplest like it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings

from .choosing import Choices, made_by

PATIENCE = 5.0
"""CPU seconds that one input may take."""


class Target(NamedTuple):
    """A kind of input."""

    make: Callable[[Choices], Any]
    check: Callable[[Any], None]
    """Raises AssertionError, or whatever comes out of our code."""


@cache
def _place() -> tempfile.TemporaryDirectory[str]:
    """A folder that is gone when the process ends; in memory, if that has one: a disk takes longer than all else."""
    memory = "/dev/shm"
    return tempfile.TemporaryDirectory(prefix="cityleague-fuzz-", dir=memory if os.access(memory, os.W_OK) else None)


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """An empty folder for one input; the next one gets the same."""
    here = Path(_place().name)
    try:
        yield here
    finally:
        for entry in os.scandir(here):
            shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)


class TooLongError(AssertionError):
    """One input has taken more CPU seconds than it may."""


class Failure(NamedTuple):
    """An input that something is wrong with."""

    value: Any
    error: Exception

    @property
    def digest(self) -> str:
        """A name for it."""
        return blake2b(repr(self.value).encode(), digest_size=6).hexdigest()

    @property
    def kind(self) -> tuple[object, ...]:
        """What failures of the same cause have in common: the exception, and the line that raised it."""
        trace = self.error.__traceback__
        while trace and trace.tb_next:
            trace = trace.tb_next
        return type(self.error), trace and (trace.tb_frame.f_code.co_filename, trace.tb_lineno)


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


class Probe:
    """Inputs of one kind that are tried one after another."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.tried = 0
        """How many inputs have been checked, without the simpler ones that are tried after a failure."""

    def run(self, number: int, inputs: int, seconds: float = float("inf")) -> Failure | None:
        """Make so many inputs at most; which ones, `number` decides. The first that goes wrong, made simple."""
        deadline = time.monotonic() + seconds
        failure: Failure | None = None

        @seed(number)
        @settings(
            max_examples=inputs,
            database=None,
            deadline=None,
            report_multiple_bugs=False,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        )
        @given(made_by(self.target.make))
        def check(value: Any) -> None:
            nonlocal failure
            if failure is None and time.monotonic() > deadline:
                return
            self.tried += failure is None
            now = _failure(self.target, value)
            if now and (failure is None or now.kind == failure.kind):  # simpler ones must fail in the same way
                failure = now
                raise now.error

        try:
            check()
        except Exception:
            if failure is None:  # of the making of inputs
                raise
        return failure


def _failure(target: Target, value: Any) -> Failure | None:
    try:
        with bounded(PATIENCE):
            target.check(value)
    except Exception as error:
        return Failure(value, error)
    return None
