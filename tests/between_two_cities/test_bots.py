"""The bots of Between Two Cities: what they take for possible is legal, and the better ones win."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from cityleague.engine import prepare
from cityleague.engine.between_two_cities.bots.evaluation import placements
from cityleague.engine.between_two_cities.moves import Place
from cityleague.engine.registry import game
from cityleague.replays.league import Played, league_tables, read_results
from cityleague.replays.tournaments import Plan, Tournament, run

from .helpers import new_game, play

GAME = game("between_two_cities")


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_placements_that_bots_weigh_are_the_legal_ones(seats: int) -> None:
    state, compared = new_game(seats), 0
    for seat, _ in play(state, "placements"):
        legal = state.legal(seat)
        if isinstance(legal[0], Place):
            for tile, side in {(move.tile, move.city): None for move in legal if isinstance(move, Place)}:
                number, weighed = state.table.home[seat][side], []
                for move in legal:
                    if isinstance(move, Place) and (move.tile, move.city) == (tile, side):
                        after = state.copy()
                        after.apply(seat, move)
                        weighed.append(after.table.cities[number])
                assert placements(state.table.tiles, tile, state.table.cities[number]) == weighed
                compared += 1
    assert compared >= 12 * seats


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_values_a_place_by_the_points_it_adds_to_the_city(seats: int) -> None:
    setup, state, compared = prepare("between_two_cities", seats), new_game(seats), 0
    for seat, move in play(state, "prospects"):
        legal = state.legal(seat)
        if isinstance(move, Place):
            value = GAME.prospects(setup, state.view(seat), legal)[legal.index(move)]
            side = 0 if move.city == "left" else 1
            after = state.copy()
            after.apply(seat, move)
            points, before = [here.scores()[seat].parts[side].points for here in (after, state)]
            assert points - before == value
            compared += 1
    assert compared == 2 * seats * (7 if seats > 2 else 14)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("seats", "deals"), [(2, 25), pytest.param(3, 100, marks=pytest.mark.exhaustive)])
def test_heuristic_beats_greedy_beats_random_with_disjoint_intervals(seats: int, deals: int, tmp_path: Path) -> None:
    bots = ("random", "greedy", "heuristic")
    for _ in run(Tournament(Plan(game=GAME.name, bots=bots, seats=seats, deals=deals, seed="0")), tmp_path):
        pass
    league = league_tables(table for table in read_results([str(tmp_path)]) if isinstance(table, Played))[0]
    rows = {row.player: row for row in league.rows}
    for lower, upper in pairwise(rows[name] for name in bots):
        if lower.elo_high is None or upper.elo_low is None:  # one of them won every game: there is no bound
            assert upper.superiority is not None
            assert upper.superiority > 0.97
        else:
            assert lower.elo_high < upper.elo_low
