"""Whoever is first in round I has 2 coins less than the next, and buys and supplies first, which makes up for it."""

from __future__ import annotations

import pytest

from cityleague.engine.city_tycoon import GAME

from .places import DEALS, played, share

MOST = 1.25
"""The wins from the best place, as a multiple of those from the worst."""
ERROR = 0.05
"""The standard error of each place's share of wins, to two digits, that the number of deals must come down to."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", GAME.seats)
def test_heuristics_win_as_often_from_each_place(seats: int) -> None:
    deals = played(seats, DEALS[seats])
    wins, errors = zip(*[share(wins) for wins in zip(*[deal.wins for deal in deals], strict=True)], strict=True)
    assert round(max(errors), 2) <= ERROR, errors
    assert max(wins) <= MOST * min(wins), wins
