"""What other processes are handed: setups, states, views, legal moves and bots go there and come back as they were."""

from __future__ import annotations

import pickle
from typing import Any

from cityleague.engine.bots.specs import parse
from cityleague.engine.chance import Stream
from cityleague.engine.protocol import Setup
from cityleague.replays.testing.games import course, decisions, move_on, view_bytes


def _there_and_back(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def test_a_setup_pickles(setup: Setup) -> None:
    again = _there_and_back(setup)
    assert again.game is setup.game, "a game is pickled by its name and version: the registry must know it"
    assert (again.options, again.seats, again.components.hash) == (setup.options, setup.seats, setup.components.hash)
    assert again.begin().digest() == setup.begin().digest()


def test_a_state_pickles_and_goes_on_as_before(setup: Setup) -> None:
    for number, (state, _) in enumerate(course(setup, some=6)):
        again = _there_and_back(state)
        assert again.digest() == state.digest()
        for seat in (*range(state.seats), None):
            assert view_bytes(again, seat) == view_bytes(state, seat)
        copy = state.copy()
        streams = [Stream("on", str(number)) for _ in range(2)]
        for _ in range(15):
            if copy.pending():
                assert move_on(copy, "on", streams[0]) == move_on(again, "on", streams[1])
                assert copy.digest() == again.digest()


def test_legal_moves_and_views_pickle(setup: Setup) -> None:
    for state, due, legal in decisions(setup):
        seat = due.seats[0]
        assert [*_there_and_back(legal[seat])] == [*legal[seat]]
        assert _there_and_back(state.view(seat)) == state.view(seat)


def _judges(setup: Setup) -> list[str]:
    heuristic = setup.game.bots.get("heuristic")
    return ["score", *["heuristic"] * (heuristic is not None and hasattr(heuristic, "expect"))]


def test_bots_pickle_and_choose_as_before(setup: Setup) -> None:
    for spec in (
        "random",
        *[name for name in ("heuristic",) if name in setup.game.bots],
        *[f"mcts?iterations=4&width=2&horizon=1&policy=greedy&judge={judge}" for judge in _judges(setup)],
    ):
        bot = parse(spec, setup.game).make(setup, Stream("pickle", spec))
        for number, (state, due, legal) in enumerate(decisions(setup)):
            if number == (2 if spec.startswith("mcts") else 6):
                break
            seat = due.seats[0]
            again, view = _there_and_back(bot), state.view(seat)
            assert again.choose(view, legal[seat]) == bot.choose(view, legal[seat]), f"{spec} at decision {number}"
