"""With the bots that people play against, nothing dear is always sold or hardly ever, and no place wins most games."""

from __future__ import annotations

import pytest

from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.figures import PERIODS

from .balance import balance
from .position import Deal, by_place, setup_of

LEAST, MOST = 0.15, 0.97
"""The share of the games that offer land or a technology, in which it is sold."""
FIRST = PERIODS[0]
"""Land of this period yields for so long that all is worth the minimum bid, which the rulebook states."""
MOST_WINS = 1.25
"""The wins from the best place, as a multiple of those from the worst, within two standard errors of each."""


@pytest.mark.exhaustive
def test_land_and_technologies_are_sold_in_some_games_and_not_in_all() -> None:
    """In 140 games or more each: two standard errors are .08 in the middle, and .03 at the ends."""
    counts = [balance(seats, 80, "sold") for seats in GAME.seats]
    piles = counts[0].box.piles
    rates = {
        name: sum(count.bought[name] for count in counts) / sum(count.offered[name] for count in counts)
        for what in ("land", "technologies")
        for period in PERIODS
        for name in piles[what][period]
    }
    assert {name: rate for name, rate in rates.items() if rate < LEAST} == {}
    assert {name: rate for name, rate in rates.items() if rate > MOST and name not in piles["land"][FIRST]} == {}


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", GAME.seats)
def test_equal_heuristics_win_as_often_from_each_place(seats: int) -> None:
    shares = by_place([Deal(setup_of(seats), f"fair {number}") for number in range(240)])
    (least, below), (most, above) = min(shares), max(shares)
    assert most - 2 * above <= MOST_WINS * (least + 2 * below), shares
