"""What is told of a chance, by few playouts: simulated, with truths that are known."""

from __future__ import annotations

import numpy as np
import pytest

from cityleague.replays.analysis.game import band, tempered

TIMES = 24
SPREADS = {"level": 20.0, "middling": 2.0, "decided": 0.3}
"""How games stand: the concentration of the chances of all seats (Dirichlet)."""


def simulated(spread: float, seats: int, cases: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """By case and seat: the share of so many playouts, what is told of it, and who won then."""
    chaos = np.random.default_rng([7, seats])
    truths = chaos.dirichlet([spread] * seats, cases)
    shares = np.array([chaos.multinomial(TIMES, truth) for truth in truths]) / TIMES
    won = np.array([chaos.multinomial(1, truth) for truth in truths])
    told = np.array([tempered(list(row), TIMES) for row in shares])
    return shares, told, won


def together(seats: int) -> list[np.ndarray]:
    """The same of positions of all kinds, as a game has them."""
    parts = [simulated(spread, seats, 8000) for spread in SPREADS.values()]
    return [np.concatenate([part[which] for part in parts]) for which in range(3)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_is_told_comes_nearer_than_what_playouts_say(seats: int) -> None:
    shares, told, won = together(seats)
    assert ((told - won) ** 2).mean() < ((shares - won) ** 2).mean()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_where_nobody_is_ahead_it_is_no_worse_than_to_say_so(seats: int) -> None:
    """Playouts alone would be."""
    shares, told, won = simulated(1000, seats, 8000)
    always = ((1 / seats - won) ** 2).mean()
    assert ((told - won) ** 2).mean() < 1.03 * always < ((shares - won) ** 2).mean()


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_of_games_told_a_chance_as_many_come_true(seats: int) -> None:
    """Within 0.06 of the chance, and within 0.015 of the small ones, where playouts would be too sure."""
    shares, told, won = (part.ravel() for part in together(seats))
    for low in np.arange(0, 1, 0.1):
        here = (told >= low) & (told < low + 0.1)
        if here.sum() > 500:
            assert told[here].mean() == pytest.approx(won[here].mean(), abs=0.06)
    assert won[shares <= 0.1].mean() - shares[shares <= 0.1].mean() > 0.01
    assert abs(won[told <= 0.1].mean() - told[told <= 0.1].mean()) < 0.015


@pytest.mark.parametrize("seats", [1, 2, 3, 7])
def test_shares_still_add_up_keep_their_order_and_stay_in_their_intervals(seats: int) -> None:
    chaos = np.random.default_rng(9)
    for _ in range(200):
        orders = [chaos.permutation(seats) for _ in range(TIMES)]
        places = np.mean([np.eye(seats)[order] for order in orders], axis=0)
        drawn = np.array(tempered(list(places[:, 0]), TIMES))
        assert drawn.sum() == pytest.approx(1)
        assert ((drawn >= -1e-12) & (drawn <= 1 + 1e-12)).all()
        assert (np.diff(drawn[np.argsort(places[:, 0], kind="stable")]) >= -1e-12).all()
        for share, chance in zip(places[:, 0], drawn, strict=True):
            low, high = band(share, chance, TIMES)
            assert low <= chance <= high


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("truth", [0.5, 0.65, 0.7, 0.8, 0.9])
def test_the_band_holds_the_share_of_many_playouts(seats: int, truth: float) -> None:
    """In about 95 of 100 cases; a band round the chance that is told would hold 0.7 in 84 only."""
    chaos = np.random.default_rng(7)
    rest = [(1 - truth) / (seats - 1)] * (seats - 1)
    shares = chaos.multinomial(TIMES, [truth, *rest], size=4000) / TIMES
    bands = [band(row[0], tempered(list(row), TIMES)[0], TIMES) for row in shares]
    held = np.mean([low <= truth <= high for low, high in bands])
    assert held > 0.925


def test_sure_things_are_still_told_as_such_within_the_error() -> None:
    first, last = tempered([1.0, 0.0], 1000)
    assert (first, last) == pytest.approx((0.9995, 0.0005))
