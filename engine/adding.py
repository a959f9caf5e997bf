"""Sums of fractions that are the same in every version of Python: from 3.12 on `sum` rounds otherwise than before."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def added(numbers: Iterable[float]) -> float:
    """The sum, added from left to right and rounded at each step; what a bot decides by must not depend on `sum`.

    >>> added([1e16, 1.0, 1.0, -1e16])
    0.0
    """
    return reduce(add, numbers, 0.0)
