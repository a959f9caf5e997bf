"""What nobody saw: a place in a hand that a log leaves open, until a move tells what lies there.

At a table nobody writes down what each hand holds. A draw that is `hidden` may therefore bring `UNSEEN` in place of an
item. A state keeps it where the item would lie. A move that takes an item from there tells what it was, which must be
possible: no more of a kind than there are. Places whose content no move tells stay open; anything that is left may lie
there, and there is always enough left.

A game may put another token in place of `UNSEEN` (a number, where all else are numbers); no item is equal to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

UNSEEN = "?"
"""In the outcome of a draw: an item that nobody saw."""


def can_lie(place: Sequence[T], wanted: Sequence[T], left: Mapping[T, int], token: T) -> bool:
    """Whether all these items can lie in this place; `left` counts what may still turn up, by kind.

    >>> can_lie(["park", "?"], ["park", "shop"], {"shop": 1}, "?"), can_lie(["park", "?"], ["shop"], {"shop": 0}, "?")
    (True, False)
    """
    missing = Counter(wanted) - Counter(place)
    here = token not in wanted and missing.total() <= place.count(token)
    return here and all(left.get(item, 0) >= count for item, count in missing.items())


def none_left(place: Sequence[T], wanted: Sequence[T], left: Mapping[T, int], token: T) -> str:
    """The end of a message that says what lies in a place: which of these items cannot be one that nobody saw there."""
    gone = [item for item, count in (Counter(wanted) - Counter(place)).items() if left.get(item, 0) < count]
    return f"; no other {gone[0]} is left that could lie where nobody saw it" if gone and token in place else ""


def take(place: list[T], wanted: Sequence[T], token: T) -> list[T]:
    """Take items from a place where they can lie; which of them had not been seen there until now."""
    told = []
    for item in wanted:
        try:
            place.remove(item)
        except ValueError:
            place.remove(token)
            told.append(item)
    return told


def possible(place: Sequence[T], left: Mapping[T, int], token: T) -> list[T]:
    """What can be taken from a place: what is known to lie there, then all that may turn up, as often as it may."""
    open_places = place.count(token)
    known = [item for item in place if item != token]
    return known + [item for item, count in left.items() for _ in range(min(count, open_places))]
