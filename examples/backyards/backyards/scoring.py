"""The points of a yard: each tile scores by the tiles beside it."""

from collections.abc import Callable, Mapping, Sequence

from cityleague.engine.scoring import Line, Sheet, TieBreak, part

WIDTH = 3
"""The cells in a row."""

WORTH: Mapping[str, Callable[[Sequence[str]], int]] = {
    "rose": lambda near: near.count("pond") + near.count("tree"),
    "pond": lambda near: near.count("pond"),
    "tree": lambda near: 0 if "tree" in near else 3,
}
"""By kind: the points of a tile, from the tiles beside it."""


def beside(yard: Sequence[str], cell: int) -> list[str]:
    """The tiles that share a side with a cell; an empty text stands for a free cell."""
    cells = [cell - WIDTH, cell + WIDTH, *[cell - 1] * (cell % WIDTH > 0), *[cell + 1] * ((cell + 1) % WIDTH > 0)]
    return [yard[other] for other in cells if 0 <= other < len(yard)]


def sheet(yard: Sequence[str]) -> Sheet:
    """The score sheet of a yard: the points of each kind of tile; more roses break a tie."""
    lines = []
    for kind, worth in WORTH.items():
        points = [worth(beside(yard, cell)) for cell, tile in enumerate(yard) if tile == kind]
        lines.append(Line(kind, sum(points), " + ".join(map(str, points)) or "none"))
    return Sheet((part("yard", lines),), (TieBreak("roses", yard.count("rose")),))
