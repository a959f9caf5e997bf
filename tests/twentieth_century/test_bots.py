"""The bots of 20th Century: they see the table, better ones beat worse ones, and nothing on offer dominates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from cityleague.engine.chance import Stream, outcome
from cityleague.engine.protocol import Decision, Draw, Setup
from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.bots.evaluation import prospects
from cityleague.engine.twentieth_century.moves import Bid, Choose, Contain, Drop, Lay, Move, Pass
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.state import setup as begin
from cityleague.engine.twentieth_century.table import CONTAINING, LAST_ROUND
from cityleague.engine.twentieth_century.view import table_of

from ..arena import league, share
from .balance import USES, balance, brings
from .helpers import course
from .position import Deal, by_place, setup_of
from .scenes import actor, at, auction, do, land, own
from .tour import tour


def mass(*row: int) -> Any:
    """A row of a table that is left to the exhaustive run."""
    return pytest.param(*row, marks=pytest.mark.exhaustive)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_bot_sees_the_table_as_it_is(seats: int) -> None:
    setup = setup_of(seats)
    for state, _ in islice(course(seats, "seen"), 0, None, 7):
        for seat in range(seats):
            seen = table_of(setup, state.view(seat))
            assert [region.plain() for region in seen.regions] == [region.plain() for region in state.table.regions]
            assert (seen.coins[seat], seen.science[seat]) == (state.table.coins[seat], state.table.science[seat])
            assert [account.points for account in seen.accounts] == [account.points for account in state.table.accounts]
            assert seen.uses == state.table.uses


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_bids_as_little_as_it_can_and_lays_before_all_else(seats: int) -> None:
    """It makes the lowest bid for anything, and lays new tiles first in the administration."""
    for state in tour(seats):
        due = state.pending()
        for seat in due.seats if isinstance(due, Decision) else ():
            legal = state.legal(seat)
            setup = Setup(GAME, GAME.options(), state.table.box, seats)
            values = dict(zip(legal, prospects(setup, state.view(seat), legal), strict=True))
            for kind in (Bid, Contain):
                bids = [move for move in legal if isinstance(move, kind)]
                for column in {getattr(move, "column", 0) for move in bids}:
                    worths = [values[move] for move in bids if getattr(move, "column", 0) == column]
                    assert worths == sorted(worths, reverse=True)
            if any(isinstance(move, Lay) for move in legal):
                assert isinstance(max(legal, key=values.__getitem__), Lay)
            if Pass() in legal:
                assert values[Pass()] > values[Drop()]


@pytest.mark.exhaustive
def test_patience_pays(tmp_path: Path) -> None:
    hasty = [f"{name}=heuristic?patience=0" for name in "abc"]
    assert share(league("twentieth_century", ["patient=heuristic", *hasty], 4, 5, tmp_path))["patient"] > 0.6


def first_auctions(seats: int, deals: int) -> list[CenturyState]:
    """Round I of so many deals, up to its last sale, played by heuristics; seat 0 starts."""
    setup, states = setup_of(seats), []
    for deal in range(deals):
        bots = [GAME.bots["heuristic"](setup, Stream(f"first {deal}", str(seat)), {}) for seat in range(seats)]
        state = begin(setup.options, seats, setup.components)
        while not isinstance(due := state.pending(), Decision) or state.table.stage != CONTAINING:
            if isinstance(due, Draw):
                state.resolve([0] if due.name == "start" else outcome(f"first {deal}", due))
            elif due is not None:
                (seat,) = due.seats
                state.apply(seat, bots[seat].choose(state.view(seat), state.legal(seat)))
        states.append(state)
    return states


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", [4, mass(3), mass(5)])
def test_no_place_at_the_table_has_the_best_of_the_first_auction(seats: int) -> None:
    """In 60 deals all places buy about as much land, for about as much; the first tile does not cost all there is.

    A seat buys 1.5 tiles on the average, give or take 0.6: a mean of 60 deals is within 0.3 of that in all but one of
    thousands of samples. A seat that bought everything left at the minimum had 1.1 tiles more than the others.
    """
    auctions = first_auctions(seats, 60)
    tiles = [fmean([state.table.bought[seat] for state in auctions]) for seat in range(seats)]
    spent = [fmean([state.table.coins_spent[seat] for state in auctions]) for seat in range(seats)]
    assert max(tiles) - min(tiles) < 0.6
    assert max(spent) - min(spent) < 3
    firsts = [next(sale.price for sale in state.table.sales if sale.name in state.table.box.land) for state in auctions]
    assert fmean(firsts) < 8


@pytest.mark.parametrize(("seats", "deals"), [mass(3, 14), mass(4, 10), mass(5, 8)])
def test_no_place_at_the_table_wins_most_games(seats: int, deals: int) -> None:
    """A small sample: a place that wins its share is beyond three standard errors of it in one of hundreds."""
    setup = setup_of(seats)
    shares = [share for share, _ in by_place([Deal(setup, f"place {number}") for number in range(deals)])]
    assert max(shares) < 1 + 3 * sqrt((seats - 1) / deals)


def asked(state: CenturyState, spent: Sequence[int] = (0, 0, 0)) -> Move:
    """The move of a heuristic whose turn it is; everybody has seen all players spend so much of 10 coins."""
    table, seat = state.table, actor(state)
    table.coins_spent, table.coins = list(spent), [10 - coins for coins in spent]
    setup = Setup(GAME, GAME.options(), table.box, state.seats)
    move: Move = GAME.bots["heuristic"](setup, Stream("asked", ""), {}).choose(state.view(seat), state.legal(seat))
    return move


ALIKE = own({name: land("a-N", a=at(2, 2, coins=4)) for name in "ABCDE"})
"""Five equal tiles in round I, each worth more than the 10 coins that all have."""


def test_a_bid_weighs_what_the_coins_would_buy_later() -> None:
    """Two of five equal tiles cost 10 coins, so more is bid for none but the last."""
    for highest in (2, 3, 4, 5, 6, 8):
        many = do(auction(3, box=ALIKE), Choose("A"), Bid(highest))
        assert asked(many) == (Bid(highest + 1) if highest < 5 else Pass())
        last = do(auction(3, box=ALIKE), Choose("A"), Bid(highest))
        last.table.land = ["A"]
        assert asked(last) == Bid(highest + 1)


def test_a_first_bid_is_the_minimum() -> None:
    assert asked(do(auction(3, box=ALIKE), Choose("A"))) == Bid(2)


def test_nobody_drops_out_while_others_bid() -> None:
    """Whoever passes can still drop out later, for as much."""
    outbid = do(auction(3, box=ALIKE), Choose("A"), Bid(10))
    assert asked(outbid) == Pass()
    outbid.table.land = ["A"]
    assert asked(outbid) == Pass()


@pytest.mark.parametrize(("seats", "games"), [mass(4, 15), mass(3, 15), mass(5, 15)])
def test_nothing_on_offer_dominates_and_nothing_is_useless(seats: int, games: int) -> None:
    """Good players buy most land, some technologies of every use, and neither run dry nor have no use for more.

    Nothing is on offer in the last round: what comes in by then is left.
    """
    counts = balance(seats, games, "test")
    for period in counts.box.piles["land"]:
        assert counts.rate(counts.box.piles["land"][period]) > 0.65
        assert 0.35 < counts.rate(counts.box.piles["technologies"][period]) < 0.81
    for use in USES:
        names = [name for name, technology in counts.box.technologies.items() if use in brings(technology)]
        assert 0.1 < counts.rate(names) < 0.98, use
    assert all(4 < counts.mean(counts.coins[when]) < 20 for when in range(1, LAST_ROUND))
    assert all(3 < counts.mean(counts.science[when]) < 28 for when in range(1, LAST_ROUND + 1))
    assert 4 < counts.mean(counts.coins[LAST_ROUND]) < 24
    assert all(0.5 < counts.mean(counts.damage[when]) < 6 for when in range(1, LAST_ROUND))
    assert counts.points["prosperity"] < 0.9 * counts.points["all"]
