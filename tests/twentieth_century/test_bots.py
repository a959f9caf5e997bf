"""The bots of 20th Century: what they know is the table, good ones beat worse ones, and nothing on offer dominates."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from cityleague.engine.bots.specs import BotSpecError, parse
from cityleague.engine.protocol import Decision, Setup
from cityleague.engine.twentieth_century import GAME
from cityleague.engine.twentieth_century.bots.evaluation import prospects
from cityleague.engine.twentieth_century.moves import Bid, Contain, Lay, Pass
from cityleague.engine.twentieth_century.table import LAST_ROUND
from cityleague.engine.twentieth_century.view import table_of

from ..arena import league, share
from .balance import USES, balance, brings
from .helpers import course
from .tour import tour


def setup_of(seats: int) -> Setup:
    return Setup(GAME, GAME.options(), GAME.components(None), seats)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_table_seen_by_a_bot_is_the_table(seats: int) -> None:
    setup = setup_of(seats)
    for state, _ in islice(course(seats, "seen"), 0, None, 7):
        for seat in range(seats):
            seen = table_of(setup, state.view(seat))
            assert [region.plain() for region in seen.regions] == [region.plain() for region in state.table.regions]
            assert (seen.coins[seat], seen.science[seat]) == (state.table.coins[seat], state.table.science[seat])
            assert [one.points for one in seen.accounts] == [one.points for one in state.table.accounts]
            assert seen.uses == state.table.uses


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_bids_as_little_as_it_can_and_lays_before_all_else(seats: int) -> None:
    """Of all bids for one thing the lowest is best; new tiles come first in the administration."""
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
                assert values[Pass()] == 0


@pytest.mark.parametrize(("seats", "deals"), [(3, 8), (4, 5), (5, 4)])
def test_heuristic_clearly_beats_greedy_at_every_number_of_players(seats: int, deals: int, tmp_path: Path) -> None:
    """Beside others that play as greedily as the one that is watched."""
    bots = ["heuristic", *[f"{name}=greedy" for name in "abcd"[: seats - 1]]]
    assert share(league("twentieth_century", bots, seats, deals, tmp_path))["heuristic"] > 0.7


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_random(seats: int, tmp_path: Path) -> None:
    bots = ["greedy", *[f"{name}=random" for name in "abcd"[: seats - 1]]]
    assert share(league("twentieth_century", bots, seats, 3, tmp_path))["greedy"] > 0.9


def test_the_patience_of_the_heuristic_is_checked(tmp_path: Path) -> None:
    assert parse("heuristic?patience=0.5", GAME)
    with pytest.raises(BotSpecError, match="patience takes 0 to 3, not 4"):
        parse("heuristic?patience=4", GAME)
    hasty = [f"{name}=heuristic?patience=0" for name in "abc"]
    assert share(league("twentieth_century", ["patient=heuristic", *hasty], 4, 5, tmp_path))["patient"] > 0.6


@pytest.mark.parametrize("seats", GAME.seats)
def test_nothing_on_offer_dominates_and_nothing_is_useless(seats: int) -> None:
    """Good players buy most land, some technologies of every use, and neither run dry nor have no use for more."""
    found = balance(seats, 15, "test")
    for period in found.box.piles["land"]:
        assert found.rate(found.box.piles["land"][period]) > 0.65
        assert 0.35 < found.rate(found.box.piles["technologies"][period]) < 0.8
    for use in USES:
        names = [name for name, one in found.box.technologies.items() if use in brings(one)]
        assert 0.1 < found.rate(names) < 0.98, use
    assert all(4 < found.mean(found.coins[when]) < 20 for when in range(1, LAST_ROUND + 1))
    assert all(3 < found.mean(found.science[when]) < 25 for when in range(1, LAST_ROUND + 1))
    assert all(0.5 < found.mean(found.damage[when]) < 6 for when in range(1, LAST_ROUND))
    assert found.points["prosperity"] < 0.9 * found.points["all"]
