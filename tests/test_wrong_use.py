"""What a user of the library gets wrong is told; moves become dicts and come back; what is sent elsewhere is small."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine import course, next_decision, prepare
from cityleague.engine.registry import GAMES
from cityleague.engine.registry import game as find
from cityleague.replays import analyse, play
from cityleague.replays.replay import Replay


@pytest.mark.parametrize("path", ["box.json", Path("box.json")])
def test_a_path_is_no_content_of_a_component_file(path: Any) -> None:
    for call in (
        lambda: prepare("neom", 2, components=path),
        lambda: play("neom", ["random"] * 2, seed="7", components=path),
    ):
        with pytest.raises(TypeError, match=r"components are the content of a file, Path\(...\).read_bytes\(\), not"):
            call()


def test_a_seed_that_is_a_number_and_a_move_that_is_a_dict_are_told() -> None:
    state = prepare("between_two_cities", 3).begin()
    with pytest.raises(TypeError, match="a seed is text, such as '7', not 7"):
        next_decision(state, 7)  # type: ignore[arg-type]
    next_decision(state, "7")
    plain = find("between_two_cities").plain_of(state.legal(0)[0])
    for call in (state.apply, state.verify):
        with pytest.raises(TypeError, match=r"not \{.*\}; Game.move_of makes it of a dict"):
            call(0, plain)
    with pytest.raises(ValueError, match="there is no seat 3; there are 0 to 2"):
        state.legal(3)
    move = state.legal(0)[0]
    for ask in (state.legal, lambda seat: state.apply(seat, move), lambda seat: state.verify(seat, move)):
        with pytest.raises(TypeError, match="a spectator makes no moves: name a seat from 0 to 2, not None"):
            ask(None)  # type: ignore[arg-type]
    assert state.view(None).seat is None


@pytest.mark.parametrize("wrong", ["g.jsonl", Path("g.jsonl"), None, []])
def test_what_is_no_game_cannot_be_analysed(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"a game is what `play` returns, or one of `recorded_games\(path\)`, not"):
        analyse(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_moves_become_dicts_and_come_back(name: str) -> None:
    game = find(name)
    for number, position in enumerate(play(name, ["random"] * game.seats[-1], seed="7").positions()):
        if position.seat is not None and number % 5 == 0:
            for move in [*position.state.legal(position.seat)][:40]:
                plain = game.plain_of(move)
                assert type(plain) is dict
                assert game.move_of(plain) == move


def test_a_result_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, replays = play("between_two_cities", ["random"] * 3, seed="7"), 0
    replay = Replay.run

    def counted(*given: Any, **more: Any) -> Any:
        nonlocal replays
        replays += 1
        return replay(*given, **more)

    monkeypatch.setattr(Replay, "run", counted)
    assert game.result() is game.result()
    assert replays == 1


def test_a_slot_that_no_group_names_is_told_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match=r"Forgotten.hands is in none of the groups shared, copied and nested"):

        class Forgotten(course.Table):
            __slots__ = ("hands",)


def test_a_state_is_small_when_it_is_sent_elsewhere() -> None:
    state = prepare("between_two_cities", 7).begin()
    next_decision(state, "7")
    state.legal(0)
    assert len(pickle.dumps(state)) < 5000
