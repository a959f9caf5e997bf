"""The search bot keeps to its budget in this game, and uses nothing that its seat does not know."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec
import pytest

from cityleague.engine.bots.mcts import Mcts
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.replays.testing.games import course, decisions, full_table, hides


def chosen(setup: Setup, view: Any, legal: Sequence[Any], **parameters: str) -> Any:
    """What the bot plays, with a small budget."""
    quick = {"iterations": "4", "horizon": "1", "policy": "greedy"}
    return Mcts(setup, Stream("s", "bot"), quick | parameters).choose(view, legal)


def test_the_search_chooses_alike_in_states_that_its_seat_cannot_tell_apart(name: str) -> None:
    """In two positions, of which each has another judge."""
    setup = full_table(name)
    compared = 0
    for state, step in course(setup, some=60):
        for seat, legal in step.legal.items():
            if len(legal) > 1 and compared < 2:
                other, judge = setup.imagine(state.view(seat), Stream("another", "")), ("score", "heuristic")[compared]
                if state.digest() != other.digest() or not hides(setup):
                    move = chosen(setup, state.view(seat), legal, judge=judge)
                    state.verify(seat, move)
                    assert chosen(setup, other.view(seat), other.legal(seat), judge=judge) == move
                    compared += 1
    assert compared


@pytest.mark.parametrize(("iterations", "width"), [(4, 8), (10, 8), (30, 1000)])
def test_the_search_keeps_to_its_budget(name: str, iterations: int, width: int) -> None:
    setup = full_table(name)
    worlds = []

    def counted(true: Setup, view: Any, stream: Stream) -> Any:
        worlds.append(stream)
        return setup.game.imagine(true, view, stream)

    counting = setup._replace(game=msgspec.structs.replace(setup.game, imagine=counted))
    searched = 0
    for state, due, listed in decisions(setup, some=3):
        seat = due.seats[0]
        worlds.clear()
        budget = {"iterations": str(iterations), "width": str(width)}
        chosen(counting, state.view(seat), listed[seat], **budget, policy="random")
        assert len(worlds) <= iterations
        assert bool(worlds) == (len(listed[seat]) > 1)
        searched += len(worlds) > iterations // 2
    assert searched or all(len(legal) == 1 for step in course(setup) for legal in step[1].legal.values())


def test_the_search_plays_all_moves_on_to_the_same_round(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = full_table(name)
    ends: list[int] = []
    play_out = Mcts._play_out

    def followed(self: Mcts, state: Any, world: str, end: int) -> list[float]:
        ends.append(end)
        worths = play_out(self, state, world, end)
        assert state.pending() is None or state.round == end
        return worths

    monkeypatch.setattr(Mcts, "_play_out", followed)
    for state, due, listed in islice(decisions(setup, some=8), 8):
        seat = due.seats[0]
        ends.clear()
        chosen(setup, state.view(seat), listed[seat], policy="random")
        assert set(ends) <= {state.round + 1}
