"""Where a seat's points come from, by the categories of its sheet or by its parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cityleague.engine.scoring import Points, Sheet

MOST_CATEGORIES = 14
_MANY_PARTS = 5


class Shares(NamedTuple):
    """Points by the categories of a sheet's lines, and by the sheet's parts."""

    categories: dict[str, Points]
    parts: dict[str, Points]


def shares_of(sheet: Sheet) -> Shares:
    """The points of a sheet, in the parts that count."""
    shares = Shares({}, {})
    for part in sheet.parts:
        if part.counts:
            shares.parts[part.title] = shares.parts.get(part.title, 0) + part.points
            for line in part.lines:
                shares.categories[line.category] = shares.categories.get(line.category, 0) + line.points
    return shares


def are_by_part(shares: Iterable[Shares]) -> bool:
    """Whether to tell points by part: there are many categories (one for each tile, say), or many parts."""
    all_shares = list(shares)
    categories = {category for share in all_shares for category in share.categories}
    return len(categories) > MOST_CATEGORIES or all(len(share.parts) >= _MANY_PARTS for share in all_shares)
