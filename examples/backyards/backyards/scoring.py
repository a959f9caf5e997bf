"""What a yard is worth: each tile by the tiles beside it."""

from collections.abc import Callable, Mapping, Sequence

from backyards.moves import Cell
from cityleague.engine.scoring import Line, Sheet, TieBreak, part

Yard = Mapping[Cell, str]

WORTH: Mapping[str, Callable[[Sequence[str]], int]] = {
    "rose": lambda near: sum([tile != "rose" for tile in near]),
    "pond": lambda near: near.count("pond"),
    "tree": lambda near: 0 if "tree" in near else 3,
}
"""The points of a tile by those beside it."""


def beside(yard: Yard, cell: Cell) -> list[str]:
    """The tiles that share a side with a cell."""
    x, y = cell
    return [yard[other] for other in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if other in yard]


def lines(yard: Yard) -> list[Line]:
    """The points of each kind of tile."""
    points = {
        kind: [worth(beside(yard, c)) for c, tile in yard.items() if tile == kind] for kind, worth in WORTH.items()
    }
    return [Line(kind, sum(each), " + ".join(map(str, each)) or "none") for kind, each in points.items()]


def total(yard: Yard) -> float:
    """What the yard is worth."""
    return sum([line.points for line in lines(yard)])


def sheet(yard: Yard) -> Sheet:
    """The score sheet of a yard; more roses break a tie."""
    return Sheet((part("yard", lines(yard)),), (TieBreak("roses", list(yard.values()).count("rose")),))
