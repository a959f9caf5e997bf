"""No simple plan beats the bots that people play against."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from cityleague.engine.bots.builtin import choose_at
from cityleague.engine.chance import Stream
from cityleague.engine.loop import make_bot, next_decision, prepare
from cityleague.engine.protocol import Setup
from cityleague.engine.registry import game as find
from cityleague.engine.scoring import ranks

from ..rows import daily
from . import between_two_cities, card_city_xl, city_tycoon, neom, twentieth_century
from .planning import Trick

TRICKS: dict[str, dict[str, Trick]] = {
    "between_two_cities": between_two_cities.TRICKS,
    "card_city_xl": card_city_xl.TRICKS,
    "city_tycoon": city_tycoon.TRICKS,
    "neom": neom.TRICKS,
    "twentieth_century": twentieth_century.TRICKS,
}
MOST = 0.55
"""The share of a table that a trick may beat, within two standard errors; half is fair."""
DEALS, LEAST = 200, 12
"""So many are played, but no more than these once the share is clearly below."""

MANY, FEW = 45, 24
"""So many tricks of a game would take hours at every number of players; and the deals of each of them."""
EVERY = [(name, trick) for name, tricks in TRICKS.items() for trick in tricks]
DANGEROUS = [("twentieth_century", "NeverRaise", 4), ("city_tycoon", "plants first", 5)]
"""Tricks that beat a bot of an earlier release, and at which number of players."""


def beaten(setup: Setup, trick: Trick, deal: int) -> float:
    """The share of the others that one trick beats in a deal; a tie counts half."""
    seat, seed = deal % setup.seats, f"tricks/{deal}"
    bots = [make_bot("heuristic", setup, f"{seed}/{other}") for other in range(setup.seats)]
    bots[seat] = trick(setup, Stream(seed, "trick"), {})
    state = setup.begin()
    while decision := next_decision(state, seed):
        mover = decision.seats[0]
        state.apply(mover, choose_at(bots[mover], state, mover, state.legal(mover)))
    own, *others = sorted(enumerate(ranks(state.scores())), key=lambda place: place[0] != seat)
    return fmean([(rank > own[1]) + (rank == own[1]) / 2 for _, rank in others])


def share(setup: Setup, trick: Trick, deals: int) -> tuple[float, float]:
    """The mean share that a trick beats, and its standard error; it stops where that is clearly little."""
    shares: list[float] = []
    for deal in range(deals):
        shares.append(beaten(setup, trick, deal))
        if len(shares) >= LEAST and fmean(shares) + 3 * stdev(shares) / len(shares) ** 0.5 < MOST:
            break
    return fmean(shares), stdev(shares) / len(shares) ** 0.5


@pytest.mark.parametrize(
    ("name", "trick"), daily(EVERY[::29] + [pair for i, pair in enumerate(EVERY) if i % 29], -(-len(EVERY) // 29))
)
def test_a_trick_plays_to_the_end(name: str, trick: str) -> None:
    seats = [number for number in find(name).seats if number > 1]
    assert 0 <= beaten(prepare(name, seats[len(trick) % len(seats)]), TRICKS[name][trick], 0) <= 1


@pytest.mark.parametrize(("name", "trick"), daily(EVERY, 0))
def test_no_trick_beats_the_bots_that_people_play_against(name: str, trick: str) -> None:
    """Ends of parameters (`haste=3`), and all where they are very many, play fewer deals at one number of players.

    The name of a trick decides which.
    """
    seats = [number for number in find(name).seats if number > 1]
    few = "=" in trick or len(TRICKS[name]) >= MANY
    for number in seats[len(trick) % len(seats) :][:1] if few else seats:
        check(name, trick, number, FEW if few else DEALS)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "trick", "seats"), DANGEROUS)
def test_the_tricks_that_beat_earlier_bots_beat_them_no_more(name: str, trick: str, seats: int) -> None:
    """Few deals, every day: enough to tell a trick that wins two thirds of its games."""
    check(name, trick, seats, 16)


def check(name: str, trick: str, seats: int, deals: int) -> None:
    """Fail if a trick clearly beats more than its share."""
    mean, error = share(prepare(name, seats), TRICKS[name][trick], deals)
    assert mean - 2 * error <= MOST, f"{trick} beats {mean:.2f} ± {error:.2f} of {seats - 1} others"


@pytest.mark.parametrize("name", TRICKS)
def test_each_game_has_at_least_eight_tricks(name: str) -> None:
    assert len(TRICKS[name]) >= 8
