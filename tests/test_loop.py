"""Games driven from Python without a log: chance and course are those of a game with a log."""

from __future__ import annotations

import pytest

from cityleague.engine import (
    ComponentsError,
    OptionsError,
    Stream,
    UnknownGameError,
    make_bot,
    next_decision,
    prepare,
)
from cityleague.engine.bots.specs import BotSpecError
from cityleague.engine.registry import GAMES
from cityleague.replays import play


@pytest.mark.parametrize("name", GAMES)
def test_a_loop_of_your_own_ends_like_a_log_of_the_same_moves(name: str) -> None:
    """Chance is that of a log with the same seed; the decision names the seat that moves."""
    game = play(name, ["random"] * 3, seed="loop")
    state = prepare(name, seats=3).begin()
    for position in game.positions():
        decision = next_decision(state, seed="loop")
        assert state.digest() == position.state.digest()
        if decision is None:
            assert position.seat is None
            break
        assert position.seat in decision.seats
        state.apply(position.seat, position.move)
    assert [sheet.total for sheet in state.scores()] == list(game.result().scores)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_prepared_once_and_begun_any_number_of_times(name: str) -> None:
    setup = prepare(name, seats=3)
    ends = []
    for seed in ("1", "2", "1"):
        state, stream = setup.begin(), Stream(seed, "moves")
        while decision := next_decision(state, seed):
            seat = decision.seats[0]
            state.apply(seat, stream.choice(state.legal(seat)))
        ends.append(state.digest())
    assert ends[0] == ends[2] != ends[1]


@pytest.mark.parametrize("name", GAMES)
def test_built_in_bots_play_in_a_loop(name: str) -> None:
    setup = prepare(name, seats=3)
    bots = [make_bot(spec, setup, seed=str(seat)) for seat, spec in enumerate(("random", "greedy", "heuristic"))]
    state = setup.begin()
    while decision := next_decision(state, seed="7"):
        seat = decision.seats[-1]
        move = bots[seat].choose(state.view(seat), state.legal(seat))
        state.verify(seat, move)
        state.apply(seat, move)
    assert len(state.scores()) == 3


def test_a_game_or_bot_that_cannot_be_prepared_is_refused() -> None:
    with pytest.raises(UnknownGameError, match="no game is called 'chess'; there are"):
        prepare("chess", 2)
    with pytest.raises(OptionsError, match="8 players"):
        prepare("between_two_cities", 8)
    with pytest.raises(OptionsError, match=r"NEOM: .*beginner"):
        prepare("neom", 2, {"beginner": "perhaps"})
    with pytest.raises(ComponentsError, match="not a component file"):
        prepare("neom", 2, components=b"[]")
    with pytest.raises(BotSpecError, match="no bot is called 'nobody'"):
        make_bot("nobody", prepare("neom", 2), "1")


def test_options_are_those_of_a_header() -> None:
    assert prepare("neom", 2, {"beginner": True}).options.beginner is True
