"""Games driven from Python without a log: chance and course are those of a game with a log, also in other processes.

What a user of the library gets wrong is told; moves become dicts and come back; what is sent elsewhere is small.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cityleague.engine import (
    ComponentsError,
    OptionsError,
    Stream,
    UnknownGameError,
    course,
    make_bot,
    next_decision,
    prepare,
    registry,
)
from cityleague.engine.bots.specs import BotSpecError
from cityleague.engine.registry import GAMES
from cityleague.replays import analyse, play
from cityleague.replays.replay import Replay

from .rows import daily


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


# -- wrong use


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
    plain = registry.game("between_two_cities").plain_of(state.legal(0)[0])
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
    game = registry.game(name)
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
    with pytest.raises(TypeError, match=r"Lone.nested is no tuple, but 'hands'; a tuple of one has a comma"):

        class Lone(course.Table):
            nested = "hands"  # type: ignore[assignment]
            __slots__ = ("hands",)

    with pytest.raises(TypeError, match=r"Forgotten.hands is in none of the groups shared, copied and nested"):

        class Forgotten(course.Table):
            __slots__ = ("hands",)


def test_a_state_is_small_when_it_is_sent_elsewhere() -> None:
    state = prepare("between_two_cities", 7).begin()
    next_decision(state, "7")
    state.legal(0)
    assert len(pickle.dumps(state)) < 5000


# -- other processes

PROGRAM = """
import multiprocessing
import sys

from cityleague.engine import make_bot, next_decision, prepare
from cityleague.engine.registry import GAMES

BOTS = ("heuristic", "mcts?iterations=4&width=2&horizon=1&policy=greedy")


def jobs():
    for name in GAMES:
        options = {"level": "advanced"} if name == "card_city_xl" else None  # lots are listed lazily there
        setup = prepare(name, 3, options)
        state = setup.begin()
        seat = next_decision(state, "7").seats[0]
        for spec in BOTS:
            yield state, make_bot(spec, setup, "7"), state.legal(seat), state.view(seat)


def decide(job):
    state, bot, legal, view = job
    return state.digest(), repr(bot.choose(view, legal)), len(legal)


if __name__ == "__main__":
    wanted = [decide(job) for job in jobs()]
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        assert pool.map(decide, jobs()) == wanted
    print(len(wanted))
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("start", daily(["fork", "spawn", "forkserver"]))
def test_bots_in_other_processes_decide_alike(start: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    command = [sys.executable, "program.py", start]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.returncode) == ("10\n", 0), done.stderr
