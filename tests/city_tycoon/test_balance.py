"""No district is a must or a waste, with the bots that people play against."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

import pytest

from cityleague.engine.city_tycoon import GAME
from cityleague.engine.city_tycoon.bots.evaluation import Judge
from cityleague.engine.city_tycoon.bots.heuristic import Heuristic
from cityleague.engine.city_tycoon.moves import Move, Pick
from cityleague.engine.city_tycoon.table import DRAFTING, TycoonTable
from cityleague.engine.loop import prepare

from ..rows import daily
from ..tricks.test_tricks import beaten
from .balance import balance, built_shares

MOST_LOST = 0.05
"""Of a table, by a player who goes without the best tiles; half is fair."""
LEAST, MOST = 0.30, 0.97
"""The share of the games that a district was dealt in, in which it is built."""


class Without(Heuristic):
    """The heuristic, but it never picks the tile of the round that it wants most."""

    def _choose(self, table: TycoonTable, seat: int, legal: Sequence[Move]) -> Any:
        if table.stage == DRAFTING:
            judge = Judge(table, seat, self._weights(table, seat))
            wanted = max([Pick(tile) for tile in table.box.rounds[table.round]], key=judge.pick)
            legal = [move for move in legal if move != wanted]
        return super()._choose(table, seat, legal)


@pytest.mark.parametrize("deals", daily([2, 100]))
def test_nobody_must_have_the_most_wanted_tile(deals: int) -> None:
    setups = [prepare(GAME.name, seats) for seats in (3, 4, 5)]
    shares = [beaten(setup, Without, deal) for deal in range(deals) for setup in setups]
    assert fmean(shares) + 2 * stdev(shares) / len(shares) ** 0.5 >= 0.5 - MOST_LOST


@pytest.mark.exhaustive
def test_each_district_is_built_in_some_games_and_not_in_all() -> None:
    """A district is dealt in about 150 games: two standard errors are .07 in the middle, and .03 at the ends."""
    shares = built_shares([balance(seats, 60, "built") for seats in (3, 4, 5)])
    off = {name: share for name, share in shares.items() if not LEAST <= share <= MOST}
    assert not off
