"""The coins and science that a seat imagines of others are possible by all that lies open; the rest is as it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from cityleague.engine.chance import Stream
from cityleague.engine.course import OVER
from cityleague.engine.protocol import Setup
from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.bots.imagining import coins_of, imagine, science_of
from cityleague.engine.twentieth_century.moves import Bid, Buy, Choose, Drop, Pass
from cityleague.engine.twentieth_century.state import CenturyState
from cityleague.engine.twentieth_century.table import ADMINISTERING, CONTAINING, OPENING
from cityleague.engine.twentieth_century.view import table_of

from .. import arena
from ..rows import daily
from .helpers import course, new
from .scenes import BARE, T, actor, administration, auction, do, stage
from .tour import tour

every_table = pytest.mark.parametrize("seats", daily([3, 5, 4], 2))


def imagined(state: CenturyState, seat: int, number: int = 0) -> CenturyState:
    """One of the states that a seat imagines."""
    table = state.table
    return imagine(
        Setup(GAME, GAME.options(), table.box, table.seats), state.view(seat), Stream("imagined", str(number))
    )


def played(seats: int, bot: str) -> Iterator[CenturyState]:
    """The states of a game that is played at random, or in earnest."""
    if bot == "random":
        return (state for state, _ in course(seats, "imagined"))
    setup = Setup(GAME, GAME.options(), GAME.components(None), seats)
    bots = [GAME.bots[bot](setup, Stream("imagined", str(seat)), {}) for seat in range(seats)]
    told = arena.course(
        new(seats), "imagined", lambda state, seat: bots[seat].choose(state.view(seat), state.legal(seat))
    )
    return (state for state, _ in told)


@pytest.mark.parametrize("bot", daily(["random", "heuristic"], 2))
@every_table
def test_everything_but_holdings_is_as_it_is(seats: int, bot: str) -> None:
    for step, state in enumerate(islice(played(seats, bot), 0, None, 5)):
        seat, table = step % seats, state.table
        other = imagined(state, seat)
        other_table = other.table
        assert (other_table.coins[seat], other_table.science[seat]) == (table.coins[seat], table.science[seat])
        assert [account.points for account in other_table.accounts] == [account.points for account in table.accounts]
        assert len({id(account.bonus) for account in other_table.accounts}) == seats  # each has its own
        assert min(other_table.coins + other_table.science) >= 0
        parts = [[part.title for part in sheet.parts] for sheet in other.scores()]
        assert parts == [[part.title for part in sheet.parts] for sheet in state.scores()]
        other_table.coins, other_table.science, other_table.accounts = table.coins, table.science, table.accounts
        assert other_table.plain() == table.plain()
        assert other_table.due == table.due
        assert [sheet.key for sheet in other.scores()] == [sheet.key for sheet in state.scores()]
        assert [other.legal(player) for player in range(seats)] == [state.legal(player) for player in range(seats)]


@every_table
def test_after_the_end_nothing_is_imagined(seats: int) -> None:
    (state,) = [state for state in played(seats, "random") if state.table.stage == OVER]
    other = imagined(state, 0)
    assert (other.table.coins, other.table.science) == (state.table.coins, state.table.science)
    assert [sheet.total for sheet in other.scores()] == [sheet.total for sheet in state.scores()]


@pytest.mark.parametrize("every", daily([2, 1]))
@pytest.mark.parametrize("bot", ["random", "heuristic"])
@every_table
def test_what_others_really_hold_is_within_the_bounds(seats: int, bot: str, every: int) -> None:
    for step, state in enumerate(islice(played(seats, bot), 0, None, every)):
        table = state.table
        told = table_of(Setup(GAME, GAME.options(), table.box, seats), state.view(step % seats))
        for seat in range(seats):
            for (least, most), held in (
                (coins_of(told, seat), table.coins[seat]),
                (science_of(told, seat), table.science[seat]),
            ):
                assert least <= held <= most, (table.stage, table.round)


def test_a_player_who_paid_in_the_auctions_has_the_rest_of_what_his_cities_yielded() -> None:
    """A start tile yields 3 coins and 2 science; more may have been left."""
    state = do(auction(3, number=2), Choose("L1"), Bid(2), Drop(), Buy("T1"), Pass())
    seen = table_of(Setup(GAME, GAME.options(), state.table.box, state.seats), state.view(2))
    assert (coins_of(seen, 0)[0], science_of(seen, 0)[0]) == (1, 2)
    assert (coins_of(seen, 1)[0], science_of(seen, 1)[0]) == (3 + 4, 0)


@every_table
def test_a_player_who_bids_can_pay(seats: int) -> None:
    """He can pay even a bid that exceeds what he seems to have."""
    for state in tour(seats):
        table = state.table
        for watcher in range(seats):
            poor = state.copy()
            poor.table.coins[watcher] = poor.table.science[watcher] = 0
            for number in range(3):
                other_table = imagined(poor, watcher, number).table
                assert (
                    table.leader is None or table.leader == watcher or other_table.coins[table.leader] >= table.highest
                )
                for seat, figure in enumerate(table.figures if table.stage == CONTAINING else ()):
                    assert figure is None or seat == watcher or other_table.science[seat] >= figure.science
                if table.stage == OPENING and watcher != table.actor:
                    assert other_table.coins[table.actor] >= table.minimum


def test_in_round_one_all_holdings_that_have_not_been_spent_are_known() -> None:
    """10 coins and 10 science, less what was paid, and the compensation."""
    for state, _ in course(4, "first"):
        table = state.table
        if table.stage == ADMINISTERING:
            break
        for watcher in range(4):
            other_table = imagined(state, watcher).table
            for seat in {*range(4)} - {watcher}:
                assert (other_table.coins[seat], other_table.science[seat]) == (table.coins[seat], table.science[seat])


@every_table
def test_imagined_holdings_are_spread_around_those_of_the_seat_itself(seats: int) -> None:
    """They differ by what was spent and what cities yield, give or take up to 6; each amount is possible."""
    state = administration([*BARE], [T("start", citizens="ab")], seats=seats, number=3, coins=[20, 0, 0, 0, 0])
    table = state.table
    table.science[0], table.coins_spent, table.science_spent = 9, [12, 14, 1, 1, 1][:seats], [5, 2, 1, 1, 1][:seats]
    assert (table.regions[0].production[:2], table.regions[1].production[:2]) == ((0, 0), (3, 2))
    others = [imagined(state, 0, number).table for number in range(200)]
    coins, science = 20 + 12 - 14 + 3, 9 + 5 - 2 + 2
    assert {other.coins[1] for other in others} == set(range(coins - 6, coins + 7))
    assert {other.science[1] for other in others} == set(range(science - 6, science + 7))
    table.coins_spent[1] = 33
    others = [imagined(state, 0, number).table for number in range(200)]
    assert {other.coins[1] for other in others} == set(range(9))


def test_dropping_out_without_land_is_paid_at_once() -> None:
    """Whoever is asked about a technology has the compensation already."""
    for number, land, compensation in ((2, "L1", 4), (3, "M1", 5), (5, "N1", 6)):
        for before in ((), (Choose(land), Bid(4))):
            after = do(auction(5, number=number), *before, Drop())
            after.table.coins[0] = 0
            dropped = actor(after)
            assert stage(after) == "buying"
            for draw in range(20):
                assert imagined(after, 0 if dropped else 1, draw).table.coins[dropped] >= compensation
