"""The terms of an analysis: every game has its own, and numbers that mean nothing are refused."""

from __future__ import annotations

import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays.analysis.levels import LEVELS, MEASURES, TermsError, terms_of


def test_every_game_has_its_measure() -> None:
    assert set(MEASURES) == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_deeper_levels_try_more(name: str) -> None:
    quick, normal, deep = (terms_of(name, level) for level in LEVELS)
    assert quick.candidates == quick.luck == normal.luck == 0
    assert normal.candidates < deep.candidates
    assert normal.worlds < deep.worlds
    assert min(normal.confirm, quick.playouts, deep.luck) >= 24
    low, middle, high = normal.bars
    assert 0 < low < middle < high


@pytest.mark.parametrize("name", GAMES)
def test_a_judge_that_stops_early_states_its_error(name: str) -> None:
    terms = terms_of(name)
    assert (terms.judge > 0) == (terms.horizon > 0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"worlds": 3}, "worlds is at least 4, not 3"),
        ({"confirm": 23}, "confirm is at least 24, not 23"),
        ({"playouts": 8}, "playouts is at least 24, not 8"),
        ({"candidates": 1}, "candidates is 0, which leaves choices out, or at least 2"),
        ({"candidates": -2}, "candidates is 0, which leaves choices out, or at least 2"),
        ({"horizon": 3}, "take 0, to the end of the game, or 1 or 2"),
        ({"horizon": 2, "policy": "greedy"}, "how far the judge errs where greedy plays on; take 0"),
        ({"level": "quick", "worlds": 8}, "worlds is for choices, which are left out: give candidates, too"),
        ({"candidates": 0, "horizon": 2}, "horizon is for choices, which are left out"),
        ({"luck": 1}, "luck is 0, which leaves luck out, or at least 2, not 1"),
        ({"luck": -1}, "luck is 0, which leaves luck out, or at least 2, not -1"),
        ({"worlds": 8.0}, "worlds is a whole number, not 8.0"),
        ({"worlds": "8"}, "worlds is a whole number, not '8'"),
        ({"candidates": True}, "candidates is a whole number, not True"),
        ({"playouts": float("nan")}, "playouts is a whole number, not nan"),
        ({"worlds": 10**20}, "worlds is at most 10000, not 1000"),
        ({"policy": "mcts"}, "policy is heuristic, greedy, random, easy, good, not 'mcts'"),
        ({"policy": 7}, "policy is heuristic, greedy, random, easy, good, not 7"),
        ({"depth": 3}, "there is no depth"),
        ({"level": "best"}, "the levels are quick, normal, deep, not 'best'"),
    ],
)
def test_terms_that_mean_nothing_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(TermsError, match=message):
        terms_of("twentieth_century", **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_a_mark_must_hold_where_the_heuristic_plays_on_unless_another_bot_is_asked_for(name: str) -> None:
    assert terms_of(name).confirmed_by.partition("?")[0] == "heuristic"
    assert terms_of(name, policy="greedy").confirmed_by == "greedy"
