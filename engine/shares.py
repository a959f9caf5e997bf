"""Where a seat's points come from, by the categories of its sheet or by its parts."""

from collections.abc import Iterable
from typing import NamedTuple

from cityleague.engine.scoring import Points, Sheet

MOST_CATEGORIES = 14
_MANY_PARTS = 5
OTHERS = "the best of the others"
"""Whose points a move takes away, beside the categories of the own sheet."""


class Shares(NamedTuple):
    """Points by the categories of a sheet's lines, and by the sheet's parts. One for each seat of each game."""

    names: tuple[tuple[str, ...], tuple[str, ...]]
    """The categories and the parts."""
    points: tuple[Points, ...]
    """Of the categories, then of the parts."""

    @property
    def categories(self) -> dict[str, Points]:
        """Points by category."""
        return dict(zip(self.names[0], self.points, strict=False))

    @property
    def parts(self) -> dict[str, Points]:
        """Points by part."""
        return dict(zip(self.names[1], self.points[len(self.names[0]) :], strict=True))


def shares_of(sheet: Sheet) -> Shares:
    """The points of a sheet, in the parts that count."""
    categories: dict[str, Points] = {}
    parts: dict[str, Points] = {}
    for part in sheet.parts:
        if part.counts:
            parts[part.title] = parts.get(part.title, 0) + part.points
            for line in part.lines:
                categories[line.category] = categories.get(line.category, 0) + line.points
    return Shares((tuple(categories), tuple(parts)), (*categories.values(), *parts.values()))


def are_by_part(shares: Iterable[Shares]) -> bool:
    """Whether to tell points by part: there are many categories (one for each tile, say), or many parts."""
    categories: set[str] = set()
    many = True
    for share in shares:
        categories.update(share.names[0])
        many = many and len(share.names[1]) >= _MANY_PARTS
    return many or len(categories) > MOST_CATEGORIES


def compared(sheets: Iterable[Sheet]) -> dict[str, list[Points]]:
    """By category, or by part where there are many of them: the points on each sheet."""
    told = [shares_of(sheet) for sheet in sheets]
    by_part = are_by_part(told)
    points = [shares.parts if by_part else shares.categories for shares in told]
    names = dict.fromkeys(name for counted in points for name in counted)
    return {name: [counted.get(name, 0) for counted in points] for name in names}
