"""Work shared by processes of this machine: quick items go together, and nobody notices."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

import pytest

from cityleague.replays.workers import came_through, local_workers


def squared(number: int) -> str:
    """What `eval` makes a result of, and the process that found it: a new process can import `eval`, but not this."""
    return "{}[333]" if number == 333 else f"({number} ** 2, __import__('os').getpid())"


def test_results_come_in_the_order_of_the_items() -> None:
    with local_workers(2) as workers:
        found = list(workers.map(eval, map(squared, range(300))))
    assert [square for square, _ in found] == [number * number for number in range(300)]
    assert os.getpid() not in {process for _, process in found}


def test_what_came_before_an_error_arrives() -> None:
    with local_workers(2) as workers:
        results = workers.map(eval, map(squared, range(1000)))
        assert [square for square, _ in islice(results, 333)] == [number * number for number in range(333)]
        with pytest.raises(LookupError) as raised:
            next(results)
    module, file, line = came_through(raised.value)[-1]
    assert (module.rpartition(".")[2], file, line) == ("processes", "<string>", 1), "where a worker was"


def test_items_are_taken_no_further_than_is_handed_out() -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(300):
            taken += 1
            yield number

    with local_workers(2) as workers:
        results = workers.map(eval, map(squared, items()), size=lambda _: 1 << 20)
        next(results)
        assert taken <= 16
        assert len(list(results)) == 299
