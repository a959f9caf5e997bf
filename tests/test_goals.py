"""Secrets from a larger pool, of which the rest is set aside: a game with them passes all tests, spoilt ones do not."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from cityleague.engine import registry
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Draw, Setup
from cityleague.replays import testing
from cityleague.replays.testing import imagining, states
from cityleague.replays.testing.games import setup_of

from . import goals

CHECKS = {
    name: check
    for name, check in vars(testing).items()
    if name.startswith("test_") and [*inspect.signature(check).parameters] == ["setup"]
}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Logs of the game can be replayed."""
    monkeypatch.setitem(registry.GAMES, goals.NAME, goals.GAME.title)
    monkeypatch.setitem(sys.modules, f"cityleague.engine.{goals.NAME}", goals)
    yield
    registry.game.cache_clear()


def with_state(state: type[goals.State]) -> Setup:
    return setup_of(
        replace(goals.GAME, setup=lambda options, seats, box: state.at(goals.Table(options, seats, box))), 3
    )


@pytest.mark.parametrize("name", CHECKS)
def test_a_game_with_secrets_from_a_larger_pool_passes_all_tests(name: str) -> None:
    """Also where a log leaves the goals open: they are told when they are shown."""
    for seats in (2, 4):
        CHECKS[name](setup_of(goals.GAME, seats))


def test_without_the_word_aside_the_rest_is_missed() -> None:
    class State(goals.State):
        __slots__ = ()

        def draw(self) -> Draw:
            return super().draw()._replace(aside=False)

    with pytest.raises(
        AssertionError, match=r"imagines more or fewer of these, in hands and to come: \['(pond|rose|tree)"
    ):
        imagining.test_what_is_imagined_adds_up_to_the_box(with_state(State))


def test_what_is_set_aside_does_not_come_again() -> None:
    class State(goals.State):
        __slots__ = ()

        def draw(self) -> Draw:
            return super().draw()._replace(aside=True)

    with pytest.raises(AssertionError, match="round-1 sets aside what a later draw has"):
        states.test_draws_have_names_of_their_own_and_enough_to_draw_from(with_state(State))


def test_goals_that_the_digest_ignores_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals.Table, "plain", lambda table: [super(goals.Table, table).plain(), table.shown])
    with pytest.raises(AssertionError, match=r"goals: .* leaves the digest as it is"):
        states.test_whatever_a_draw_brings_is_in_the_digest(setup_of(goals.GAME, 3))


def spoilt(spoil: Callable[[goals.Table, Any], None]) -> Setup:
    """The game with another way to imagine."""

    def imagined(setup: Setup, view: Any, stream: Stream) -> goals.State:
        state = goals.imagine(setup, view, stream)
        if state.table.goals and not state.table.shown:
            spoil(state.table, view)
        return state

    return setup_of(replace(goals.GAME, imagine=imagined), 3)


def test_a_goal_that_is_never_imagined_in_a_hand_is_found() -> None:
    def avoid(table: goals.Table, view: Any) -> None:
        unused = [goal for goal in goals.GOALS if goal not in table.goals and goal != "rose 1"]
        table.goals = [
            unused.pop() if goal == "rose 1" and seat != view.seat else goal for seat, goal in enumerate(table.goals)
        ]

    imagining.test_whatever_is_hidden_is_imagined_in_each_place(spoilt(lambda table, view: None))
    with pytest.raises(AssertionError, match=r"hardly ever, .*'rose 1'\)"):
        imagining.test_whatever_is_hidden_is_imagined_in_each_place(spoilt(avoid))


def test_a_goal_that_is_imagined_twice_or_nowhere_is_found() -> None:
    def twice(table: goals.Table, view: Any) -> None:
        table.goals = [table.goals[view.seat]] * table.seats

    def nowhere(table: goals.Table, view: Any) -> None:
        table.goals = [goal if seat == view.seat else "" for seat, goal in enumerate(table.goals)]

    for spoil, says in ((twice, "imagines more of these than there are"), (nowhere, "imagines more or fewer of these")):
        with pytest.raises(AssertionError, match=says):
            imagining.test_what_is_imagined_adds_up_to_the_box(spoilt(spoil))
