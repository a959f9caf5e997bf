"""Tables of cases: one test goes through all of their rows."""

from __future__ import annotations

import argparse
import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, TypeVar
from zlib import crc32

import pytest
from hypothesis import settings

Test = TypeVar("Test", bound=Callable[..., None])

EXHAUSTIVE = "CITYLEAGUE_TESTS_EXHAUSTIVE"
"""The environment variable by which `tests/conftest.py` says that the run is the exhaustive one."""


def daily(table: Sequence[Any], count: int = 1) -> list[Any]:
    """Rows for `pytest.mark.parametrize`: the first `count` for every day, the rest for the exhaustive run.

    A row that is a tuple has a value for each name.
    """
    left = [row if isinstance(row, tuple) else (row,) for row in table[count:]]
    return [*table[:count], *[pytest.param(*row, marks=pytest.mark.exhaustive) for row in left]]


def examples(count: int) -> Callable[[Test], Test]:
    """Let hypothesis try so many examples in the exhaustive run; a tenth of them, 10 at least, every day."""
    tried = count if os.environ.get(EXHAUSTIVE) else max(10, count // 10)

    def decorate(test: Test) -> Test:
        marked: Test = pytest.mark.sampled(settings(max_examples=tried)(test))
        return marked

    return decorate


def share(text: str) -> tuple[int, int]:
    """The number of a share and how many there are; raises ArgumentTypeError for a text that is not like `2/4`."""
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise argparse.ArgumentTypeError(f"a share is K/N, as 2/4; not {text!r}")
    return int(number), int(of)


def is_in_share(name: str, number: int, of: int) -> bool:
    """Whether a test is in a share: its own name decides, so the tests of a file, and their time, are spread."""
    return crc32(name.encode()) % of == number - 1


def rows(names: str | tuple[str, ...], table: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, but as one test: thousands of short tests would take far longer.

    The test goes through all rows, whatever fails, and then names every row that failed. `tmp_path` is a folder of its
    own for each row; all other fixtures are shared by the rows.
    """
    fields = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    listed = [dict(zip(fields, (row,) if len(fields) == 1 else row, strict=True)) for row in table]
    assert listed, "a table without rows proves nothing"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @wraps(test)
        def each_row(**fixtures: Any) -> None:
            failures: list[BaseException] = []
            for number, row in enumerate(listed):
                own = dict(fixtures)
                if "tmp_path" in own:
                    own["tmp_path"] = fixtures["tmp_path"] / f"row-{number}"
                    own["tmp_path"].mkdir()
                try:
                    test(**own, **row)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"row {number}: " + ", ".join([f"{key}={row[key]!r:.200}" for key in row]))
                    failures.append(error)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(listed)} rows", failures)

        left = [parameter for name, parameter in signature.parameters.items() if name not in fields]
        vars(each_row)["__signature__"] = signature.replace(parameters=left)
        return each_row

    return decorate
