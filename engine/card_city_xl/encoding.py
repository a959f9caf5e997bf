"""Positions as numbers for learners: the view, and the cards of each city as planes."""

from functools import lru_cache

from cityleague.engine.card_city_xl.setting import setting
from cityleague.engine.card_city_xl.view import Placed, View
from cityleague.engine.env.encoding import Generic, Planes, Vector
from cityleague.engine.protocol import Setup

_BESIDES = ("town-hall", "smog", "park")
"""What lies in cities and is not listed with the cards of the deck."""


class Encoder(Generic):
    """The encoding of a setup. In a united city the planes tell whose district a card lies in, too."""

    planes: Planes

    def __init__(self, setup: Setup) -> None:
        at = setting(setup.options, setup.seats, setup.components)
        board, seats = at.boards[0], range(setup.seats)
        turns = [f"turned {turn}" for turn in range(1, board.sides)] if at.advanced else []
        owners = [f"of seat {seat}" for seat in seats] if at.united else []
        figures = [*dict.fromkeys([*at.rank, *_BESIDES]), *turns, *owners]
        boards = ["city"] if at.united else [f"city of seat {seat}" for seat in seats]
        across, down = [range(min(axis), max(axis) + 1) for axis in zip(*board.bit, strict=True)]
        super().__init__(setup, Planes(boards, figures, across, down), ("cities",))
        self._number = {figure: number for number, figure in enumerate(figures)}
        self._united, self._seats = at.united, setup.seats
        self._city = lru_cache(maxsize=1 << 8)(self._planes_of)

    def boards(self, view: View, seat: int) -> list[Vector]:
        """The learner's city first, or the only one."""
        if self._united:
            return [self._city(view.cities[0], seat)]
        order = [view.ring.index((seat + other) % self._seats) for other in range(self._seats)]
        return [self._city(view.cities[place], 0) for place in order]

    def _planes_of(self, cards: tuple[Placed, ...], seat: int) -> Vector:
        return self.planes.board([(placed.cell, self._figures(placed, seat)) for placed in cards])

    def _figures(self, placed: Placed, seat: int) -> list[int]:
        figures = [0] * len(self._number)
        figures[self._number[placed.card]] = 1
        if placed.turn:
            figures[self._number[f"turned {placed.turn}"]] = 1
        if self._united and placed.owner is not None:
            figures[self._number[f"of seat {(placed.owner - seat) % self._seats}"]] = 1
        return figures
