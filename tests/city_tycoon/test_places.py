"""Who is first in round I has 2 coins less than the next; the figures make up for that. `places.py` prints a table."""

from __future__ import annotations

import pytest

from cityleague.engine.city_tycoon import GAME

from .places import DEALS, Wins, share, wins

FAIR = {2: 1.25, 3: 1.5, 4: 1.25, 5: 1.25}
"""The most that a place may win, compared with another, by number of players. With three the last is not yet fair."""
FEW = {2: 30, 3: 10, 4: 8, 5: 6}
"""Deals for every day, by number of players."""


def ratio(one: float, other: float) -> float:
    """How much more often the luckier one wins."""
    return max(one, other) / min(one, other)


def test_the_first_and_the_last_place_win_alike() -> None:
    """Over all numbers of players: with few games of each, the places in between tell little."""
    deals: list[Wins] = [deal for seats in GAME.seats for deal in wins(seats, FEW[seats])]
    first, last = share(deals, 0)[0], share(deals, -1)[0]
    assert ratio(first, last) < 1.25, (first, last)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", GAME.seats)
def test_all_places_win_alike_at_each_number_of_players(seats: int) -> None:
    deals = wins(seats, DEALS[seats])
    shares = [share(deals, place)[0] for place in range(seats)]
    assert ratio(max(shares), min(shares)) < FAIR[seats], shares
