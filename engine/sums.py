"""Sums of floats that are the same in every version of Python: from 3.12 on, the built-in `sum` rounds differently."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def portable_sum(numbers: Iterable[float]) -> float:
    """The sum, added from left to right and rounded at each step. Bots use it where a decision depends on a sum.

    >>> portable_sum([1e16, 1.0, 1.0, -1e16])
    0.0
    """
    return reduce(add, numbers, 0.0)
