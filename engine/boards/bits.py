"""Sets of small numbers as integers: number i is in the set when bit i is 1."""

from collections.abc import Iterable


def members(numbers: int) -> list[int]:
    """The numbers of a set, ascending.

    >>> members(0b1011)
    [0, 1, 3]
    """
    ascending = []
    while numbers:
        low = numbers & -numbers
        ascending.append(low.bit_length() - 1)
        numbers ^= low
    return ascending


def set_of(count: int) -> int:
    """The set of all numbers below `count`."""
    return (1 << count) - 1


def set_with(numbers: Iterable[int]) -> int:
    """The set of these numbers.

    >>> bin(set_with([0, 1, 3, 1]))
    '0b1011'
    """
    members = 0
    for number in numbers:
        members |= 1 << number
    return members
