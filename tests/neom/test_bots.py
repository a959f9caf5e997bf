"""The bots of NEOM: what they take a position for is what it is, and the better ones win."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from cityleague.engine import prepare
from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream
from cityleague.engine.neom import GAME
from cityleague.engine.neom.bots.evaluation import position, score
from cityleague.engine.neom.bots.outlook import GROWTH
from cityleague.engine.neom.counting import COUNTERS
from cityleague.engine.neom.moves import Build, Pay, Pick, Remove, Sell
from cityleague.engine.neom.view import table_of

from ..arena import league, share
from ..rows import daily
from .helpers import course
from .helpers import position as made


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_table_seen_by_a_bot_is_worth_what_the_score_sheet_says(seats: int) -> None:
    setup = prepare("neom", seats)
    for state, _ in islice(course(seats, {}, "points"), 1, None, 7):
        if state.pending() is None:
            break
        for seat, sheet in enumerate(state.scores()):
            seen = table_of(setup, state.view(seat))
            half = state.table.money[seat] % 2 / 2
            assert score(seen.box)(position(seen, seat)) == sheet.total + half
            assert seen.cities[seat].plain() == state.table.cities[seat].plain()


@pytest.mark.parametrize("seats", GAME.seats[1:])
def test_greedy_values_a_move_by_the_score_it_leads_to(seats: int) -> None:
    compared: dict[type, int] = {}
    for state, event in course(seats, {}, "greedy"):
        if not isinstance(event, tuple) or not isinstance(event[1], Build | Sell | Pay | Remove):
            continue
        seat, move = event
        legal = state.legal(seat)
        value = GAME.prospects(prepare("neom", seats), state.view(seat), legal)[legal.index(move)]
        after = state.copy()
        after.apply(seat, move)
        if after.round > state.round or after.pending() is None or (isinstance(move, Pay | Remove) and after.table.due):
            continue  # more has happened, or nothing yet
        assert value == after.scores()[seat].total + after.table.money[seat] % 2 / 2
        compared[type(move)] = compared.get(type(move), 0) + 1
    assert compared


@pytest.mark.parametrize(("tiles", "deals"), daily([("4+", 3), ("4+", 6), ("1+", 6), ("5+", 6)]))
def test_heuristic_does_best_alone_too(tiles: str, deals: int, tmp_path: Path) -> None:
    table = league("neom", ["heuristic", "random", "greedy"], 1, deals, tmp_path, tiles=tiles)
    assert [row.player for row in table.rows] == ["heuristic", "greedy", "random"]


@pytest.mark.exhaustive
def test_foresight_pays(tmp_path: Path) -> None:
    shares = share(
        league("neom", ["far=heuristic", "near=heuristic?foresight=0", "b=heuristic?foresight=0"], 3, 4, tmp_path)
    )
    assert shares["far"] > 0.75


def test_every_count_has_a_growth() -> None:
    assert set(GROWTH) == set(COUNTERS)


def test_the_heuristic_knows_what_a_disaster_does() -> None:
    """It picks the disaster if all others have something to lose, and not if nobody has."""
    worth = []
    for tiles in ({}, {(1, 0): 6, (-1, 0): 8, (0, 1): 1, (0, -1): 2, (1, 1): 25, (-1, 1): 27, (1, -1): 28}):
        state = made(4, picked=111, generation=3, others=dict.fromkeys((1, 2, 3), tiles))
        state.table.stage = "picking"
        state.table.picked = [0] * 4
        bot = parse("heuristic", GAME).make(prepare("neom", 4), Stream("1", "x"))
        move = bot.choose(state.view(0), [Pick(104), Pick(111)])
        worth.append(move.tile)
    assert worth == [111, 104]
