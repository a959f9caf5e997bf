"""Sums of floats that are the same in every version of Python: from 3.12 on, `sum` rounds differently."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def added(numbers: Iterable[float]) -> float:
    """The sum, added from left to right and rounded at each step. A bot's decision must not depend on `sum`.

    >>> added([1e16, 1.0, 1.0, -1e16])
    0.0
    """
    return reduce(add, numbers, 0.0)
