"""Who is first in round I has 2 coins less than the next; the figures make up for that. `places.py` prints a table."""

from __future__ import annotations

from statistics import mean

import pytest

from cityleague.engine.city_tycoon import GAME

from .places import DEALS, played

FAIR = 1.25
"""The most that a place may win, compared with another."""
FEW = 25
"""Deals with four players, which show a gross fault sooner than those of the table."""
APART = 4
"""The points by which the averages of the first and the last place may differ in so few deals."""


@pytest.mark.exhaustive
def test_the_first_and_the_last_of_four_score_alike() -> None:
    """Scores tell more than wins in few games, and fewer tell nothing. Figures do not change silently (test_older.py).

    With the figures of 0.2.0 the last place is 7.8 points ahead (150 deals, standard error 0.9). In 25 deals the
    standard error is 2.1: of 100 samples this test would fail in 96. In the one played here they are 7.6 points apart.
    """
    deals = played(4, FEW, "places")
    first, last = [mean([deal.points[place] for deal in deals]) for place in (0, -1)]
    assert abs(first - last) < APART, (first, last)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", GAME.seats)
def test_all_places_win_alike_at_each_number_of_players(seats: int) -> None:
    """The table of RULES.md."""
    shares = [mean(won) for won in zip(*[deal.wins for deal in played(seats, DEALS[seats])], strict=True)]
    assert max(shares) < FAIR * min(shares), shares
