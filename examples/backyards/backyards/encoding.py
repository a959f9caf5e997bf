"""Positions as numbers for learners: the view by its types, and the yards as planes, the learner's own first."""

from collections.abc import Sequence

from backyards.scoring import WIDTH, WORTH
from backyards.view import View
from cityleague.engine.env.encoding import Generic, Planes, Vector
from cityleague.engine.protocol import Setup


class Encoder(Generic):
    """The encoding of a setup."""

    planes: Planes

    def __init__(self, setup: Setup) -> None:
        yards = [f"yard of seat {seat}" for seat in range(setup.seats)]
        planes = Planes(yards, [*WORTH], range(WIDTH), range(setup.options.depth))
        super().__init__(setup, planes, without=("yards",))

    def boards(self, view: View, seat: int) -> list[Vector]:
        """The yards, round from the learner."""
        return list(map(self._board, (*view.yards[seat:], *view.yards[:seat])))

    def _board(self, yard: Sequence[str]) -> Vector:
        cells = [(cell % WIDTH, cell // WIDTH) for cell in range(len(yard))]
        return self.planes.board([(at, [tile == kind for kind in WORTH]) for at, tile in zip(cells, yard, strict=True)])
